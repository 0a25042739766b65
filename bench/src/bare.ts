// The baseline: what node:http can do when there is nothing to do but send these bytes.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

const body = readFileSync(process.env.BODY_FILE as string);

createServer((request, response) => {
  if (request.headers['if-none-match'] !== undefined) {
    response.writeHead(304, { etag: '"bare"' }).end();
    return;
  }
  response.writeHead(200, { 'content-type': 'application/json; charset=utf-8', 'content-length': body.length });
  response.end(body);
}).listen(Number(process.env.PORT), '127.0.0.1');

// The baseline: what node:http can do when there is nothing to do but send these bytes, those of the headers included.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { Answer } from './answer.ts';

const answer = JSON.parse(readFileSync(process.env.ANSWER_FILE as string, 'utf8')) as Answer;
const body = Buffer.from(answer.body);

createServer((request, response) => {
  if (request.headers['if-none-match'] === undefined) response.writeHead(200, answer.headers).end(body);
  else response.writeHead(304, answer.unchangedHeaders).end();
}).listen(Number(process.env.PORT), '127.0.0.1');

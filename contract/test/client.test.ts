// What the client does beyond plain requests and answers.
import { expect, test } from 'vitest';
import { createClient } from '../src/client.ts';

/** A client whose import is answered with these pieces of a text, as they come over a network. */
function clientAnswering(...pieces: string[]) {
  const requests: { url: string; type: string | null }[] = [];
  const api = createClient('/api', async (address, { headers } = {}) => {
    const url = address instanceof Request ? address.url : address.toString();
    if (url.endsWith('/auth/csrf')) return Response.json({ token: 'token' });
    requests.push({ url, type: new Headers(headers).get('content-type') });
    return new Response(ReadableStream.from(pieces.map((piece) => new TextEncoder().encode(piece))));
  });
  const steps: [number, number][] = [];
  const run = () =>
    api('POST /admin/tools/import', {
      query: { dryRun: true },
      body: new Blob(['name']),
      onProgress: (done, total) => steps.push([done, total]),
    });
  return { run, steps, requests };
}

test('a watched import, in lines that arrive in pieces, tells its steps and gives its result', async () => {
  const { run, steps, requests } = clientAnswering(
    '{"done":5',
    '0,"total":70}\n{"done":70,"total":70}\n{"re',
    'sult":{"created":70}}\n',
  );
  expect(await run()).toEqual({ created: 70 });
  expect(steps).toEqual([
    [50, 70],
    [70, 70],
  ]);
  expect(requests).toEqual([{ url: '/api/admin/tools/import?dryRun=true&progress=true', type: 'text/plain' }]);
});

test.each([
  ['cut off', ['{"done":50,"total":70}\n'], { status: 0 }],
  ['ended by an error', ['{"done":50,"total":70}\n', '{"error":"no"}\n'], { status: 500, message: 'no' }],
])('a watched import that is %s fails', async (_case, pieces, failure) => {
  await expect(clientAnswering(...pieces).run()).rejects.toMatchObject(failure);
});

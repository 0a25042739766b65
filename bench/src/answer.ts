// What the service sends, for the bare server that is to send the same.

export interface Answer {
  body: string;
  /** Names and values in turns, of 200 and of 304. */
  headers: string[];
  unchangedHeaders: string[];
}

/** Those that node:http adds by itself. */
const ADDED = new Set(['date', 'connection', 'keep-alive']);
const flat = (headers: Headers) => [...headers].filter(([name]) => !ADDED.has(name)).flat();

/** The answer to those who do not have it yet, and to those who do. */
export async function recordAnswer(url: string): Promise<Answer> {
  const plain = { 'accept-encoding': 'identity' };
  const full = await fetch(url, { headers: plain });
  const body = await full.text();
  const unchanged = await fetch(url, { headers: { ...plain, 'if-none-match': full.headers.get('etag') as string } });
  if (full.status !== 200 || unchanged.status !== 304) throw new Error(`${url}: ${full.status}, ${unchanged.status}`);
  return { body, headers: flat(full.headers), unchangedHeaders: flat(unchanged.headers) };
}

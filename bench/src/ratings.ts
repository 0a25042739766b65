// Visitors who rate one tool after the other, each over a connection of their own.
import autocannon from 'autocannon';

const TOOLS = 5000;

/** The headers of a new visitor, who may vote. */
async function visitor(base: string): Promise<Record<string, string>> {
  const answer = await fetch(`${base}/api/auth/csrf`);
  const { token } = (await answer.json()) as { token: string };
  const cookie = answer.headers.getSetCookie().map((line) => line.split(';')[0]);
  return { cookie: cookie.join('; '), 'x-csrf-token': token, 'content-type': 'application/json' };
}

/** Accepted ratings per second by that many visitors at once; each rates every tool at most once. */
export async function ratePerSecond(base: string, clients: number, seconds: number): Promise<number> {
  const visitors = await Promise.all(Array.from({ length: clients }, () => visitor(base)));
  // Each begins at another tool: they are to compete for the database, not for one row of it.
  const starts = visitors.map((_, index) => Math.floor((index * TOOLS) / clients));
  const body = JSON.stringify({ usefulness: 4, usability: 3 });
  const { statusCodeStats, errors } = await autocannon({
    url: base,
    connections: clients,
    duration: seconds,
    setupClient: (client) => {
      const headers = visitors.pop() as Record<string, string>;
      const start = starts.pop() as number;
      let done = 0;
      const next = () => {
        const id = ((start + done) % TOOLS) + 1;
        done += 1;
        client.setRequests([{ method: 'POST', path: `/api/tools/${id}/ratings`, headers, body }]);
      };
      next();
      client.on('response', () => done < TOOLS && next());
    },
  });
  const { 201: accepted, ...others } = Object.fromEntries(
    Object.entries(statusCodeStats ?? {}).map(([status, { count }]) => [status, count ?? 0]),
  );
  if (errors > 0 || Object.keys(others).length > 0) throw new Error(`rating answered ${JSON.stringify(others)}`);
  return (accepted ?? 0) / seconds;
}

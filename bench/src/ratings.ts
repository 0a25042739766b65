// Visitors who rate one tool after the other, each over a connection of their own.
import { Agent, request } from 'node:http';

const TOOLS = 5000;

interface Answer {
  status: number;
  cookies: string[];
  text: string;
}

function send(agent: Agent, url: string, headers: Record<string, string>, body?: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { agent, method: body === undefined ? 'GET' : 'POST', headers }, (incoming) => {
      let text = '';
      incoming.setEncoding('utf8');
      incoming.on('data', (chunk) => (text += chunk));
      incoming.on('end', () =>
        resolve({ status: incoming.statusCode ?? 0, cookies: incoming.headers['set-cookie'] ?? [], text }),
      );
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

async function rateUntil(base: string, end: number): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const { cookies, text } = await send(agent, `${base}/api/auth/csrf`, {});
  const headers = {
    cookie: cookies.map((cookie) => cookie.split(';')[0]).join('; '),
    'x-csrf-token': JSON.parse(text).token,
    'content-type': 'application/json',
  };
  const body = JSON.stringify({ usefulness: 4, usability: 3 });
  let count = 0;
  for (let id = 1; id <= TOOLS && performance.now() < end; id += 1) {
    const { status } = await send(agent, `${base}/api/tools/${id}/ratings`, headers, body);
    if (status === 201) count += 1;
    else if (status !== 429) throw new Error(`rating answered ${status}`);
  }
  agent.destroy();
  // A visitor who has rated everything makes room for the next one.
  return performance.now() < end ? count + (await rateUntil(base, end)) : count;
}

/** Accepted ratings per second by that many visitors at once. */
export async function ratePerSecond(base: string, clients: number, seconds: number): Promise<number> {
  const end = performance.now() + seconds * 1000;
  const counts = await Promise.all(Array.from({ length: clients }, () => rateUntil(base, end)));
  return counts.reduce((sum, count) => sum + count, 0) / seconds;
}

// What people do on an ordinary day: mostly look, sometimes vote, and members work on the catalogue.
import { Person } from './person.ts';

const VISITORS = 40;
const MEMBERS = 8;
/** Requests after which a visitor leaves and another one comes. */
const VISIT = 50;

export interface Traffic {
  /** Sends one request and waits for its answer. */
  next: () => Promise<void>;
  answered: number;
  /** How often each answer came. */
  statuses: Map<string, number>;
  /** Answers that nobody should have been given. */
  unexpected: string[];
}

type Random = () => number;
/** Method, path, body, and the statuses that are right. */
type Action = [string, string, object | undefined, number[]];
type Choice = [weight: number, make: () => Action];

const words = ['graph', 'secure', 'mobile', 'data', 'team', 'nothing at all'];

function createActions(tools: number, random: Random) {
  const number = (most: number) => 1 + Math.floor(random() * most);
  const read = (path: string): Action => ['GET', path, undefined, [200]];
  const tool = () => number(tools);
  const scores = () => ({ usefulness: number(5), usability: number(5), comment: 'soak' });
  const everybody: Choice[] = [
    [30, () => read(`/tools/${tool()}`)],
    [20, () => read(`/tools?limit=50&offset=${number(tools / 50) * 50 - 50}&sort=top_rated`)],
    [10, () => read(`/tools?limit=50&search=${words[number(words.length) - 1]}`)],
    [5, () => read(`/tools?category=Category%20${number(40) - 1}&minRating=3`)],
    [8, () => read(`/tools/${tool()}/ratings?limit=20`)],
    [4, () => read(`/tools/${tool()}/rating-history`)],
    [4, () => read('/analytics/summary')],
    [2, () => read('/analytics/by-category')],
    [2, () => read(`/analytics/top-tools?limit=${number(50)}`)],
    [2, () => read('/tags/all')],
    [0.3, () => read('/tools')],
    [0.1, () => read('/tools/export?format=csv')],
    [8, () => ['POST', `/tools/${tool()}/ratings`, scores(), [201, 409]]],
    [2, () => ['PUT', `/tools/${tool()}/ratings/mine`, scores(), [200, 404]]],
    [1, () => ['DELETE', `/tools/${tool()}/ratings/mine`, undefined, [204, 404]]],
    [0.5, () => ['POST', '/tools', { name: '' }, [401, 400]]],
    [0.5, () => ['GET', '/tools/0', undefined, [404]]],
  ];
  const members: Choice[] = [
    ...everybody,
    [10, () => read('/auth/me')],
    [3, () => read(`/compare?ids=${tool()},${tool()}`)],
    [3, () => read('/auth/me/watchlist')],
    [3, () => ['PUT', '/auth/me/preferences', { watchlist: [tool(), tool()] }, [200]]],
    [5, () => ['POST', '/tools', { name: 'Soak', description: 'd', category: 'Soak', tags: ['soak'] }, [201]]],
    [3, () => read(`/tools/${tool()}/similar`)],
  ];
  return { everybody, members };
}

function choose(choices: readonly Choice[], random: Random): Action {
  let left = random() * choices.reduce((sum, [weight]) => sum + weight, 0);
  for (const [weight, make] of choices) {
    left -= weight;
    if (left < 0) return make();
  }
  return (choices[0] as Choice)[1]();
}

export async function createTraffic(url: string, password: string, tools: number, random: Random): Promise<Traffic> {
  const actions = createActions(tools, random);
  const admin = await new Person(url).signIn('admin', password);
  const members: Person[] = [];
  for (let i = 0; i < MEMBERS; i += 1) {
    const username = `member${i}`;
    await admin.send('POST', '/users', { username, password, tier: 'premium' });
    members.push(await new Person(url).signIn(username, password));
  }
  const visitors = Array.from({ length: VISITORS }, () => ({ person: new Person(url), left: VISIT }));

  const nextVisitor = () => {
    const visitor = visitors[Math.floor(random() * VISITORS)] as (typeof visitors)[number];
    visitor.left -= 1;
    if (visitor.left === 0) Object.assign(visitor, { person: new Person(url), left: VISIT });
    return visitor.person;
  };

  const traffic: Traffic = {
    answered: 0,
    statuses: new Map(),
    unexpected: [],
    next: async () => {
      const isMember = random() < 0.2;
      const person = isMember ? (members[Math.floor(random() * MEMBERS)] as Person) : nextVisitor();
      const [method, path, body, right] = choose(isMember ? actions.members : actions.everybody, random);
      try {
        const { status } = await person.send(method, path, body);
        const key = `${method} ${status}`;
        traffic.statuses.set(key, (traffic.statuses.get(key) ?? 0) + 1);
        if (!right.includes(status)) traffic.unexpected.push(`${method} ${path}: ${status}`);
      } catch (error) {
        traffic.unexpected.push(`${method} ${path}: ${String(error)}`);
      }
      traffic.answered += 1;
    },
  };
  return traffic;
}

// Which failures mean that the database cannot do it right now, on either engine, and what to tell those who asked. All of
// them are answered 503: nothing was half-written, and trying again later makes sense.

export interface Outage {
  /** Whether the database cannot even be reached: what the start of the service waits for. */
  unreachable: boolean;
  text: string;
  /** Seconds after which trying again makes sense. */
  retryAfter: number;
}

const unreachable: Outage = {
  unreachable: true,
  text: 'The database cannot be reached right now',
  retryAfter: 2,
};
const outage = (text: string, retryAfter: number): Outage => ({ unreachable: false, text, retryAfter });
const late = outage('The database took too long to answer', 2);
const busy = outage('Too many changed the same thing at once; try again', 1);
const broken = outage('The database has a fault right now', 10);
const readOnly = outage('Nothing can be saved right now, the database may only be read', 30);
const full = outage('Nothing can be saved right now, the disk of the database is full', 30);

const system = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EPIPE',
  'ETIMEDOUT',
]);

/** By SQLSTATE, or by the class that its first two characters name (PostgreSQL's documentation, appendix A). */
const postgres: Record<string, Outage> = {
  '08': unreachable,
  '25006': readOnly, // a standby, or a primary that has become one
  '25P03': late,
  '40001': busy,
  '40P01': busy,
  '53': broken,
  '53100': full,
  '53300': unreachable, // too many connections
  '55P03': busy,
  '57': unreachable, // it starts, stops, or an administrator ended the connection
  '57014': late,
  '58': broken,
};

/** By the primary result code. */
const sqlite: Record<number, Outage> = {
  5: busy,
  6: busy,
  7: broken,
  8: readOnly,
  10: broken,
  13: full,
  14: broken,
};

/** Failures that come without a code, from pg and Kysely. */
const messages: [RegExp, Outage][] = [
  [/^Query read timeout/, late],
  [
    /^(Connection terminated|timeout exceeded when trying to connect|Client (was closed|has encountered)|Postgres connection has been discarded)/,
    unreachable,
  ],
];

/** What is wrong with the database, if that is what the error means. */
export function outageOf(error: unknown): Outage | undefined {
  const { code, errcode, message } = Object(error) as { code?: unknown; errcode?: unknown; message?: unknown };
  if (typeof errcode === 'number') return sqlite[errcode & 0xff];
  if (typeof code === 'string') {
    if (system.has(code)) return unreachable;
    if (/^[0-9A-Z]{5}$/.test(code)) return postgres[code] ?? postgres[code.slice(0, 2)];
  }
  return messages.find(([pattern]) => pattern.test(String(message)))?.[1];
}

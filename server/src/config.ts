// The environment, read once: every variable with its meaning, its default and its rule. Nothing else reads process.env.
import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { join } from 'node:path';

type Environment = Record<string, string | undefined>;
interface Variable<T> {
  name: string;
  default: string;
  about: string;
  parse: (text: string) => T;
}

const variable = <T>(name: string, fallback: string, about: string, parse: (text: string) => T): Variable<T> => ({
  name,
  default: fallback,
  about,
  parse,
});

const text = (value: string) => value;
const optional = (value: string) => (value === '' ? null : value);
const oneOf =
  <const T extends readonly string[]>(...values: T) =>
  (value: string): T[number] => {
    if (!values.includes(value)) throw new Error(`must be one of ${values.join(', ')}`);
    return value;
  };
const boolean = (value: string) => oneOf('true', 'false')(value) === 'true';
const whole =
  (min: number, max: number) =>
  (value: string): number => {
    const number = Number(value);
    if (!/^\d+$/.test(value) || number < min || number > max) throw new Error(`must be a whole number ${min}..${max}`);
    return number;
  };
const number =
  (min: number, max: number) =>
  (value: string): number => {
    const parsed = Number(value);
    if (!/^\d+(\.\d+)?$/.test(value) || parsed < min || parsed > max)
      throw new Error(`must be a number ${min}..${max}`);
    return parsed;
  };
const list = (value: string) =>
  value
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
const httpUrl = (value: string): URL => {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') throw new Error('must be an http or https URL');
  return url;
};
const optionalUrl = (value: string) => (value === '' ? null : httpUrl(value).href);
const emailDomains = (value: string) =>
  list(value).map((domain) => {
    const name = domain.replace(/^@/, '').toLowerCase();
    if (!/^[^\s@]+\.[^\s@.]+$/.test(name)) throw new Error('must be domains such as example.org, comma-separated');
    return name;
  });
const scopes = (value: string) => {
  if (!value.split(/\s+/).includes('openid')) throw new Error('must include openid');
  return value;
};
const origin = (value: string) => {
  if (httpUrl(value).origin !== value) throw new Error(`must be an origin such as ${httpUrl(value).origin}`);
  return value;
};
const postgresUrl = (value: string) => {
  if (value !== '' && !/^postgres(ql)?:\/\//.test(value)) throw new Error('must start with postgres://');
  return optional(value);
};
const metricsToken = (value: string) => {
  if (value !== '' && !/^[!-~]{16,}$/.test(value))
    throw new Error('must have at least 16 characters, none of them blank');
  return optional(value);
};
const username = (value: string) => {
  if (value.trim().length < 2 || value.length > 100) throw new Error('must have 2 to 100 characters');
  return value.trim();
};
const password = (value: string) => {
  if (value !== '' && (value.length < 6 || Buffer.byteLength(value) > 1024)) {
    throw new Error('must have at least 6 characters and at most 1,024 bytes');
  }
  return optional(value);
};
const namedNetworks = new Set(['loopback', 'linklocal', 'uniquelocal']);
const isNetwork = (value: string) => {
  const [address = '', bits, ...more] = value.split('/');
  const most = { 4: 32, 6: 128 }[isIP(address)] ?? 0;
  return most > 0 && more.length === 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most));
};
/** As Fastify takes it: false, true, a number of hops, or the addresses and networks of the proxies. */
const proxies = (value: string): boolean | number | string[] => {
  if (value === 'true' || value === 'false') return value === 'true';
  if (/^\d+$/.test(value)) return Number(value);
  const networks = list(value);
  if (networks.some((item) => !namedNetworks.has(item) && !isNetwork(item))) {
    throw new Error('must be true, false, a number of hops, or addresses and networks such as 10.0.0.0/8');
  }
  return networks;
};

export const variables = {
  environment: variable('NODE_ENV', 'development', '`production` insists on secrets', text),
  port: variable('PORT', '3000', 'Port to listen on; 0 takes a free one', whole(0, 65_535)),
  host: variable('HOST', '0.0.0.0', 'Address to listen on', text),
  dataDir: variable('DATA_DIR', './data', 'Folder of the SQLite file and of secrets made at first start', text),
  databaseUrl: variable('DATABASE_URL', '', '`postgres://…` to use PostgreSQL instead of SQLite', postgresUrl),
  databasePoolSize: variable('DATABASE_POOL_SIZE', '10', 'PostgreSQL connections of one instance', whole(2, 1000)),
  databaseReplicaUrl: variable(
    'DATABASE_REPLICA_URL',
    '',
    '`postgres://…` of a read replica, for public reads of people who have no session',
    postgresUrl,
  ),
  databaseWait: variable(
    'DATABASE_WAIT',
    '60',
    'Seconds to wait at the start for a PostgreSQL that does not answer yet',
    whole(0, 3600),
  ),
  shutdownDelay: variable(
    'SHUTDOWN_DELAY',
    '0',
    'Seconds to go on serving after /api/readyz says that the service stops: the time load balancers take to notice',
    whole(0, 3600),
  ),
  shutdownTimeout: variable(
    'SHUTDOWN_TIMEOUT',
    '30',
    'Seconds that requests then have to finish before they are cut off',
    whole(1, 3600),
  ),
  sessionSecret: variable(
    'SESSION_SECRET',
    '',
    'Signs cookies; at least 32 characters, required in production',
    optional,
  ),
  voterSecret: variable(
    'VOTER_SECRET',
    '',
    'Makes voter identities unreadable; at least 32 characters, required in production. Changing it forgets who voted',
    optional,
  ),
  adminUsername: variable('ADMIN_USERNAME', 'admin', 'First admin, made at the first start', username),
  adminPassword: variable('ADMIN_PASSWORD', '', 'Their password; a random one is printed once when empty', password),
  publicUrl: variable('PUBLIC_URL', '', 'Where people reach the service; needed for OIDC', optionalUrl),
  authMode: variable(
    'AUTH_MODE',
    'local',
    'How people sign in: `local` (username and password) or `oidc` (an identity provider)',
    oneOf('local', 'oidc'),
  ),
  oidcIssuerUrl: variable('OIDC_ISSUER_URL', '', 'Issuer of the identity provider; required for OIDC', optionalUrl),
  oidcClientId: variable('OIDC_CLIENT_ID', '', 'Client registered at the provider; required for OIDC', optional),
  oidcClientSecret: variable('OIDC_CLIENT_SECRET', '', 'Its secret; empty for a public client', optional),
  oidcScopes: variable('OIDC_SCOPES', 'openid profile email', 'Scopes to ask for, separated by spaces', scopes),
  oidcPasswordUrl: variable('OIDC_PASSWORD_URL', '', 'Where people manage their password at the provider', optionalUrl),
  oidcRoleClaim: variable(
    'OIDC_ROLE_CLAIM',
    '',
    'Claim that decides who is admin, such as `groups` or `realm_access.roles`; when empty, admins decide',
    optional,
  ),
  oidcAdminValues: variable('OIDC_ADMIN_VALUES', 'admin', 'Its values that make an admin, comma-separated', list),
  oidcTierClaim: variable(
    'OIDC_TIER_CLAIM',
    '',
    'Claim that holds `free`, `premium` or `enterprise`; when empty, admins decide',
    optional,
  ),
  oidcAllowedEmailDomains: variable(
    'OIDC_ALLOWED_EMAIL_DOMAINS',
    '',
    'Only people with a verified email address of these domains may sign in, comma-separated; empty lets in everyone',
    emailDomains,
  ),
  corsOrigins: variable('CORS_ALLOWED_ORIGINS', '', 'Other origins that may call the API, comma-separated', (value) =>
    list(value).map(origin),
  ),
  trustProxy: variable(
    'TRUST_PROXY',
    'false',
    'Whose X-Forwarded-* headers to believe: `true`, a number of hops, or addresses. Needed for Secure cookies behind TLS',
    proxies,
  ),
  trashRetentionDays: variable(
    'TRASH_RETENTION_DAYS',
    '30',
    'Days before trash is purged; 0 keeps it',
    whole(0, 36_500),
  ),
  catalogueEditors: variable(
    'CATALOGUE_EDITORS',
    'members',
    'Who may add and change tools: `members` (signed in) or `admins`',
    oneOf('members', 'admins'),
  ),
  anonymousVoting: variable('ANONYMOUS_VOTING', 'true', 'Whether people vote without signing in', boolean),
  anonymousVoteLimit: variable(
    'ANONYMOUS_VOTE_LIMIT',
    '60',
    'Accepted anonymous votes per address, tool and hour; 0 sets no limit',
    whole(0, 1_000_000_000),
  ),
  passwordAttemptLimit: variable(
    'PASSWORD_ATTEMPT_LIMIT',
    '10',
    'Password changes tried per 15 minutes, by one user on one account',
    whole(1, 1_000_000_000),
  ),
  loginAttemptLimit: variable(
    'LOGIN_ATTEMPT_LIMIT',
    '10',
    'Failed sign-ins per 15 minutes, username and address',
    whole(1, 1_000_000_000),
  ),
  bayesianWeight: variable(
    'BAYESIAN_WEIGHT',
    '5',
    'How many average ratings the Bayesian ranking adds to each tool (m)',
    number(0, 1_000_000),
  ),
  eventLoopLimit: variable(
    'EVENT_LOOP_LIMIT',
    '1000',
    'Milliseconds that requests may wait for their turn, or turns of the event loop take on average, before the answer is 503; 0 sets no limit',
    whole(0, 60_000),
  ),
  metricsPort: variable('METRICS_PORT', '', 'Port of its own for `/metrics`, as Prometheus reads it', (value) =>
    value === '' ? null : whole(0, 65_535)(value),
  ),
  metricsToken: variable(
    'METRICS_TOKEN',
    '',
    'What reads `/metrics` with `Authorization: Bearer`; alone, on the port of the service; at least 16 characters',
    metricsToken,
  ),
  commitSha: variable('COMMIT_SHA', '', 'Shown by /api/version', optional),
  buildDate: variable('BUILD_DATE', '', 'Shown by /api/version', optional),
  logLevel: variable(
    'LOG_LEVEL',
    'info',
    'trace, debug, info, warn, error, fatal or silent',
    oneOf('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'),
  ),
};

type Variables = typeof variables;
type Settings = { [K in keyof Variables]: ReturnType<Variables[K]['parse']> };
export type Config = Readonly<Omit<Settings, 'sessionSecret' | 'voterSecret'>> & {
  readonly sessionSecret: string;
  readonly voterSecret: string;
  /** What signing in with an identity provider needs; null in local mode. */
  readonly oidc: OidcSettings | null;
};

export interface OidcSettings {
  readonly issuer: URL;
  readonly clientId: string;
  /** Where people reach the service, such as `https://tools.example.org`. */
  readonly publicOrigin: string;
}

/** Everything that is wrong with the environment, one line a problem. */
export class ConfigError extends Error {
  readonly problems: readonly string[];
  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.problems = problems;
  }
}

/** The settings that AUTH_MODE=oidc cannot do without; adds a problem for each one missing. */
function oidcSettings(settings: Settings, problems: string[]): OidcSettings | null {
  if (settings.authMode !== 'oidc') return null;
  const { publicUrl, oidcIssuerUrl, oidcClientId } = settings;
  for (const key of ['publicUrl', 'oidcIssuerUrl', 'oidcClientId'] as const) {
    if (settings[key] === null) problems.push(`${variables[key].name} is required with AUTH_MODE=oidc`);
  }
  if (!publicUrl || !oidcIssuerUrl || !oidcClientId) return null;
  return { issuer: new URL(oidcIssuerUrl), clientId: oidcClientId, publicOrigin: new URL(publicUrl).origin };
}

/**
 * Reads the configuration. Outside production, missing secrets are made once and kept in the data folder, mode 0600.
 * @throws ConfigError naming every variable that breaks its rule
 */
export function loadConfig(environment: Environment): Config {
  const problems: string[] = [];
  const entries = Object.entries(variables).map(([key, { name, default: fallback, parse }]) => {
    try {
      return [key, parse(environment[name] || fallback)];
    } catch (error) {
      problems.push(`${name} ${error instanceof Error ? error.message : String(error)}`);
      return [key, undefined];
    }
  });
  const settings = Object.fromEntries(entries) as Settings;
  if (settings.environment === 'production') {
    for (const key of ['sessionSecret', 'voterSecret'] as const) {
      const secret = settings[key];
      if (secret === null) problems.push(`${variables[key].name} is required in production`);
      else if (secret.length < 32) problems.push(`${variables[key].name} must have at least 32 characters`);
    }
  }
  if (settings.databaseReplicaUrl && !settings.databaseUrl) problems.push('DATABASE_REPLICA_URL needs DATABASE_URL');
  const oidc = oidcSettings(settings, problems);
  if (problems.length > 0) throw new ConfigError(problems);
  return Object.freeze({
    ...settings,
    oidc,
    sessionSecret: settings.sessionSecret ?? keptSecret(settings.dataDir, 'session-secret'),
    voterSecret: settings.voterSecret ?? keptSecret(settings.dataDir, 'voter-secret'),
  });
}

/** The secret of that name in the data folder; the first of several processes to ask makes it, the others read it. */
function keptSecret(dataDir: string, name: string): string {
  const file = join(dataDir, name);
  try {
    mkdirSync(dataDir, { recursive: true });
    writeFileSync(file, randomBytes(32).toString('hex'), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') {
      throw new ConfigError([`DATA_DIR ${dataDir} cannot be written: ${(error as Error).message}`]);
    }
  }
  return readFileSync(file, 'utf8');
}

/** The API token or account that the command line acts with, where its options name none. */
export function readCredentials(environment: Environment): { token?: string; username?: string; password?: string } {
  const { TOOLSCORE_TOKEN: token, TOOLSCORE_USERNAME: username, TOOLSCORE_PASSWORD: password } = environment;
  return { token, username, password };
}

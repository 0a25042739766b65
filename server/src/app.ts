// buildApp(): the whole server on one screen, the same in production and in tests.
import { existsSync } from 'node:fs';
import cors from '@fastify/cors';
import fastifyStatic from '@fastify/static';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import { type Access, operations } from '@toolscore/contract';
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyServerOptions,
  type RawReplyDefaultExpression,
  type RawRequestDefaultExpression,
  type RawServerDefault,
} from 'fastify';
import helmet, { type HelmetOptions } from 'helmet';
import { requireAccess } from './access.ts';
import type { Config } from './config.ts';
import type { Engine } from './database/index.ts';
import { answerBrokenRequest, answerError } from './errors.ts';
import { analyticsRoutes } from './features/analytics/routes.ts';
import { auditRoutes } from './features/audit/routes.ts';
import { authRoutes } from './features/auth/routes.ts';
import { costRoutes } from './features/costs/routes.ts';
import { docsRoutes } from './features/docs/routes.ts';
import { healthRoutes } from './features/health/routes.ts';
import { importExportRoutes } from './features/import-export/routes.ts';
import { createProvider } from './features/oidc/provider.ts';
import { oidcRoutes } from './features/oidc/routes.ts';
import { preferenceRoutes } from './features/preferences/routes.ts';
import { ratingRoutes } from './features/ratings/routes.ts';
import { redundancyRoutes } from './features/redundancy/routes.ts';
import { relationRoutes } from './features/relations/routes.ts';
import { scoreRoutes } from './features/scores/routes.ts';
import { createComparison } from './features/similar/comparison.ts';
import { similarRoutes } from './features/similar/routes.ts';
import { tokenRoutes } from './features/tokens/routes.ts';
import { toolRoutes } from './features/tools/routes.ts';
import { trashRoutes } from './features/trash/routes.ts';
import { userRoutes } from './features/users/routes.ts';
import { registerLingering } from './lingering.ts';
import { RequestLog } from './logging.ts';
import { createMetrics, registerMetricsRoute } from './metrics.ts';
import { registerOverload } from './overload.ts';
import { registerResponseCache } from './response-cache.ts';
import { registerServerTiming } from './server-timing.ts';
import { registerSession } from './session.ts';
import { registerFarewell } from './shutdown.ts';
import { registerValidation } from './validation.ts';

export type App = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>;

/** What features are given: nothing else of the process reaches them. */
export interface Context {
  readonly config: Config;
  readonly engine: Engine;
  /** Milliseconds since 1970, UTC. */
  readonly clock: () => number;
  /** What /api/readyz tells load balancers; set to false before the service stops, so that they look elsewhere first. */
  readonly state: { ready: boolean };
}

declare module 'fastify' {
  interface FastifyContextConfig {
    operationId?: string;
    access?: Access;
  }
}

const BODY_LIMIT = 1024 * 1024;
/** From the first byte of a request to its last; its headers have a minute. */
const REQUEST_TIMEOUT_MS = 5 * 60_000;
/** How long nothing may move on a connection, be it that a client does not read its answer. */
const SILENCE_MS = 10 * 60_000;
const webRoot = new URL('../../web/dist/', import.meta.url).pathname;

/** Builds the application; the database must be migrated. Tests call `inject` on it, start.ts listens. */
export async function buildApp(context: Context, options: Pick<FastifyServerOptions, 'logger'> = {}): Promise<App> {
  const app: App = fastify<RawServerDefault>({
    ...options,
    logController: new RequestLog(context.config),
    bodyLimit: BODY_LIMIT,
    requestTimeout: REQUEST_TIMEOUT_MS,
    connectionTimeout: SILENCE_MS,
    // Who comes while the service stops, over a connection that it has not closed yet, is answered like everybody.
    return503OnClosing: false,
    trustProxy: trusted(context.config.trustProxy),
    routerOptions: { maxParamLength: 200 },
    clientErrorHandler: answerBrokenRequest,
    frameworkErrors: (error, request, reply) => void answerError(error, request, reply),
  }).withTypeProvider<TypeBoxTypeProvider>();

  app.setErrorHandler(answerError);
  registerValidation(app);

  // The order of one request: kept public answer, unless requests are logged → request id and log → kept public answer →
  // security headers → CORS → overload → API token, or session and CSRF → access → kept answer → rate limit → body → validation →
  // handler → serializer.
  app.decorate('metrics', null);
  app.metrics = await createMetrics(app, context);
  registerFarewell(app, context);
  registerLingering(app);
  const answerKept = registerResponseCache(app, context);
  registerServerTiming(app, context);
  // Built once: as a plugin of Fastify it would be built for every request.
  const secure = helmet(securityHeaders(context.config));
  app.addHook('onRequest', ({ raw }, reply, done) => secure(raw, reply.raw, done as (error?: unknown) => void));
  await app.register(
    async (api: App) => {
      await api.register(cors, {
        origin: context.config.corsOrigins,
        credentials: true,
        methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
        allowedHeaders: ['authorization', 'content-type', 'x-csrf-token'],
        exposedHeaders: ['x-total-count', 'link', 'retry-after', 'www-authenticate', 'server-timing'],
      });
      registerOverload(api, context);
      await registerSession(api, context);
      api.addHook('onRequest', async ({ routeOptions, viewer }) => {
        if (routeOptions.config.access) requireAccess(routeOptions.config.access, viewer, context.config);
      });
      api.addHook('onRequest', answerKept);
      checkOperations(api);
      healthRoutes(api, context);
      docsRoutes(api);
      const provider = createProvider(context, api.log);
      authRoutes(api, context, provider);
      oidcRoutes(api, context, provider);
      preferenceRoutes(api, context);
      tokenRoutes(api, context);
      userRoutes(api, context);
      toolRoutes(api, context);
      trashRoutes(api, context);
      ratingRoutes(api, context);
      analyticsRoutes(api, context);
      auditRoutes(api, context);
      scoreRoutes(api, context);
      costRoutes(api, context);
      relationRoutes(api, context);
      const comparison = createComparison(context.engine);
      api.addHook('onClose', comparison.close);
      similarRoutes(api, comparison);
      redundancyRoutes(api, context, comparison);
      await importExportRoutes(api, context);
    },
    { prefix: '/api' },
  );
  registerMetricsRoute(app, context.config);
  await registerPages(app);
  return app;
}

/** Whose forwarding headers to believe; a number means that many proxies, counted from this process. */
function trusted(proxies: Config['trustProxy']) {
  return typeof proxies === 'number' ? (_address: string, hop: number) => hop < proxies : proxies;
}

/** Fails the boot when a route is not in the contract's table, or an operation of the table has no route. */
function checkOperations(api: App): void {
  const missing = new Set(Object.keys(operations));
  api.addHook('onRoute', ({ method, url, config }) => {
    if (method === 'HEAD' || method === 'OPTIONS') return;
    const id = config?.operationId;
    if (id === undefined || !(id in operations)) throw new Error(`${method} ${url} is not in the contract`);
    missing.delete(id);
  });
  api.addHook('onReady', async () => {
    if (missing.size > 0) throw new Error(`operations without a handler: ${[...missing].join(', ')}`);
  });
}

function securityHeaders({ publicUrl }: Config): HelmetOptions {
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        imgSrc: ["'self'", 'data:', 'https:', 'http:'],
        styleSrc: ["'self'", "'unsafe-inline'"],
        objectSrc: ["'none'"],
        baseUri: ["'self'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    crossOriginEmbedderPolicy: false,
    hsts: publicUrl?.startsWith('https:') ?? false,
    referrerPolicy: { policy: 'same-origin' },
    frameguard: { action: 'deny' },
    // For browsers and plugins that are gone.
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
  };
}

/** The web pages: files as they are, any other address is the application's own; unknown API paths answer 404. */
async function registerPages(app: App): Promise<void> {
  const built = existsSync(webRoot);
  if (built) {
    await app.register(fastifyStatic, {
      root: webRoot,
      wildcard: false,
      globIgnore: ['**/*.br', '**/*.gz'],
      preCompressed: true,
      cacheControl: false,
      setHeaders: (reply, path) => {
        void reply.header(
          'cache-control',
          path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
        );
      },
    });
  }
  app.setNotFoundHandler((request, reply) => {
    const isPage = (request.method === 'GET' || request.method === 'HEAD') && !/^\/api(\/|\?|$)/.test(request.url);
    if (isPage && built && !request.url.startsWith('/assets/')) return reply.sendFile('index.html');
    return reply.code(404).send({ error: `${request.method} ${request.url.split('?', 1)[0]} does not exist` });
  });
}

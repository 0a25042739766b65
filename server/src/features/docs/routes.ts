// The description of the API, for programs and for people. Nothing on the page is fetched from anywhere else.
import { operations } from '@toolscore/contract';
import { createOpenApi } from '@toolscore/contract/openapi';
import type { App } from '../../app.ts';
import { type Description, renderReference } from './page.ts';

export function docsRoutes(app: App): void {
  app.route({
    ...operations.getOpenApi,
    handler: async (_request, reply) =>
      reply.type('application/json; charset=utf-8').send(JSON.stringify(createOpenApi())),
  });
  app.route({
    ...operations.getApiReference,
    handler: async (_request, reply) =>
      reply.type('text/html; charset=utf-8').send(renderReference(createOpenApi() as unknown as Description)),
  });
}

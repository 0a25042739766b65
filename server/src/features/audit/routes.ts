// Reading the audit log.
import { operations } from '@toolscore/contract';
import type { App, Context } from '../../app.ts';
import { isPaged, setPageHeaders } from '../../paging.ts';
import { countAuditLogs, listAuditLogs } from './queries.ts';

const DEFAULT_LIMIT = 100;
const MAX_LIMIT = 500;

export function auditRoutes(app: App, { engine }: Context): void {
  app.route({
    ...operations.listAuditLogs,
    handler: async (request, reply) => {
      const { limit: asked, offset, ...filters } = request.query;
      const limit = Math.min(Math.max(asked ?? DEFAULT_LIMIT, 1), MAX_LIMIT);
      if (isPaged(request.query)) {
        setPageHeaders(request, reply, { limit, offset }, await countAuditLogs(engine.reader, filters));
      }
      return listAuditLogs(engine.reader, filters, limit, offset ?? 0);
    },
  });
}

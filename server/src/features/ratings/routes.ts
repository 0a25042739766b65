// Rating tools: everybody's ratings, and the caller's own.
import { operations } from '@toolscore/contract';
import type { Rating, RatingInput } from '@toolscore/contract/schemas';
import type { FastifyRequest } from 'fastify';
import type { App, Context } from '../../app.ts';
import { countAttempt, limitKey } from '../../attempts.ts';
import { type Db, inTransaction } from '../../database/index.ts';
import { together } from '../../database/prepared.ts';
import { HttpError, notFound } from '../../errors.ts';
import { sendList } from '../../lists.ts';
import { isPaged, setPageHeaders } from '../../paging.ts';
import { voterOf } from '../../session.ts';
import { diff, recordAudit, recordGiven, voterActor } from '../audit/queries.ts';
import { lockActiveTool } from '../tools/queries.ts';
import { moveScores } from '../tools/totals.ts';
import {
  countDay,
  countRatings,
  countScores,
  deleteRating,
  findRating,
  insertRating,
  listHistory,
  listRatings,
  pageRatings,
  type RatingFields,
  updateRating,
} from './queries.ts';

const HOUR_MS = 60 * 60 * 1000;

const blankToNull = (text: string | null | undefined) => (text?.trim() ? text : null);

const toFields = ({ usefulness, usability, comment, reviewerName }: RatingInput): RatingFields => ({
  usefulness,
  usability,
  comment: blankToNull(comment),
  reviewerName: blankToNull(reviewerName?.trim()),
});

const audited = ({ toolId, usefulness, usability, comment, reviewerName }: Omit<Rating, 'id' | 'createdAt'>) => ({
  toolId,
  usefulness,
  usability,
  comment,
  reviewerName,
});

export function ratingRoutes(app: App, context: Context): void {
  app.route({
    ...operations.listToolRatings,
    handler: async (request, reply) => {
      const { id } = request.params;
      if (!isPaged(request.query)) return sendList(reply, pageRatings(request.reader, id));
      setPageHeaders(request, reply, request.query, await countRatings(request.reader, id));
      return listRatings(request.reader, id, request.query);
    },
  });

  app.route({
    ...operations.getToolRatingHistory,
    handler: async (request) => listHistory(request.reader, request.params.id),
  });

  createRoute(app, context);
  ownRoutes(app, context);
}

/** @throws HttpError 409 when this voter has rated the tool already */
async function addRating(trx: Db, toolId: number, voter: string, fields: RatingFields, at: string): Promise<Rating> {
  const created = await insertRating(trx, toolId, voter, fields, at);
  if (created) return created;
  throw new HttpError(409, `You have rated this tool already; change it with PUT /api/tools/${toolId}/ratings/mine`);
}

function createRoute(app: App, { engine, config, clock }: Context): void {
  /** Only accepted votes count: the count rolls back with a vote that is refused. */
  const limitVotes = async (trx: Db, request: FastifyRequest, toolId: number) => {
    if (request.viewer || config.anonymousVoteLimit === 0) return;
    const key = limitKey(config.voterSecret, 'vote', request.ip, toolId);
    await countAttempt(trx, { key, limit: config.anonymousVoteLimit, windowMs: HOUR_MS }, clock());
  };

  app.route({
    ...operations.createRating,
    handler: async (request, reply) => {
      const toolId = request.params.id;
      const voter = voterOf(request, config.voterSecret);
      if (voter === undefined) throw new HttpError(403, 'Take a token from GET /api/auth/csrf first');
      const fields = toFields(request.body);
      const at = new Date(clock()).toISOString();
      const rating = await inTransaction(engine, async (trx) => {
        // What is wrong first is what is answered; all of it is rolled back then.
        const [, created] = await together(
          countScores(trx, toolId, { add: fields }),
          addRating(trx, toolId, voter, fields, at),
          limitVotes(trx, request, toolId),
          countDay(trx, toolId, at, { add: fields }),
          recordGiven(trx, { toolId, voter }, { changes: diff(null, audited({ toolId, ...fields })), at }),
          moveScores(trx, toolId, { add: fields }),
        );
        return created;
      });
      return reply.code(201).send(rating);
    },
  });
}

const none = () => new HttpError(404, 'You have not rated this tool');

function ownRoutes(app: App, { engine, config, clock }: Context): void {
  const now = () => new Date(clock()).toISOString();

  /** The caller's rating of a tool whose row is held until the transaction ends. */
  const lockOwn = async (trx: Db, toolId: number, request: FastifyRequest): Promise<Rating> => {
    const voter = voterOf(request, config.voterSecret);
    if (!(await lockActiveTool(trx, toolId))) throw notFound('Tool');
    const rating = voter && (await findRating(trx, toolId, voter));
    if (!rating) throw none();
    return rating;
  };

  app.route({
    ...operations.getMyRating,
    handler: async (request) => {
      const voter = voterOf(request, config.voterSecret);
      const rating = voter && (await findRating(engine.reader, request.params.id, voter));
      if (!rating) throw none();
      return rating;
    },
  });

  app.route({
    ...operations.updateMyRating,
    handler: async (request) => {
      const toolId = request.params.id;
      const fields = toFields(request.body);
      return inTransaction(engine, async (trx) => {
        const before = await lockOwn(trx, toolId, request);
        const after = await updateRating(trx, before.id, fields);
        const move = { add: after, remove: before };
        await together(
          countScores(trx, toolId, move),
          countDay(trx, toolId, before.createdAt, move),
          recordRating(trx, before, after, 'update', now()),
          moveScores(trx, toolId, move),
        );
        return after;
      });
    },
  });

  app.route({
    ...operations.deleteMyRating,
    handler: async (request, reply) => {
      const toolId = request.params.id;
      await inTransaction(engine, async (trx) => {
        const before = await lockOwn(trx, toolId, request);
        await deleteRating(trx, before.id);
        const move = { remove: before };
        await together(
          countScores(trx, toolId, move),
          countDay(trx, toolId, before.createdAt, move),
          recordRating(trx, before, null, 'delete', now()),
          moveScores(trx, toolId, move),
        );
      });
      return reply.code(204).send(null);
    },
  });
}

/** Records what happened to a rating, never who did it. */
async function recordRating(trx: Db, before: Rating, after: Rating | null, action: string, at: string) {
  const changes = diff(audited(before), after && audited(after));
  await recordAudit(trx, { actor: voterActor, entityType: 'rating', entityId: before.id, action, changes, at });
}

// How often passwords may be tried, and the answer for those whose passwords are not ours.
import type { FastifyRequest } from 'fastify';
import { viewerOf } from '../../access.ts';
import type { Context } from '../../app.ts';
import { countAttempt, type Limit, limitKey } from '../../attempts.ts';
import { HttpError } from '../../errors.ts';
import { usernameKey } from '../users/queries.ts';

const WINDOW_MS = 15 * 60 * 1000;

export const managedElsewhere = () => new HttpError(422, 'This password is managed by the identity provider');

/** A hook that counts each attempt of the acting user on the target account, before anything of the request is read. */
export function limitPasswordAttempts(
  { engine, config, clock }: Context,
  target: (request: FastifyRequest) => unknown,
) {
  return async (request: FastifyRequest): Promise<void> => {
    const key = limitKey(config.voterSecret, 'password', viewerOf(request).id, String(target(request)).slice(0, 20));
    await countAttempt(engine.db, { key, limit: config.passwordAttemptLimit, windowMs: WINDOW_MS }, clock());
  };
}

/** The limit of failed sign-ins of one username from one address. */
export function signInLimit({ config }: Context, username: string, address: string): Limit {
  const key = limitKey(config.voterSecret, 'sign-in', usernameKey(username), address);
  return { key, limit: config.loginAttemptLimit, windowMs: WINDOW_MS };
}

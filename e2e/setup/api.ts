// The interface as the tests use it for preparing what a journey needs: one session per role, kept as a storage state.
import { join } from 'node:path';
import { type APIRequestContext, expect, request } from '@playwright/test';
import { createClient } from '@toolscore/contract/client';

export const roles = ['admin', 'premium', 'free'] as const;
export type Role = (typeof roles)[number];

export const password = (role: Role) => `${role}-secret`;
export const stateOf = (role: Role) => join(process.env['E2E_FOLDER'] ?? '', `${role}.json`);
export const origin = () => `http://localhost:${process.env['E2E_PORT']}`;

/** The typed client of the project, over a session of Playwright's. */
export function clientOf(context: APIRequestContext) {
  return createClient('/api', async (url, { method, headers, body } = {}) => {
    const answer = await context.fetch(url instanceof Request ? url.url : url.toString(), {
      method,
      headers: Object.fromEntries(new Headers(headers)),
      data: typeof body === 'string' ? body : undefined,
    });
    const hasBody = answer.status() !== 204;
    return new Response(hasBody ? new Uint8Array(await answer.body()) : null, { status: answer.status() });
  });
}

export const newVisitor = () => request.newContext({ baseURL: origin() });

/** A client signed in as one of the roles, whose session the setup has kept. */
export async function clientFor(role: Role) {
  return clientOf(await request.newContext({ baseURL: origin(), storageState: stateOf(role) }));
}

/** Signs in and keeps the session for the tests, with the hint by which the pages know to ask who is signed in. */
export async function keepSession(role: Role): Promise<void> {
  const context = await newVisitor();
  const user = await clientOf(context)('POST /auth/login', { body: { username: role, password: password(role) } });
  expect(user.preferredUsername).toBe(role);
  const { cookies } = await context.storageState();
  const origins = [{ origin: origin(), localStorage: [{ name: 'toolscore.signedIn', value: 'true' }] }];
  await request
    .newContext({ storageState: { cookies, origins } })
    .then((kept) => kept.storageState({ path: stateOf(role) }));
}

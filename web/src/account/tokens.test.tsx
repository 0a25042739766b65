import type { ApiToken, NewApiToken } from '@toolscore/contract/schemas';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { draw } from '../../test/render.tsx';
import { Tokens } from './tokens.tsx';

// The DOM of these tests has no modal dialogs of its own.
beforeEach(() =>
  Object.assign(HTMLDialogElement.prototype, {
    showModal(this: HTMLDialogElement) {
      this.open = true;
    },
    close(this: HTMLDialogElement) {
      this.open = false;
    },
  }),
);
afterEach(() => vi.unstubAllGlobals());

const token: ApiToken = {
  id: 1,
  name: 'Backup robot',
  scope: 'read',
  hint: 'wxyz',
  createdAt: '2026-01-01T00:00:00.000Z',
  expiresAt: '2020-01-01T00:00:00.000Z',
  lastUsedAt: null,
};
const made: NewApiToken = { ...token, id: 2, name: 'CI', scope: 'manage', token: 'toolscore_secret' };

/** A service that has one token, makes one more, and notes what it was asked. */
function service() {
  const asked: { method: string; path: string; body: unknown }[] = [];
  const fetcher = vi.fn<typeof fetch>(async (url, { method = 'GET', body } = {}) => {
    const path = (url as string).replace('/api', '');
    if (path === '/auth/csrf') return Response.json({ token: 'csrf' });
    if (method !== 'GET') asked.push({ method, path, body: body ? JSON.parse(body as string) : undefined });
    if (method === 'DELETE') return new Response(null, { status: 204 });
    return method === 'POST' ? Response.json(made, { status: 201 }) : Response.json([token]);
  });
  vi.stubGlobal('fetch', fetcher);
  return asked;
}

test('a token is made, and its secret shown to be copied until the dialog is closed', async () => {
  const asked = service();
  const writeText = vi.fn<(text: string) => Promise<void>>(async () => undefined);
  vi.stubGlobal('navigator', { languages: ['en'], clipboard: { writeText } });
  draw(<Tokens />);
  fireEvent.click(screen.getByRole('button', { name: 'Make an API token' }));
  const dialog = await screen.findByRole('dialog');
  fireEvent.change(within(dialog).getByLabelText('Name'), { target: { value: ' CI ' } });
  fireEvent.change(within(dialog).getByLabelText('May'), { target: { value: 'manage' } });
  fireEvent.change(within(dialog).getByLabelText('Expires'), { target: { value: '30' } });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Make an API token' }));
  expect(await screen.findByDisplayValue(made.token)).toBeDefined();
  expect(asked).toEqual([
    { method: 'POST', path: '/auth/me/tokens', body: { name: 'CI', scope: 'manage', expiresInDays: 30 } },
  ]);
  fireEvent.click(screen.getByRole('button', { name: 'Copy' }));
  expect(writeText).toHaveBeenCalledWith(made.token);
  fireEvent.click(screen.getAllByRole('button', { name: 'Close' }).at(-1) as HTMLElement);
  expect(screen.queryByDisplayValue(made.token)).toBeNull();
});

test('tokens are listed without secrets, and revoked only after a question', async () => {
  const asked = service();
  draw(<Tokens />);
  const row = await screen.findByRole('row', { name: /Backup robot …wxyz/ });
  expect(within(row).getByText('expired')).toBeDefined();
  expect(within(row).getByText('never')).toBeDefined();
  fireEvent.click(within(row).getByRole('button', { name: 'Revoke the token Backup robot' }));
  expect(asked).toEqual([]);
  fireEvent.click(await screen.findByRole('button', { name: 'Revoke' }));
  await waitFor(() => expect(asked).toEqual([{ method: 'DELETE', path: '/auth/me/tokens/1', body: undefined }]));
});

import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { draw } from '../../test/render.tsx';
import { Notices } from '../components/notices.tsx';
import { ToolActions } from '../components/tool-actions.tsx';
import { rememberSignIn } from '../lib/session.ts';

const ada = { sub: '1', role: 'user', tier: 'premium', entitlements: ['watchlist'], isLocal: true };

/** A service whose changes of the watchlist wait until they are let through, one by one. */
function heldService() {
  const list: number[] = [];
  const changes: string[] = [];
  const gates: (() => void)[] = [];
  vi.stubGlobal('fetch', async (url: string, { method = 'GET' }: RequestInit = {}) => {
    if (url.endsWith('/csrf')) return Response.json({ token: 'x' });
    if (url.endsWith('/auth/me')) return Response.json(ada);
    if (method !== 'GET') {
      changes.push(`${method} ${url}`);
      await new Promise<void>((open) => gates.push(open));
      const id = Number(url.split('/').at(-1));
      if (method === 'PUT') list.push(id);
      else list.splice(list.indexOf(id), 1);
    }
    return Response.json({ watchlist: list });
  });
  return { list, changes, letThrough: () => gates.shift()?.() };
}

function drawButtons() {
  rememberSignIn();
  draw(
    <>
      <ToolActions id={1} name="One" small />
      <ToolActions id={2} name="Two" small />
      <Notices />
    </>,
  );
  return async (name: string) => {
    const button = await screen.findByRole<HTMLButtonElement>('button', { name: `Watch ${name}` });
    await waitFor(() => expect(button.disabled).toBe(false));
    return button;
  };
}

const isPressed = (button: HTMLElement) => button.getAttribute('aria-pressed') === 'true';

test('the button follows at once, the notice only when the service has taken the change', async () => {
  const service = heldService();
  const button = await drawButtons()('One');
  fireEvent.click(button);
  await waitFor(() => expect(isPressed(button)).toBe(true));
  await waitFor(() => expect(service.changes).toEqual(['PUT /api/auth/me/watchlist/1']));
  expect(screen.queryByText('You are watching this tool.')).toBeNull();
  service.letThrough();
  expect(await screen.findByText('You are watching this tool.')).toBeDefined();
});

test('two tools watched in quick succession are both kept, while the answers are still to come', async () => {
  const service = heldService();
  const find = drawButtons();
  const [one, two] = [await find('One'), await find('Two')];
  fireEvent.click(one);
  fireEvent.click(two);
  await waitFor(() => expect(service.changes).toHaveLength(2));
  for (const _ of service.changes) service.letThrough();
  await waitFor(() => expect(service.list).toEqual([1, 2]));
  expect([isPressed(one), isPressed(two)]).toEqual([true, true]);
});

test('watching and changing one’s mind at once arrives in that order', async () => {
  const service = heldService();
  const button = await drawButtons()('One');
  fireEvent.click(button);
  await waitFor(() => expect(isPressed(button)).toBe(true));
  fireEvent.click(button);
  await waitFor(() => expect(isPressed(button)).toBe(false));
  expect(service.changes).toHaveLength(1);
  service.letThrough();
  await waitFor(() => expect(service.changes).toEqual(['PUT', 'DELETE'].map((m) => `${m} /api/auth/me/watchlist/1`)));
  service.letThrough();
  await waitFor(() => expect(service.list).toEqual([]));
});

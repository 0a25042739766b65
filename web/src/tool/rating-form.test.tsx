import type { RatingInput } from '@toolscore/contract/schemas';
import { fireEvent, screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { draw } from '../../test/render.tsx';
import { RatingForm, RatingPanel } from './rating-form.tsx';

test('both questions are native groups of five, with words', () => {
  draw(<RatingForm initial={undefined} pending={false} error={undefined} submit={() => {}} cancel={undefined} />);
  for (const name of ['How useful is it?', 'How easy is it?']) {
    const group = screen.getByRole('group', { name });
    expect(within(group).getAllByRole('radio')).toHaveLength(5);
  }
  expect(screen.getByRole('radio', { name: '5 Essential' })).toBeDefined();
});

test('nothing is sent while an answer is missing', () => {
  const submit = vi.fn<(input: RatingInput) => void>();
  draw(<RatingForm initial={undefined} pending={false} error={undefined} submit={submit} cancel={undefined} />);
  fireEvent.click(screen.getByRole('radio', { name: '4 Very useful' }));
  fireEvent.click(screen.getByRole('button', { name: 'Submit rating' }));
  expect(screen.getByRole('alert').textContent).toBe('Please answer both questions.');
  expect(submit).not.toHaveBeenCalled();
});

test('the answers are sent; a blank comment is none', () => {
  const submit = vi.fn<(input: RatingInput) => void>();
  draw(<RatingForm initial={undefined} pending={false} error={undefined} submit={submit} cancel={undefined} />);
  fireEvent.click(screen.getByRole('radio', { name: '4 Very useful' }));
  fireEvent.click(screen.getByRole('radio', { name: '2 Awkward' }));
  fireEvent.change(screen.getByLabelText('Comment (optional)'), { target: { value: '  ' } });
  fireEvent.click(screen.getByRole('button', { name: 'Submit rating' }));
  expect(submit).toHaveBeenCalledWith({ usefulness: 4, usability: 2, comment: null, reviewerName: null });
});

/** A service where this voter has voted 3 and 3 before, though the page does not know yet. */
function serviceWithEarlierVote() {
  const rating = {
    id: 1,
    toolId: 7,
    usefulness: 3,
    usability: 3,
    comment: null,
    reviewerName: null,
    createdAt: '2024-01-01T00:00:00Z',
  };
  const calls: string[] = [];
  vi.stubGlobal('fetch', async (url: string, { method = 'GET', body }: RequestInit = {}) => {
    calls.push(`${method} ${url}`);
    if (url.endsWith('/csrf')) return Response.json({ token: 'x' });
    if (method === 'POST') return Response.json({ error: 'already voted' }, { status: 409 });
    if (method === 'PUT') return Response.json({ ...rating, ...JSON.parse(typeof body === 'string' ? body : '{}') });
    return Response.json(rating);
  });
  return calls;
}

test('a refused second vote offers to change the first', async () => {
  const calls = serviceWithEarlierVote();
  draw(<RatingPanel toolId={7} />);
  fireEvent.click(screen.getByRole('radio', { name: '5 Essential' }));
  fireEvent.click(screen.getByRole('radio', { name: '5 Effortless' }));
  fireEvent.click(screen.getByRole('button', { name: 'Submit rating' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Change my rating' }));
  const save = await screen.findByRole('button', { name: 'Save changes' });
  fireEvent.click(screen.getByRole('radio', { name: '1 Not useful' }));
  fireEvent.click(save);
  expect(await screen.findByText('1 – Not useful')).toBeDefined();
  expect(calls).toContain('PUT /api/tools/7/ratings/mine');
});

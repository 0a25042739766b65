import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { draw } from '../../test/render.tsx';
import { RatingCount, ScoreBadge, ScoreBar } from './score.tsx';

test('an unrated tool is said to be unrated, and shows no figure and no bar', () => {
  const { container } = draw(
    <>
      <ScoreBadge value={null} />
      <ScoreBar label="Usefulness" value={null} />
      <RatingCount count={0} />
    </>,
  );
  expect(screen.getAllByText('Not rated yet')).toHaveLength(2);
  expect(container.textContent).not.toMatch(/\d/);
});

test('a score is rounded to one decimal and named', () => {
  draw(<ScoreBadge value={4.25} />);
  expect(screen.getByText(/4\.3/).textContent).toBe('Combined score 4.3');
});

test('few ratings are pointed out, many are not', () => {
  draw(<RatingCount count={4} />);
  expect(screen.getByText(/few ratings/)).toBeDefined();
  draw(<RatingCount count={5} />);
  expect(screen.getAllByText(/few ratings/)).toHaveLength(1);
});

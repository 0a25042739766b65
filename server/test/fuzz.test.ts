// A small part of what bench/src/fuzz.ts does at full size.
import { expect, test } from 'vitest';
import { fuzz } from './fuzz.ts';
import { appForTest } from './harness.ts';

test('hostile requests made from the contract get no 5xx, no status it does not name and no body of another form', async () => {
  const { app, context } = await appForTest({ PASSWORD_ATTEMPT_LIMIT: '1000000', LOGIN_ATTEMPT_LIMIT: '1000000' });
  const { requests, statuses, faults } = await fuzz(app, context, { seed: 1, count: 2000 });
  expect(faults).toEqual([]);
  expect(requests).toBe(2000);
  // Most are wrong in some way, and enough are right to reach what is behind the checks.
  expect(statuses[200]).toBeGreaterThan(200);
  expect(statuses[201]).toBeGreaterThan(20);
  expect(statuses[400]).toBeGreaterThan(200);
});

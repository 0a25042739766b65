import { expect, test } from 'vitest';
import { createOpenApi } from '../src/openapi.ts';
import { operations } from '../src/operations.ts';

test('every operation of the table is described once, under its own id', () => {
  const { paths } = createOpenApi() as { paths: Record<string, Record<string, { operationId: string }>> };
  const described = Object.values(paths).flatMap((methods) => Object.values(methods).map((entry) => entry.operationId));
  expect(described.toSorted()).toEqual(Object.keys(operations).toSorted());
});

test('every reference of the description leads to a component', () => {
  const document = createOpenApi() as { components: { schemas: object } };
  const references = JSON.stringify(document).match(/#\/components\/schemas\/\w+/g) ?? [];
  const missing = references.filter(
    (reference) => !((reference.split('/').at(-1) as string) in document.components.schemas),
  );
  expect(references.length).toBeGreaterThan(50);
  expect(missing).toEqual([]);
});

import { expect, test } from 'vitest';
import { draw } from '../../test/render.tsx';
import { createFormats } from '../lib/format.ts';
import { enAdmin } from '../messages/en-admin.ts';
import { en } from '../messages/en.ts';
import { Changes, parseChanges } from './changes.tsx';
import { createValues } from './fields.ts';

const names = { tools: new Map([[7, 'Atlas']]), users: new Map([[3, 'ada']]) };
const write = createValues({ ...en, admin: enAdmin }, createFormats('en-GB'), names);

function shown(changes: object) {
  const { container } = draw(<Changes changes={parseChanges(JSON.stringify(changes))} write={write} />);
  const texts = (selector: string) => [...container.querySelectorAll(selector)].map((part) => part.textContent);
  return { names: texts('dt'), removed: texts('del'), added: texts('ins'), text: container.textContent };
}

test('a field is shown under the name people know, with what it was and what it became', () => {
  const { names, removed, added } = shown({ tier: { from: 'free', to: 'premium' } });
  expect(names).toEqual(['Tier']);
  expect(removed).toEqual(['before: Free']);
  expect(added).toEqual(['after: Premium']);
});

test('of a list only what came and went is shown', () => {
  const { removed, added } = shown({ tags: { from: ['a', 'b'], to: ['b', 'c'] } });
  expect([removed, added]).toEqual([['before: a'], ['after: c']]);
});

test('of a long text only the words that changed are marked, and an unchanged stretch is shortened', () => {
  const same = 'word '.repeat(60);
  const { removed, added, text } = shown({ description: { from: `${same}old end`, to: `${same}new end` } });
  expect([removed, added]).toEqual([['before: old '], ['after: new ']]);
  expect(text).toContain('…');
});

test('tools and accounts are named while they are known, days are written as days', () => {
  const { added } = shown({ toolId: { from: null, to: 7 }, keeperId: { from: null, to: 8 } });
  expect(added).toEqual(['after: Atlas', 'after: #8']);
  expect(shown({ userId: { from: null, to: 3 } }).added).toEqual(['after: ada']);
  expect(shown({ renewsOn: { from: null, to: '2030-02-01' } }).added).toEqual(['after: 1 Feb 2030']);
});

test.each([null, 'no JSON', '[]', '3'])('%s is no list of changes', (text) => expect(parseChanges(text)).toEqual([]));

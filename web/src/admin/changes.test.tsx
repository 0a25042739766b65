import { expect, test } from 'vitest';
import { draw } from '../../test/render.tsx';
import { Changes, parseChanges } from './changes.tsx';

test('fields are shown with what they were and what they became', () => {
  const text = JSON.stringify({ name: { from: 'Old', to: 'New' }, tags: { from: [], to: ['a', 'b'] } });
  const { container } = draw(<Changes text={text} />);
  expect(container.querySelector('del')?.textContent).toContain('Old');
  expect([...container.querySelectorAll('ins')].map((ins) => ins.textContent)).toEqual(['after: New', 'after: a, b']);
});

test.each([null, 'no JSON', '[]', '3'])('%s is no list of changes', (text) => expect(parseChanges(text)).toEqual([]));

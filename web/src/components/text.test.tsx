import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { draw } from '../../test/render.tsx';
import { Named, Prose, WebsiteLink } from './text.tsx';

test('names stand isolated, so that a change of direction ends with them', () => {
  const { container } = draw(<Named>{'evil \u202E.gnp'}</Named>);
  expect(container.querySelector('bdi')?.textContent).toBe('evil \u202E.gnp');
});

test('markup in a text is text', () => {
  const { container } = draw(<Prose>{'<img src=x onerror=alert(1)>'}</Prose>);
  expect(container.querySelector('img')).toBeNull();
  expect(container.querySelector('p')?.getAttribute('dir')).toBe('auto');
});

test('searched words are marked, whatever their case, special characters included', () => {
  const { container } = draw(<Named words={['wiki', '100%', '(']}>{'WikiWiki 100% (c)'}</Named>);
  expect([...container.querySelectorAll('mark')].map((mark) => mark.textContent)).toEqual([
    'Wiki',
    'Wiki',
    '100%',
    '(',
  ]);
  expect(container.textContent).toBe('WikiWiki 100% (c)');
});

test('a website is a link only when it leads to the web', () => {
  draw(<WebsiteLink url="javascript:alert(1)" />);
  expect(screen.queryByRole('link')).toBeNull();
  draw(<WebsiteLink url="www.example.org" />);
  expect(screen.getByRole('link').getAttribute('href')).toBe('https://www.example.org/');
  expect(screen.getByRole('link').getAttribute('rel')).toContain('noopener');
});

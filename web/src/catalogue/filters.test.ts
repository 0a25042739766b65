import { expect, test } from 'vitest';
import { makeTool } from '../../test/factories.ts';
import { stringifySearch, parseSearch } from '../lib/search-params.ts';
import {
  type BrowseSearch,
  countFrom,
  countLabels,
  parseBrowseSearch,
  searchWords,
  selectTools,
  toEntries,
} from './filters.ts';

const wiki = makeTool({ name: 'Wiki', description: 'Pages, 100% yours', category: 'Knowledge', tags: ['MIT', 'team'] });
const board = makeTool({ name: 'Board', category: 'Planning', tags: ['team'], ratingCount: 2, avgCombined: 4.5 });
const mail = makeTool({
  name: 'Ärzte-Mail',
  category: 'Knowledge',
  features: ['IMAP'],
  ratingCount: 9,
  avgCombined: 2,
});
const entries = toEntries([board, wiki, mail]);
const names = (search: BrowseSearch) => selectTools(entries, search).results.map(({ name }) => name);

test('every word must occur somewhere, whatever its case', () => {
  expect(names({ q: 'TEAM wiki' })).toEqual(['Wiki']);
  expect(names({ q: 'äRZTE' })).toEqual(['Ärzte-Mail']);
  expect(names({ q: '%' })).toEqual(['Wiki']);
  expect(names({ q: 'team mail' })).toEqual([]);
});

test('category, tags, features and minimum rating narrow down together', () => {
  expect(names({ category: 'Knowledge' })).toEqual(['Wiki', 'Ärzte-Mail']);
  expect(names({ tag: ['team', 'mit'] })).toEqual(['Wiki']);
  expect(names({ feature: ['imap'] })).toEqual(['Ärzte-Mail']);
  expect(names({ min: 4 })).toEqual(['Board']);
  expect(selectTools(entries, { category: 'Knowledge', tag: ['team'] }).anyCategory).toHaveLength(2);
});

test('a quadrant and a number of votes leave the rated tools that lie there', () => {
  const rated = (name: string, usefulness: number, usability: number, ratingCount: number) =>
    makeTool({ name, ratingCount, avgUsefulness: usefulness, avgUsability: usability, avgCombined: 3 });
  const some = toEntries([rated('Both', 3, 5, 3), rated('Useful', 4, 2.9, 9), rated('Neither', 1, 2, 2), makeTool()]);
  const found = (search: BrowseSearch) => selectTools(some, search).results.map(({ name }) => name);
  expect(found({ quadrant: 'invest' })).toEqual(['Both']);
  expect(found({ quadrant: 'improve' })).toEqual(['Useful']);
  expect(found({ quadrant: 'improve', useful: 4.5 })).toEqual([]);
  expect(found({ quadrant: 'tolerate', useful: 3.5 })).toEqual(['Both']);
  expect(found({ quadrant: 'tolerate' })).toEqual([]);
  expect(found({ quadrant: 'retire', votes: 3 })).toEqual([]);
  expect(found({ votes: 3 })).toEqual(['Both', 'Useful']);
});

test('what a minimum rating would leave is counted without the one that is set', () => {
  const { anyRating, results } = selectTools(entries, { min: 4 });
  expect(results).toHaveLength(1);
  expect([4.5, 3, 2].map((least) => countFrom(anyRating, least))).toEqual([1, 1, 2]);
});

test('the default order is the one of the service; unrated tools come last by average', () => {
  expect(names({})).toEqual(['Board', 'Wiki', 'Ärzte-Mail']);
  expect(names({ sort: 'top_rated' })).toEqual(['Board', 'Ärzte-Mail', 'Wiki']);
  expect(names({ sort: 'name_asc' })).toEqual(['Ärzte-Mail', 'Board', 'Wiki']);
  expect(names({ sort: 'most_reviewed' })[0]).toBe('Ärzte-Mail');
});

test('an address says the same after reading and writing it', () => {
  const search: BrowseSearch = {
    q: 'a b&c',
    tag: ['x, y', 'z'],
    min: 3.5,
    quadrant: 'retire',
    votes: 3,
    sort: 'newest',
    view: 'rows',
  };
  expect(parseBrowseSearch(parseSearch(stringifySearch({ ...search })))).toEqual(search);
});

test('what an address says wrongly is left out', () => {
  expect(
    parseBrowseSearch({
      sort: 'worst',
      view: 'cube',
      min: '9',
      quadrant: 'x',
      votes: '-1',
      tag: ['', 'a', 'a'],
      q: '',
    }),
  ).toEqual({
    tag: ['a'],
  });
});

test('labels are counted, the most frequent first', () => {
  expect(countLabels([wiki, board, mail], ({ tags }) => tags)).toEqual([
    { label: 'team', count: 2 },
    { label: 'MIT', count: 1 },
  ]);
});

test('one of five thousand tools is found', () => {
  const many = toEntries(
    Array.from({ length: 5000 }, (_, index) => makeTool({ name: `Tool ${index}`, tags: ['team'] })),
  );
  expect(selectTools(many, { q: 'tool 4999', tag: ['team'] }).results).toHaveLength(1);
  expect(searchWords('  a   b ')).toEqual(['a', 'b']);
});

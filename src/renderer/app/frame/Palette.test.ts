import { expect, it } from 'vitest';
import { namedBy } from './Palette.tsx';

const named = (query: string, ...names: string[]): string[] => namedBy(query, names, (name) => name);

it('names what begins with the query before what has it in the middle of a word', () => {
  expect(named('arch', 'Search results', 'Watchlist', 'Archive', 'Go to the archive')).toEqual([
    'Archive',
    'Go to the archive',
    'Search results',
  ]);
  expect(named(' Port ', 'Reports', 'Export (port)', 'Portfolio')).toEqual(['Export (port)', 'Portfolio', 'Reports']);
  expect(named('to list', 'Go to list', 'Add to lists', 'To do')).toEqual(['Go to list', 'Add to lists']);
});

it('names everything, in its order, where nothing is asked, and nothing where nothing has it', () => {
  expect(named('', 'b', 'a')).toEqual(['b', 'a']);
  expect(named('zz', 'b', 'a')).toEqual([]);
});

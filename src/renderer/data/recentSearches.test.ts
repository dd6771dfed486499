import { afterEach, expect, it, vi } from 'vitest';
import { clearRecentSearches, readRecentSearches, rememberSearch } from './recentSearches.ts';
import { TabStorage } from './testing/tabStorage.ts';

const storage = new TabStorage();
vi.stubGlobal('localStorage', storage);
afterEach(() => {
  storage.full = false;
  storage.clear();
});

it('remembers the last ten texts, newest first, each meaning once', () => {
  for (let number = 1; number <= 12; number++) rememberSearch('ann', `text ${number}`);
  rememberSearch('ann', 'solar OR wind');
  rememberSearch('ann', '(Solar | wind)');
  const texts = readRecentSearches('ann');
  expect(texts).toHaveLength(10);
  expect(texts.slice(0, 3)).toEqual(['(Solar | wind)', 'text 12', 'text 11']);
});

it('tells nobody else, and forgets', () => {
  rememberSearch('ann', 'solar');
  expect(readRecentSearches('bob')).toEqual([]);
  clearRecentSearches();
  expect(readRecentSearches('ann')).toEqual([]);
});

it('works on where nothing can be kept or what was kept is not that', () => {
  storage.full = true;
  rememberSearch('ann', 'solar');
  expect(readRecentSearches('ann')).toEqual([]);
  storage.full = false;
  storage.setItem('winnow.recentSearches', '{"account":"ann","texts":3}');
  expect(readRecentSearches('ann')).toEqual([]);
});

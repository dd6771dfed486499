import { expect, it } from 'vitest';
import { SearchStore } from './searchState.tsx';

it('keeps what is typed, and searches for it only when it is submitted (SPEC 2)', () => {
  const store = new SearchStore();
  store.setSearchText('fin');
  expect(store.get().text).toBe('fin');
  expect(store.get().filters.include.textSearch).toBe('');
  store.submitSearchText();
  expect(store.get().filters.include.textSearch).toBe('fin');
});

it('starts with stages Seed and Pre-Seed, and header search keeps the filters (API.md `Search`)', () => {
  const store = new SearchStore();
  const { stages } = store.get().filters.include;
  expect(stages.toSorted()).toEqual(['inv_stage_pre_seed', 'inv_stage_seed']);
  store.setSearchText('robots');
  store.submitSearchText();
  store.clearSearchText();
  expect(store.get().text).toBe('');
  expect(store.get().filters.include).toEqual({ ...store.get().filters.include, stages, textSearch: '' });
});

it('shows a text that came with filters in the box, and keeps a half-typed one otherwise', () => {
  const store = new SearchStore();
  const { filters } = store.get();
  store.setSearchText('half');
  store.setSearchFilters({ ...filters, include: { ...filters.include, regions: ['Europe'] } });
  expect(store.get().text).toBe('half');
  store.setSearchFilters({ ...filters, include: { ...filters.include, textSearch: 'whole' } });
  expect(store.get().text).toBe('whole');
});

import { expect, it } from 'vitest';
import { emptyFilters } from '#shared/domain/filters.ts';
import type { AddressedSearch } from './searchAddress.ts';
import { SearchStore } from './searchState.tsx';
import { TabStorage } from './testing/tabStorage.ts';

/** A search for a text, with the filters of another. */
function searchFor(text: string, { filters, sortBy }: AddressedSearch): AddressedSearch {
  return { filters: { ...filters, include: { ...filters.include, textSearch: text } }, sortBy };
}

it('keeps what is typed, searches for what is opened only, and says that again where asked', () => {
  const store = new SearchStore(new TabStorage());
  store.openSearch(searchFor('robots', store.get()));
  store.setSearchText('batt');
  expect(store.get().text).toBe('batt');
  expect(store.get().filters.include.textSearch).toBe('robots');
  store.restoreSearchText();
  expect(store.get().text).toBe('robots');
});

it('starts with stages Seed and Pre-Seed, and a search keeps the filters (docs/api.md 3)', () => {
  const store = new SearchStore(new TabStorage());
  const { stages } = store.get().filters.include;
  expect(stages.toSorted()).toEqual(['inv_stage_pre_seed', 'inv_stage_seed']);
  store.openSearch(searchFor('robots', store.get()));
  store.clearSearchText();
  expect(store.get().text).toBe('');
  expect(store.get().filters.include).toEqual({ ...store.get().filters.include, stages, textSearch: '' });
});

it('is the search of the address, which goes before the one that the tab had', () => {
  const storage = new TabStorage();
  const before = new SearchStore(storage);
  before.openSearch(searchFor('robots', before.get()));
  const asked = searchFor('energy', { filters: emptyFilters(), sortBy: 'company_name' });
  expect(new SearchStore(storage, asked).get()).toEqual({ ...asked, text: 'energy', earlier: null });
  // What was being typed is still there where it is the same search.
  before.setSearchText('ro');
  expect(new SearchStore(storage, searchFor('robots', before.get())).get()).toEqual(before.get());
});

it('shows a text that came with filters in the box, and keeps a half-typed one otherwise', () => {
  const store = new SearchStore(new TabStorage());
  const { filters } = store.get();
  store.setSearchText('half');
  store.setSearchFilters({ ...filters, include: { ...filters.include, regions: ['Europe'] } });
  expect(store.get().text).toBe('half');
  store.setSearchFilters({ ...filters, include: { ...filters.include, textSearch: 'whole' } });
  expect(store.get().text).toBe('whole');
});

it('is the same search after the window is loaded again, with what the box says and how it is sorted', () => {
  const storage = new TabStorage();
  const store = new SearchStore(storage);
  const { filters } = store.get();
  store.setSearchFilters({ ...filters, include: { ...filters.include, textSearch: 'robots', regions: ['Europe'] } });
  store.setSearchSort('company_name');
  store.setSearchText('ro');
  expect(new SearchStore(storage).get()).toEqual(store.get());
  store.clearSearchText();
  expect(new SearchStore(storage).get()).toEqual(store.get());
  expect(new SearchStore(new TabStorage()).get().text).toBe('');
});

it('begins anew where what was kept is no search', () => {
  const first = { account: null, ...new SearchStore(new TabStorage()).get() };
  const filters = { include: { digestDays: 'soon' }, exclude: {} };
  const sortBy = 'best_match';
  const broken = ['', '{', 'null', '[]', '{"text":"robots"}', { ...first, text: 'robots', filters, sortBy }];
  for (const kept of [...broken, { ...first, text: 3 }, { ...first, sortBy: 'luck' }]) {
    const storage = new TabStorage();
    storage.setItem('winnow.search', typeof kept === 'string' ? kept : JSON.stringify(kept));
    expect(new SearchStore(storage).get()).toEqual(new SearchStore(new TabStorage()).get());
  }
});

it('searches on where nothing can be kept, and keeps no older search instead', () => {
  const storage = new TabStorage();
  const store = new SearchStore(storage);
  store.setSearchText('energy');
  storage.full = true;
  store.setSearchText('robots');
  expect(store.get().text).toBe('robots');
  expect(new SearchStore(storage).get().text).toBe('');
});

it('goes with the session, comes back with the same account, and is none of another account’s business', () => {
  const storage = new TabStorage();
  const store = new SearchStore(storage);
  store.openSearchFor('ann');
  store.setSearchText('robots');
  store.forgetTabSearch();
  expect(storage.length).toBe(0);
  store.openSearchFor('ann');
  expect(store.get().text).toBe('robots');
  expect(new SearchStore(storage).get().text).toBe('robots');
  const restored = new SearchStore(storage);
  restored.openSearchFor('bob');
  expect(restored.get()).toEqual(new SearchStore(new TabStorage()).get());
  store.openSearchFor('bob');
  expect(store.get()).toEqual(new SearchStore(new TabStorage()).get());
});

import { expect, it } from 'vitest';
import { defaultFilters, emptyFilters } from '#shared/domain/filters.ts';
import { readSearchAddress, searchAddress, searchOfPage, type AddressedSearch } from './searchAddress.ts';

const text = (textSearch: string): AddressedSearch => {
  const filters = defaultFilters();
  filters.include.textSearch = textSearch;
  return { filters, sortBy: 'best_match' };
};
const rich = emptyFilters();
rich.include.countries = [{ name: 'Germany', code: 'DE' }];
rich.include.industries = ['Artificial Intelligence'];
rich.exclude.regions = ['Asia & Pacific'];
rich.exclude.textSearch = 'gambling & co';

it.each<[string, AddressedSearch]>([
  ['of everything', { filters: emptyFilters(), sortBy: 'best_match' }],
  ['a new window begins with', { filters: defaultFilters(), sortBy: 'best_match' }],
  ['for words', text('solar -"night train" (a | b) +& ?')],
  ['with filters and a sort', { filters: rich, sortBy: 'company_name' }],
])('a search %s is the same after a way through the address', (_, search) => {
  const address = searchAddress(search);
  expect(address).toMatch(/^\?./);
  expect(readSearchAddress(address)).toEqual(search);
  expect(searchOfPage({ pathname: '/list/search', search: address })).toEqual(search);
  expect(searchOfPage({ pathname: '/settings', search: address })).toBeNull();
});

it('an address without a search, or with what is none, asks for none', () => {
  for (const address of ['', '?', '?stages=seeds', '?n_days_in_digest=soon', '?sort_by=luck']) {
    expect(readSearchAddress(address), address).toBeNull();
  }
  expect(readSearchAddress('?text_search=solar&fromElsewhere=1')?.filters.include.textSearch).toBe('solar');
});

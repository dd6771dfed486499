import { pageSize } from '#shared/domain/choices.ts';
import { askAhead, askApiAhead } from '../bridge/bridge.ts';
import { searchCall, searchQuery } from '../data/searchCall.ts';
import { searchOfPage, searchPath } from '../data/searchAddress.ts';
import { SearchStore } from '../data/searchState.tsx';

/** Requests what the page at an address needs before it can show anything, while its code is loaded and drawn. */
export function askFirst(address: Pick<Location, 'pathname' | 'search'>): void {
  askAhead('session.get', null);
  askAhead('preferences.get', null);
  askAhead('moves.get', null);
  if (address.pathname !== searchPath) return;
  const { filters, sortBy } = new SearchStore(sessionStorage, searchOfPage(address)).get();
  askApiAhead(...searchCall(searchQuery(filters, sortBy), 0, pageSize));
}

import { pageSize } from '#shared/domain/choices.ts';
import { askAhead, askApiAhead } from '../bridge/bridge.ts';
import { searchCall, searchQuery } from '../data/searchCall.ts';
import { SearchStore } from '../data/searchState.tsx';

/** Requests what the page at `path` needs before it can show anything, while its code is loaded and drawn. */
export function askFirst(path: string): void {
  askAhead('session.get', null);
  askAhead('preferences.get', null);
  askAhead('moves.get', null);
  if (path !== '/list/search') return;
  const { filters, sortBy } = new SearchStore(sessionStorage).get();
  askApiAhead(...searchCall(searchQuery(filters, sortBy), 0, pageSize));
}

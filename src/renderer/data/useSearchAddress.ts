import { useCallback, useEffect, useRef } from 'react';
import { NavigationType, useLocation, useNavigate, useNavigationType } from 'react-router-dom';
import { z } from 'zod';
import { emptyFilters } from '#shared/domain/filters.ts';
import { afterPaint } from '../ui/usePaced.ts';
import { readSearchAddress, searchAddress, searchOfPage, searchPath, type AddressedSearch } from './searchAddress.ts';
import { useSearch, useSearchStore } from './searchState.tsx';

// As React Router keeps the state of a place in the window's history.
const stepsSchema = z.object({ usr: z.object({ searches: z.number().int().nonnegative() }) });

/**
 * How many searches lie one after the other in the history up to the window's place, without the first. The screens may
 * hear later of where the window is.
 */
export function searchesBehind(): number {
  return stepsSchema.safeParse(window.history.state).data?.usr.searches ?? 0;
}

/** Opens a search, one step of the history each; the one that is open already adds none. */
export function useOpenSearch(): (search: AddressedSearch, how?: 'clean') => Promise<void> {
  const store = useSearchStore();
  const navigate = useNavigate();
  return useCallback(
    async (wanted, how) => {
      const address = searchAddress(wanted);
      const onSearch = window.location.pathname === searchPath;
      const isOpen = isAddress(address);
      const searches = onSearch ? searchesBehind() + (isOpen ? 0 : 1) : 0;
      // Before the address changes, which opens the search by itself.
      if (how === 'clean') store.openCleanSearch(wanted);
      await navigate({ pathname: searchPath, search: address }, { replace: isOpen, state: { searches } });
      // Its rows are asked for now, not only when the screens have been drawn for the new address.
      if (isAddress(address)) store.openSearch(wanted);
    },
    [store, navigate],
  );
}

/**
 * What a search for words begins with: on the search screen with the filters there, elsewhere without any. Filters of
 * an earlier search are out of sight there, and would leave out companies without a word.
 */
export function useSearchBase(): { readonly base: AddressedSearch; readonly how: 'clean' | undefined } {
  const search = useSearch();
  const store = useSearchStore();
  const { pathname } = useLocation();
  // The first search begins with the default filter.
  const isKept = pathname === searchPath || store.isUntouched();
  return isKept ? { base: search, how: undefined } : { base: cleanSearch, how: 'clean' };
}

const cleanSearch: AddressedSearch = { filters: emptyFilters(), sortBy: 'best_match' };

/** Whether this is the window's address already; the screens may hear of it later. */
function isAddress(search: string): boolean {
  return window.location.pathname === searchPath && window.location.search === search;
}

/**
 * Keeps address and search the same: what an address asks for is searched for (Back, a link, Enter), and what changes
 * on the screen (filters, the sort) changes the address, without a step of the history.
 */
export function useSearchAddress(): void {
  const store = useSearchStore();
  const { filters, sortBy } = useSearch();
  const { pathname, search, state } = useLocation();
  const way = useNavigationType();
  const navigate = useNavigate();
  const wanted = searchAddress({ filters, sortBy });
  /** The address whose search has been opened; null on another screen. */
  const opened = useRef<string | null>(null);
  useEffect(() => {
    // Back and Forward, also to an address that the screens have not left yet: to them it has not changed.
    const open = (): void => {
      const asked = searchOfPage(window.location);
      if (asked !== null && !isAddress(searchAddress(store.getSearch()))) store.openSearch(asked);
    };
    // What is changed before the screens have heard of an address that is open is newer than the address.
    const note = (): void => {
      const address = searchAddress(store.getSearch());
      if (isAddress(address)) opened.current = address;
    };
    window.addEventListener('popstate', open);
    const unsubscribe = store.subscribe(note);
    return () => {
      window.removeEventListener('popstate', open);
      unsubscribe();
    };
  }, [store]);
  useEffect(() => {
    if (pathname !== searchPath) {
      if (window.location.pathname !== searchPath) opened.current = null;
      return undefined;
    }
    // The window has moved on, which the screens are about to hear.
    if (!isAddress(search)) return undefined;
    // The screen itself replaces the address; it may have moved on until that is done.
    const isAsked = opened.current === null || (way !== NavigationType.Replace && search !== opened.current);
    opened.current = search;
    if (search === wanted) return undefined;
    const asked = isAsked ? readSearchAddress(search) : null;
    if (asked !== null) {
      store.openSearch(asked);
      return undefined;
    }
    // A change of the address takes several milliseconds of the browser: the screen is drawn first.
    return afterPaint(() => {
      // Unless the window is elsewhere by now.
      if (isAddress(search)) void navigate({ pathname, search: wanted }, { replace: true, state: state as unknown });
    });
  }, [store, navigate, pathname, search, state, way, wanted]);
}

import { act, cleanup, render } from '@testing-library/react';
import { useEffect } from 'react';
import { createBrowserRouter, RouterProvider } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { emptyFilters, type FilterSet } from '#shared/domain/filters.ts';
import { SearchProvider, useSearchStore, type SearchStore } from '../../src/renderer/data/searchState.tsx';
import { searchAddress, searchPath } from '../../src/renderer/data/searchAddress.ts';
import { useOpenSearch, useSearchAddress } from '../../src/renderer/data/useSearchAddress.ts';

let store: SearchStore;
let openSearch: ReturnType<typeof useOpenSearch>;
let router: ReturnType<typeof createBrowserRouter>;

/** A screen that has what the app's frame has of the search. */
function Probe(): null {
  const [ownStore, open] = [useSearchStore(), useOpenSearch()];
  useEffect(() => {
    store = ownStore;
    openSearch = open;
  }, [ownStore, open]);
  useSearchAddress();
  return null;
}

const ofText = (textSearch: string): FilterSet => {
  const { include, ...rest } = emptyFilters();
  return { ...rest, include: { ...include, textSearch } };
};
const sortBy = 'best_match';

beforeEach(() => {
  sessionStorage.clear();
  window.history.replaceState(null, '', '/');
  router = createBrowserRouter([{ path: '*', element: <Probe /> }]);
  render(
    <SearchProvider>
      <RouterProvider router={router} />
    </SearchProvider>,
  );
});
afterEach(() => {
  cleanup();
  router.dispose();
});

/** Waits until box, search and address say the same, and stay so. */
async function settled(text: string): Promise<void> {
  const address = searchAddress({ filters: ofText(text), sortBy });
  await vi.waitFor(() => expect(window.location.pathname + window.location.search).toBe(searchPath + address));
  await act(() => new Promise((resolve) => setTimeout(resolve, 60)));
  expect(window.location.search).toBe(address);
  expect(store.get()).toMatchObject({ text, filters: ofText(text) });
}

it.each(['/', '/settings', `${searchPath}?text_search=wind`])(
  'a search that is changed as soon as it is open, from %s, stays as it was changed',
  async (from) => {
    await act(() => router.navigate(from));
    await openSearch({ filters: ofText('health qqxyzzy'), sortBy });
    // The router has moved on; its screens have not been drawn yet.
    store.setSearchFilters(ofText('health'));
    await settled('health');
  },
);

it('and so does one that is changed twice', async () => {
  await openSearch({ filters: ofText('health qqxyzzy'), sortBy });
  store.setSearchFilters(ofText('solar'));
  await act(() => new Promise((resolve) => setTimeout(resolve, 1)));
  store.setSearchFilters(ofText('health'));
  await settled('health');
});

/** Follows a link to a search. */
const link = (text: string) =>
  act(() => router.navigate(searchPath + searchAddress({ filters: ofText(text), sortBy })));

it('what an address asks for is opened: by a link, again after a change, and by Back', async () => {
  await link('wind');
  await settled('wind');
  act(() => store.setSearchFilters(ofText('solar')));
  await settled('solar');
  await act(() => router.navigate('/settings'));
  await link('wind');
  await settled('wind');
  await link('water');
  await settled('water');
  await act(() => router.navigate(-1));
  await settled('wind');
  await act(() => router.navigate(-2));
  await settled('solar');
});

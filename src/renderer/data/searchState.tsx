import { createContext, use, useState, useSyncExternalStore, type ReactNode } from 'react';
import { z } from 'zod';
import { sortOptions, type SortOption } from '#shared/domain/choices.ts';
import { defaultFilters, filterSetSchema, type FilterSet } from '#shared/domain/filters.ts';

/**
 * What the user searches for: the header's box and the search screen share it (product 2). `text` is what the box says,
 * also when it is too short to search; `filters.include.textSearch` is what is searched for.
 */
interface SearchState {
  readonly text: string;
  readonly filters: FilterSet;
  readonly sortBy: SortOption;
}

/** The search that a window and a new account begin with. */
function firstSearch(): SearchState {
  return { text: '', filters: defaultFilters(), sortBy: 'best_match' };
}

/** Holds the search for as long as the window lives, also when it is loaded again: `storage` is the tab's own. */
export class SearchStore {
  #state: SearchState;
  #account: string | null;
  readonly #storage: Storage;
  readonly #listeners = new Set<() => void>();

  constructor(storage: Storage) {
    this.#storage = storage;
    const { account, ...kept } = readTabSearch(storage) ?? { account: null, ...firstSearch() };
    this.#account = account;
    this.#state = kept;
  }

  readonly get = (): SearchState => this.#state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Stores what the box says; the search itself changes with `submitSearchText` (product 2: runs only on Enter). */
  readonly setSearchText = (text: string): void => this.#set({ ...this.#state, text });

  /** Takes the box's text into the filters: the search that Enter starts. */
  readonly submitSearchText = (): void => {
    const { filters, text } = this.#state;
    this.#set({ ...this.#state, filters: { ...filters, include: { ...filters.include, textSearch: text.trim() } } });
  };

  /** Replaces the filters; a text in them shows in the box too. */
  readonly setSearchFilters = (filters: FilterSet): void => {
    const sameText = filters.include.textSearch === this.#state.filters.include.textSearch;
    this.#set({ ...this.#state, filters, text: sameText ? this.#state.text : filters.include.textSearch });
  };

  readonly setSearchSort = (sortBy: SortOption): void => this.#set({ ...this.#state, sortBy });

  /** Empties the box and searches without a text. */
  readonly clearSearchText = (): void => {
    const { filters } = this.#state;
    this.#set({ ...this.#state, text: '', filters: { ...filters, include: { ...filters.include, textSearch: '' } } });
  };

  /** Whoever is signed in now: the same account goes on with its search, another one begins a new one. */
  readonly openSearchFor = (account: string): void => {
    const isOther = this.#account !== null && this.#account !== account;
    this.#account = account;
    this.#set(isOther ? firstSearch() : this.#state);
  };

  /** The session has ended: what was searched for goes from the storage with it. */
  readonly forgetTabSearch = (): void => clearTabSearch(this.#storage);

  #set(state: SearchState): void {
    this.#state = state;
    keepTabSearch(this.#storage, { account: this.#account, ...state });
    for (const listener of this.#listeners) listener();
  }
}

const SearchContext = createContext<SearchStore | null>(null);

/** Gives one search to everything below it. */
export function SearchProvider({ children }: { readonly children: ReactNode }): ReactNode {
  const [store] = useState(() => new SearchStore(sessionStorage));
  return <SearchContext value={store}>{children}</SearchContext>;
}

/** The store itself: its functions are stable, and using it renders nothing again. */
export function useSearchStore(): SearchStore {
  const store = use(SearchContext);
  if (store === null) throw new Error('useSearchStore needs a SearchProvider above it.');
  return store;
}

/** The search as it is now; renders again when it changes. */
export function useSearchState(): SearchState {
  const store = useSearchStore();
  return useSyncExternalStore(store.subscribe, store.get);
}

/** Where a tab keeps its search: of each tab its own, so that several do not disturb each other. */
const storageKey = 'winnow.search';

const tabSearchSchema = z.object({
  account: z.string().nullable(),
  text: z.string(),
  filters: filterSetSchema,
  sortBy: z.enum(sortOptions.map(({ value }) => value)),
});

/** A search as it outlives a reload of its tab. */
interface TabSearch {
  /** Whose it is; null where that was not known yet. */
  readonly account: string | null;
  readonly text: string;
  readonly filters: FilterSet;
  readonly sortBy: SortOption;
}

/** The search that this tab had before it was loaded again, or null. What cannot be read as one is not there. */
function readTabSearch(storage: Storage): TabSearch | null {
  try {
    return tabSearchSchema.safeParse(JSON.parse(storage.getItem(storageKey) ?? 'null')).data ?? null;
  } catch {
    return null;
  }
}

/** Keeps a search for a reload. Storage that is full or forbidden keeps nobody from searching. */
function keepTabSearch(storage: Storage, { account, text, filters, sortBy }: TabSearch): void {
  try {
    storage.setItem(storageKey, JSON.stringify({ account, text, filters, sortBy }));
  } catch {
    clearTabSearch(storage);
  }
}

/** Forgets it: what somebody searched for goes with the session. */
function clearTabSearch(storage: Storage): void {
  storage.removeItem(storageKey);
}

/** Where the message is kept (docs/api.md 7, product 9): prefixed with the product's name. */
const messageKey = 'winnow.searchMessage';

const searchMessageSchema = z.object({ text: z.string(), query: z.string() });

/** The result text and the query that were shown last. */
type SearchMessage = z.infer<typeof searchMessageSchema>;

/** What was shown last, or null; shown until a new answer is there. */
export function readSearchMessage(): SearchMessage | null {
  try {
    const parsed = searchMessageSchema.safeParse(JSON.parse(localStorage.getItem(messageKey) ?? 'null'));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

/** Keeps what is shown now. Storage that is full or forbidden loses nothing but this convenience. */
export function writeSearchMessage(message: SearchMessage): void {
  try {
    localStorage.setItem(messageKey, JSON.stringify(message));
  } catch {
    clearSearchMessage();
  }
}

/** Forgets it: on logout and on 401 or 403 (product 4, 8). */
export function clearSearchMessage(): void {
  localStorage.removeItem(messageKey);
}

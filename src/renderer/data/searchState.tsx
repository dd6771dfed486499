import { createContext, use, useState, useSyncExternalStore, type ReactNode } from 'react';
import { z } from 'zod';
import { sortOptions, type SortOption } from '#shared/domain/choices.ts';
import { filtersToQuery, withoutText } from '#shared/domain/filterQuery.ts';
import { defaultFilters, emptyFilters, filterSetSchema, isActive, type FilterSet } from '#shared/domain/filters.ts';
import { searchOfPage, type AddressedSearch } from './searchAddress.ts';

/**
 * What the user searches for: the header's box and the search screen share it (product 2). `text` is what the box says,
 * even if it is too short to search; `filters.include.textSearch` is what is searched for.
 */
interface SearchState {
  readonly text: string;
  readonly filters: FilterSet;
  readonly sortBy: SortOption;
  /** The filters of the search before one that started clean, to be taken up again; null if there are none. */
  readonly earlier: FilterSet | null;
}

/** The search that a new window and a new account start with. */
function firstSearch(): SearchState {
  return { text: '', filters: defaultFilters(), sortBy: 'best_match', earlier: null };
}

/** Keeps the search for as long as the window lives, even across a reload: `storage` is the tab's own. */
export class SearchStore {
  #state: SearchState;
  #search: AddressedSearch;
  #account: string | null;
  /** Nobody has searched yet: the filters are those that Winnow itself has set. */
  #isUntouched: boolean;
  readonly #storage: Storage;
  readonly #listeners = new Set<() => void>();

  /** `asked` is the search of the page's address, if it has one. */
  constructor(storage: Storage, asked: AddressedSearch | null = null) {
    this.#storage = storage;
    const before = readTabSearch(storage);
    const { account, ...kept } = before ?? { account: null, ...firstSearch() };
    this.#isUntouched = asked === null && (before === null || isDefault(before.filters));
    this.#account = account;
    this.#state = asked === null ? kept : opened(kept, asked);
    this.#search = searchOf(this.#state);
  }

  readonly get = (): SearchState => this.#state;

  /** What is searched for: the same object while only the box's text changes. */
  readonly getSearch = (): AddressedSearch => this.#search;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** True until the user has searched. */
  readonly isUntouched = (): boolean => this.#isUntouched;

  /** Stores the box's text; the search itself changes with the address (product 2: runs only on Enter). */
  readonly setSearchText = (text: string): void => this.#set({ ...this.#state, text });

  /** Opens the search of an address. */
  readonly openSearch = (asked: AddressedSearch): void => this.#set(opened(this.#state, asked));

  /** No company has a stage: the default filter asks for two and would find nothing. It goes unless it was chosen. */
  readonly dropDefaultFilter = (): void => {
    if (!this.#isUntouched) return;
    this.#set({ ...this.#state, filters: emptyFilters() });
  };

  /** Opens a search that has nothing of the one before; its filters are kept, to be offered. */
  readonly openCleanSearch = (asked: AddressedSearch): void => {
    const before = withoutText(this.#state.filters);
    const earlier = isActive(before) ? before : this.#state.earlier;
    this.#set({ ...opened(this.#state, asked), earlier });
  };

  /** Searches with the filters that a clean search has left behind, and the words of now. */
  readonly applyEarlier = (): void => {
    const { earlier, filters, sortBy } = this.#state;
    if (earlier === null) return;
    const { textSearch } = filters.include;
    const both = { ...earlier, include: { ...earlier.include, textSearch } };
    this.#set({ ...opened(this.#state, { filters: both, sortBy }), earlier: null });
  };

  /** The box says again what is searched for. */
  readonly restoreSearchText = (): void => this.setSearchText(this.#state.filters.include.textSearch);

  /** Replaces the filters; a text in them appears in the box too. */
  readonly setSearchFilters = (filters: FilterSet): void => {
    this.#set(opened(this.#state, { filters, sortBy: this.#state.sortBy }));
  };

  readonly setSearchSort = (sortBy: SortOption): void => this.#set({ ...this.#state, sortBy });

  /** Empties the box and searches without a text. */
  readonly clearSearchText = (): void => {
    const { filters } = this.#state;
    this.#set({ ...this.#state, text: '', filters: { ...filters, include: { ...filters.include, textSearch: '' } } });
  };

  /** Reports who is signed in: the same account keeps its search, another one starts a new search. */
  readonly openSearchFor = (account: string): void => {
    const isOther = this.#account !== null && this.#account !== account;
    const wasUntouched = this.#isUntouched || isOther;
    this.#account = account;
    this.#set(isOther ? firstSearch() : this.#state);
    this.#isUntouched = wasUntouched;
  };

  /** The session has ended: the search leaves the storage with it. */
  readonly forgetTabSearch = (): void => clearTabSearch(this.#storage);

  #set(state: SearchState): void {
    if (state.filters !== this.#state.filters) this.#isUntouched = false;
    this.#state = state;
    const { filters, sortBy } = this.#search;
    if (state.filters !== filters || state.sortBy !== sortBy) this.#search = searchOf(state);
    keepTabSearch(this.#storage, { account: this.#account, ...state });
    for (const listener of this.#listeners) listener();
  }
}

/** True for the filters that a first search starts with. */
export function isDefault(filters: FilterSet): boolean {
  return JSON.stringify(filtersToQuery(filters)) === JSON.stringify(filtersToQuery(defaultFilters()));
}

function searchOf({ filters, sortBy }: SearchState): AddressedSearch {
  return { filters, sortBy };
}

/** A search in the place of another; what is being typed stays where the text is the same. */
function opened(before: SearchState, { filters, sortBy }: AddressedSearch): SearchState {
  const { textSearch } = filters.include;
  const text = textSearch === before.filters.include.textSearch ? before.text : textSearch;
  return { text, filters, sortBy, earlier: before.earlier };
}

const SearchContext = createContext<SearchStore | null>(null);

/** Provides one search to everything below it. */
export function SearchProvider({ children }: { readonly children: ReactNode }): ReactNode {
  const [store] = useState(() => new SearchStore(sessionStorage, searchOfPage(window.location)));
  return <SearchContext value={store}>{children}</SearchContext>;
}

/** The store itself: its functions are stable, and using it causes no re-render. */
export function useSearchStore(): SearchStore {
  const store = use(SearchContext);
  if (store === null) throw new Error('useSearchStore needs a SearchProvider above it.');
  return store;
}

/** What is searched for; re-renders when that changes, not with every letter in the box. */
export function useSearch(): AddressedSearch {
  const store = useSearchStore();
  return useSyncExternalStore(store.subscribe, store.getSearch);
}

/** What the box says on the search screen. */
export function useSearchText(): string {
  const store = useSearchStore();
  return useSyncExternalStore(store.subscribe, () => store.get().text);
}

/** The filters that a clean search has left behind, as long as it has none of its own; null if there are none. */
export function useEarlierFilters(): FilterSet | null {
  const store = useSearchStore();
  return useSyncExternalStore(store.subscribe, () => {
    const { earlier, filters } = store.get();
    return earlier === null || isActive(withoutText(filters)) ? null : earlier;
  });
}

/** Where a tab keeps its search: one per tab, so that tabs do not disturb each other. */
const storageKey = 'winnow.search';

const tabSearchSchema = z.object({
  account: z.string().nullable(),
  text: z.string(),
  filters: filterSetSchema,
  sortBy: z.enum(sortOptions.map(({ value }) => value)),
  earlier: filterSetSchema.nullable().default(null),
});

/** A search as stored for a reload of its tab. */
interface TabSearch {
  /** Whose it is; null if that was not known yet. */
  readonly account: string | null;
  readonly text: string;
  readonly filters: FilterSet;
  readonly sortBy: SortOption;
  readonly earlier: FilterSet | null;
}

/** The search that this tab had before the reload, or null; also null if it cannot be read. */
function readTabSearch(storage: Storage): TabSearch | null {
  try {
    return tabSearchSchema.safeParse(JSON.parse(storage.getItem(storageKey) ?? 'null')).data ?? null;
  } catch {
    return null;
  }
}

/** Keeps a search for a reload. Searching works even if storage is full or forbidden. */
function keepTabSearch(storage: Storage, { account, text, filters, sortBy, earlier }: TabSearch): void {
  try {
    storage.setItem(storageKey, JSON.stringify({ account, text, filters, sortBy, earlier }));
  } catch {
    clearTabSearch(storage);
  }
}

/** Forgets the search: it ends with the session. */
function clearTabSearch(storage: Storage): void {
  storage.removeItem(storageKey);
}

/** Where the message is kept (docs/api.md 7, product 9): prefixed with the product's name. */
const messageKey = 'winnow.searchMessage';

const searchMessageSchema = z.object({ text: z.string(), query: z.string() });

/** The result text shown last, and its query. */
type SearchMessage = z.infer<typeof searchMessageSchema>;

/** The message shown last, or null; it stays until a new answer arrives. */
export function readSearchMessage(): SearchMessage | null {
  try {
    const parsed = searchMessageSchema.safeParse(JSON.parse(localStorage.getItem(messageKey) ?? 'null'));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

/** Keeps the message shown now. If storage is full or forbidden, only this convenience is lost. */
export function writeSearchMessage(message: SearchMessage): void {
  try {
    localStorage.setItem(messageKey, JSON.stringify(message));
  } catch {
    clearSearchMessage();
  }
}

/** Forgets the message: on logout and on 401 or 403 (product 4, 8). */
export function clearSearchMessage(): void {
  localStorage.removeItem(messageKey);
}

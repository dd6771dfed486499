import { z } from 'zod';
import { sortOptions, type SortOption } from '#shared/domain/choices.ts';
import { filterSetSchema, type FilterSet } from '#shared/domain/filters.ts';

/** Where a tab keeps its search: of each tab its own, so that several do not disturb each other. */
const storageKey = 'winnow.search';

const tabSearchSchema = z.object({
  account: z.string().nullable(),
  text: z.string(),
  filters: filterSetSchema,
  sortBy: z.enum(sortOptions.map(({ value }) => value)),
});

/** A search as it outlives a reload of its tab. */
export interface TabSearch {
  /** Whose it is; null where that was not known yet. */
  readonly account: string | null;
  readonly text: string;
  readonly filters: FilterSet;
  readonly sortBy: SortOption;
}

/** The search that this tab had before it was loaded again, or null. What cannot be read as one is not there. */
export function readTabSearch(storage: Storage): TabSearch | null {
  try {
    return tabSearchSchema.safeParse(JSON.parse(storage.getItem(storageKey) ?? 'null')).data ?? null;
  } catch {
    return null;
  }
}

/** Keeps a search for a reload. Storage that is full or forbidden keeps nobody from searching. */
export function keepTabSearch(storage: Storage, { account, text, filters, sortBy }: TabSearch): void {
  try {
    storage.setItem(storageKey, JSON.stringify({ account, text, filters, sortBy }));
  } catch {
    clearTabSearch(storage);
  }
}

/** Forgets it: what somebody searched for goes with the session. */
export function clearTabSearch(storage: Storage): void {
  storage.removeItem(storageKey);
}

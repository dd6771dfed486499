import { useMemo } from 'react';
import type { FilterSet } from '#shared/domain/filters.ts';
import type { FilterNames } from '#shared/fields/filterRows.ts';
import { useSmartLists } from './smartLists.ts';
import { useApiQuery } from './useApi.ts';

/** The one request for all collections: everyone who needs their names uses it. */
export const collectionsInput = { query: { page_size: 500 } } as const;

/** What the user calls the smart lists, collections and reasons that filters name; asked for only if they name any. */
export function useFilterNames({ include, exclude }: FilterSet): FilterNames {
  const namesLists = include.smartLists.length + exclude.smartLists.length > 0;
  const namesCollections = include.collections.length + exclude.collections.length > 0;
  const namesReasons = include.reasons.length + exclude.reasons.length > 0;
  const lists = useSmartLists(namesLists);
  const collections = useApiQuery('listCollectionPreviews', collectionsInput, { enabled: namesCollections }).data;
  const reasons = useApiQuery('listReasons', {}, { enabled: namesReasons }).data;
  return useMemo(
    () => ({
      smartLists: namesOf(lists),
      collections: namesOf(collections?.results),
      reasons: namesOf(reasons?.reasons),
    }),
    [lists, collections, reasons],
  );
}

function namesOf(all: readonly { readonly id: number; readonly name: string }[] | undefined): Map<string, string> {
  return new Map((all ?? []).map(({ id, name }) => [String(id), name]));
}

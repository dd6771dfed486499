import { useCallback, useMemo } from 'react';
import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import type { EndpointResponse } from '#shared/api/messages.ts';
import type { SmartListOverview } from '#shared/domain/smartList.ts';
import { api, stampedApi } from '../bridge/bridge.ts';
import { keys } from './keys.ts';
import { inPlaces, placedAt, stepped, useListPlaces } from './listPlaces.ts';

/** The one request for all smart lists with their counts: everyone who needs them uses it and shares the answer. */
const smartListsInput = { query: { page_size: 500 } } as const;
const smartListsKey = keys.api('listSmartLists', smartListsInput);

/** The user's smart lists with their counts, in the user's own order; `undefined` until they have arrived. */
export function useSmartLists(enabled = true): readonly SmartListOverview[] | undefined {
  const results = useSmartListsQuery(enabled).data?.results;
  const { places } = useListPlaces();
  return useMemo(() => (results === undefined ? undefined : inPlaces(results, places)), [results, places]);
}

/** A smart list without the counts that change with every decision. */
export type SettledSmartList = Omit<SmartListOverview, 'unratedCount' | 'newUnratedCount'>;

/**
 * One smart list, for a screen that is not drawn again with every decision: null if there is none, undefined until
 * the lists have arrived.
 */
export function useSmartList(id: number): SettledSmartList | null | undefined {
  const select = useCallback(
    ({ results }: CountedSmartLists) => settledOf(results.find((list) => list.id === id)),
    [id],
  );
  return useQuery({ queryKey: smartListsKey, queryFn: loadSmartLists, select }).data;
}

function settledOf(list: SmartListOverview | undefined): SettledSmartList | null {
  if (list === undefined) return null;
  const { unratedCount: _, newUnratedCount: __, ...settled } = list;
  return settled;
}

/** The smart lists as they are known at the time of asking, in the user's own order. */
export function useSmartListsNow(): () => readonly SmartListOverview[] {
  const client = useQueryClient();
  const { places } = useListPlaces();
  return () => inPlaces(client.getQueryData<CountedSmartLists>(smartListsKey)?.results ?? [], places);
}

/** Moves smart lists in the user's own order: one step, or beside another one. */
export function useMoveSmartList(): {
  readonly step: (id: number, step: 1 | -1) => void;
  readonly put: (id: number, at: Parameters<typeof placedAt>[2]) => void;
} {
  const lists = useSmartListsNow();
  const { put } = useListPlaces();
  const change = (placed: (ids: readonly number[]) => readonly number[]): void => {
    const ids = lists().map(({ id }) => id);
    const next = placed(ids);
    if (next !== ids) put(next);
  };
  return {
    step: (id, step) => change((ids) => stepped(ids, id, step)),
    put: (id, at) => change((ids) => placedAt(ids, id, at)),
  };
}

/** The smart lists as of a revision of the queue: their counts include what was done by then. */
interface CountedSmartLists extends EndpointResponse<'listSmartLists'> {
  readonly revision: number;
}

async function loadSmartLists(): Promise<CountedSmartLists> {
  const { value, revision } = await stampedApi('listSmartLists', smartListsInput);
  return { ...value, revision };
}

/** Fetches the current smart lists. */
export async function allSmartLists(): Promise<EndpointResponse<'listSmartLists'>> {
  return api('listSmartLists', smartListsInput);
}

/** The smart lists with the state of the request, for screens that show it. */
export function useSmartListsQuery(enabled = true): UseQueryResult<CountedSmartLists> {
  return useQuery({ queryKey: smartListsKey, queryFn: loadSmartLists, enabled });
}

/** The smart list with the most undecided entries, or undefined if every inbox is clear. */
export function fullestInbox(lists: readonly SmartListOverview[]): SmartListOverview | undefined {
  return lists.filter((list) => list.unratedCount > 0).toSorted((a, b) => b.unratedCount - a.unratedCount)[0];
}

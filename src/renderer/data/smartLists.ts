import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { EndpointResponse } from '#shared/api/messages.ts';
import type { SmartListOverview } from '#shared/domain/smartList.ts';
import { api, stampedApi } from '../bridge/bridge.ts';
import { keys } from './keys.ts';

/** The one request for all smart lists with their counts: everyone who needs them uses it and shares the answer. */
const smartListsInput = { query: { page_size: 500 } } as const;

/** The user's smart lists with their counts; `undefined` until they have arrived. */
export function useSmartLists(enabled = true): readonly SmartListOverview[] | undefined {
  return useSmartListsQuery(enabled).data?.results;
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
  return useQuery({ queryKey: keys.api('listSmartLists', smartListsInput), queryFn: loadSmartLists, enabled });
}

/** The smart list with the most undecided entries, or undefined if every inbox is clear. */
export function fullestInbox(lists: readonly SmartListOverview[]): SmartListOverview | undefined {
  return lists.filter((list) => list.unratedCount > 0).toSorted((a, b) => b.unratedCount - a.unratedCount)[0];
}

import type { UseQueryResult } from '@tanstack/react-query';
import type { EndpointResponse } from '#shared/api/messages.ts';
import type { SmartListOverview } from '#shared/domain/smartList.ts';
import { useApiQuery } from './useApi.ts';

/** The one request for all smart lists with their counts; everyone who needs them asks with it and shares the answer. */
const smartListsInput = { query: { page_size: 500 } } as const;

/** The user's smart lists with their counts; `undefined` until they are there. */
export function useSmartLists(enabled = true): readonly SmartListOverview[] | undefined {
  return useSmartListsQuery(enabled).data?.results;
}

/** The same with how the request stands, for who shows that. */
export function useSmartListsQuery(enabled = true): UseQueryResult<EndpointResponse<'listSmartLists'>> {
  return useApiQuery('listSmartLists', smartListsInput, { enabled });
}

/** The smart list with most undecided entries, or undefined when every inbox is clear. */
export function fullestInbox(lists: readonly SmartListOverview[]): SmartListOverview | undefined {
  return lists.filter((list) => list.unratedCount > 0).toSorted((a, b) => b.unratedCount - a.unratedCount)[0];
}

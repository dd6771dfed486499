import {
  useMutation,
  useQuery,
  useQueryClient,
  type UseMutationResult,
  type UseQueryOptions,
  type UseQueryResult,
} from '@tanstack/react-query';
import { endpoints, type EndpointName } from '#shared/api/endpoints.ts';
import type { Endpoint } from '#shared/api/endpoint.ts';
import type { EndpointResponse } from '#shared/api/messages.ts';
import { api, type ApiInput } from '../bridge/bridge.ts';
import { keys } from './keys.ts';
import { invalidateTags } from './queryClient.ts';

type QueryOptions<N extends EndpointName> = Omit<
  UseQueryOptions<EndpointResponse<N>, Error, EndpointResponse<N>>,
  'queryKey' | 'queryFn'
> & {
  /** A later call with the same name cancels this one (SPEC 4 `Search`). */
  readonly replaces?: string;
};

/** Key and function of one API call, for `useQuery`, `useInfiniteQuery`, `prefetchQuery` and the like. */
export function apiQuery<N extends EndpointName>(endpoint: N, input: ApiInput<N> = {}, replaces?: string) {
  return {
    queryKey: keys.api(endpoint, input),
    queryFn: (): Promise<EndpointResponse<N>> => api(endpoint, input, replaces === undefined ? {} : { replaces }),
  };
}

/** One API call as a query. It is asked again when something it reads has changed (the endpoint table's tags). */
export function useApiQuery<N extends EndpointName>(
  endpoint: N,
  input: ApiInput<N> = {},
  { replaces, ...options }: QueryOptions<N> = {},
): UseQueryResult<EndpointResponse<N>> {
  return useQuery({ ...apiQuery(endpoint, input, replaces), ...options });
}

/**
 * One API call as a command. Once it has ended, every query that reads what it changes is asked again: also where it failed,
 * because an answer that was lost does not tell whether it was done, and what was refused is seldom as it was shown.
 */
export function useApiMutation<N extends EndpointName>(
  endpoint: N,
): UseMutationResult<EndpointResponse<N>, Error, ApiInput<N>> {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: ApiInput<N>) => api(endpoint, input),
    onSettled: () => {
      const { changes }: Endpoint = endpoints[endpoint];
      // Not awaited: the command is done when it is done, and lists refresh behind it.
      void invalidateTags(client, changes);
    },
  });
}

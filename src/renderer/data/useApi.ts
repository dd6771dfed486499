import {
  useMutation,
  useQuery,
  type UseMutationResult,
  type UseQueryOptions,
  type UseQueryResult,
} from '@tanstack/react-query';
import type { EndpointName } from '#shared/api/endpoints.ts';
import type { EndpointResponse } from '#shared/api/messages.ts';
import { api, type ApiInput } from '../bridge/bridge.ts';
import { keys } from './keys.ts';

type QueryOptions<N extends EndpointName> = Omit<
  UseQueryOptions<EndpointResponse<N>, Error, EndpointResponse<N>>,
  'queryKey' | 'queryFn'
> & {
  /** A later call with the same name cancels this one (product 4 `Search`). */
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

/** One API call as a command. What it changes main tells every window, this one too (`data.changed`). */
export function useApiMutation<N extends EndpointName>(
  endpoint: N,
): UseMutationResult<EndpointResponse<N>, Error, ApiInput<N>> {
  return useMutation({ mutationFn: (input: ApiInput<N>) => api(endpoint, input) });
}

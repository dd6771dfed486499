import {
  useMutation,
  useQuery,
  type UseMutationResult,
  type UseQueryOptions,
  type UseQueryResult,
} from '@tanstack/react-query';
import { useCallback, useRef } from 'react';
import type { EndpointName } from '#shared/api/endpoints.ts';
import type { EndpointResponse } from '#shared/api/messages.ts';
import type { CallInput } from '#shared/bridge/contract.ts';
import type { WorkspaceStatus } from '#shared/bridge/workspace.ts';
import { AppError } from '#shared/errors.ts';
import { api, type ApiInput, call } from '../bridge/bridge.ts';
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

/** One API call as a query. It refetches when something it reads has changed (the endpoint table's tags). */
export function useApiQuery<N extends EndpointName>(
  endpoint: N,
  input: ApiInput<N> = {},
  { replaces, ...options }: QueryOptions<N> = {},
): UseQueryResult<EndpointResponse<N>> {
  return useQuery({ ...apiQuery(endpoint, input, replaces), ...options });
}

/**
 * One API call as a command. Main reports its changes to every window, including this one (`data.changed`). With
 * `inTurn` one begins when the one before it has ended.
 */
export function useApiMutation<N extends EndpointName>(
  endpoint: N,
  { inTurn = false }: { readonly inTurn?: boolean } = {},
): UseMutationResult<EndpointResponse<N>, Error, ApiInput<N>> {
  // The same function at every render: what is drawn at every key would else tell the query client of a new one.
  const mutationFn = useCallback((input: ApiInput<N>) => api(endpoint, input), [endpoint]);
  return useMutation({ mutationFn, ...(inTurn ? { scope: turns(endpoint) } : {}) });
}

/** One scope for each endpoint, in which its commands wait for each other. */
const turns = memoized((endpoint: EndpointName) => ({ id: endpoint }));

function memoized<K, V>(make: (key: K) => V): (key: K) => V {
  const known = new Map<K, V>();
  return (key) => {
    const value = known.get(key) ?? make(key);
    known.set(key, value);
    return value;
  };
}

/**
 * A call that creates something under a name that must be unique. If the answer was lost, nobody knows whether it was
 * created: the retry is then refused because the name is taken, and `find` looks for the one that was created. If it
 * finds none, the refusal stands.
 */
export function useCreation<N extends EndpointName>(
  endpoint: N,
  find: (input: ApiInput<N>) => Promise<EndpointResponse<N> | undefined>,
): UseMutationResult<EndpointResponse<N>, Error, ApiInput<N>> {
  const isUnknown = useRef(false);
  return useMutation({
    mutationFn: async (input: ApiInput<N>) => {
      try {
        return await api(endpoint, input);
      } catch (error) {
        const { code, retryable } = AppError.from(error);
        const made = isUnknown.current && code === 'conflict' ? await find(input) : undefined;
        isUnknown.current ||= retryable;
        if (made === undefined) throw error;
        return made;
      }
    },
  });
}

type WorkspaceCall =
  | 'workspace.createSample'
  | 'workspace.startImport'
  | 'workspace.undoImport'
  | 'workspace.merge'
  | 'workspace.refresh'
  | 'workspace.simulateWeek'
  | 'workspace.removeSample'
  | 'workspace.backUp'
  | 'workspace.restore'
  | 'workspace.removeCopy'
  | 'workspace.cancel';

/**
 * One workspace command. Its progress comes from `workspace.changed` alone: the answer takes another path and may
 * arrive last, after a short job has already ended.
 */
export function useWorkspaceCommand<N extends WorkspaceCall>(
  name: N,
): UseMutationResult<WorkspaceStatus, Error, CallInput<N>> {
  // The second click of a double click shares the first one's call: on its own it would be told that something is
  // running.
  const running = useRef(new Map<string, Promise<WorkspaceStatus>>());
  return useMutation({
    mutationFn: (input: CallInput<N>): Promise<WorkspaceStatus> => {
      const key = JSON.stringify(input);
      const begun = running.current.get(key) ?? call(name, input).finally(() => running.current.delete(key));
      running.current.set(key, begun);
      return begun;
    },
  });
}

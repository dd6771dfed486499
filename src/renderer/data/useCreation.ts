import { useRef } from 'react';
import { useMutation, type UseMutationResult } from '@tanstack/react-query';
import type { EndpointName } from '#shared/api/endpoints.ts';
import type { EndpointResponse } from '#shared/api/messages.ts';
import { AppError } from '#shared/errors.ts';
import { api, type ApiInput } from '../bridge/bridge.ts';

/**
 * A call that makes something of a name that nothing else may have. Where an answer was lost, nobody knows whether it
 * was made: tried again it is refused for its name, and then it is the one that `find` tells. Without one it stays
 * refused.
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

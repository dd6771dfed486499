import { useMutation, useQueryClient, type UseMutationResult } from '@tanstack/react-query';
import type { SessionState } from '#shared/bridge/session.ts';
import { call } from '../../bridge/bridge.ts';
import { keys } from '../../data/keys.ts';

/** Opens the local workspace in place of whatever is open or being opened. */
export function useOpenLocal(): UseMutationResult<SessionState, Error, void> {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call('session.openLocal', null),
    onSuccess: (session) => client.setQueryData(keys.session, session),
  });
}

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { AppError } from '#shared/errors.ts';
import { call } from '../../bridge/bridge.ts';
import { useSession } from '../../data/bridgeValues.ts';
import { keys } from '../../data/keys.ts';

export interface ServerSignIn {
  /** The server whose sign-in page is open, or `''`. */
  readonly waitingFor: string;
  /** The server is asked for its sign-in page. */
  readonly isOpening: boolean;
  /** Why the last attempt failed, or `''`. */
  readonly problem: string;
  readonly start: (server: string) => void;
  readonly cancel: () => void;
}

/** Signing in to a server, from the click to the account; what main waits for is shown also after a reload. */
export function useServerSignIn(): ServerSignIn {
  const client = useQueryClient();
  const { signingIn } = useSession();
  const signIn = useMutation({
    mutationFn: (server: string) => call('session.signIn', { server }),
    onSuccess: (session) => client.setQueryData(keys.session, session),
  });
  const { error } = signIn;
  // Who has given up knows that.
  const isTold = error !== null && !(error instanceof AppError && error.code === 'cancelled');
  return {
    waitingFor: signingIn,
    isOpening: signIn.isPending && signingIn === '',
    problem: isTold ? error.message : '',
    start: (server) => signIn.mutate(server.trim()),
    cancel: () => void call('session.cancelSignIn', null),
  };
}

import { Button, Loader, TextInput } from '@mantine/core';
import { useMutation, useQueryClient, type UseMutationResult } from '@tanstack/react-query';
import { useState, type FormEvent, type ReactNode } from 'react';
import type { SessionState } from '#shared/bridge/session.ts';
import { AppError } from '#shared/errors.ts';
import { call } from '../../bridge/bridge.ts';
import { usePreferences, useSession } from '../../data/bridgeValues.ts';
import { keys } from '../../data/keys.ts';
import classes from './ServerForm.module.css';

/** Signs in to a server: asks for its address, then waits for its sign-in page. `isFirst`: it is the main way in. */
export function ServerForm({ isFirst = false }: { readonly isFirst?: boolean }): ReactNode {
  const signIn = useServerSignIn();
  const { serverUrl } = usePreferences();
  const [typed, setTyped] = useState<string | null>(null);
  const server = typed ?? serverUrl;
  if (signIn.waitingFor !== '') return <Waiting signIn={signIn} />;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    signIn.start(server);
  };
  return (
    <form onSubmit={submit} className={classes.form}>
      <TextInput
        label="Server address"
        placeholder="https://winnow.example.com"
        inputMode="url"
        autoCapitalize="none"
        autoComplete="url"
        spellCheck={false}
        value={server}
        onChange={(event) => setTyped(event.currentTarget.value)}
        error={signIn.problem === '' ? undefined : signIn.problem}
      />
      <Button
        type="submit"
        variant={isFirst ? 'filled' : 'default'}
        size="sm"
        fullWidth
        loading={signIn.isOpening}
        disabled={server.trim() === ''}
      >
        Sign in to a server
      </Button>
      <p className={classes.note}>Your team’s sign-in page opens in your browser.</p>
    </form>
  );
}

function Waiting({ signIn }: { readonly signIn: ServerSignIn }): ReactNode {
  const { waitingFor, start, cancel } = signIn;
  return (
    <section className={classes.waiting} aria-label="Waiting for sign-in page">
      <output className={classes.head}>
        <Loader size={18} aria-hidden />
        <strong>Finish in your browser</strong>
      </output>
      <p className={classes.text}>
        The sign-in page of <span className={classes.server}>{hostOf(waitingFor)}</span> is open there. This page
        continues automatically.
      </p>
      <div className={classes.actions}>
        <Button variant="default" onClick={() => start(waitingFor)}>
          Open the page again
        </Button>
        <Button variant="subtle" color="gray" onClick={cancel}>
          Cancel
        </Button>
      </div>
    </section>
  );
}

interface ServerSignIn {
  /** The server whose sign-in page is open, or `''`. */
  readonly waitingFor: string;
  /** The server is being asked for its sign-in page. */
  readonly isOpening: boolean;
  /** Why the last attempt failed, or `''`. */
  readonly problem: string;
  readonly start: (server: string) => void;
  readonly cancel: () => void;
}

/** Signing in to a server, from the click to the account; what main waits for is shown even after a reload. */
function useServerSignIn(): ServerSignIn {
  const client = useQueryClient();
  const { signingIn } = useSession();
  const signIn = useMutation({
    mutationFn: (server: string) => call('session.signIn', { server }),
    onSuccess: (session) => client.setQueryData(keys.session, session),
  });
  const { error } = signIn;
  // A user who cancelled knows it.
  const isTold = error !== null && !(error instanceof AppError && error.code === 'cancelled');
  return {
    waitingFor: signingIn,
    isOpening: signIn.isPending && signingIn === '',
    problem: isTold ? error.message : '',
    start: (server) => signIn.mutate(server.trim()),
    cancel: () => void call('session.cancelSignIn', null),
  };
}

/** Opens the local workspace instead of whatever is open or being opened. */
export function useOpenLocal(): UseMutationResult<SessionState, Error, void> {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call('session.openLocal', null),
    onSuccess: (session) => client.setQueryData(keys.session, session),
  });
}

/** An address without its protocol. */
export function hostOf(origin: string): string {
  return origin.replace(/^https?:\/\//, '');
}

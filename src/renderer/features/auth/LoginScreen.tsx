import { Button, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent, type ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { call, shellInfo } from '../../app/bridge.ts';
import { usePreferences, useSession } from '../../data/bridgeValues.ts';
import { keys } from '../../data/keys.ts';
import { useTitle } from '../../ui/title.ts';
import classes from './LoginScreen.module.css';

/** Sign in: to the local workspace, or to a server (DECISIONS `Sign-in`). */
export function LoginScreen(): ReactNode {
  useTitle('Sign in');
  const session = useSession();
  const location = useLocation();
  if (session.status === 'signedIn') return <Navigate to={returnPath(location.state)} replace />;
  return (
    <main className={classes.page}>
      <div className={classes.card}>
        <h1 className={classes.title}>{shellInfo().product}</h1>
        <p className={classes.intro}>Find early-stage companies and decide on them by keyboard.</p>
        {session.reason !== '' && (
          <p className={classes.reason} role="alert">
            {session.reason}
          </p>
        )}
        <LocalChoice />
        <p className={classes.or}>or</p>
        <ServerChoice />
      </div>
    </main>
  );
}

function LocalChoice(): ReactNode {
  const client = useQueryClient();
  const open = useMutation({
    mutationFn: () => call('session.openLocal', null),
    onSuccess: (session) => client.setQueryData(keys.session, session),
  });
  return (
    <div>
      <Button fullWidth size="sm" loading={open.isPending} onClick={() => open.mutate()} data-autofocus>
        Open local workspace
      </Button>
      <p className={classes.note}>On this computer, without an account.</p>
      {open.isError && (
        <p className={classes.reason} role="alert">
          {open.error.message}
        </p>
      )}
    </div>
  );
}

function ServerChoice(): ReactNode {
  const client = useQueryClient();
  const { serverUrl } = usePreferences();
  const [typed, setTyped] = useState<string | null>(null);
  const server = typed ?? serverUrl;
  const signIn = useMutation({
    mutationFn: () => call('session.signIn', { server: server.trim() }),
    onSuccess: (session) => client.setQueryData(keys.session, session),
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (server.trim() !== '') signIn.mutate();
  };
  return (
    <form onSubmit={submit} className={classes.server}>
      <TextInput
        label="Server address"
        placeholder="https://winnow.example.com"
        type="url"
        value={server}
        onChange={(event) => setTyped(event.currentTarget.value)}
        error={signIn.isError ? signIn.error.message : undefined}
      />
      <Button
        type="submit"
        variant="default"
        size="sm"
        fullWidth
        loading={signIn.isPending}
        disabled={server.trim() === ''}
      >
        Sign in to a server
      </Button>
      <p className={classes.note}>
        {signIn.isPending
          ? 'Waiting for the sign-in page. Finish there; this page follows.'
          : 'The sign-in page of your team opens in a window of its own.'}
      </p>
    </form>
  );
}

/** Where the user wanted to go before being sent here; only paths of the app. */
function returnPath(state: unknown): string {
  const from: unknown = typeof state === 'object' && state !== null && 'from' in state ? state.from : '';
  return typeof from === 'string' && from.startsWith('/') && !from.startsWith('//') ? from : '/';
}

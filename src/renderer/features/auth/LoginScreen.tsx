import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { call, shellInfo } from '../../bridge/bridge.ts';
import { useSession } from '../../data/bridgeValues.ts';
import { keys } from '../../data/keys.ts';
import { useTitle } from '../../ui/title.ts';
import classes from './LoginScreen.module.css';
import { ServerForm } from './ServerForm.tsx';

/** Sign in: to the local workspace, or to a server (DECISIONS `Sign-in`). */
export function LoginScreen(): ReactNode {
  useTitle('Sign in');
  const session = useSession();
  const location = useLocation();
  if (session.status === 'signedIn') return <Navigate to={returnPath(location.state)} replace />;
  return (
    <main className={classes.page}>
      <div className={classes.card}>
        <header className={classes.head}>
          <img src="/icon.svg" alt="" width={44} height={44} className={classes.logo} />
          <h1 className={classes.title}>{shellInfo().product}</h1>
          <p className={classes.intro}>Find early-stage companies and decide on them by keyboard.</p>
        </header>
        {session.reason !== '' && (
          <p className={classes.reason} role="alert">
            {session.reason}
          </p>
        )}
        {session.signingIn === '' && (
          <>
            <LocalChoice />
            <p className={classes.or}>or</p>
          </>
        )}
        <ServerForm />
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

/** Where the user wanted to go before being sent here; only paths of the app. */
function returnPath(state: unknown): string {
  const from: unknown = typeof state === 'object' && state !== null && 'from' in state ? state.from : '';
  return typeof from === 'string' && from.startsWith('/') && !from.startsWith('//') ? from : '/';
}

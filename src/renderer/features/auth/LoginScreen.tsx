import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { shellInfo } from '../../bridge/bridge.ts';
import { useSession } from '../../data/bridgeValues.ts';
import { useTitle } from '../../ui/title.ts';
import classes from './LoginScreen.module.css';
import { ServerForm, useOpenLocal } from './ServerForm.tsx';

/** Sign in: to the local workspace, or to a server (product 17.1). */
export function LoginScreen(): ReactNode {
  useTitle('Sign in');
  const session = useSession();
  const location = useLocation();
  // A user who was on a server continues there.
  const isServer = session.place === 'server';
  if (session.status === 'signedIn') return <Navigate to={returnPath(location.state)} replace />;
  return (
    <main className={classes.page}>
      <div className={classes.card}>
        <header className={classes.head}>
          <img src="/icon.svg" alt="" width={44} height={44} className={classes.logo} />
          <h1 className={classes.title}>{shellInfo().product}</h1>
          <p className={classes.intro}>Find early-stage companies and triage them by keyboard.</p>
        </header>
        {session.reason !== '' && (
          <p className={classes.reason} role="alert">
            {session.reason}
          </p>
        )}
        {session.signingIn === '' && (
          <>
            <LocalChoice isFirst={!isServer} />
            <p className={classes.or}>or</p>
          </>
        )}
        <ServerForm isFirst={isServer} />
      </div>
    </main>
  );
}

function LocalChoice({ isFirst }: { readonly isFirst: boolean }): ReactNode {
  const open = useOpenLocal();
  return (
    <div>
      <Button
        fullWidth
        size="sm"
        variant={isFirst ? 'filled' : 'default'}
        loading={open.isPending}
        onClick={() => open.mutate()}
      >
        Open local workspace
      </Button>
      <p className={classes.note}>On this computer, no account needed.</p>
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

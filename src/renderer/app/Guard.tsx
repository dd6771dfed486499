import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, type ReactNode } from 'react';
import { Navigate, Outlet, useLocation, useMatches } from 'react-router-dom';
import { useSession, useSessionProblem } from '../data/bridgeValues.ts';
import { accountKeys } from '../data/keys.ts';
import { clearSearchMessage } from '../data/searchMessage.ts';
import { useSearchStore } from '../data/searchState.tsx';
import { StartingFace } from '../features/auth/StartingFace.tsx';
import { ErrorFace } from '../ui/Faces.tsx';

/** Marks a route that opens without a session (SPEC 6): its first call then leads to /login. */
export const openWithoutSession = { openWithoutSession: true } as const;

function isOpen(handle: unknown): boolean {
  return typeof handle === 'object' && handle !== null && 'openWithoutSession' in handle;
}

/** Lets signed-in users through and sends everyone else to /login (SPEC 4 `Authentication`, SPEC 6). */
export function Guard(): ReactNode {
  const { status, account } = useSession();
  const problem = useSessionProblem();
  const location = useLocation();
  const matches = useMatches();
  const client = useQueryClient();
  const search = useSearchStore();
  const known = useRef(account);
  useEffect(() => {
    // Another account's rows must not show, not even for a moment.
    if (known.current !== account) for (const queryKey of accountKeys) client.removeQueries({ queryKey });
    known.current = account;
    if (status === 'signedIn') search.openSearchFor(account);
    if (status !== 'signedOut') return;
    clearSearchMessage();
    search.forgetTabSearch();
  }, [account, status, client, search]);
  if (problem !== null) {
    return (
      <ErrorFace
        title="Winnow does not answer."
        error={problem.error}
        safe="Your decisions are safe."
        onRetry={problem.retry}
      />
    );
  }
  if (status === 'starting') return <StartingFace />;
  if (status === 'signedOut' && !matches.some(({ handle }) => isOpen(handle))) {
    return <Navigate to="/login" replace state={{ from: `${location.pathname}${location.search}` }} />;
  }
  return <Outlet />;
}

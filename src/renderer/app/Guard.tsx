import { useIsMutating } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { Navigate, Outlet, useLocation, useMatches } from 'react-router-dom';
import { useSession, useSessionProblem } from '../data/bridgeValues.ts';
import { keys } from '../data/keys.ts';
import { StartingFace } from '../features/auth/StartingFace.tsx';
import { ErrorFace } from '../ui/Faces.tsx';

/** Marks a route that opens without a session (SPEC 6): its first call then leads to /login. */
export const openWithoutSession = { openWithoutSession: true } as const;

function isOpen(handle: unknown): boolean {
  return typeof handle === 'object' && handle !== null && 'openWithoutSession' in handle;
}

/** Lets signed-in users through and sends everyone else to /login (SPEC 4 `Authentication`, SPEC 6). */
export function Guard(): ReactNode {
  const { status } = useSession();
  const problem = useSessionProblem();
  const location = useLocation();
  const matches = useMatches();
  const isLoggingOut = useIsMutating({ mutationKey: keys.logout }) > 0;
  // Until the login page has taken this one's place, which may be a moment after that is done.
  const [isLeaving, setLeaving] = useState(isLoggingOut);
  const mayLeave = isLoggingOut || (isLeaving && status !== 'signedIn');
  if (mayLeave !== isLeaving) setLeaving(mayLeave);
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
  // Whoever comes next does not begin on the screen of whoever has gone: logging out leads to the login page by itself.
  if (status === 'signedOut' && isLeaving) return null;
  if (status === 'signedOut' && !matches.some(({ handle }) => isOpen(handle))) {
    return <Navigate to="/login" replace state={{ from: `${location.pathname}${location.search}` }} />;
  }
  return <Outlet />;
}

import type { ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { useSession } from '../../data/bridgeValues.ts';
import { useKeepColleagues } from '../../data/colleagues.ts';
import { useKeepKnownMarks } from '../../data/known.ts';
import { StartingFace } from '../auth/StartingFace.tsx';
import { BackgroundUpdates } from '../moves/BackgroundUpdates.tsx';
import { CompanyOfRoute } from './CompanyScreen.tsx';
import classes from './CompanyScreen.module.css';

/** One company without the app's frame: what "open in its own window" shows (product 2). */
export function EmbedScreen(): ReactNode {
  const { status } = useSession();
  const { pathname } = useLocation();
  useKeepKnownMarks(status === 'signedIn');
  useKeepColleagues();
  if (status === 'starting') return <StartingFace />;
  if (status === 'signedOut') return <Navigate to="/login" replace state={{ from: pathname }} />;
  return (
    <main className={classes.embed} data-region="main">
      <div data-letters="decide">
        <CompanyOfRoute canOpenWindow={false} />
      </div>
      <BackgroundUpdates />
    </main>
  );
}

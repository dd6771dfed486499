import type { ReactNode } from 'react';
import { ErrorFace } from '../ui/Faces.tsx';
import { Look } from './Look.tsx';

/** What shows where the shell cannot say what the user has set: why, and the way to ask again. */
export function NoPreferences({ error, onRetry }: { readonly error: Error; readonly onRetry: () => void }): ReactNode {
  return (
    <Look scheme="system">
      <main style={{ display: 'grid', height: '100%' }}>
        <ErrorFace title="Winnow does not answer." error={error} safe="Your decisions are safe." onRetry={onRetry} />
      </main>
    </Look>
  );
}

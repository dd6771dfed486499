import type { ReactNode } from 'react';
import { useRouteError } from 'react-router-dom';
import { AppError } from '#shared/errors.ts';
import { ErrorFace } from '../ui/Faces.tsx';

/** What shows when a screen breaks or does not arrive: the rest of the app and every decision are as they were. */
export function RouteError(): ReactNode {
  const error = useRouteError();
  return (
    <div style={{ display: 'grid', flex: 1, height: '100%' }}>
      <ErrorFace
        title="This screen could not be shown."
        error={
          isNotLoaded(error) ? new AppError('connection_lost', 'Winnow does not answer.', { cause: error }) : error
        }
        safe="Your decisions are safe."
        onRetry={() => window.location.reload()}
      />
    </div>
  );
}

/** A screen's code that did not arrive: browsers tell that as a TypeError of `import()`. */
function isNotLoaded(error: unknown): boolean {
  return error instanceof TypeError && /dynamically imported module|module script/i.test(error.message);
}

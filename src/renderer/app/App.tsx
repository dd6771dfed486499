import { Notifications } from '@mantine/notifications';
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState, type ReactNode } from 'react';
import { RouterProvider } from 'react-router-dom';
import {
  connectEvents,
  useArePreferencesKnown,
  usePreferences,
  usePreferencesProblem,
  useSession,
} from '../data/bridgeValues.ts';
import { keys } from '../data/keys.ts';
import { createQueryClient } from '../data/queryClient.ts';
import { clearSearchMessage } from '../data/searchMessage.ts';
import { SearchProvider } from '../data/searchState.tsx';
import { SessionNotices } from '../features/auth/SessionNotices.tsx';
import { ListModelsProvider } from '../lists/ListModels.tsx';
import { TriageProvider } from '../features/moves/TriageProvider.tsx';
import { CommandProvider } from '../keyboard/CommandProvider.tsx';
import { notificationTime } from '../ui/toasts.tsx';
import { useRoom } from '../ui/footRoom.ts';
import classes from './App.module.css';
import { shellInfo } from '../bridge/bridge.ts';
import { Look } from './Look.tsx';
import { NoPreferences } from './NoPreferences.tsx';
import { SearchOfSession } from './SearchOfSession.tsx';
import { ShellEvents } from './ShellEvents.tsx';
import { loadScreensAhead, type AppRouter } from './router.tsx';

/** Above the screen and its panels, below dialogs: what one has opened is not covered by what comes. */
const notificationLayer = 190;

/** By then the first screen shows what it has, in milliseconds; the other screens' code must not compete with that. */
const settled = 3000;

/** The whole app: data, look, keyboard and routes. */
export function App({ router }: { readonly router: AppRouter }): ReactNode {
  const [client] = useState(() => clientOf(router));
  useEffect(() => connectEvents(client), [client]);
  useEffect(() => {
    const timer = setTimeout(() => void loadScreensAhead(), settled);
    return () => clearTimeout(timer);
  }, []);
  return (
    <QueryClientProvider client={client}>
      <Surroundings router={router} />
    </QueryClientProvider>
  );
}

/** Its calls lead to the login page and back from it when they find that the session has ended (SPEC 8). */
function clientOf(router: AppRouter): QueryClient {
  const client = createQueryClient(() => {
    clearSearchMessage();
    const { pathname, search } = router.state.location;
    // Who logs out is led there already, and nobody back from it.
    if (pathname === '/login' || client.isMutating({ mutationKey: keys.logout }) > 0) return;
    void router.navigate('/login', { replace: true, state: { from: pathname + search } });
  });
  return client;
}

/** Short notes at the foot, clear of what else stands there. */
function Toasts(): ReactNode {
  return (
    <Notifications
      className={classes.toasts ?? ''}
      style={useRoom()}
      position="bottom-center"
      autoClose={notificationTime}
      zIndex={notificationLayer}
      limit={3}
    />
  );
}

/** What depends on the preferences: theme and keys. */
function Surroundings({ router }: { readonly router: AppRouter }): ReactNode {
  const isKnown = useArePreferencesKnown();
  const problem = usePreferencesProblem();
  const { theme, shortcuts, singleKeyShortcuts } = usePreferences();
  const { status, reason } = useSession();
  const settings = useMemo(() => ({ shortcuts, singleKeyShortcuts }), [shortcuts, singleKeyShortcuts]);
  useEffect(() => {
    // That the server is away is something to be read and answered.
    document.documentElement.dataset.appState = status === 'starting' && reason === '' ? 'loading' : 'ready';
  }, [status, reason]);
  // Nothing of the app before they are there: what is changed is written over them.
  if (problem !== null) return <NoPreferences error={problem.error} onRetry={problem.retry} />;
  // Without them the first picture might have the other theme; they are there within milliseconds.
  if (!isKnown) return null;
  return (
    <Look scheme={theme}>
      <CommandProvider settings={settings} isMac={shellInfo().platform === 'mac'}>
        <SearchProvider>
          <SearchOfSession />
          <ShellEvents router={router} />
          <TriageProvider>
            <ListModelsProvider>
              <RouterProvider router={router} />
            </ListModelsProvider>
          </TriageProvider>
          <SessionNotices />
          <Toasts />
        </SearchProvider>
      </CommandProvider>
    </Look>
  );
}

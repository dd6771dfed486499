import { Notifications, notifications } from '@mantine/notifications';
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { RouterProvider } from 'react-router-dom';
import { isCommandId } from '#shared/commands.ts';
import { call, shellInfo, subscribe } from '../bridge/bridge.ts';
import {
  connectEvents,
  useArePreferencesKnown,
  usePreferences,
  usePreferencesProblem,
  useSession,
} from '../data/bridgeValues.ts';
import { keys } from '../data/keys.ts';
import { createQueryClient } from '../data/queryClient.ts';
import { clearSearchMessage, SearchProvider, useSearchStore } from '../data/searchState.tsx';
import { SessionNotices } from '../features/auth/SessionNotices.tsx';
import { TriageProvider } from '../features/moves/TriageProvider.tsx';
import { CommandProvider, useLiveCommands, useRunCommand } from '../keyboard/CommandProvider.tsx';
import { ListModelsProvider } from '../lists/ListModels.tsx';
import { ErrorFace } from '../ui/Faces.tsx';
import { useTaken } from '../ui/Screen.tsx';
import { quietTips } from '../ui/quietTips.ts';
import { useToastPlace } from '../ui/toastRoom.ts';
import { notificationTime, showDone } from '../ui/toasts.tsx';
import classes from './App.module.css';
import { Look } from './Look.tsx';
import { landedText } from './frame/landedText.ts';
import { useReady } from './useReady.ts';
import { loadScreensAhead, type AppRouter } from './router.tsx';

/** Above the screen and its panels, below dialogs: a toast never covers what the user has opened. */
const notificationLayer = 190;

/** By then the first screen has its content, in milliseconds; loading the other screens must not compete with that. */
const settled = 3000;

/** The whole app: data, look, keyboard and routes. */
export function App({ router }: { readonly router: AppRouter }): ReactNode {
  const [client] = useState(() => clientOf(router));
  useEffect(() => connectEvents(client), [client]);
  useEffect(() => quietTips(), []);
  useEffect(() => keepsFilesOut(), []);
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

/** A file that is dropped where nothing takes it, as on the login page, is not opened in the place of the app. */
function keepsFilesOut(): () => void {
  window.addEventListener('dragover', refuse);
  window.addEventListener('drop', refuse);
  return () => {
    window.removeEventListener('dragover', refuse);
    window.removeEventListener('drop', refuse);
  };
}

function refuse(event: DragEvent): void {
  if (event.dataTransfer?.types.includes('Files') === true) event.preventDefault();
}

/** The query client: calls that find the session has ended lead to the login page, and from there back (product 8). */
function clientOf(router: AppRouter): QueryClient {
  const client = createQueryClient(() => {
    clearSearchMessage();
    const { pathname, search } = router.state.location;
    // A user who logs out is on the way there already, and nobody should be led back.
    if (pathname === '/login' || client.isMutating({ mutationKey: keys.logout }) > 0) return;
    void router.navigate('/login', { replace: true, state: { from: pathname + search } });
  });
  return client;
}

/** Short notes at the foot, clear of what else is there. */
function Toasts(): ReactNode {
  return (
    <Notifications
      className={classes.toasts ?? ''}
      style={useToastPlace(useTaken())}
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
  const { theme, density, motion, shortcuts, singleKeyShortcuts } = usePreferences();
  const settings = useMemo(() => ({ shortcuts, singleKeyShortcuts }), [shortcuts, singleKeyShortcuts]);
  // Nothing of the app before they have arrived: a change would overwrite them.
  if (problem !== null) return <NoPreferences error={problem.error} onRetry={problem.retry} />;
  // Without them the first picture might have the wrong theme; they arrive within milliseconds.
  if (!isKnown) return null;
  return (
    <Look scheme={theme} density={density} motion={motion}>
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

/** Shown if the shell cannot read the preferences: why, and the way to ask again. */
export function NoPreferences({ error, onRetry }: { readonly error: Error; readonly onRetry: () => void }): ReactNode {
  useReady();
  return (
    <Look scheme="system">
      <main style={{ display: 'grid', height: '100%' }}>
        <ErrorFace
          title="Winnow has stopped responding."
          error={error}
          safe="Your decisions are safe."
          onRetry={onRetry}
        />
      </main>
    </Look>
  );
}

/**
 * Ties the search to the session: another account starts its own, and nothing of it outlives the session (product 4).
 * It sits above the screens, because a screen that goes with the session sees neither its end nor who comes next.
 */
export function SearchOfSession(): null {
  const { status, account } = useSession();
  const search = useSearchStore();
  useEffect(() => {
    if (status === 'signedIn') search.openSearchFor(account);
    if (status !== 'signedOut') return;
    clearSearchMessage();
    search.forgetTabSearch();
  }, [account, status, search]);
  return null;
}

/**
 * What the shell asks of the window: show a route, run a menu command, announce a landed refresh. It sits above the
 * routes, so that a link also works on the login page, which then leads there.
 */
export function ShellEvents({ router }: { readonly router: AppRouter }): ReactNode {
  const run = useRunCommand();
  const isThere = useLiveCommands().size > 0;
  /** A menu command that came before there was a screen to run it on. */
  const wanted = useRef('');
  const runWanted = (): void => {
    const id = wanted.current;
    if (!isThere) return;
    wanted.current = '';
    if (isCommandId(id)) run(id);
  };
  const latest = useRef(runWanted);
  useEffect(() => {
    latest.current = runWanted;
    runWanted();
  });
  useEffect(() => {
    const ends = [
      subscribe('navigate', ({ path }) => void router.navigate(path)),
      subscribe('command', ({ id }) => {
        wanted.current = id;
        latest.current();
      }),
      subscribe('refresh.landed', (landed) => {
        const { title, message } = landedText(landed);
        showDone(message, title);
      }),
    ];
    // Requests made while the page was loading arrive now.
    void call('shell.listens', null).catch(() => undefined);
    for (const notice of shellInfo().notices) {
      notifications.show({ id: notice, message: notice, color: 'yellow', autoClose: false });
    }
    return () => {
      for (const end of ends) end();
    };
  }, [router]);
  return null;
}

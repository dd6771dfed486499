import { useIsMutating } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import {
  Navigate,
  Outlet,
  createBrowserRouter,
  useLocation,
  useMatches,
  useRouteError,
  type RouteObject,
} from 'react-router-dom';
import { AppError } from '#shared/errors.ts';
import { useSession, useSessionProblem } from '../data/bridgeValues.ts';
import { keys } from '../data/keys.ts';
import { StartingFace } from '../features/auth/StartingFace.tsx';
import { loadTable } from '../grid/loadTable.ts';
import { ErrorFace, StartFace } from '../ui/Faces.tsx';
import { Frame } from './frame/Frame.tsx';
import { loadSearchScreen } from './frame/KeptSearch.tsx';
import { useReady } from './useReady.ts';

/** Every screen that loads when first opened. */
const screens = {
  dashboard: async () => ({ Component: (await import('../features/dashboard/DashboardScreen.tsx')).DashboardScreen }),
  search: async () => {
    await loadSearchScreen();
    return { element: null };
  },
  smartList: async () => ({ Component: (await import('../features/inbox/SmartListScreen.tsx')).SmartListScreen }),
  specialList: async () => ({ Component: (await import('../features/inbox/SpecialListScreen.tsx')).SpecialListScreen }),
  collections: async () => ({
    Component: (await import('../features/collections/CollectionsScreen.tsx')).CollectionsScreen,
  }),
  collection: async () => ({
    Component: (await import('../features/collections/CollectionScreen.tsx')).CollectionScreen,
  }),
  company: async () => ({ Component: (await import('../features/companyPage/CompanyScreen.tsx')).CompanyScreen }),
  embed: async () => ({ Component: (await import('../features/companyPage/EmbedScreen.tsx')).EmbedScreen }),
  reports: async () => ({ Component: (await import('../features/reports/ReportsScreen.tsx')).ReportsScreen }),
  sectorReport: async () => ({
    Component: (await import('../features/reports/SectorReportScreen.tsx')).SectorReportScreen,
  }),
  workspace: async () => ({ Component: (await import('../features/workspace/WorkspaceScreen.tsx')).WorkspaceScreen }),
  mine: async () => ({ Component: (await import('../features/mine/MineScreen.tsx')).MineScreen }),
  team: async () => ({ Component: (await import('../features/team/TeamScreen.tsx')).TeamScreen }),
  settings: async () => ({ Component: (await import('../features/settings/SettingsScreen.tsx')).SettingsScreen }),
  profile: async () => ({ Component: (await import('../features/profile/ProfileScreen.tsx')).ProfileScreen }),
  help: async () => ({ Component: (await import('../features/help/HelpScreen.tsx')).HelpScreen }),
  login: async () => ({ Component: (await import('../features/auth/LoginScreen.tsx')).LoginScreen }),
  postSignup: async () => ({
    Component: (await import('../features/onboarding/PostSignupScreen.tsx')).PostSignupScreen,
  }),
  notFound: async () => ({ Component: (await import('./NotFound.tsx')).NotFound }),
} as const;

/** Loads every screen ahead, so that the first visit to one does not wait. If one fails, it is loaded when opened. */
export async function loadScreensAhead(): Promise<void> {
  await loadTable().catch(() => undefined);
  for (const load of Object.values(screens)) await load().catch(() => undefined);
}

/** Marks a route that opens without a session (product 6): its first call then leads to /login. */
const openWithoutSession = { openWithoutSession: true } as const;

const inFrame: RouteObject[] = [
  { index: true, lazy: screens.dashboard },
  // Drawn by the frame, which keeps it alive while other screens are in front (product 2); loaded like any other.
  { path: 'list/search', lazy: screens.search },
  { path: 'list/smart/:id', lazy: screens.smartList },
  { path: 'list/watchlist', lazy: screens.specialList },
  { path: 'list/opportunities', lazy: screens.specialList },
  { path: 'list/archive', lazy: screens.specialList },
  { path: 'list/later', lazy: screens.specialList },
  { path: 'collections', lazy: screens.collections },
  { path: 'collections/:id', lazy: screens.collection },
  { path: 'company/:id', handle: openWithoutSession, lazy: screens.company },
  { path: 'reports', handle: openWithoutSession, lazy: screens.reports },
  { path: 'reports/search', handle: openWithoutSession, lazy: screens.sectorReport },
  { path: 'reports/list/:id', handle: openWithoutSession, lazy: screens.sectorReport },
  { path: 'reports/collection/:id', handle: openWithoutSession, lazy: screens.sectorReport },
  { path: 'reports/:companyId', handle: openWithoutSession, lazy: screens.sectorReport },
  { path: 'workspace', lazy: screens.workspace },
  { path: 'mine', lazy: screens.mine },
  { path: 'team/:tab?', lazy: screens.team },
  { path: 'settings', lazy: screens.settings },
  { path: 'profile/:tab?', lazy: screens.profile },
  { path: 'help', lazy: screens.help },
  { path: '*', lazy: screens.notFound },
];

export type AppRouter = ReturnType<typeof createBrowserRouter>;

/** The routes of product 2; starts loading the screen of the page's address. */
export function createAppRouter(): AppRouter {
  return createBrowserRouter([
    {
      // Until the screen to start with is loaded.
      hydrateFallbackElement: <StartFace />,
      element: <Shown />,
      errorElement: <RouteError />,
      children: [
        { path: 'login', lazy: screens.login },
        { path: 'post-signup', lazy: screens.postSignup },
        { path: 'embed/company/:id', lazy: screens.embed },
        {
          element: <Guard />,
          children: [
            {
              path: '/',
              element: <Frame />,
              // A screen that breaks leaves the frame intact.
              children: [{ errorElement: <RouteError />, children: inFrame }],
            },
          ],
        },
      ],
    },
  ]);
}

function isOpen(handle: unknown): boolean {
  return typeof handle === 'object' && handle !== null && 'openWithoutSession' in handle;
}

/** Every screen; the app is ready once one is shown. That the server is away is something to read and act on, too. */
function Shown(): ReactNode {
  const { status, reason } = useSession();
  useReady(status !== 'starting' || reason !== '');
  return <Outlet />;
}

/** Lets signed-in users through and sends everyone else to /login (product 4 `Authentication`, product 6). */
export function Guard(): ReactNode {
  const { status } = useSession();
  const problem = useSessionProblem();
  const location = useLocation();
  const matches = useMatches();
  const isLoggingOut = useIsMutating({ mutationKey: keys.logout }) > 0;
  // Until the login page has replaced this one, which may be a moment after logging out is done.
  const [isLeaving, setLeaving] = useState(isLoggingOut);
  const mayLeave = isLoggingOut || (isLeaving && status !== 'signedIn');
  if (mayLeave !== isLeaving) setLeaving(mayLeave);
  if (problem !== null) {
    return (
      <ErrorFace
        title="Winnow has stopped responding."
        error={problem.error}
        safe="Your decisions are safe."
        onRetry={problem.retry}
      />
    );
  }
  if (status === 'starting') return <StartingFace />;
  // The next user must not start on the last user's screen: logging out itself leads to the login page.
  if (status === 'signedOut' && isLeaving) return null;
  if (status === 'signedOut' && !matches.some(({ handle }) => isOpen(handle))) {
    return <Navigate to="/login" replace state={{ from: `${location.pathname}${location.search}` }} />;
  }
  return <Outlet />;
}

/** Shown if a screen breaks or does not arrive: the rest of the app and every decision are unaffected. */
export function RouteError(): ReactNode {
  useReady();
  const error = useRouteError();
  return (
    <div style={{ display: 'grid', flex: 1, height: '100%' }}>
      <ErrorFace
        title="Couldn’t show this screen."
        error={
          isNotLoaded(error)
            ? new AppError('connection_lost', 'Winnow has stopped responding.', { cause: error })
            : error
        }
        safe="Your decisions are safe."
        onRetry={() => window.location.reload()}
      />
    </div>
  );
}

/** Whether a screen's code did not arrive: browsers report that as a TypeError of `import()`. */
function isNotLoaded(error: unknown): boolean {
  return error instanceof TypeError && /dynamically imported module|module script/i.test(error.message);
}

import { createBrowserRouter, type RouteObject } from 'react-router-dom';
import { loadTable } from '../grid/loadTable.ts';
import { LoadingFace } from '../ui/Faces.tsx';
import { Frame } from './frame/Frame.tsx';
import { Guard, openWithoutSession } from './Guard.tsx';
import { loadSearchScreen } from './frame/KeptSearch.tsx';
import { RouteError } from './RouteError.tsx';

/** Every screen that loads when it is first opened. */
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
  settings: async () => ({ Component: (await import('../features/settings/SettingsScreen.tsx')).SettingsScreen }),
  profile: async () => ({ Component: (await import('../features/profile/ProfileScreen.tsx')).ProfileScreen }),
  help: async () => ({ Component: (await import('../features/help/HelpScreen.tsx')).HelpScreen }),
  login: async () => ({ Component: (await import('../features/auth/LoginScreen.tsx')).LoginScreen }),
  postSignup: async () => ({
    Component: (await import('../features/onboarding/PostSignupScreen.tsx')).PostSignupScreen,
  }),
  notFound: async () => ({ Component: (await import('./NotFound.tsx')).NotFound }),
} as const;

/** Loads every screen ahead, so that the first visit to one does not wait. What fails is loaded when it is opened. */
export async function loadScreensAhead(): Promise<void> {
  await loadTable().catch(() => undefined);
  for (const load of Object.values(screens)) await load().catch(() => undefined);
}

const inFrame: RouteObject[] = [
  { index: true, lazy: screens.dashboard },
  // Drawn by the frame, which keeps it alive while other screens are in front (SPEC 2); loaded like any other.
  { path: 'list/search', lazy: screens.search },
  { path: 'list/smart/:id', lazy: screens.smartList },
  { path: 'list/watchlist', lazy: screens.specialList },
  { path: 'list/opportunities', lazy: screens.specialList },
  { path: 'list/archive', lazy: screens.specialList },
  { path: 'collections', lazy: screens.collections },
  { path: 'collections/:id', lazy: screens.collection },
  { path: 'company/:id', handle: openWithoutSession, lazy: screens.company },
  { path: 'reports', handle: openWithoutSession, lazy: screens.reports },
  { path: 'reports/search', handle: openWithoutSession, lazy: screens.sectorReport },
  { path: 'reports/list/:id', handle: openWithoutSession, lazy: screens.sectorReport },
  { path: 'reports/collection/:id', handle: openWithoutSession, lazy: screens.sectorReport },
  { path: 'reports/:companyId', handle: openWithoutSession, lazy: screens.sectorReport },
  { path: 'workspace', lazy: screens.workspace },
  { path: 'settings', lazy: screens.settings },
  { path: 'profile/:tab?', lazy: screens.profile },
  { path: 'help', lazy: screens.help },
  { path: '*', lazy: screens.notFound },
];

export type AppRouter = ReturnType<typeof createBrowserRouter>;

/** The routes of DECISIONS; begins to load the screen of the page's address. */
export function createAppRouter(): AppRouter {
  return createBrowserRouter([
    {
      hydrateFallbackElement: <LoadingFace label="Starting" />,
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
              // A screen that breaks leaves the frame as it is.
              children: [{ errorElement: <RouteError />, children: inFrame }],
            },
          ],
        },
      ],
    },
  ]);
}

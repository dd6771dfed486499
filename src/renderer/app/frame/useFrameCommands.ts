import { spotlight } from '@mantine/spotlight';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { call } from '../../bridge/bridge.ts';
import { useHasWorkspace, useTurnPreferences } from '../../data/bridgeValues.ts';
import { keys } from '../../data/keys.ts';
import { canGoBack, chooseFiles } from '../../data/routeState.ts';
import { clearDrafts } from '../../data/noteDrafts.ts';
import { clearRecentSearches } from '../../data/recentSearches.ts';
import { clearLastPlace } from '../../data/lastPlace.ts';
import { clearSearchMessage } from '../../data/searchState.tsx';
import { fullestInbox, useSmartLists } from '../../data/smartLists.ts';
import { useHasTeam, useHasTeamScreen } from '../../data/team.ts';
import { useWhyNotAssigned } from '../../features/moves/AssignStrip.tsx';
import { useUndo } from '../../features/moves/TriageProvider.tsx';
import { clearRecentReports } from '../../features/reports/recentReports.ts';
import { useCommands } from '../../keyboard/CommandProvider.tsx';
import { focusRegion } from '../../keyboard/regions.ts';
import { useListOrder } from '../../lists/tools/OrderMenu.tsx';
import { showDone } from '../../ui/toasts.tsx';

/** Commands that work everywhere: going to places, palette, sidebar, regions, theme. */
export function useFrameCommands({
  focusSearch,
  openShortcuts,
}: {
  readonly focusSearch: () => void;
  readonly openShortcuts: () => void;
}): void {
  const navigate = useNavigate();
  const turnPreferences = useTurnPreferences();
  const lists = useSmartLists();
  const logout = useLogout();
  const undo = useUndo();
  const watchlist = useListOrder('special Watchlist');
  // Going to the current place adds no step to the history.
  const go = (path: string) => () => void navigate(path, { replace: path === window.location.pathname });

  useCommands(
    {
      'go.dashboard': go('/'),
      'go.search': go('/list/search'),
      'go.inbox': () => {
        const list = fullestInbox(lists ?? []) ?? lists?.[0];
        go(list === undefined ? '/' : `/list/smart/${list.id}`)();
      },
      'go.watchlist': go('/list/watchlist'),
      'go.opportunities': go('/list/opportunities'),
      'go.archive': go('/list/archive'),
      'go.oldest': () => {
        watchlist.set({ by: 'decided_at', isDescending: false });
        go('/list/watchlist')();
      },
      'go.later': go('/list/later'),
      'go.collections': go('/collections'),
      'go.reports': go('/reports'),
      'go.settings': go('/settings'),
      'go.help': go('/help'),
      'go.back': () => {
        if (!canGoBack()) return false;
        void navigate(-1);
        return true;
      },
      // Undo works across screens: it takes back the session's last decision wherever the user is.
      'triage.undo': undo,
      'app.search': focusSearch,
      'app.palette': () => spotlight.open(),
      'app.shortcuts': openShortcuts,
      'app.sidebar': () => turnPreferences((now) => ({ sidebarCollapsed: !now.sidebarCollapsed })),
      'app.nextRegion': () => focusRegion(1),
      'app.previousRegion': () => focusRegion(-1),
      'app.theme': () => turnPreferences(() => ({ theme: isDark() ? 'light' : 'dark' })),
      'app.logout': logout,
    },
    { layer: 'frame' },
  );
  useCommands(
    {
      'go.workspace': go('/workspace'),
      'app.import': () => void navigate('/workspace', { state: chooseFiles }),
    },
    { layer: 'frame', enabled: useHasWorkspace() },
  );
  useTeamCommands(go);
}

/** Going to what only a team has. Where the key that assigns cannot, it says why. */
function useTeamCommands(go: (path: string) => () => void): void {
  const whyNot = useWhyNotAssigned();
  const hasTeam = useHasTeam();
  useCommands({ 'go.team': go('/team') }, { layer: 'frame', enabled: useHasTeamScreen() });
  useCommands({ 'go.mine': go('/mine') }, { layer: 'frame', enabled: hasTeam });
  useCommands(
    {
      'company.assign': () => {
        showDone(whyNot);
        // No dialog opens that the next keys would wait for.
        return false;
      },
    },
    { layer: 'frame', enabled: whyNot !== '' },
  );
}

/** Logs out: drops the token, the search message and the opened reports, and shows the login page (product 4). */
export function useLogout(): () => void {
  const navigate = useNavigate();
  const { mutate } = useMutation({
    mutationKey: keys.logout,
    mutationFn: async () => {
      clearSearchMessage();
      clearRecentReports();
      clearRecentSearches();
      clearDrafts();
      clearLastPlace();
      try {
        await call('session.logout', null);
      } finally {
        await navigate('/login', { replace: true });
      }
    },
  });
  return () => mutate();
}

function isDark(): boolean {
  return document.documentElement.dataset.mantineColorScheme !== 'light';
}

import { spotlight } from '@mantine/spotlight';
import { useNavigate } from 'react-router-dom';
import { useTurnPreferences } from '../../data/bridgeValues.ts';
import { canGoBack, chooseFiles } from '../../data/routeState.ts';
import { fullestInbox, useSmartLists } from '../../data/smartLists.ts';
import { useUndo } from '../../features/moves/TriageProvider.tsx';
import { useCommands } from '../../keyboard/CommandProvider.tsx';
import { useLogout } from './useLogout.ts';
import { focusRegion } from './regions.ts';

/** Commands that work wherever the user is: going to places, palette, sidebar, regions, theme. */
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
  // Whoever asks for the place where he is has no step more to go back.
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
      'go.collections': go('/collections'),
      'go.reports': go('/reports'),
      'go.workspace': go('/workspace'),
      'go.settings': go('/settings'),
      'go.help': go('/help'),
      'go.back': () => {
        if (!canGoBack()) return false;
        void navigate(-1);
        return true;
      },
      // Undo reaches across screens: it takes back the session's last decision wherever the user is.
      'triage.undo': undo,
      'app.search': focusSearch,
      'app.palette': () => spotlight.open(),
      'app.shortcuts': openShortcuts,
      'app.sidebar': () => turnPreferences((now) => ({ sidebarCollapsed: !now.sidebarCollapsed })),
      'app.nextRegion': () => focusRegion(1),
      'app.previousRegion': () => focusRegion(-1),
      'app.theme': () => turnPreferences(() => ({ theme: isDark() ? 'light' : 'dark' })),
      'app.import': () => void navigate('/workspace', { state: chooseFiles }),
      'app.logout': logout,
    },
    { layer: 'frame' },
  );
}

function isDark(): boolean {
  return document.documentElement.dataset.mantineColorScheme !== 'light';
}

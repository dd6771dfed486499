import type { ReactNode } from 'react';
import { useSession } from '../../data/bridgeValues.ts';
import { useSmartLists } from '../../data/smartLists.ts';
import { useUnrated } from '../../features/moves/TriageProvider.tsx';
import { useTitleCount } from '../../ui/title.ts';
import { shellInfo } from '../../bridge/bridge.ts';

/** Where the shell has no badge of its own, the tab's title shows how many companies are to be reviewed. */
export function TitleBadge(): ReactNode {
  const { status } = useSession();
  const isShown = status === 'signedIn' && !shellInfo().capabilities.tray;
  const lists = useSmartLists(isShown) ?? [];
  const unratedOf = useUnrated();
  useTitleCount(isShown ? lists.reduce((sum, list) => sum + unratedOf(list), 0) : 0);
  return null;
}

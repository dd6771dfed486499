import { AppShell } from '@mantine/core';
import { useDisclosure, useMediaQuery } from '@mantine/hooks';
import { Activity, lazy, Suspense, useRef, useState, type ReactNode } from 'react';
import { Outlet, useLocation } from 'react-router-dom';
import { ExportsDialog } from '../features/export/ExportsDialog.tsx';
import { BackgroundUpdates } from '../features/moves/BackgroundUpdates.tsx';
import { usePreferences, useSession } from '../data/bridgeValues.ts';
import { LoadingFace } from '../ui/Faces.tsx';
import classes from './Frame.module.css';
import { Header } from './Header.tsx';
import { Palette } from './Palette.tsx';
import { ShellEvents } from './ShellEvents.tsx';
import { ShortcutSheet } from './ShortcutSheet.tsx';
import { Sidebar } from './Sidebar.tsx';
import { TitleBadge } from './TitleBadge.tsx';
import { useReadingStart } from './useReadingStart.ts';
import { useFrameCommands } from './useFrameCommands.ts';

const SearchScreen = lazy(async () => ({
  default: (await import('../features/search/SearchScreen.tsx')).SearchScreen,
}));

/** Widths in CSS pixels at 100 %. */
const width = { open: 232, collapsed: 52 } as const;

/** The frame around every screen: top bar, sidebar, background updates, palette and help (SPEC 2, UX `The frame`). */
export function Frame(): ReactNode {
  const { status } = useSession();
  const { sidebarCollapsed } = usePreferences();
  const isNarrow = useMediaQuery('(max-width: 56em)', false, { getInitialValueInEffect: false });
  const [sheetOpen, sheet] = useDisclosure(false);
  const searchBox = useRef<HTMLInputElement>(null);
  const main = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const collapsed = sidebarCollapsed || isNarrow;
  useFrameCommands({
    focusSearch: () => searchBox.current?.select(),
    openShortcuts: sheet.toggle,
  });
  useReadingStart(pathname, main);

  return (
    <AppShell
      header={{ height: 48 }}
      navbar={{ width: collapsed ? width.collapsed : width.open, breakpoint: 0 }}
      disabled={status !== 'signedIn'}
      transitionDuration={120}
      padding={0}
    >
      <a className={classes.skip} href="#main" onClick={(event) => skipTo(event, main.current)}>
        Skip to the content
      </a>
      <AppShell.Header className={classes.header} data-region="header">
        <Header searchBox={searchBox} />
      </AppShell.Header>
      <AppShell.Navbar className={classes.navbar} aria-label="Places" data-region="sidebar">
        <Sidebar collapsed={collapsed} canExpand={!isNarrow} />
      </AppShell.Navbar>
      <AppShell.Main ref={main} id="main" className={classes.main} tabIndex={-1} data-region="main">
        <KeptSearch shown={pathname === '/list/search'} />
        <Outlet />
      </AppShell.Main>
      <BackgroundUpdates />
      <Palette />
      <ExportsDialog />
      {sheetOpen && <ShortcutSheet onClose={sheet.close} />}
      <ShellEvents />
      <TitleBadge />
    </AppShell>
  );
}

function skipTo(event: React.MouseEvent, main: HTMLElement | null): void {
  event.preventDefault();
  main?.focus();
}

/**
 * The search screen lives on while a company page is in front, so that results and scroll position persist (SPEC 2).
 * It is made when it is first shown.
 */
function KeptSearch({ shown }: { readonly shown: boolean }): ReactNode {
  const [wasShown, setWasShown] = useState(shown);
  if (shown && !wasShown) setWasShown(true);
  if (!wasShown) return null;
  return (
    <Activity mode={shown ? 'visible' : 'hidden'}>
      <Suspense fallback={<LoadingFace label="Opening the search" />}>
        <SearchScreen />
      </Suspense>
    </Activity>
  );
}

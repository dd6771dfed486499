import { AppShell } from '@mantine/core';
import { useDisclosure, useMediaQuery } from '@mantine/hooks';
import { useRef, type ReactNode } from 'react';
import { Outlet, useLocation } from 'react-router-dom';
import { ExportsDialog } from '../../features/export/ExportsDialog.tsx';
import { BackgroundUpdates } from '../../features/moves/BackgroundUpdates.tsx';
import { usePreferences, useSession } from '../../data/bridgeValues.ts';
import classes from './Frame.module.css';
import { Header } from './Header.tsx';
import { KeptSearch } from './KeptSearch.tsx';
import { Palette } from './Palette.tsx';
import { ShortcutSheet } from './ShortcutSheet.tsx';
import { Sidebar } from './Sidebar.tsx';
import { TitleBadge } from './TitleBadge.tsx';
import { useReadingStart } from './useReadingStart.ts';
import { useFrameCommands } from './useFrameCommands.ts';

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
      <TitleBadge />
    </AppShell>
  );
}

function skipTo(event: React.MouseEvent, main: HTMLElement | null): void {
  event.preventDefault();
  main?.focus();
}

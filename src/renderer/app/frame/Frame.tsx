import { AppShell, TextInput } from '@mantine/core';
import { useDisclosure, useMediaQuery } from '@mantine/hooks';
import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react';
import { Outlet, useLocation } from 'react-router-dom';
import { shellInfo } from '../../bridge/bridge.ts';
import { useApiQuery } from '../../data/useApi.ts';
import { usePreferences, useSession } from '../../data/bridgeValues.ts';
import { useKeepColleagues } from '../../data/colleagues.ts';
import { useKeepKnownMarks } from '../../data/known.ts';
import { useKeepChanges } from '../../data/lastChanges.ts';
import { useKeepNotedCompanies } from '../../data/notes.ts';
import { searchPath } from '../../data/searchAddress.ts';
import { useSearchStore } from '../../data/searchState.tsx';
import { useSmartLists } from '../../data/smartLists.ts';
import { useHasTeam } from '../../data/team.ts';
import { useSearchAddress } from '../../data/useSearchAddress.ts';
import { ExportsDialog } from '../../features/export/ExportsDialog.tsx';
import { HandOverDialog } from '../../features/export/HandOverDialog.tsx';
import { useVisits } from '../../features/inbox/useVisits.ts';
import { BackgroundUpdates } from '../../features/moves/BackgroundUpdates.tsx';
import { useUnrated } from '../../features/moves/TriageProvider.tsx';
import { useSharedNews } from '../../features/sharing/useSharedNews.tsx';
import { useCommands, useLiveCommands } from '../../keyboard/CommandProvider.tsx';
import { ShortcutTable } from '../../keyboard/Keys.tsx';
import { lettersAt } from '../../keyboard/places.ts';
import { keepsKeys } from '../../keyboard/regions.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { LoadingFace } from '../../ui/Faces.tsx';
import { useTitleCount } from '../../ui/title.ts';
import { useToastRoom } from '../../ui/toastRoom.ts';
import { FileDrop } from './FileDrop.tsx';
import classes from './Frame.module.css';
import { Header } from './Header.tsx';
import { KeptSearch } from './KeptSearch.tsx';
import { Palette } from './Palette.tsx';
import { RefreshCommand } from './RefreshCommand.tsx';
import { Sidebar } from './Sidebar.tsx';
import { useFrameCommands } from './useFrameCommands.ts';
import { useStartPlace } from './useStartPlace.ts';

/** Widths in CSS pixels at 100 %. */
const width = { open: 232, collapsed: 52 } as const;

/** The frame around every screen: top bar, sidebar, background updates, palette and help (product 2, 11). */
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
  useToastRoom(main);
  const isLeading = useStartPlace();
  useKeepKnownMarks(status === 'signedIn');
  useKeepColleagues();
  useKeepChanges(status === 'signedIn');
  useKeepNotedCompanies(status === 'signedIn');
  useVisits(status === 'signedIn');
  useSharedNews();
  useFittingFilter(status === 'signedIn');

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
      <AppShell.Header className={classes.header} data-region="header" {...keepsKeys}>
        <Header searchBox={searchBox} />
      </AppShell.Header>
      <AppShell.Navbar className={classes.navbar} aria-label="Places" data-region="sidebar" {...keepsKeys}>
        <Sidebar collapsed={collapsed} canExpand={!isNarrow} />
      </AppShell.Navbar>
      <AppShell.Main ref={main} id="main" className={classes.main} tabIndex={-1} data-region="main" data-letters="free">
        <KeptSearch shown={pathname === searchPath} />
        {isLeading ? (
          <div className={classes.leading}>
            <LoadingFace lines={8} />
          </div>
        ) : (
          <Outlet />
        )}
      </AppShell.Main>
      <BackgroundUpdates />
      <Palette />
      <RefreshCommand />
      <ExportsDialog />
      <HandOverDialog />
      {sheetOpen && <ShortcutSheet onClose={sheet.close} />}
      <FileDrop />
      <TitleBadge />
      <SearchInAddress />
    </AppShell>
  );
}

/** The default filter asks for stages: it goes where no company has one, as after the import of a file without them. */
function useFittingFilter(isSignedIn: boolean): void {
  const { dropDefaultFilter } = useSearchStore();
  const found = useApiQuery('searchCompanies', { query: { page_size: 1 } }, { enabled: isSignedIn }).data;
  const hasNoStage = found !== undefined && (found.count === 0 || found.blank?.includes('stages') === true);
  useEffect(() => {
    if (hasNoStage) dropDefaultFilter();
  }, [hasNoStage, dropDefaultFilter]);
}

/** On its own, so that a change of the search does not draw the frame anew. */
function SearchInAddress(): ReactNode {
  useSearchAddress();
  return null;
}

function skipTo(event: React.MouseEvent, main: HTMLElement | null): void {
  event.preventDefault();
  main?.focus();
}

/** All shortcuts, as the user has set them (`?`). Those that work on the screen behind are bright. */
export function ShortcutSheet({ onClose }: { readonly onClose: () => void }): ReactNode {
  return (
    <Dialog onClose={onClose} title="Shortcuts" size="62rem">
      <Content onClose={onClose} />
    </Dialog>
  );
}

function Content({ onClose }: { readonly onClose: () => void }): ReactNode {
  const live = useLiveCommands();
  const hasTeam = useHasTeam();
  useCommands({ 'app.shortcuts': onClose }, { layer: 'dialog' });
  const [search, setSearch] = useState('');
  return (
    <>
      <TextInput
        size="xs"
        mb="sm"
        aria-label="Find a shortcut"
        placeholder="Find a shortcut"
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
        onKeyDown={(event) => {
          // The key that opened it closes it, as long as nothing is looked for.
          if (event.key !== '?' || search !== '') return;
          event.preventDefault();
          onClose();
        }}
        data-autofocus
      />
      <ShortcutTable hasTeam={hasTeam} live={live} search={search} />
    </>
  );
}

/** If the shell has no badge of its own, the tab's title shows how many companies there are to review. */
export function TitleBadge(): ReactNode {
  const { status } = useSession();
  const isShown = status === 'signedIn' && !shellInfo().capabilities.tray;
  const lists = useSmartLists(isShown) ?? [];
  const unratedOf = useUnrated();
  const hasTeam = useHasTeam();
  const assigned = useApiQuery('listAssignments', {}, { enabled: isShown && hasTeam }).data?.open ?? 0;
  useTitleCount(isShown ? lists.reduce((sum, list) => sum + unratedOf(list), assigned) : 0);
  return null;
}

/**
 * A link leaves the focus on an element that may be gone with the old screen, or in the sidebar, where keys do not
 * decide; reading then continues in `main`. A screen that focuses something itself, such as a grid, is left alone.
 */
export function useReadingStart(pathname: string, main: RefObject<HTMLElement | null>): void {
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    const { activeElement } = document;
    const isLeft = activeElement instanceof HTMLInputElement || lettersAt(activeElement) !== 'frame';
    if (activeElement === document.body || !isLeft) main.current?.focus({ preventScroll: true });
  }, [pathname, main]);
}

import { ActionIcon, ScrollArea, Skeleton, Tooltip, VisuallyHidden } from '@mantine/core';
import {
  IconArchive,
  IconClockPause,
  IconBookmark,
  IconChartBar,
  IconDatabase,
  IconFolder,
  IconFolders,
  IconHome2,
  IconInbox,
  IconLayoutSidebarLeftCollapse,
  IconLayoutSidebarLeftExpand,
  IconSearch,
  IconStar,
  IconUserCheck,
  IconUsers,
} from '@tabler/icons-react';
import { memo, useEffect, useRef, type ComponentType, type ReactNode } from 'react';
import { NavLink, useMatch } from 'react-router-dom';
import type { EndpointResponse } from '#shared/api/messages.ts';
import type { CommandId } from '#shared/commands.ts';
import type { CollectionPreview } from '#shared/domain/collection.ts';
import type { DecidedList } from '#shared/domain/listName.ts';
import type { SmartListOverview } from '#shared/domain/smartList.ts';
import { formatCount } from '#shared/domain/formats.ts';
import { collectionsInput } from '../../data/filterNames.ts';
import { useHasWorkspace, usePreferences, useSession, useSetPreferences } from '../../data/bridgeValues.ts';
import { useSmartLists, useSmartListsQuery } from '../../data/smartLists.ts';
import { useHasTeam, useHasTeamScreen } from '../../data/team.ts';
import { useApiQuery } from '../../data/useApi.ts';
import { useAskLater } from '../../features/moves/LaterStrip.tsx';
import { useUnrated } from '../../features/moves/TriageProvider.tsx';
import { sharedText } from '../../features/sharing/sharedText.ts';
import { KeyTip, Keys } from '../../keyboard/Keys.tsx';
import { useAddToCollection } from '../../features/collect/useAddToCollection.ts';
import { Delayed } from '../../ui/Faces.tsx';
import { isolated } from '../../ui/title.ts';
import { showFailure } from '../../ui/toasts.tsx';
import { useCollectionMenu, useSmartListMenu } from './SidebarMenus.tsx';
import { useMovingList, useRowsDropped, type DropMark, type PlaceHandlers } from './sidebarDrag.ts';
import classes from './Sidebar.module.css';

/** The app's places, with how many companies wait in every smart list (product 11) and are in every other list. */
export function Sidebar({
  collapsed,
  canExpand,
}: {
  readonly collapsed: boolean;
  readonly canExpand: boolean;
}): ReactNode {
  const { sidebarCollapsed } = usePreferences();
  const hasWorkspace = useHasWorkspace();
  const hasTeamScreen = useHasTeamScreen();
  const setPreferences = useSetPreferences();
  const toggle = collapsed ? 'Show the sidebar' : 'Hide the sidebar';
  return (
    <div className={classes.sidebar} data-collapsed={collapsed}>
      <ScrollArea className={classes.scroll} type="hover" scrollbarSize={6}>
        <Places places={firstPlaces} collapsed={collapsed} />
        <Heading collapsed={collapsed} text="Smart lists" />
        <div className={classes.group}>
          <SidebarLists collapsed={collapsed} />
        </div>
        <Heading collapsed={collapsed} text="Decided" />
        <DecidedPlaces collapsed={collapsed} />
        <Collections collapsed={collapsed} />
        <Heading collapsed={collapsed} text="More" />
        <Places
          places={morePlaces.filter(
            ({ to }) => (to !== workspacePath || hasWorkspace) && (to !== teamPath || hasTeamScreen),
          )}
          collapsed={collapsed}
        />
      </ScrollArea>
      {canExpand && (
        <div className={classes.foot}>
          <KeyTip id="app.sidebar" label={toggle}>
            <ActionIcon
              aria-label={toggle}
              onClick={() => setPreferences.mutate({ sidebarCollapsed: !sidebarCollapsed })}
            >
              {collapsed ? <IconLayoutSidebarLeftExpand size={17} /> : <IconLayoutSidebarLeftCollapse size={17} />}
            </ActionIcon>
          </KeyTip>
        </div>
      )}
    </div>
  );
}

interface Place {
  readonly to: string;
  readonly icon: ComponentType<{ size?: number; stroke?: number; 'aria-hidden'?: boolean }>;
  readonly label: string;
  /** What the place is for, in the tooltip. */
  readonly hint?: string;
  readonly command?: CommandId;
}

const firstPlaces: readonly Place[] = [
  { to: '/', icon: IconHome2, label: 'Dashboard', command: 'go.dashboard' },
  {
    to: '/list/search',
    icon: IconSearch,
    label: 'Search',
    hint: 'All companies, with text and filters',
    command: 'go.search',
  },
];

const decidedPlaces: readonly (Place & {
  readonly counted: keyof EndpointResponse<'countDecided'>;
  readonly list: DecidedList;
})[] = [
  {
    counted: 'watchlist',
    to: '/list/watchlist',
    icon: IconBookmark,
    label: 'Watchlist',
    list: 'Watchlist',
    hint: 'Companies to keep an eye on',
    command: 'go.watchlist',
  },
  {
    counted: 'opportunities',
    to: '/list/opportunities',
    icon: IconStar,
    label: 'Opportunities',
    list: 'Opportunities',
    hint: 'Companies to act on',
    command: 'go.opportunities',
  },
  {
    counted: 'archive',
    to: '/list/archive',
    icon: IconArchive,
    label: 'Archive',
    list: 'Archive',
    hint: 'Companies you passed on',
    command: 'go.archive',
  },
  {
    counted: 'later',
    to: '/list/later',
    icon: IconClockPause,
    label: 'Later',
    list: 'Later',
    hint: 'Companies you put off, until they come back',
    command: 'go.later',
  },
];

const workspacePath = '/workspace';
const teamPath = '/team';

const minePlace: Place = {
  to: '/mine',
  icon: IconUserCheck,
  label: 'Mine',
  hint: 'Companies that were assigned to you',
  command: 'go.mine',
};

const morePlaces: readonly Place[] = [
  {
    to: '/collections',
    icon: IconFolders,
    label: 'Collections',
    hint: 'Companies you collected yourself',
    command: 'go.collections',
  },
  { to: '/reports', icon: IconChartBar, label: 'Reports', hint: 'Sector overviews', command: 'go.reports' },
  { to: teamPath, icon: IconUsers, label: 'Team', hint: 'People, and what they did', command: 'go.team' },
  { to: workspacePath, icon: IconDatabase, label: 'Workspace', hint: 'Import, weekly refresh, storage' },
];

function Places({ places, collapsed }: { readonly places: readonly Place[]; readonly collapsed: boolean }): ReactNode {
  return (
    <div className={classes.group}>
      {places.map((place) => (
        <SidebarItem key={place.to} {...place} collapsed={collapsed} />
      ))}
    </div>
  );
}

/** The special lists, with how many companies each has. */
function DecidedPlaces({ collapsed }: { readonly collapsed: boolean }): ReactNode {
  const { status } = useSession();
  const counts = useApiQuery('countDecided', {}, { enabled: status === 'signedIn' }).data;
  const hasTeam = useHasTeam();
  return (
    <div className={classes.group}>
      {decidedPlaces.map((place) => (
        <DecidedItem key={place.to} place={place} size={counts?.[place.counted] ?? 0} collapsed={collapsed} />
      ))}
      {hasTeam && <Mine collapsed={collapsed} />}
    </div>
  );
}

/** What colleagues have assigned to the user, with how much of it is open. */
function Mine({ collapsed }: { readonly collapsed: boolean }): ReactNode {
  const open = useApiQuery('listAssignments').data?.open ?? 0;
  return <SidebarItem {...minePlace} size={open} collapsed={collapsed} />;
}

/** A special list, into which rows are dropped. */
const DecidedItem = memo(function DecidedItem({
  place,
  size,
  collapsed,
}: {
  readonly place: (typeof decidedPlaces)[number];
  readonly size: number;
  readonly collapsed: boolean;
}): ReactNode {
  const askLater = useAskLater();
  const { data, ...dropping } = useRowsDropped((rows) => {
    if (place.list !== 'Later') rows.decide(place.list);
    else askLater({ what: rows.label, put: (later) => rows.decide('Later', later) });
  });
  return <SidebarItem {...place} size={size} collapsed={collapsed} handlers={dropping} drop={data} />;
});

/** Collections listed in the sidebar; all are on the screen of collections. */
const collectionsListed = 50;

/** The collections, with how many companies each has; where there are none, nothing. */
function Collections({ collapsed }: { readonly collapsed: boolean }): ReactNode {
  const { status } = useSession();
  const query = useApiQuery('listCollectionPreviews', collectionsInput, { enabled: status === 'signedIn' });
  const collections = (query.data?.results ?? []).slice(0, collectionsListed);
  // Without their names there is nothing to tell them apart by.
  if (collapsed || collections.length === 0) return null;
  return (
    <>
      <Heading collapsed={collapsed} text="Collections" />
      <div className={classes.group}>
        {collections.map((collection) => (
          <CollectionItem key={collection.id} collection={collection} all={query.data?.results ?? []} />
        ))}
      </div>
    </>
  );
}

/** A collection, to which rows are added when they are dropped on it. */
const CollectionItem = memo(function CollectionItem({
  collection,
  all,
}: {
  readonly collection: CollectionPreview;
  readonly all: readonly CollectionPreview[];
}): ReactNode {
  const { id, name, collection_items_count: size } = collection;
  const { menu, open } = useCollectionMenu(collection);
  const { addTo, problem } = useAddToCollection(
    () => undefined,
    async () => all,
  );
  useEffect(() => {
    if (problem !== '') showFailure(`Not added to ${isolated(name)}`, problem);
  }, [problem, name]);
  const { data, ...dropping } = useRowsDropped((rows) => {
    const companies = rows.companies();
    if (companies !== null) addTo(collection, companies);
  });
  return (
    <>
      <SidebarItem
        to={`/collections/${id}`}
        icon={IconFolder}
        label={name}
        size={size}
        shared={sharedText(collection.shared)}
        collapsed={false}
        handlers={{ ...dropping, onContextMenu: open }}
        drop={data}
      />
      {menu}
    </>
  );
});

function Heading({ collapsed, text }: { readonly collapsed: boolean; readonly text: string }): ReactNode {
  return collapsed ? <hr className={classes.rule} /> : <p className={classes.heading}>{text}</p>;
}

/** The smart lists in the sidebar. Collapsed, there is no room to say why there are none. */
function SidebarLists({ collapsed }: { readonly collapsed: boolean }): ReactNode {
  const { status } = useSession();
  const query = useSmartListsQuery(status === 'signedIn');
  const lists = useSmartLists(status === 'signedIn');
  const unratedOf = useUnrated();
  if (lists === undefined) {
    if (collapsed) return null;
    return query.isError ? <Failed onRetry={() => void query.refetch()} /> : <Loading />;
  }
  if (lists.length === 0 && !collapsed) return <p className={classes.none}>Saved searches appear here.</p>;
  return lists.map((list) => (
    <SmartListItem key={list.id} list={list} unrated={unratedOf(list)} collapsed={collapsed} />
  ));
}

/** A smart list in the sidebar: it is dragged to another place, and has a menu. */
const SmartListItem = memo(function SmartListItem({
  list,
  unrated,
  collapsed,
}: {
  readonly list: SmartListOverview;
  readonly unrated: number;
  readonly collapsed: boolean;
}): ReactNode {
  const { menu, open } = useSmartListMenu(list);
  const { data, ...moving } = useMovingList(list.id);
  return (
    <>
      <SidebarItem
        to={`/list/smart/${list.id}`}
        icon={IconInbox}
        label={list.name}
        undecided={{ count: unrated, fresh: Math.min(unrated, list.newUnratedCount) }}
        shared={sharedText(list.shared)}
        collapsed={collapsed}
        handlers={{ ...moving, onContextMenu: open }}
        drop={data}
      />
      {menu}
    </>
  );
});

function Failed({ onRetry }: { readonly onRetry: () => void }): ReactNode {
  return (
    <p className={classes.none}>
      Couldn’t load.{' '}
      <button type="button" className={classes.retry} aria-label="Retry loading smart lists" onClick={onRetry}>
        Retry
      </button>
    </p>
  );
}

function Loading(): ReactNode {
  return (
    <output className={classes.none} aria-label="Loading smart lists">
      <Delayed>
        <Skeleton height={12} width="70%" radius="sm" />
      </Delayed>
    </output>
  );
}

const nothingUndecided: Undecided = { count: 0, fresh: 0 };

/** Whether a place stands for its own address only: a collection has its own place, unless only icons are shown. */
function isWithoutInside(to: string, collapsed: boolean): boolean {
  return to === '/' || (to === '/collections' && !collapsed);
}

/** One place in the sidebar. Collapsed, it is an icon, with its name and key in the tooltip. */
function SidebarItem({
  to,
  icon: Icon,
  label,
  command,
  hint = '',
  undecided = nothingUndecided,
  size = 0,
  shared = '',
  collapsed,
  handlers,
  drop,
}: Place & {
  /** Of a smart list: how many companies are undecided, and how many of them are new. */
  readonly undecided?: Undecided;
  /** Of another list: how many companies it has. */
  readonly size?: number;
  /** Whose it is and with how many it is shared; `''` if it is not. */
  readonly shared?: string;
  readonly collapsed: boolean;
  /** What the mouse does with it besides opening it. */
  readonly handlers?: PlaceHandlers;
  /** What would happen to what is dragged over it, if it were dropped. */
  readonly drop?: DropMark | undefined;
}): ReactNode {
  const link = useRef<HTMLAnchorElement>(null);
  const isAlone = isWithoutInside(to, collapsed);
  const isHere = useMatch({ path: to, end: isAlone }) !== null;
  // With many lists, the one opened by a key, a notification or the palette may be out of sight.
  useEffect(() => {
    if (isHere) link.current?.scrollIntoView({ block: 'nearest' });
  }, [isHere]);
  const { count } = undecided;
  const countLabel = undecidedText(undecided);
  const said = shared === '' ? hint : shared;
  const hasTip = collapsed || command !== undefined || said !== '';
  return (
    <Tooltip
      position="right"
      // Beside a name the tooltip only adds the key, and it covers the screen: it waits longer there.
      openDelay={collapsed ? 250 : 900}
      disabled={!hasTip}
      label={<Tip name={count > 0 && collapsed ? `${label} · ${countLabel}` : label} hint={said} command={command} />}
    >
      <NavLink
        ref={link}
        to={to}
        end={isAlone}
        className={classes.item ?? ''}
        {...handlers}
        data-drop={drop}
        // By mouse, the list that opens takes the keyboard, as it does by key.
        onClick={({ detail, currentTarget }) => {
          if (detail > 0 && to.startsWith('/list/')) currentTarget.blur();
        }}
        {...(collapsed ? { 'aria-label': count > 0 ? `${label}, ${countLabel}` : label } : {})}
      >
        <Icon size={17} stroke={1.6} aria-hidden />
        {!collapsed && <PlaceName label={label} hasTip={hasTip} isShared={shared !== ''} />}
        <PlaceCount undecided={undecided} size={size} collapsed={collapsed} />
        <VisuallyHidden>{shared}</VisuallyHidden>
      </NavLink>
    </Tooltip>
  );
}

/** The name of a place, and the mark of one that is shared. */
function PlaceName({
  label,
  hasTip,
  isShared,
}: {
  readonly label: string;
  readonly hasTip: boolean;
  readonly isShared: boolean;
}): ReactNode {
  return (
    <>
      <span className={classes.label} dir="auto" title={hasTip ? undefined : label}>
        {label}
      </span>
      {isShared && <IconUsers size={13} stroke={1.8} className={classes.shared} aria-hidden />}
    </>
  );
}

function Tip({
  name,
  hint,
  command,
}: {
  readonly name: string;
  readonly hint: string;
  readonly command: CommandId | undefined;
}): ReactNode {
  return (
    <span className={classes.tip}>
      <span>
        {name}
        {hint !== '' && <span className={classes.hint}>{hint}</span>}
      </span>
      {command !== undefined && <Keys id={command} />}
    </span>
  );
}

interface Undecided {
  readonly count: number;
  readonly fresh: number;
}

/** `1,006 undecided, 10 new` */
function undecidedText({ count, fresh }: Undecided): string {
  return `${formatCount(count)} undecided${fresh > 0 ? `, ${formatCount(fresh)} new` : ''}`;
}

/** How many companies wait in a place, or are in it. */
function PlaceCount({
  undecided,
  size,
  collapsed,
}: {
  readonly undecided: Undecided;
  readonly size: number;
  readonly collapsed: boolean;
}): ReactNode {
  if (undecided.count > 0) return <UndecidedCount undecided={undecided} collapsed={collapsed} />;
  return size === 0 || collapsed ? null : <span className={classes.count}>{formatCount(size)}</span>;
}

/** What waits in an inbox: what is new in colour, and all that is undecided where that is more. */
function UndecidedCount({
  undecided,
  collapsed,
}: {
  readonly undecided: Undecided;
  readonly collapsed: boolean;
}): ReactNode {
  const { count, fresh } = undecided;
  if (collapsed) return <span className={classes.dot} data-new={fresh > 0} />;
  return (
    <span className={classes.counts}>
      <VisuallyHidden>{undecidedText(undecided)}</VisuallyHidden>
      {fresh > 0 && (
        <span aria-hidden className={classes.fresh} title={`${formatCount(fresh)} new`}>
          {formatCount(fresh)}
        </span>
      )}
      {count > fresh && (
        <span aria-hidden className={classes.count}>
          {formatCount(count)}
        </span>
      )}
    </span>
  );
}

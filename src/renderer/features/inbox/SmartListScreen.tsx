import { Button } from '@mantine/core';
import { IconChecks, IconInbox, IconInboxOff } from '@tabler/icons-react';
import { useEffect, useLayoutEffect, useMemo, useRef, type ReactNode } from 'react';
import { Link, useNavigate, useParams } from 'react-router-dom';
import { zeroInboxOf } from '#shared/bridge/preferences.ts';
import { filterSentence } from '#shared/domain/filterSentence.ts';
import { emptyFilters } from '#shared/domain/filters.ts';
import type { SmartListOverview } from '#shared/domain/smartList.ts';
import { counted, formatCount } from '#shared/domain/formats.ts';
import { usePreferences, useSession } from '../../data/bridgeValues.ts';
import { useFilterNames } from '../../data/filterNames.ts';
import { routeId } from '../../data/routeState.ts';
import { refreshTimeText } from '../../data/refreshTime.ts';
import { useSmartList, useSmartLists, useSmartListsNow, type SettledSmartList } from '../../data/smartLists.ts';
import { Keys } from '../../keyboard/Keys.tsx';
import { FilteredOut, ListResult } from '../../lists/ListFaces.tsx';
import type { ListModel } from '../../lists/list.ts';
import { useListModel } from '../../lists/ListModels.tsx';
import { ListScreen } from '../../lists/ListScreen.tsx';
import { showsAll, type ListRules } from '../../lists/shown.ts';
import { smartListSource } from '../../lists/sources.ts';
import { FilterButton } from '../../lists/tools/ListToolbar.tsx';
import { keyOfOrder, useListOrder } from '../../lists/tools/OrderMenu.tsx';
import { useQuickFilter } from '../../lists/tools/useQuickFilter.tsx';
import { EmptyFace } from '../../ui/Faces.tsx';
import { useStore } from '../../ui/store.ts';
import { useTriage } from '../moves/TriageProvider.tsx';
import { CameBack } from './CameBack.tsx';
import { DecidedSwitch, KnownOut, useDecidedBefore } from './DecidedSwitch.tsx';
import { SettledBy } from '../sharing/SharedTools.tsx';
import { SharedInbox } from './SharedInbox.tsx';
import { NewSwitch, useNewCounts, useOnlyNew, type OnlyNew } from './NewSwitch.tsx';
import { SmartListMenu } from './SmartListMenu.tsx';

const onlyUndecided: ListRules = { lists: ['None'], skipsDecided: true };
const undecidedByAny: ListRules = { ...onlyUndecided, isSettledByAny: true };

/** A smart list's inbox: what is undecided, or everything in it if the zero-inbox preference is off (product 4). */
export function SmartListScreen(): ReactNode {
  const id = routeId(useParams()['id']);
  const { account } = useSession();
  const known = useSmartList(id);
  const list = known ?? undefined;
  const decided = useDecidedBefore(list);
  // Whoever asks for decided companies wants to see them although decided ones leave otherwise.
  const isZeroInbox = zeroInboxOf(usePreferences(), account) && !decided.isShown;
  const model = useListModel(`smart ${id}`);
  const onlyNew = useOnlyNew();
  const { isOnly: isOnlyNew } = onlyNew;
  const order = useListOrder(model.id);
  const source = useMemo(
    () => smartListSource(id, isZeroInbox, order.order, isOnlyNew),
    [id, isZeroInbox, order.order, isOnlyNew],
  );

  const isSettled = list?.shared?.mode === 'one';
  // Before the table is created, so that the answer arrives meanwhile.
  useLayoutEffect(() => {
    const key = `${id} ${isZeroInbox} ${isOnlyNew} ${keyOfOrder(order)} ${isSettled}`;
    model.open(key, source, rulesOf(isZeroInbox, isSettled));
    // `source` changes whenever the order does.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [model, id, isZeroInbox, isSettled, source]);

  useChangedElsewhere(model, id, known);
  const quick = useQuickFilter(model);
  const { goToInbox, leave } = useInboxes(id);

  return (
    <ListScreen
      model={model}
      columnsKey="smartList"
      order={order}
      title={list?.name ?? 'Smart list'}
      result={<ListResult model={model} isFiltered={quick.isActive} countsLeft={isZeroInbox && !isOnlyNew} />}
      tools={
        <>
          <DecidedSwitch decided={decided} />
          {list !== undefined && <BesideTheList model={model} list={list} />}
          <NewSwitch id={id} onlyUndecided={isZeroInbox} only={onlyNew} />
          {list !== undefined && <SmartListMenu list={list} decided={decided} onDeleted={() => leave(list.id)} />}
          <FilterButton isOpen={quick.isOpen} onToggle={quick.toggle} />
        </>
      }
      filters={quick.isActive ? quick.filters : list?.filters}
      panel={quick.panel}
      narrowed={quick.narrowed}
      chips={quick.chips}
      report={{ kind: 'smartList', id, kept: false }}
      failed="Couldn’t load the inbox."
      missing={
        <EmptyFace
          icon={IconInboxOff}
          title="This smart list no longer exists"
          text="It was deleted, or it belongs to someone else. Your decisions are kept."
        >
          <Button component={Link} to="/">
            All smart lists
          </Button>
        </EmptyFace>
      }
      standing={<SettledBy list={list} />}
      goToInbox={goToInbox}
      dimsDecided
      marksNew={!isOnlyNew && hasNewAndOthers(list)}
      empty={
        quick.isActive ? (
          <FilteredOut model={model} onClear={quick.clear} />
        ) : (
          <NothingLeft onlyNew={onlyNew} id={id} list={list} isZeroInbox={isZeroInbox} onNext={() => goToInbox(1)} />
        )
      }
    />
  );
}

/** What an inbox shows, and whether a colleague's decision takes a company out of it. */
function rulesOf(isZeroInbox: boolean, isSettled: boolean): ListRules {
  if (!isZeroInbox) return showsAll;
  return isSettled ? undecidedByAny : onlyUndecided;
}

function hasNewAndOthers(list: SettledSmartList | undefined): boolean {
  return list !== undefined && list.newCount > 0 && list.newCount < list.totalCount;
}

/** What an inbox leaves out, what is known and what colleagues have settled; and what came back into it. */
function BesideTheList({ model, list }: { readonly model: ListModel; readonly list: SettledSmartList }): ReactNode {
  const isShared = list.shared !== null;
  useEffect(() => {
    // What was dealt goes with the sharing.
    if (!isShared) model.setHand(null);
  }, [model, isShared]);
  return (
    <>
      <KnownOut count={list.knownOutCount} />
      {isShared && <SharedInbox model={model} list={list} />}
      <CameBack model={model} />
    </>
  );
}

/** Why an inbox shows nothing. */
function NothingLeft({
  id,
  list,
  isZeroInbox,
  onlyNew,
  onNext,
}: {
  readonly id: number;
  readonly list: SettledSmartList | undefined;
  readonly isZeroInbox: boolean;
  readonly onlyNew: OnlyNew;
  readonly onNext: () => void;
}): ReactNode {
  const { all } = useNewCounts(id, isZeroInbox);
  const lists = useSmartLists() ?? [];
  const nextId = nextInbox(lists, id, 1);
  const next = lists.find((item) => item.id === nextId);
  if (onlyNew.isOnly && all > 0) {
    return <NothingNew all={all} isZeroInbox={isZeroInbox} onShowAll={() => onlyNew.show(false)} />;
  }
  if (isZeroInbox && list?.totalCount !== 0) return <InboxClear next={next} onNext={onNext} />;
  return <NothingYet list={list} />;
}

/**
 * Reads an open list again after any window deleted it or changed its filters or what it shows; the answer says which.
 * A list that was restored is read again if reading it had failed.
 */
function useChangedElsewhere(model: ListModel, id: number, list: SettledSmartList | null | undefined): void {
  const isThere = list !== undefined;
  const filters = list?.filters;
  const shows = list?.shows_decided;
  const known = useRef({ id: 0, filters, shows });
  useEffect(() => {
    if (!isThere) return;
    const before = known.current;
    known.current = { id, filters, shows };
    if (before.id !== id || (before.filters === filters && before.shows === shows)) return;
    if (before.filters !== undefined) model.refresh();
    else if (model.stream.state.get().status === 'failed') model.stream.tryAgain();
  }, [isThere, filters, shows, id, model]);
}

/** The ways out of this inbox: to the next or previous one, and home once it is deleted. */
function useInboxes(id: number): {
  readonly goToInbox: (step: 1 | -1) => boolean;
  readonly leave: (deleted: number) => void;
} {
  const navigate = useNavigate();
  const lists = useSmartListsNow();
  // The inbox being navigated to: Tab may be pressed again before it is there.
  const goal = useRef(id);
  useLayoutEffect(() => {
    goal.current = id;
    return () => {
      goal.current = 0;
    };
  }, [id]);
  return {
    goToInbox: (step) => {
      const next = nextInbox(lists(), goal.current, step);
      if (next === undefined) return false;
      goal.current = next;
      void navigate(`/list/smart/${next}`);
      return true;
    },
    // Deleting may take a while; a user who has gone elsewhere meanwhile stays there.
    leave: (deleted) => {
      if (goal.current === deleted) void navigate('/');
    },
  };
}

/** The next (1) or previous (-1) inbox with something undecided, wrapping around; undefined if there is none. */
export function nextInbox(
  lists: readonly Pick<SmartListOverview, 'id' | 'unratedCount'>[],
  currentId: number,
  step: 1 | -1,
): number | undefined {
  const current = lists.findIndex(({ id }) => id === currentId);
  for (let tried = 1; tried <= lists.length; tried++) {
    const list = lists.at((current + step * tried) % lists.length);
    if (list !== undefined && list.id !== currentId && list.unratedCount > 0) return list.id;
  }
  return undefined;
}

/** The end of what is new: the others wait. */
function NothingNew({
  all,
  isZeroInbox,
  onShowAll,
}: {
  readonly all: number;
  readonly isZeroInbox: boolean;
  readonly onShowAll: () => void;
}): ReactNode {
  const others = counted(all, 'company', 'companies');
  return (
    <EmptyFace
      icon={IconChecks}
      title="Nothing new is left"
      text={isZeroInbox ? `${others} from earlier weeks ${all === 1 ? 'is' : 'are'} undecided.` : `${others} in all.`}
    >
      <Button variant="light" rightSection={<Keys id="list.onlyNew" />} onClick={onShowAll}>
        Show all
      </Button>
    </EmptyFace>
  );
}

const noFilters = emptyFilters();

/** A smart list without companies: what it takes, if known. */
function NothingYet({ list }: { readonly list: SettledSmartList | undefined }): ReactNode {
  const names = useFilterNames(list?.filters ?? noFilters);
  const text =
    list?.totalCount === 0
      ? `Filters: ${filterSentence(list.filters, names)} New matches arrive with the weekly refresh. ` +
        'A company with an unknown stage or other value matches no filter on it; ' +
        'you can edit the filters in the list settings.'
      : 'New matches arrive with the weekly refresh.';
  return <EmptyFace icon={IconInbox} title="No companies in this smart list yet" text={text} />;
}

/** When the next companies arrive, where no inbox has anything left. */
function AllClear(): ReactNode {
  const { place } = useSession();
  const { refreshDay, refreshHour } = usePreferences();
  // A server releases its weeks on Monday at 6, by its own clock.
  const when = place === 'local' ? refreshTimeText(refreshDay, refreshHour) : refreshTimeText(1, 6);
  return <span>All inboxes are clear. New companies arrive on {when}.</span>;
}

/** The end of an inbox: the session's figures and the next step (product 13). */
export function InboxClear({
  next,
  onNext,
}: {
  /** The next inbox with something undecided. */
  readonly next: { readonly name: string; readonly unratedCount: number } | undefined;
  readonly onNext: () => void;
}): ReactNode {
  const { decided, kept, perMinute } = useStore(useTriage().meter);
  const pace = perMinute === null ? '' : ` (${formatCount(Math.round(perMinute))} a minute)`;
  const figures =
    decided === 0
      ? 'Nothing left to decide here.'
      : `${formatCount(decided)} decided this session${pace}, ${formatCount(kept)} kept.`;
  return (
    <EmptyFace icon={IconChecks} title="Inbox clear" text={figures}>
      {next === undefined ? (
        <AllClear />
      ) : (
        <Button variant="light" rightSection={<Keys id="list.nextInbox" />} onClick={onNext}>
          Go to {next.name} ({formatCount(next.unratedCount)})
        </Button>
      )}
    </EmptyFace>
  );
}

import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import type { CommandId } from '#shared/commands.ts';
import { emptyFilters, type FilterSet } from '#shared/domain/filters.ts';
import type { ReportSubject } from '#shared/report/reportData.ts';
import { formatCount, formatPercent } from '#shared/domain/formats.ts';
import { companyPath } from '../ui/companyPath.ts';
import { usePreferences } from '../data/bridgeValues.ts';
import { keepCompany } from '../features/company/insight.ts';
import { useIsLearning } from '../features/moves/useIsLearning.ts';
import { CompanyGrid } from '../grid/CompanyGrid.tsx';
import { columnOfOrder, orderOf, type SortedBy } from '../grid/columns.ts';
import { rowHeights } from '../grid/gridDriver.ts';
import type { CompanyGridProps, GridScreen } from '../grid/gridScreen.ts';
import { useCommands } from '../keyboard/CommandProvider.tsx';
import { Keys } from '../keyboard/Keys.tsx';
import { focusRegion } from '../keyboard/regions.ts';
import { StatusBar } from '../ui/Screen.tsx';
import { useStore } from '../ui/store.ts';
import { useTitle } from '../ui/title.ts';
import { useToastRoom } from '../ui/toastRoom.ts';
import { useConfirm } from '../ui/Dialog.tsx';
import { ListFaces, ListProgress } from './ListFaces.tsx';
import classes from './ListScreen.module.css';
import { useListCommands } from './commands.ts';
import { positionText, useFigures } from './figures.ts';
import type { ListModel, MouseAnswers } from './list.ts';
import { FocusMode } from './pane/FocusMode.tsx';
import { ReadingPane } from './pane/ReadingPane.tsx';
import { ExportColumnsDialog } from '../features/export/ExportColumnsDialog.tsx';
import { BulkBar } from './tools/BulkBar.tsx';
import { useColumnSets, type ColumnSetActions } from './tools/ColumnSets.tsx';
import { ColumnsMenu, useColumns } from './tools/ColumnsMenu.tsx';
import { useHeaderMenu } from './tools/HeaderMenu.tsx';
import { ListToolbar, ListTools } from './tools/ListToolbar.tsx';
import { OrderMenu, type OrderSetting } from './tools/OrderMenu.tsx';
import { useCollect } from './tools/useCollect.tsx';
import { useMergeSelection } from './tools/useMergeSelection.tsx';
import { useListTools } from './tools/useListTools.ts';
import { useNarrowing, type NarrowedBy } from './tools/useNarrowing.tsx';
import { usePane } from './tools/usePane.ts';
import { useRowMouse } from './useRowMouse.ts';

/** What distinguishes one list screen from another. */
export interface ListScreenProps {
  readonly model: ListModel;
  /** The key under which the columns are saved: the same for lists of one kind. */
  readonly columnsKey: string;
  readonly title: string;
  /** The line that says how many match (product 8). */
  readonly result: ReactNode;
  /** This list's own buttons, left of those that every list has. */
  readonly tools?: ReactNode;
  /** The current search, to mark words and say why a company matched. */
  readonly filters?: FilterSet | undefined;
  /** What “only this value” changes. */
  readonly narrowed?: NarrowedBy;
  /** Between toolbar and grid: chips and the filter in words. */
  readonly chips?: ReactNode;
  /** Left of the grid: the filter panel. */
  readonly panel?: ReactNode;
  readonly failed: string;
  readonly empty: ReactNode;
  /** What to say if there is no such list. */
  readonly missing?: ReactNode;
  /** The subject of a sector report on this list, if there is one. */
  readonly report?: ReportSubject;
  /** The list can be put in any order. */
  readonly order?: OrderSetting;
  /** Of a search: what its headers sort by. */
  readonly searchSort?: { readonly sorted: SortedBy | null; readonly set: (sorted: SortedBy | null) => void };
  /** In the status bar: who has decided how much, where several work on the list. */
  readonly standing?: ReactNode;
  /** Goes to the next (1) or previous (-1) inbox; false if there is none. */
  readonly goToInbox?: ((step: 1 | -1) => boolean) | null;
  /** Whether decided rows are dimmed. */
  readonly dimsDecided?: boolean;
  /** Whether new companies are marked: where some are and others are not. */
  readonly marksNew?: boolean;
}

const noFilters = emptyFilters();

/** How the table is sorted by its headers, and what a click on one does. */
function useSorting(
  order: OrderSetting | undefined,
  searchSort: ListScreenProps['searchSort'],
): Pick<CompanyGridProps, 'sorting' | 'sorted'> & { readonly sortAsked: (sorted: SortedBy | null) => void } {
  const set = useRef<(sorted: SortedBy | null) => void>(() => undefined);
  useEffect(() => {
    set.current = (sorted) => {
      order?.set(orderOf(sorted));
      searchSort?.set(sorted);
    };
  }, [order, searchSort]);
  const sortAsked = useCallback((sorted: SortedBy | null) => set.current(sorted), []);
  const sorted = useMemo(() => sortedOf(order) ?? searchSort?.sorted ?? null, [order, searchSort?.sorted]);
  const sorting = order === undefined ? 'search' : 'orders';
  return { sorting: order === undefined && searchSort === undefined ? 'none' : sorting, sorted, sortAsked };
}

/** The column whose header shows an order. */
function sortedOf(setting: OrderSetting | undefined): SortedBy | null {
  const order = setting?.order ?? null;
  const column = order === null ? undefined : columnOfOrder(order.by);
  return order === null || column === undefined ? null : { column: column.id, isDescending: order.isDescending };
}

/** What happens when a row is opened, columns change or a header is clicked. */
function useAnswers(
  model: ListModel,
  columnsChanged: GridScreen['columnsChanged'],
  sortAsked: GridScreen['sortAsked'],
  mouse: MouseAnswers & Pick<GridScreen, 'headerMenuAsked'>,
): void {
  const navigate = useNavigate();
  const client = useQueryClient();
  useEffect(() => {
    model.answer({
      opened: ({ company, inboxId }) => {
        keepCompany(client, company);
        void navigate(companyPath(company.id, inboxId), { state: { list: model.id } });
      },
      columnsChanged,
      sortAsked,
      ...mouse,
    });
  }, [model, client, navigate, columnsChanged, sortAsked, mouse]);
}

/** The table of a list: its columns and their sets, its sort, its narrowing, and what the mouse asks of it. */
function useTable({ model, columnsKey, order, searchSort, narrowed }: ListScreenProps): Pick<
  CompanyGridProps,
  'sorting' | 'sorted'
> & {
  readonly columns: ReturnType<typeof useColumns>;
  readonly sets: ColumnSetActions;
  /** The menu or dialog that is open. */
  readonly menus: ReactNode;
} {
  const columns = useColumns(columnsKey);
  const { sorting, sorted, sortAsked } = useSorting(order, searchSort);
  const { save, chosen } = columns;
  useEffect(() => model.columns.choose(chosen), [model, chosen]);
  useEffect(() => model.columns.sortedBy(sorted?.column ?? null), [model, sorted]);
  const { dialog, ...sets } = useColumnSets({ model, save, sorted, sortAsked });
  const { menu: rowMenu, mouse } = useRowMouse(model, narrowed);
  const { menu: valuesMenu } = useNarrowing(model, narrowed);
  const { menu: headerMenu, headerMenuAsked } = useHeaderMenu({ model, save, sorting, sorted, sortAsked });
  const answers = useMemo(() => ({ ...mouse, headerMenuAsked }), [mouse, headerMenuAsked]);
  useAnswers(model, save, sortAsked, answers);
  const menus = (
    <>
      {rowMenu}
      {headerMenu}
      {valuesMenu}
      {dialog}
    </>
  );
  return { columns, sorting, sorted, sets, menus };
}

/** The list screen: search results, inboxes, special lists and collections are all drawn by it (product 12). */
export function ListScreen(props: ListScreenProps): ReactNode {
  const { model, title, failed, empty, filters = noFilters, order, goToInbox = null } = props;
  const { columns, sorting, sorted, sets, menus } = useTable(props);
  const { density } = usePreferences();
  const [isFocusMode, setFocusMode] = useState(false);
  const { dialog: confirmDialog, confirm } = useConfirm();
  const { dialog: collectDialog, collect } = useCollect(model);
  const { dialog: mergeDialog, merge } = useMergeSelection(model);
  const tools = useListTools(model, { title, confirm, report: props.report });
  const pane = usePane();
  const table = useRef<HTMLDivElement>(null);
  useToastRoom(table, true);
  useTitle(title);
  useListCommands(model, goToInbox, { isScreen: true });
  useCommands({
    'list.readingPane': pane.toggle,
    'list.paneSide': pane.turn,
    'list.focusMode': () => setFocusMode(true),
    'company.collect': collect,
    ...(merge === null ? {} : { 'company.merge': merge }),
  });

  return (
    <section className={classes.screen} aria-label={title}>
      <ListToolbar title={title} result={props.result}>
        <UnlessMissing model={model}>
          {order !== undefined && <OrderMenu model={model} setting={order} />}
          {props.tools}
          <ColumnsMenu model={model} columns={columns} sets={sets} />
          <ListTools tools={tools} pane={pane} onFocusMode={() => setFocusMode(true)} />
        </UnlessMissing>
      </ListToolbar>
      {props.chips}
      <div className={classes.body}>
        {props.panel}
        <div className={classes.reading} data-side={pane.side}>
          <div ref={table} className={classes.table}>
            <ListProgress model={model} failed={failed} />
            {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the key is of the grid in it */}
            <div className={gridClasses(props)} data-region="table" data-letters="decide" onKeyDown={tabToNextRegion}>
              <CompanyGrid
                key={model.id}
                screen={model}
                label={title}
                sorting={sorting}
                sorted={sorted}
                columnState={columns.state}
                rowHeight={rowHeights[density]}
              />
              <ListFaces model={model} failed={failed} empty={empty} missing={props.missing} />
            </div>
          </div>
          {pane.side !== 'hidden' && (
            <ReadingPane key={pane.side} model={model} filters={filters} side={pane.side} size={pane.size} />
          )}
        </div>
        <BulkBar model={model} tools={tools} onCollect={collect} onMerge={merge} />
        {isFocusMode && <FocusMode model={model} filters={filters} empty={empty} onClose={() => setFocusMode(false)} />}
      </div>
      <ListStatus model={model} standing={props.standing} />
      {confirmDialog}
      {collectDialog}
      {mergeDialog}
      {tools.choosing !== null && (
        <ExportColumnsDialog columns={tools.choosing} onExport={tools.exportWith} onClose={tools.stopChoosing} />
      )}
      {menus}
    </section>
  );
}

/** Tab leads from the table on to the next region: behind it there may be nothing that takes the focus. */
function tabToNextRegion(event: KeyboardEvent): void {
  const isFromTable = event.target instanceof Element && event.target.matches('[data-region-focus]');
  if (event.key !== 'Tab' || event.shiftKey || event.defaultPrevented || !isFromTable) return;
  event.preventDefault();
  focusRegion(1);
}

function gridClasses({ dimsDecided = false, marksNew = false }: ListScreenProps): string {
  return [classes.grid, ...(dimsDecided ? ['w-grid-inbox'] : []), ...(marksNew ? ['w-grid-new'] : [])].join(' ');
}

/** Tools that a missing list has no use for. */
function UnlessMissing({ model, children }: { readonly model: ListModel; readonly children: ReactNode }): ReactNode {
  return useStore(model.stream.state).isMissing ? null : children;
}

const hinted = [
  ['triage.watchlist', 'Watchlist'],
  ['triage.opportunities', 'Opportunities'],
  ['triage.archive', 'Archive'],
  ['triage.undo', 'Undo'],
  ['list.readingPane', 'Read'],
] as const satisfies readonly (readonly [CommandId, string])[];

/** The keys that decide, for whoever has not decided much yet. */
function KeyHints(): ReactNode {
  const { singleKeyShortcuts } = usePreferences();
  const isLearning = useIsLearning();
  if (!isLearning || !singleKeyShortcuts) return null;
  return (
    <span className={classes.hints}>
      {hinted.map(([id, what]) => (
        <span key={id} className={classes.hint}>
          <Keys id={id} /> {what}
        </span>
      ))}
    </span>
  );
}

/** What the session's figures count, which the dashboard's week does not. */
const sessionTip =
  'In this window since it was opened. The dashboard counts the week, in all windows and on all devices.';

/** The position in the list, and the session's figures: decided, left, per minute, kept (product 11). */
export function ListStatus({
  model,
  standing,
}: {
  readonly model: ListModel;
  readonly standing?: ReactNode;
}): ReactNode {
  const { focus, counts, stream, session } = useFigures(model);
  const { decided, kept, perMinute } = session;
  return (
    <StatusBar
      left={
        <>
          <span>{positionText(model.shown.rules, focus, counts, stream)}</span>
          {counts.left !== null && <span>{formatCount(counts.left)} undecided</span>}
          {standing}
          {counts.shown > 0 && <KeyHints />}
        </>
      }
      right={
        decided === 0 ? null : (
          <>
            <span title={sessionTip}>This session</span>
            <span>{formatCount(decided)} decided</span>
            {perMinute !== null && <span>{formatCount(Math.round(perMinute))}/min</span>}
            <span title="Moved to Watchlist or Opportunities">{formatPercent(kept / decided)} kept</span>
          </>
        )
      }
    />
  );
}

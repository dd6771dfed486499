import {
  CellStyleModule,
  ClientSideRowModelApiModule,
  ClientSideRowModelModule,
  ColumnApiModule,
  ColumnAutoSizeModule,
  ExternalFilterModule,
  LocaleModule,
  RenderApiModule,
  RowApiModule,
  RowSelectionModule,
  RowStyleModule,
  ScrollApiModule,
  TooltipModule,
  themeQuartz,
  type ColumnState,
  type GridApi,
  type Module,
  type RowClassRules,
  type Theme,
} from 'ag-grid-community';
import { AgGridReact, type AgGridReactProps } from 'ag-grid-react';
import { useEffect, useMemo, useRef, useState, type ReactNode, type RefObject } from 'react';
import { commandOf } from '#shared/commands.ts';
import { useKeySettings } from '../keyboard/CommandProvider.tsx';
import { keysOf, type KeySettings } from '../keyboard/keymap.ts';
import { colleagues } from '../ui/colleagues.ts';
import { knownMarks } from '../ui/knownMarks.ts';
import { lastChanges } from '../ui/lastChanges.ts';
import { notedCompanies } from '../ui/notedCompanies.ts';
import { afterPaint } from '../ui/usePaced.ts';
import { decidedRowClass } from './cells/cells.ts';
import type { CompanyRow } from './cells/companyRow.ts';
import {
  changedColumn,
  chipsColumn,
  columnDefinitions,
  columnOf,
  columnsWith,
  knownColumn,
  nameColumn,
  headerTip,
  knownColumns,
  textColumn,
  type SortedBy,
  type Sorting,
} from './columns.ts';
import { currentRowClass, GridDriver, headerHeight, rowBuffer } from './gridDriver.ts';
import type { CompanyGridProps, GridScreen } from './gridScreen.ts';
import { HoverActions } from './HoverActions.tsx';
import { hideAgain, hideBlank } from './hiding.ts';
import { useRowMouse } from './rowMouse.ts';
import { columnsLetGo, fitText, ownColumns, pinColumns, selectionWidth } from './pinning.ts';

/** AG Grid with our columns and theme. It renders once: see `CompanyGrid`, which is what screens use. */
export function CompanyTable({
  screen,
  label,
  sorting,
  sorted,
  columnState,
  rowHeight,
  onDrawn,
}: CompanyGridProps & {
  /** Called when its first rows are on screen, or it has none. */
  readonly onDrawn: () => void;
}): ReactNode {
  const frame = useRef<HTMLDivElement>(null);
  const api = useRef<GridApi<CompanyRow> | null>(null);
  const driver = useRef<GridDriver | null>(null);
  const look = useLook(rowHeight);
  const { settings } = useKeySettings();
  // The grid reads its texts once.
  const [texts] = useState(() => gridTexts(settings));
  // A column of an imported file is one from when the user chooses it.
  const all = useMemo(() => columnsWith(columnState), [columnState]);
  const known = all.map(({ id }) => id).join('\n');
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- a change of a width makes the same columns anew
  const definitions = useMemo(() => columnDefinitions(all, sorting), [known, sorting]);
  const columnEvents = useColumnEvents(screen, frame, onDrawn);

  useOrderOfNew(api, known, columnState, sorted);
  useBlankColumns(api, screen);

  useEffect(() => {
    const grid = frame.current?.querySelector('[role="grid"], [role="treegrid"]');
    grid?.setAttribute('aria-label', label);
  }, [label]);

  useMarks(api);
  useTooltips(frame, sorting);
  useRowMouse({ frame, driver, screen });

  useEffect(() => {
    if (api.current !== null) showSort(api.current, sorted);
  }, [sorted]);

  return (
    <div ref={frame} className="w-grid">
      <AgGridReact<CompanyRow>
        {...sameForAll}
        localeText={texts}
        {...rowEvents(screen)}
        {...columnEvents}
        {...look}
        columnDefs={definitions}
        context={screen}
        doesExternalFilterPass={({ data }) => data === undefined || screen.isVisible(data)}
        onGridReady={(event) => {
          api.current = event.api;
          if (columnState !== undefined && columnState.length > 0) {
            event.api.applyColumnState({ state: knownColumns(columnState), applyOrder: true });
          }
          hideBlank(event.api, screen.blankColumns.get().hidden);
          showSort(event.api, sorted);
          const element = frame.current;
          if (element === null) return;
          element.querySelector('[role="grid"], [role="treegrid"]')?.setAttribute('aria-label', label);
          driver.current = new GridDriver(event.api, element, rowHeight, screen);
          screen.attach(driver.current);
          if (driver.current.count() === 0) onDrawn();
        }}
        onGridPreDestroyed={() => {
          api.current = null;
          screen.detach();
          driver.current?.dispose();
          driver.current = null;
        }}
      />
      <HoverActions frame={frame} driver={driver} screen={screen} />
    </div>
  );
}

/** The theme with rows of a height in pixels, and the nonce that the page's policy wants. */
function useLook(rowHeight: number): Pick<GridProps, 'theme' | 'styleNonce'> {
  return useMemo(() => {
    const nonce = styleNonce();
    return { theme: createGridTheme(rowHeight), ...(nonce === undefined ? {} : { styleNonce: nonce }) };
  }, [rowHeight]);
}

/** Headers and cut texts say in a tooltip what they have to say. */
function useTooltips(frame: RefObject<HTMLDivElement | null>, sorting: Sorting): void {
  useEffect(() => {
    const element = frame.current;
    const tell = ({ target }: MouseEvent): void => {
      tellHeader(target, sorting);
      tellCutText({ target });
    };
    element?.addEventListener('mouseover', tell);
    return () => element?.removeEventListener('mouseover', tell);
  }, [frame, sorting]);
}

/** Puts a column of an imported file, once it is chosen, where the saved columns have it. */
function useOrderOfNew(
  api: RefObject<GridApi<CompanyRow> | null>,
  known: string,
  columnState: ColumnState[] | undefined,
  sorted: SortedBy | null,
): void {
  useEffect(() => {
    if (columnState === undefined || api.current === null) return;
    api.current.applyColumnState({ state: knownColumns(columnState), applyOrder: true });
    hideAgain(api.current);
    showSort(api.current, sorted);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- other changes of columns come from the table itself
  }, [known]);
}

/** Draws rows again once what is said of their companies has changed. */
function useMarks(api: RefObject<GridApi<CompanyRow> | null>): void {
  useSaidBesides(api);
  useNoted(api);
}

/**
 * Draws again what is said of companies besides their facts, once that has changed: that they are known from elsewhere,
 * what colleagues have decided, what the last import has changed.
 */
function useSaidBesides(api: RefObject<GridApi<CompanyRow> | null>): void {
  useEffect(() => {
    const redraw = (...columns: readonly string[]): void => {
      api.current?.refreshCells({ columns: [nameColumn, ...columns], force: true });
    };
    const ends = [
      knownMarks.subscribe(() => redraw(knownColumn)),
      colleagues.subscribe(() => redraw()),
      lastChanges.subscribe(() => redraw(changedColumn)),
    ];
    return () => {
      for (const end of ends) end();
    };
  }, [api]);
}

/** Draws again which companies have a note, once that has changed. */
function useNoted(api: RefObject<GridApi<CompanyRow> | null>): void {
  useEffect(() => {
    let before = notedCompanies.get();
    return notedCompanies.subscribe(() => {
      const now = notedCompanies.get();
      const was = before;
      const hasChanged = (id: number): boolean => now === null || was === null || now.has(id) !== was.has(id);
      before = now;
      const rowNodes = api.current
        ?.getRenderedNodes()
        .filter(({ data }) => data !== undefined && hasChanged(data.company.id));
      if (rowNodes !== undefined && rowNodes.length > 0) {
        api.current?.refreshCells({ rowNodes, columns: [nameColumn], force: true });
      }
    });
  }, [api]);
}

/** Hides columns in which the list has nothing, as soon as that is known. */
function useBlankColumns(api: RefObject<GridApi<CompanyRow> | null>, { blankColumns }: GridScreen): void {
  useEffect(
    () =>
      blankColumns.subscribe(() => {
        if (api.current !== null) hideBlank(api.current, blankColumns.get().hidden);
      }),
    [api, blankColumns],
  );
}

type GridProps = AgGridReactProps<CompanyRow>;

/** What the grid reports to its screen about rows and their sort. */
function rowEvents(screen: GridScreen): GridProps {
  return {
    onRowClicked: ({ data, event }) => {
      if (data !== undefined && event instanceof MouseEvent) screen.clicked(data, event);
    },
    onRowDoubleClicked: ({ data }) => {
      if (data !== undefined) screen.opened(data);
    },
    onBodyScroll: ({ direction }) => {
      if (direction === 'vertical') screen.scrolled();
    },
    onModelUpdated: () => screen.scrolled(),
    onSelectionChanged: () => screen.selectionChanged(),
    onSortChanged: ({ api, source }) => {
      if (source === 'uiColumnSorted') screen.sortAsked(shownSort(api));
    },
  };
}

/** Columns that are moved and resized, by the user or with the grid. */
function useColumnEvents(screen: GridScreen, frame: RefObject<HTMLElement | null>, onDrawn: () => void): GridProps {
  return {
    onFirstDataRendered: () => {
      void afterPaint(onDrawn);
    },
    processUnpinnedColumns: columnsLetGo,
    onGridSizeChanged: ({ api, clientWidth }) => {
      pinColumns(api, clientWidth);
      fitText(api, frame.current);
    },
    onDisplayedColumnsChanged: ({ api }) => fitText(api, frame.current),
    onColumnMoved: ({ finished, api, source }) => {
      if (finished && source !== 'api') screen.columnsChanged(ownColumns(api));
    },
    onColumnResized: ({ finished, api, source, columns: resized }) => {
      if (!finished) return;
      fitText(api, frame.current);
      // A different number of chips fits.
      if (resized?.some((column) => column.getColId() === chipsColumn) === true) {
        api.refreshCells({ columns: [chipsColumn], force: true });
      }
      // By its edge, or to its content by a double click there.
      if (source === 'uiColumnResized' || source === 'autosizeColumns') screen.columnsChanged(ownColumns(api));
    },
  };
}

const modules: Module[] = [
  CellStyleModule,
  ClientSideRowModelModule,
  ClientSideRowModelApiModule,
  ColumnApiModule,
  ColumnAutoSizeModule,
  ExternalFilterModule,
  LocaleModule,
  RenderApiModule,
  RowApiModule,
  RowSelectionModule,
  RowStyleModule,
  ScrollApiModule,
  TooltipModule,
];

const defaultColumn = { suppressHeaderMenuButton: true, resizable: true };
const selectionColumn = {
  headerName: 'Selected',
  headerClass: 'w-header-unseen',
  width: selectionWidth,
  minWidth: selectionWidth,
  maxWidth: selectionWidth,
  pinned: 'left',
  lockPinned: true,
  lockPosition: 'left',
  suppressMovable: true,
  resizable: false,
  suppressNavigable: true,
} as const;
const rowSelection = {
  mode: 'multiRow',
  checkboxes: true,
  headerCheckbox: false,
  enableClickSelection: false,
  selectAll: 'filtered',
} as const;

const rowClassRules: RowClassRules<CompanyRow, GridScreen> = {
  [currentRowClass]: ({ data, context }) => data !== undefined && context.isCurrent(data),
  [decidedRowClass]: ({ data, context }) => data !== undefined && context.listOf(data) !== 'None',
};

const sameForAll: GridProps = {
  modules,
  defaultColDef: defaultColumn,
  selectionColumnDef: selectionColumn,
  rowSelection,
  getRowId: ({ data }) => data.id,
  rowClassRules,
  isExternalFilterPresent: () => true,
  suppressOverlays: ['loading', 'noRows', 'noMatchingRows'],
  suppressDragLeaveHidesColumns: true,
  suppressColumnMoveAnimation: true,
  maintainColumnOrder: true,
  animateRows: false,
  // Rows positioned by a transform are separate layers, which every frame pays for.
  suppressRowTransform: true,
  asyncTransactionWaitMillis: 40,
  rowBuffer,
  // The table as a whole has the keyboard focus (gridDriver.ts), so a key press moves no focus.
  suppressCellFocus: true,
  tabIndex: -1,
  tooltipShowDelay: 700,
  tooltipShowMode: 'whenTruncated',
};

/** What a screen reader is told of keys: ours, which the user may have changed, and not the grid's own. */
function gridTexts(settings: KeySettings): Record<string, string> {
  const [key = ''] = keysOf(commandOf('list.select'), settings);
  return {
    ariaRowToggleSelection: key === '' ? 'Selects the row' : `Press ${key} to select the row`,
    ariaSortableColumn: 'Click to sort',
  };
}

/** The nonce with which the page's policy allows style elements. */
function styleNonce(): string | undefined {
  return document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce;
}

function showSort(api: GridApi<CompanyRow>, sorted: SortedBy | null): void {
  api.applyColumnState({
    state: sorted === null ? [] : [{ colId: sorted.column, sort: sorted.isDescending ? 'desc' : 'asc' }],
    defaultState: { sort: null },
  });
}

function shownSort(api: GridApi<CompanyRow>): SortedBy | null {
  const shown = api.getColumnState().find(({ sort }) => sort !== null && sort !== undefined);
  return shown === undefined ? null : { column: shown.colId, isDescending: shown.sort === 'desc' };
}

function isPlain(id: string): boolean {
  const column = columnOf(id);
  return column !== undefined && column.renderer === undefined && id !== textColumn;
}

/**
 * Shows a cell's full text in a tooltip while the pointer is on it and the text is cut. One listener for the whole
 * table: a tooltip per cell would be created anew with every row scrolled into view.
 */
export function tellCutText({ target }: { readonly target: EventTarget | null }): void {
  const cell = target instanceof Element ? target.closest<HTMLElement>('.ag-cell') : null;
  // Cells that draw themselves have their own tooltip, and so does the long text.
  if (cell === null || !isPlain(cell.getAttribute('col-id') ?? '')) return;
  const isCut = cell.scrollWidth > cell.clientWidth;
  const title = isCut ? cell.textContent : '';
  if (cell.title !== title) cell.title = title;
}

/** The same for a header that has something to say. */
function tellHeader(target: EventTarget | null, sorting: Sorting): void {
  const header = target instanceof Element ? target.closest<HTMLElement>('.ag-header-cell') : null;
  const column = columnOf(header?.getAttribute('col-id') ?? '');
  if (header === null || column === undefined) return;
  const tip = headerTip(column, sorting);
  if (header.title !== tip) header.title = tip;
}

/** AG Grid's look, taken from the tokens of `ui/tokens.css`, so that both themes follow without a new grid. */
export function createGridTheme(rowHeight: number): Theme {
  return themeQuartz.withParams({
    backgroundColor: 'var(--w-surface)',
    dataBackgroundColor: 'var(--w-surface)',
    oddRowBackgroundColor: 'var(--w-surface)',
    foregroundColor: 'var(--w-text)',
    cellTextColor: 'var(--w-text)',
    accentColor: 'var(--w-accent)',
    borderColor: 'var(--w-line)',
    borderRadius: 0,
    wrapperBorderRadius: 0,
    wrapperBorder: false,
    browserColorScheme: 'inherit',
    cellHorizontalPadding: 8,
    checkboxBorderRadius: 3,
    checkboxCheckedBackgroundColor: 'var(--w-accent)',
    checkboxCheckedBorderColor: 'var(--w-accent)',
    checkboxCheckedShapeColor: 'var(--w-on-accent)',
    checkboxUncheckedBackgroundColor: 'transparent',
    checkboxUncheckedBorderColor: 'var(--w-line-strong)',
    columnBorder: false,
    fontFamily: 'inherit',
    fontSize: 13,
    headerBackgroundColor: 'var(--w-surface)',
    headerColumnBorder: false,
    headerColumnResizeHandleColor: 'var(--w-line)',
    headerColumnResizeHandleHeight: '50%',
    headerFontSize: 12,
    headerFontWeight: 500,
    headerHeight,
    headerTextColor: 'var(--w-dim)',
    headerRowBorder: true,
    iconSize: 14,
    pinnedColumnBorder: { color: 'var(--w-line)', width: 1, style: 'solid' },
    rowBorder: { color: 'color-mix(in srgb, var(--w-line) 55%, transparent)', width: 1, style: 'solid' },
    rowHeight,
    rowHoverColor: 'var(--w-hover)',
    selectedRowBackgroundColor: 'var(--w-accent-soft)',
    spacing: 5,
    tooltipBackgroundColor: 'var(--w-raised)',
    tooltipTextColor: 'var(--w-text)',
    tooltipBorder: { color: 'var(--w-line)', width: 1, style: 'solid' },
  });
}

import { useQueryClient } from '@tanstack/react-query';
import {
  memo,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
  type HTMLAttributes,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
} from 'react';
import type { Company } from '#shared/domain/company.ts';
import type { FilterSet } from '#shared/domain/filters.ts';
import { matchReasons } from '#shared/domain/matchReasons.ts';
import { foundPatterns } from '#shared/domain/searchText.ts';
import { entryIn, listOfEntry, type InboxEntry } from '#shared/domain/inboxEntry.ts';
import type { ListName } from '#shared/domain/listName.ts';
import { useSetPreferences } from '../../data/bridgeValues.ts';
import { useFilterNames } from '../../data/filterNames.ts';
import { apiQuery } from '../../data/useApi.ts';
import { CompanyDetails } from '../../features/company/CompanyDetails.tsx';
import { ColleaguesOf } from '../../features/company/ColleaguesOf.tsx';
import { Decisions } from '../../features/company/Decisions.tsx';
import { KnownOf } from '../../features/company/KnownOf.tsx';
import { Membership } from '../../features/company/Membership.tsx';
import { Notes } from '../../features/company/Notes.tsx';
import { SimilarList } from '../../features/company/SimilarList.tsx';
import { TriageBar } from '../../features/company/TriageBar.tsx';
import { shownListOf, type CompanyEntries, useCompanyEntries } from '../../features/company/useCompanyTriage.ts';
import { useRests } from '../../features/company/useRests.ts';
import { useTriage } from '../../features/moves/TriageProvider.tsx';
import { whyHere, type CompanyRow } from '../../grid/cells/companyRow.ts';
import { usePaneRoom } from '../../ui/Screen.tsx';
import { usePaced } from '../../ui/usePaced.ts';
import { decideRow } from '../commands.ts';
import type { ListModel } from '../list.ts';
import classes from './ReadingPane.module.css';

/** Companies whose founders are fetched ahead of the current one. */
const companiesAhead = 10;

/** The current company beside or below the table. It follows the focus without holding up a key press. */
export function ReadingPane({
  model,
  filters,
  side,
  size,
}: {
  readonly model: ListModel;
  readonly filters: FilterSet;
  readonly side: 'right' | 'bottom';
  /** Width or height in pixels. */
  readonly size: number;
}): ReactNode {
  const shown = usePaced(model.cursor.focus).row;
  const pane = useRef<HTMLElement>(null);
  const { mutate } = useSetPreferences();
  const drag = useDragSize(side, size, (readingPaneSize) => mutate({ readingPaneSize }));
  usePrefetch(model);
  usePaneRoom(pane, side);
  useEffect(() => {
    if (pane.current !== null && shown !== null) pane.current.scrollTop = 0;
  }, [shown]);
  return (
    <aside
      ref={pane}
      className={classes.pane}
      data-side={side}
      data-region="pane"
      data-letters="decide"
      tabIndex={-1}
      aria-label="Company"
      style={side === 'right' ? { width: drag.size } : { height: drag.size }}
    >
      <div className={classes.handle} {...drag.handle} />
      {shown === null ? (
        <p className={classes.none}>Select a company to read it here.</p>
      ) : (
        <>
          <PaneTriage model={model} row={shown} />
          <PaneBody row={shown} filters={filters} />
        </>
      )}
    </aside>
  );
}

/** The three lists as buttons, which stay in view while one reads: for this company, whatever is selected. */
function PaneTriage({ model, row }: { readonly model: ListModel; readonly row: CompanyRow }): ReactNode {
  const triage = useTriage();
  const list = useSyncExternalStore(triage.subscribe, () => model.listOf(row));
  const decide = (to: ListName): void =>
    decideRow(model, row, model.driver?.indexOf(row.id) ?? model.cursor.focus.get().index, to);
  return (
    <div className={classes.triage}>
      <TriageBar isSmall list={list} onDecide={decide} />
    </div>
  );
}

const PaneBody = memo(function PaneBody({
  row,
  filters,
}: {
  readonly row: CompanyRow;
  readonly filters: FilterSet;
}): ReactNode {
  const names = useFilterNames(filters);
  const reasons = matchReasons(filters, names)(row.company);
  const why = whyHere(row);
  return (
    <CompanyDetails
      key={row.company.id}
      company={row.company}
      found={foundPatterns(filters.include.textSearch)}
      after={
        <>
          <Whereabouts company={row.company} />
          <SimilarList companyId={row.company.id} />
        </>
      }
      before={
        <>
          {why !== null && <p className={classes.reasons}>{why.text}</p>}
          {reasons.length > 0 && (
            <p className={classes.reasons}>
              <span className={classes.why}>Why it matched</span> {reasons.join(' · ')}
            </p>
          )}
        </>
      }
    />
  );
});

/** Fetches what the pane will need for the next companies, once the focus rests. */
function usePrefetch(model: ListModel): void {
  const client = useQueryClient();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | null = null;
    const prefetch = (): void => {
      const { index } = model.cursor.focus.get();
      for (let next = index + 1; next <= index + companiesAhead; next++) {
        const row = model.driver?.rowAt(next);
        if (row === undefined) return;
        const input = { query: { company_id: row.company.id, page_size: 100 } };
        void client.prefetchQuery(apiQuery('listPeople', input));
      }
    };
    const rest = (): void => {
      if (timer !== null) clearTimeout(timer);
      timer = setTimeout(prefetch, 120);
    };
    rest();
    const end = model.cursor.focus.subscribe(rest);
    return () => {
      end();
      if (timer !== null) clearTimeout(timer);
    };
  }, [model, client]);
}

const unknown: CompanyEntries = { entries: [], revision: 0 };

/**
 * What was decided about the company in the reading pane, and where it is: its smart lists and collections. Nothing is
 * requested while the user passes through many companies.
 */
export function Whereabouts({ company }: { readonly company: Company }): ReactNode {
  return useRests(company.id) && <Rested company={company} />;
}

function Rested({ company }: { readonly company: Company }): ReactNode {
  const companyId = company.id;
  const triage = useTriage();
  const known = useCompanyEntries(companyId) ?? unknown;
  const listed = (entry: InboxEntry): InboxEntry => entryIn(entry, shownListOf(entry, known, triage.overlay));
  const { entries } = known;
  // A pending decision shows here too; it renders only if the text changes.
  useSyncExternalStore(triage.subscribe, () => entries.map((entry) => listOfEntry(listed(entry))).join());
  const isDecided = entries.some((entry) => listOfEntry(entry) !== 'None');
  return (
    <>
      <Notes company={company} layout="pane" heading="h3" />
      <Decisions company={company} isDecided={isDecided} heading="h3" />
      <ColleaguesOf companyId={companyId} heading="h3" />
      <KnownOf companyId={companyId} heading="h3" />
      <Membership companyId={companyId} entries={entries.map((entry) => listed(entry))} heading="h3" />
    </>
  );
}

const smallest = 260;
const largest = 1200;
/** Pixels that an arrow key changes. */
const keyStep = 20;

/** Resizing a pane by dragging its edge, or with the arrow keys on it. `onSize` is called when it is released. */
export function useDragSize(
  side: 'right' | 'bottom',
  saved: number,
  onSize: (size: number) => void,
): {
  readonly size: number;
  /** Properties of the draggable edge: a separator with a value, for pointer and keyboard. */
  readonly handle: HTMLAttributes<HTMLElement>;
} {
  const [dragged, setDragged] = useState<number | null>(null);
  const fit = (size: number): number => Math.min(largest, Math.max(smallest, size));

  const onPointerDown = (event: PointerEvent<HTMLElement>): void => {
    event.preventDefault();
    const handle = event.currentTarget;
    const from = side === 'right' ? event.clientX : event.clientY;
    const start = fit(dragged ?? saved);
    let latest = start;
    handle.setPointerCapture(event.pointerId);
    const move = (moved: globalThis.PointerEvent): void => {
      latest = fit(start + from - (side === 'right' ? moved.clientX : moved.clientY));
      setDragged(latest);
    };
    const end = (): void => {
      handle.removeEventListener('pointermove', move);
      handle.removeEventListener('pointerup', end);
      handle.removeEventListener('pointercancel', end);
      onSize(latest);
    };
    handle.addEventListener('pointermove', move);
    handle.addEventListener('pointerup', end);
    handle.addEventListener('pointercancel', end);
  };

  const onKeyDown = (event: KeyboardEvent): void => {
    const grow = side === 'right' ? 'ArrowLeft' : 'ArrowUp';
    const shrink = side === 'right' ? 'ArrowRight' : 'ArrowDown';
    const step = event.key === grow ? keyStep : event.key === shrink ? -keyStep : 0;
    if (step === 0) return;
    event.preventDefault();
    const size = fit((dragged ?? saved) + step);
    setDragged(size);
    onSize(size);
  };

  const size = fit(dragged ?? saved);
  const handle: HTMLAttributes<HTMLElement> = {
    role: 'separator',
    tabIndex: 0,
    'aria-label': 'Reading pane size',
    'aria-orientation': side === 'right' ? 'vertical' : 'horizontal',
    'aria-valuenow': Math.round(size),
    'aria-valuemin': smallest,
    'aria-valuemax': largest,
    onPointerDown,
    onKeyDown,
  };
  return { size, handle };
}

import { useMemo } from 'react';
import { formatCount } from '#shared/domain/formats.ts';
import { useStore, type Store } from '../ui/store.ts';
import { CalmStore } from '../ui/usePaced.ts';
import type { GridDriver } from '../grid/gridDriver.ts';
import type { SessionFigures } from '../decide/figures.ts';
import type { FocusState } from './cursor.ts';
import { wholeCount, type ListCounts, type ListRules } from './shown.ts';
import type { ListModel } from './list.ts';
import type { StreamState } from './stream.ts';

/**
 * Everything a list's screen counts, as of one moment: updated separately, the figures would contradict each other
 * while a key is held. Decided rows that are still visible but about to leave count as gone, in `counts.shown` and in
 * the index of `focus`.
 */
export interface ListFigures {
  readonly focus: FocusState;
  readonly counts: ListCounts;
  readonly stream: StreamState;
  readonly session: SessionFigures;
}

/** The parts of a list that are counted; `driver` knows where a row is shown. */
interface CountedList {
  readonly cursor: { readonly focus: Pick<Store<FocusState>, 'get'> };
  readonly shown: { readonly counts: Pick<Store<ListCounts>, 'get'>; leaving(): string[] };
  readonly stream: { readonly state: Pick<Store<StreamState>, 'get'> };
  readonly triage: { readonly meter: Pick<Store<SessionFigures>, 'get'> };
  readonly driver: Pick<GridDriver, 'indexOf'> | null;
}

/** The current figures. */
export function figuresOf({ cursor, shown: rows, stream, triage, driver }: CountedList): ListFigures {
  const focus = cursor.focus.get();
  const counts = rows.counts.get();
  const leaving = rows.leaving().flatMap((id) => driver?.indexOf(id) ?? []);
  const before = leaving.filter((index) => index < focus.index).length;
  const shown = Math.max(0, counts.shown - leaving.length);
  return {
    // The current row may be leaving too: it keeps the position of the next row.
    focus: { row: focus.row, index: Math.max(0, Math.min(focus.index - before, shown - 1)) },
    counts: { shown, left: counts.left },
    stream: stream.state.get(),
    session: triage.meter.get(),
  };
}

function isSame(a: ListFigures, b: ListFigures): boolean {
  const isSamePlace = a.focus.row === b.focus.row && a.focus.index === b.focus.index;
  const isSameCount = a.counts.shown === b.counts.shown && a.counts.left === b.counts.left;
  return isSamePlace && isSameCount && a.stream === b.stream && a.session === b.session;
}

const calmFigures = new WeakMap<ListModel, CalmStore<ListFigures>>();

/** A list's figures, shared by everything that draws some of them. A screen kept behind another one keeps its own. */
export function useFigures(model: ListModel): ListFigures {
  const figures = useMemo(() => {
    const { cursor, shown, triage, stream } = model;
    // Loaded rows are reflected at once, as soon as the list itself has them.
    const made = (): CalmStore<ListFigures> =>
      new CalmStore(() => figuresOf(model), isSame, [cursor.focus, shown.counts, triage.meter], [stream.state]);
    const known = calmFigures.get(model) ?? made();
    calmFigures.set(model, known);
    return known.renew();
  }, [model]);
  return useStore(figures);
}

/**
 * The current row's position in its list, as in `3 of 22,716`; `''` if no row is current. Rows that are not loaded yet
 * count too, if none are hidden.
 */
export function positionText(
  { lists }: Pick<ListRules, 'lists'>,
  { row, index }: FocusState,
  { shown, left }: ListCounts,
  { total, isComplete, before }: Pick<StreamState, 'total' | 'isComplete' | 'before'>,
): string {
  const whole = wholeCount({ lists }, { left }, { total });
  const all = isComplete ? before + shown : Math.max(before + shown, whole);
  return row === null || all === 0 ? '' : `${formatCount(before + index + 1)} of ${formatCount(all)}`;
}

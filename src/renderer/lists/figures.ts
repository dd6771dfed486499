import { useMemo, useSyncExternalStore } from 'react';
import type { Store } from '../ui/store.ts';
import type { GridDriver } from '../grid/gridDriver.ts';
import type { SessionFigures } from '../decide/figures.ts';
import type { FocusState } from './cursor.ts';
import { formatCount } from '../ui/numbers.ts';
import { wholeCount, type ListCounts, type ListRules } from './shown.ts';
import type { ListModel } from './list.ts';
import type { StreamState } from './stream.ts';

/** From a change to its figures on the screen, in milliseconds: a key must not wait for them (QUALITY T8). */
const calmTime = 100;
/** The same while changes keep coming, as with a held key. */
const heldTime = 200;

/**
 * Everything a list's screen counts, as it was at one moment: told apart they would contradict each other while a key is
 * held. Decided rows that are still seen but about to leave count as gone, in `counts.shown` and in the place of `focus`.
 */
export interface ListFigures {
  readonly focus: FocusState;
  readonly counts: ListCounts;
  readonly stream: StreamState;
  readonly session: SessionFigures;
}

/** What of a list is counted; `driver` knows where a row is seen. */
interface CountedList {
  readonly cursor: { readonly focus: Pick<Store<FocusState>, 'get'> };
  readonly shown: { readonly counts: Pick<Store<ListCounts>, 'get'>; leaving(): string[] };
  readonly stream: { readonly state: Pick<Store<StreamState>, 'get'> };
  readonly triage: { readonly meter: Pick<Store<SessionFigures>, 'get'> };
  readonly driver: Pick<GridDriver, 'indexOf'> | null;
}

/** The figures as they are now. */
export function figuresOf({ cursor, shown: rows, stream, triage, driver }: CountedList): ListFigures {
  const focus = cursor.focus.get();
  const counts = rows.counts.get();
  const leaving = rows.leaving().flatMap((id) => driver?.indexOf(id) ?? []);
  const before = leaving.filter((index) => index < focus.index).length;
  const shown = Math.max(0, counts.shown - leaving.length);
  return {
    // The row one is on may be leaving too: it keeps the place of the row that follows it.
    focus: { row: focus.row, index: Math.max(0, Math.min(focus.index - before, shown - 1)) },
    counts: { shown, left: counts.left },
    stream: stream.state.get(),
    session: triage.meter.get(),
  };
}

/** The figures of one list, taken soon after a change, of many at most five times a second, and only while somebody looks. */
class CalmFigures {
  readonly #model: ListModel;
  readonly #listeners = new Set<() => void>();
  #figures: ListFigures;
  #ends: (() => void)[] = [];
  #timer: ReturnType<typeof setTimeout> | null = null;
  #takenAt = -Infinity;

  constructor(model: ListModel) {
    this.#model = model;
    this.#figures = figuresOf(model);
  }

  readonly get = (): ListFigures => this.#figures;

  /** Takes the figures anew where nobody has looked since. */
  renew(): this {
    if (this.#listeners.size === 0) this.#update();
    return this;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    if (this.#listeners.size === 0) this.renew().#watch();
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size > 0) return;
      for (const end of this.#ends.splice(0)) end();
      if (this.#timer !== null) clearTimeout(this.#timer);
      this.#timer = null;
    };
  };

  /** Takes the figures as they are now; false where they are the same. */
  #update(): boolean {
    const now = figuresOf(this.#model);
    const { focus, counts, stream, session } = this.#figures;
    const isSamePlace = focus.row === now.focus.row && focus.index === now.focus.index;
    const isSameCount = counts.shown === now.counts.shown && counts.left === now.counts.left;
    if (isSamePlace && isSameCount && stream === now.stream && session === now.session) return false;
    this.#figures = now;
    return true;
  }

  #watch(): void {
    const { cursor, shown, stream, triage } = this.#model;
    const soon = (): void => {
      const wait = performance.now() - this.#takenAt < heldTime ? heldTime : calmTime;
      this.#timer ??= setTimeout(() => this.#take(), wait);
    };
    // What has been loaded is told at once, as soon as the list itself has taken it in.
    const now = (): void => queueMicrotask(() => this.#take());
    const ends = [cursor.focus, shown.counts, triage.meter].map((store) => store.subscribe(soon));
    this.#ends = [...ends, stream.state.subscribe(now)];
  }

  #take(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    if (!this.#update()) return;
    this.#takenAt = performance.now();
    for (const listener of this.#listeners) listener();
  }
}

const calmFigures = new WeakMap<ListModel, CalmFigures>();

/** A list's figures, the same for all that draw some of them. A screen that is kept behind another one keeps its own. */
export function useFigures(model: ListModel): ListFigures {
  const figures = useMemo(() => {
    const known = calmFigures.get(model) ?? new CalmFigures(model);
    calmFigures.set(model, known);
    return known.renew();
  }, [model]);
  return useSyncExternalStore(figures.subscribe, figures.get);
}

/**
 * The current row's place in its list, as in `3 of 22,716`; `''` where no row is current. Rows that are not loaded yet
 * count too, where none are hidden.
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

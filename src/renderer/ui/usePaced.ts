import { startTransition, useEffect, useState } from 'react';
import type { Store } from './store.ts';

/**
 * Runs a task once the next frame is on the screen, or `later` milliseconds after it; the returned function cancels it.
 */
export function afterPaint(task: () => void, later = 0): () => void {
  let timer: ReturnType<typeof setTimeout> | null = null;
  const frame = requestAnimationFrame(() => {
    timer = setTimeout(task, later);
  });
  return () => {
    cancelAnimationFrame(frame);
    if (timer !== null) clearTimeout(timer);
  };
}

/** The shortest time between two renders while a key is held, in milliseconds. */
const pace = 400;

/**
 * A store's value for something that is expensive to draw, such as a company beside the table. A single change is drawn
 * right after the frame that shows it in the table; of rapid changes, one per `pace`, and the last. A held key never
 * waits for this (T8, T9).
 */
export function usePaced<T>(store: Pick<Store<T>, 'get' | 'subscribe'>): T {
  const [shown, setShown] = useState(() => ({ store, value: store.get() }));
  useEffect(() => {
    let waiting: (() => void) | null = null;
    let shownAt = -Infinity;
    const show = (): void => {
      waiting = null;
      shownAt = performance.now();
      startTransition(() => setShown({ store, value: store.get() }));
    };
    const soon = (): void => {
      if (waiting !== null) return;
      const rest = shownAt + pace - performance.now();
      waiting = rest > 0 ? after(rest, show) : afterPaint(show);
    };
    if (store.get() !== shown.value) soon();
    const end = store.subscribe(soon);
    return () => {
      end();
      waiting?.();
    };
    // oxlint-disable-next-line react/exhaustive-deps -- what is shown matters only when it begins to watch
  }, [store]);
  return shown.store === store ? shown.value : store.get();
}

function after(milliseconds: number, task: () => void): () => void {
  const timer = setTimeout(task, milliseconds);
  return () => clearTimeout(timer);
}

/** From a change to its value on the screen, in milliseconds: a key must not wait for it. */
const calmTime = 100;
/** The same while changes keep coming, as with a held key. */
const heldTime = 200;

/** Something that announces its changes. */
type Source = Pick<Store<unknown>, 'subscribe'>;

/**
 * A value computed from several stores, which would contradict each other if reported separately. Recomputed soon after
 * a change of `sources`, at most five times a second, and only while somebody is watching; at once after a change of
 * `urgent`.
 */
export class CalmStore<T> {
  readonly #read: () => T;
  readonly #isSame: (a: T, b: T) => boolean;
  readonly #sources: readonly Source[];
  readonly #urgent: readonly Source[];
  readonly #listeners = new Set<() => void>();
  #value: T;
  #ends: (() => void)[] = [];
  #timer: ReturnType<typeof setTimeout> | null = null;
  #takenAt = -Infinity;

  constructor(read: () => T, isSame: (a: T, b: T) => boolean, sources: readonly Source[], urgent: readonly Source[]) {
    this.#read = read;
    this.#isSame = isSame;
    this.#sources = sources;
    this.#urgent = urgent;
    this.#value = read();
  }

  readonly get = (): T => this.#value;

  /** Recomputes the value if nobody is watching. */
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

  /** Recomputes the value; false if it is the same. */
  #update(): boolean {
    const now = this.#read();
    if (this.#isSame(this.#value, now)) return false;
    this.#value = now;
    return true;
  }

  #watch(): void {
    const soon = (): void => {
      const wait = performance.now() - this.#takenAt < heldTime ? heldTime : calmTime;
      this.#timer ??= setTimeout(() => this.#take(), wait);
    };
    const now = (): void => queueMicrotask(() => this.#take());
    this.#ends = [
      ...this.#sources.map((source) => source.subscribe(soon)),
      ...this.#urgent.map((source) => source.subscribe(now)),
    ];
  }

  #take(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    if (!this.#update()) return;
    this.#takenAt = performance.now();
    for (const listener of this.#listeners) listener();
  }
}

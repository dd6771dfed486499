import type { MoveQueueState, Placement, SettledPlacement } from '#shared/bridge/moves.ts';
import type { Clock } from '../../ports.ts';
import type { EventHub } from '../eventHub.ts';
import { targetOf } from './command.ts';

/** Shortest time between two `moves.changed`, in milliseconds; longer while they include a long list of failures. */
const changeEveryMs = 200;
const longListMs = 1000;
const longList = 500;
/** Shortest time between two `data.changed` of the queue, in milliseconds (docs/api.md 5). */
const dataEveryMs = 1000;

/** Publishes the state of the queue: at once, then at most five times a second. */
export class QueueNews {
  readonly #clock: Clock;
  readonly #events: EventHub;
  readonly #read: () => MoveQueueState;
  #settled = new Map<string, SettledPlacement>();
  readonly #gone = new Set<string>();
  #cancelChange: (() => void) | null = null;
  #changedAgain = false;
  #cancelData: (() => void) | null = null;
  #dataAgain = false;
  #isAnyBack = false;
  #stopped = false;

  constructor(clock: Clock, events: EventHub, read: () => MoveQueueState) {
    this.#clock = clock;
    this.#events = events;
    this.#read = read;
  }

  changed(settled: readonly SettledPlacement[] = []): void {
    for (const placement of settled) this.#settled.set(targetOf(placement), placement);
    if (this.#stopped) return;
    if (this.#cancelChange === null) this.#publish();
    else this.#changedAgain = true;
  }

  /** Publishes settled placements that were not published yet. */
  flush(): void {
    if (!this.#stopped && this.#settled.size > 0) this.#publish();
  }

  /** Placements that are pending again are no longer settled. */
  unsettle(placements: readonly Pick<Placement, 'entryId' | 'companyId'>[]): void {
    for (const placement of placements) this.#settled.delete(targetOf(placement));
  }

  /** A step can no longer be taken back; published with the next change. */
  gone(stepId: string): void {
    this.#gone.add(stepId);
  }

  /** It can after all: taking it back could not be written. */
  stands(stepId: string): void {
    this.#gone.delete(stepId);
  }

  /** Unpublished news is about a state that no longer exists. */
  forget(): void {
    this.#settled.clear();
    this.#gone.clear();
  }

  /**
   * Moves have reached the server: counts are out of date. `isAnyBack`: so are lists, into which something came back.
   */
  dataChanged(isAnyBack = false): void {
    if (this.#stopped) return;
    this.#isAnyBack ||= isAnyBack;
    if (this.#cancelData !== null) {
      this.#dataAgain = true;
      return;
    }
    // Settled moves are published before the recount, so that nobody subtracts them from a count that already reflects
    // them.
    this.flush();
    const lists = this.#isAnyBack ? ['companies'] : [];
    this.#isAnyBack = false;
    this.#events.publish('data.changed', { tags: ['entries', 'smartLists', 'notes', ...lists] });
    this.#cancelData = this.#clock.after(dataEveryMs, () => {
      this.#cancelData = null;
      if (!this.#dataAgain) return;
      this.#dataAgain = false;
      this.dataChanged();
    });
  }

  stop(): void {
    this.#stopped = true;
    this.#cancelChange?.();
    this.#cancelData?.();
  }

  #publish(): void {
    this.#cancelChange?.();
    this.#changedAgain = false;
    const state = this.#read();
    const settled = [...this.#settled.values()];
    this.#settled = new Map();
    const gone = [...this.#gone];
    this.#gone.clear();
    const pause = state.failed.length > longList ? longListMs : changeEveryMs;
    this.#cancelChange = this.#clock.after(pause, () => {
      this.#cancelChange = null;
      if (!this.#changedAgain) return;
      this.#changedAgain = false;
      this.#publish();
    });
    this.#events.publish('moves.changed', { ...state, settled, gone });
  }
}

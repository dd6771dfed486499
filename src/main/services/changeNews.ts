import type { DataTag } from '#shared/api/endpoint.ts';
import type { Clock } from '../ports.ts';
import type { EventHub } from './eventHub.ts';

/**
 * Least time between two `data.changed` of calls, in milliseconds, and the most it grows to while they go on coming.
 */
const leastPause = 200;
const longestPause = 1600;

/**
 * Tells every window what API calls have changed, as the endpoint table says: the window that made the call hears of it
 * as all others do. The first of several is told at once; a thousand calls in a row have nobody read everything a
 * thousand times.
 */
export class ChangeNews {
  readonly #clock: Pick<Clock, 'after'>;
  readonly #events: EventHub;
  readonly #waiting = new Set<DataTag>();
  #pause = leastPause;
  #cancel: (() => void) | null = null;

  constructor(clock: Pick<Clock, 'after'>, events: EventHub) {
    this.#clock = clock;
    this.#events = events;
  }

  /** What reads these tags may be out of date. */
  changed(tags: readonly DataTag[]): void {
    if (tags.length === 0) return;
    for (const tag of tags) this.#waiting.add(tag);
    if (this.#cancel === null) this.#tell();
  }

  stop(): void {
    this.#cancel?.();
  }

  #tell(): void {
    this.#events.publish('data.changed', { tags: [...this.#waiting] });
    this.#waiting.clear();
    this.#cancel = this.#clock.after(this.#pause, () => {
      this.#cancel = null;
      if (this.#waiting.size === 0) {
        this.#pause = leastPause;
        return;
      }
      this.#pause = Math.min(2 * this.#pause, longestPause);
      this.#tell();
    });
  }
}

import type { Clock } from '../../ports.ts';

/**
 * How long the moves that one write marks as sent may take to go out, in milliseconds, and how many they are at most.
 */
const goOutMs = 50;
const most = 16;

/**
 * How many moves one write marks as sent: as many as go out within a moment. Until it has, a new decision about one of
 * them follows it instead of taking its place, so behind a slow server it is one.
 */
export class MarkingPace {
  readonly #clock: Clock;
  #count = 0;
  #markedAt = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Nothing is known yet of how fast moves go out. */
  begin(): void {
    this.#count = 0;
  }

  /** How many to mark now that all that were marked have gone out. */
  next(): number {
    const now = this.#clock.monotonic();
    const wasQuick = now - this.#markedAt <= goOutMs;
    this.#markedAt = now;
    if (this.#count === 0) this.#count = 1;
    else this.#count = wasQuick ? Math.min(this.#count * 2, most) : Math.max(this.#count >> 1, 1);
    return this.#count;
  }
}

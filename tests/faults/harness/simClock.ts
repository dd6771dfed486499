import type { Clock } from '#main/ports.ts';

interface Timer {
  readonly due: number;
  readonly callback: () => void;
}

/** The clock that faults are driven with: it stands still until it is moved, so that a pause of 5 s costs nothing. */
export class SimClock implements Clock {
  #monotonic = 0;
  #wall = Date.parse('2026-11-20T12:00:00Z');
  readonly #timers = new Set<Timer>();

  now(): Date {
    return new Date(this.#wall);
  }

  monotonic(): number {
    return this.#monotonic;
  }

  after(ms: number, callback: () => void): () => void {
    const timer = { due: this.#monotonic + ms, callback };
    this.#timers.add(timer);
    return () => this.#timers.delete(timer);
  }

  /** Lets time pass; what falls due is called in order. */
  advance(ms: number): void {
    const end = this.#monotonic + ms;
    for (let timer = this.#earliest(); timer !== undefined && timer.due <= end; timer = this.#earliest()) {
      this.#timers.delete(timer);
      this.#pass(Math.max(timer.due - this.#monotonic, 0));
      timer.callback();
    }
    this.#pass(end - this.#monotonic);
  }

  /** Moves the wall clock alone, as a user, a time server or the end of summer time does (F17). */
  leap(ms: number): void {
    this.#wall += ms;
  }

  #earliest(): Timer | undefined {
    let earliest: Timer | undefined;
    for (const timer of this.#timers) if (earliest === undefined || timer.due < earliest.due) earliest = timer;
    return earliest;
  }

  #pass(ms: number): void {
    this.#monotonic += ms;
    this.#wall += ms;
  }
}

import type { Clock } from '../../ports.ts';

interface Timer {
  readonly due: number;
  readonly callback: () => void;
}

/** A clock that stands still until it is told to go on, so that a pause of 5 s costs nothing. */
export class FakeClock implements Clock {
  #monotonic = 0;
  #wall: number;
  readonly #timers = new Set<Timer>();

  constructor(wall = '2026-11-20T12:00:00Z') {
    this.#wall = Date.parse(wall);
  }

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

  /** How long until something falls due, in milliseconds; Infinity for nothing. */
  get nextDue(): number {
    return (this.#earliest()?.due ?? Infinity) - this.#monotonic;
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

  /** Sets the wall clock, as a user or a time server would; the monotonic one goes on. */
  setWall(wall: string): void {
    this.#wall = Date.parse(wall);
  }

  /** Moves the wall clock by so much, as the end of summer time does; the monotonic one stays. */
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

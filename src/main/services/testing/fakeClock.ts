import type { Clock } from '../../ports.ts';

interface Timer {
  readonly due: number;
  readonly callback: () => void;
}

/** A clock that stands still until it is told to go on. */
export class FakeClock implements Clock {
  #monotonic = 0;
  #wall: number;
  #timers = new Set<Timer>();

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

  /** Lets time pass; what falls due is called in order. */
  advance(ms: number): void {
    const end = this.#monotonic + ms;
    for (;;) {
      const [next] = [...this.#timers].filter(({ due }) => due <= end).toSorted((a, b) => a.due - b.due);
      if (next === undefined) break;
      this.#timers.delete(next);
      this.#pass(next.due - this.#monotonic);
      next.callback();
    }
    this.#pass(end - this.#monotonic);
  }

  /** Sets the wall clock, as a user or a time server would; the monotonic one goes on. */
  setWall(wall: string): void {
    this.#wall = Date.parse(wall);
  }

  #pass(ms: number): void {
    this.#monotonic += ms;
    this.#wall += ms;
  }
}

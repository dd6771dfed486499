import type { Clock } from '#main/ports.ts';

/** A clock that stands still until a test lets time pass. */
export class FakeTimers implements Clock {
  readonly #timers = new Map<number, { readonly due: number; readonly callback: () => void }>();
  #at = 0;
  #made = 0;

  now(): Date {
    return new Date(Date.UTC(2026, 10, 20) + this.#at);
  }

  monotonic(): number {
    return this.#at;
  }

  after(ms: number, callback: () => void): () => void {
    this.#made += 1;
    const id = this.#made;
    this.#timers.set(id, { due: this.#at + ms, callback });
    return () => this.#timers.delete(id);
  }

  advance(ms: number): void {
    const end = this.#at + ms;
    for (;;) {
      const [next] = [...this.#timers].filter(([, { due }]) => due <= end).toSorted((a, b) => a[1].due - b[1].due);
      if (next === undefined) break;
      const [id, { due, callback }] = next;
      this.#timers.delete(id);
      this.#at = due;
      callback();
    }
    this.#at = end;
  }
}

/** An event as it goes to the tabs, numbered from 1 in this launch. */
export interface NumberedEvent {
  readonly id: number;
  readonly name: string;
  readonly payload: unknown;
}

/** How many events are kept for tabs that come back: some minutes of the busiest work. */
export const keptEvents = 2000;

/** Numbers events and keeps the newest, so that a tab whose connection broke misses none. */
export class EventBuffer {
  #events: NumberedEvent[] = [];
  #last = 0;

  get last(): number {
    return this.#last;
  }

  add(name: string, payload: unknown): NumberedEvent {
    this.#last += 1;
    const event = { id: this.#last, name, payload };
    this.#events.push(event);
    // Dropped in lots, because taking one off the front moves all the others.
    if (this.#events.length > 2 * keptEvents) this.#events = this.#events.slice(-keptEvents);
    return event;
  }

  /** All events behind number `after`, or null where some of them are gone or were never ours. */
  since(after: number): readonly NumberedEvent[] | null {
    if (after > this.#last) return null;
    const events = this.#events.filter(({ id }) => id > after);
    return events.length === this.#last - after ? events : null;
  }
}

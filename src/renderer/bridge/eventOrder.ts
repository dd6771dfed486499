/** Longest that a reply waits for events, in milliseconds: they come over another connection, which may be lost. */
const longestWait = 1000;

/**
 * Calls and events come over connections of their own. What a reply rests on may have been told by an event before it,
 * which then has to be taken in first: news of an older move must not come after the reply to a newer one.
 */
export class EventOrder {
  #last: number;
  #isConnected = true;
  readonly #waiting = new Set<{ readonly event: number; readonly go: () => void }>();

  /** `last` is the number of the newest event that is known. */
  constructor(last: number) {
    this.#last = last;
  }

  get lastEvent(): number {
    return this.#last;
  }

  /** An event has been taken in. */
  taken(event: number): void {
    this.#last = event;
    this.#release();
  }

  /** While no events come, no reply waits for them. */
  connected(isConnected: boolean): void {
    this.#isConnected = isConnected;
    this.#release();
  }

  /** Resolves once that event has been taken in, or is not to be waited for any longer. */
  async whenTaken(event: number): Promise<void> {
    if (this.#isIn(event)) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(() => entry.go(), longestWait);
      const entry = {
        event,
        go: (): void => {
          clearTimeout(timer);
          this.#waiting.delete(entry);
          resolve();
        },
      };
      this.#waiting.add(entry);
    });
  }

  #isIn(event: number): boolean {
    return !this.#isConnected || event <= this.#last;
  }

  #release(): void {
    for (const { event, go } of this.#waiting) if (this.#isIn(event)) go();
  }
}

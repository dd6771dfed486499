/**
 * Longest that keys wait for a row that is being loaded, in milliseconds: a slow server's answer. Later they mean what
 * one sees.
 */
export const longestWait = 10_000;

/** What a key waits for, while it is on its way. */
export interface KeyNeeds {
  /** The key is about the row that follows the one decided last. */
  readonly meansNext?: boolean;
  /** It goes to the row behind the current one; were it lost, the key after it would mean the wrong company. */
  readonly needsNext?: boolean;
  /** It goes to the last row, and rows are on their way. */
  readonly needsLast?: boolean;
}

/** What a key does with the rows. */
interface KeyStep extends KeyNeeds {
  readonly run: () => void;
}

/** What keys asked for before their row was there, in the order of the keys. */
export class WaitingKeys {
  #steps: KeyStep[] = [];
  #since = 0;
  #isRunning = false;
  readonly #mustWait: (needs: KeyNeeds) => boolean;
  readonly #givenUp: (count: number) => void;

  /** `givenUp` hears of keys that have waited too long, and how many. */
  constructor(mustWait: (needs: KeyNeeds) => boolean, givenUp: (count: number) => void) {
    this.#mustWait = mustWait;
    this.#givenUp = givenUp;
  }

  /** Takes a key in, behind those that wait. */
  add(run: () => void, needs: KeyNeeds): void {
    this.#forgetLate();
    if (this.#steps.length === 0) this.#since = performance.now();
    this.#steps.push({ run, ...needs });
  }

  /** Does what can be done by now. */
  readonly run = (): void => {
    // What a key does may bring the focus back: the next key's turn is when it is done.
    if (this.#isRunning) return;
    this.#forgetLate();
    for (let [first] = this.#steps; first !== undefined && !this.#mustWait(first); [first] = this.#steps) {
      this.#steps.shift();
      this.#since = performance.now();
      this.#isRunning = true;
      try {
        first.run();
      } finally {
        this.#isRunning = false;
      }
    }
  };

  clear(): void {
    this.#steps = [];
  }

  /** Clears them because what they wait for took too long. */
  giveUp(): void {
    const { length } = this.#steps;
    this.clear();
    if (length > 0) this.#givenUp(length);
  }

  /** Lets `settle` bring the rows into order; then the keys go on where it says that they may, and are forgotten else. */
  holdWhile(settle: () => boolean): void {
    const steps = this.#steps.splice(0);
    if (!settle()) return;
    this.#steps = steps;
    this.#since = performance.now();
    this.run();
  }

  #forgetLate(): void {
    if (performance.now() - this.#since > longestWait) this.giveUp();
  }
}

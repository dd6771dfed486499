/** Decisions that were asked for with a key while it has still to be found out which companies they are about. */
export class AskedDecisions {
  private last: Promise<unknown> | null = null;

  /** Takes in a decision that is made when the promise settles, and returns the promise. */
  add<T>(decision: Promise<T>): Promise<T> {
    const last = Promise.allSettled([this.last, decision]).then(() => {
      if (this.last === last) this.last = null;
      return undefined;
    });
    this.last = last;
    return decision;
  }

  /** Runs a step after those that were asked for before it: at once where there are none. */
  afterwards(step: () => void): void {
    if (this.last === null) step();
    else void this.last.then(step);
  }
}

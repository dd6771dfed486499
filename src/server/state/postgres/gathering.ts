/**
 * Gathers what comes while earlier work is under way, and has it done together. What comes alone is done at once, so
 * nothing waits that need not; `work` settles what it is given and never rejects.
 */
export class Gathering<Item> {
  readonly #atOnce: number;
  readonly #most: number;
  readonly #work: (items: readonly Item[]) => Promise<void>;
  #waiting: Item[] = [];
  #underWay = 0;
  #isDue = false;

  /** At most `atOnce` pieces of work run at a time, each of at most `most` items. */
  constructor(atOnce: number, most: number, work: (items: readonly Item[]) => Promise<void>) {
    this.#atOnce = atOnce;
    this.#most = most;
    this.#work = work;
  }

  add(item: Item): void {
    this.#waiting.push(item);
    if (this.#isDue) return;
    this.#isDue = true;
    // What comes in the same moment goes along.
    process.nextTick(() => {
      this.#isDue = false;
      this.#begin();
    });
  }

  #begin(): void {
    while (this.#underWay < this.#atOnce && this.#waiting.length > 0) {
      const items = this.#waiting.splice(0, this.#most);
      this.#underWay += 1;
      void this.#work(items).finally(() => {
        this.#underWay -= 1;
        this.#begin();
      });
    }
  }
}

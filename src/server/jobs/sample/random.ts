/** A small seeded random number generator (sfc32): the same seed gives the same numbers on every machine. */
export class Random {
  readonly #state: Int32Array;

  /** `seed`: any integer; only its low 32 bits count. */
  constructor(seed: number) {
    this.#state = Int32Array.of(0x9e3779b9, 0x243f6a88, seed, 1);
    // The first numbers after seeding are still alike for neighbouring seeds.
    for (let round = 0; round < 20; round++) this.next();
  }

  /** A number from 0 up to but not including 1. */
  next(): number {
    const state = this.#state;
    const a = state[0] ?? 0;
    const b = state[1] ?? 0;
    const c = state[2] ?? 0;
    const d = state[3] ?? 0;
    const sum = (((a + b) | 0) + d) | 0;
    state[0] = b ^ (b >>> 9);
    state[1] = (c + (c << 3)) | 0;
    state[2] = (((c << 21) | (c >>> 11)) + sum) | 0;
    state[3] = (d + 1) | 0;
    return (sum >>> 0) / 4_294_967_296;
  }

  /** An integer from 0 up to but not including `end`. */
  below(end: number): number {
    return Math.floor(this.next() * end);
  }

  /** An integer from `from` to `to`, both included. */
  between(from: number, to: number): number {
    return from + this.below(to - from + 1);
  }

  /** True with this probability. */
  chance(probability: number): boolean {
    return this.next() < probability;
  }

  /** Any item of a non-empty list. */
  pick<T>(items: readonly T[]): T {
    const item = items[this.below(items.length)];
    if (item === undefined) throw new RangeError('Nothing to pick from.');
    return item;
  }

  /** A number from the standard normal distribution. */
  normal(): number {
    return Math.sqrt(-2 * Math.log(1 - this.next())) * Math.cos(2 * Math.PI * this.next());
  }

  /** A number from a log-normal distribution with this median. */
  logNormal(median: number, sigma: number): number {
    return median * Math.exp(sigma * this.normal());
  }
}

/** Values drawn in proportion to their weights, in constant time (the alias method). */
export class Weighted<T> {
  readonly #items: readonly T[];
  readonly #share: Float64Array;
  readonly #alias: Int32Array;

  constructor(entries: readonly (readonly [T, number])[]) {
    const size = entries.length;
    const total = entries.reduce((sum, [, weight]) => sum + weight, 0);
    this.#items = entries.map(([item]) => item);
    this.#share = Float64Array.from(entries, ([, weight]) => (weight / total) * size);
    this.#alias = Int32Array.from(entries.keys());
    const small = [...this.#share.keys()].filter((index) => this.#shareAt(index) < 1);
    const large = [...this.#share.keys()].filter((index) => this.#shareAt(index) >= 1);
    while (small.length > 0 && large.length > 0) {
      const less = small.pop() ?? 0;
      const more = large.pop() ?? 0;
      this.#alias[less] = more;
      this.#share[more] = this.#shareAt(more) + this.#shareAt(less) - 1;
      (this.#shareAt(more) < 1 ? small : large).push(more);
    }
  }

  /** One of the values. */
  pick(random: Random): T {
    const position = random.next() * this.#items.length;
    const index = Math.floor(position);
    const chosen = position - index < this.#shareAt(index) ? index : (this.#alias[index] ?? index);
    const item = this.#items[chosen];
    if (item === undefined) throw new RangeError('Nothing to pick from.');
    return item;
  }

  #shareAt(index: number): number {
    return this.#share[index] ?? 1;
  }
}

const unknown = 0xffffffff;

/** Numbers that somebody else gave, as ours; each is looked up once. */
export class NumberMap {
  readonly #find: (number: number) => number;
  #ours = new Uint32Array(1 << 10).fill(unknown);

  constructor(find: (number: number) => number) {
    this.#find = find;
  }

  of(number: number): number {
    if (number >= this.#ours.length) this.#grow(number);
    const known = this.#ours[number]!;
    if (known !== unknown) return known;
    const ours = this.#find(number);
    this.#ours[number] = ours;
    return ours;
  }

  #grow(number: number): void {
    const larger = new Uint32Array(Math.max(number + 1, this.#ours.length * 2)).fill(unknown);
    larger.set(this.#ours);
    this.#ours = larger;
  }
}

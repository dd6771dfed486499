/**
 * Remembers which texts have been given, in 8 bytes each: two hashes in an open table. It may take a text for given
 * that was not, once in billions of times; then another one is drawn, which harms nobody.
 */
export class NameTable {
  readonly #first: Uint32Array;
  readonly #second: Uint32Array;
  readonly #mask: number;

  /** `capacity`: most texts that will be kept. */
  constructor(capacity: number) {
    const size = 2 ** Math.ceil(Math.log2(Math.max(16, capacity * 2)));
    this.#first = new Uint32Array(size);
    this.#second = new Uint32Array(size);
    this.#mask = size - 1;
  }

  /** Keeps a text; false when it was there already. Case and accents are the caller's business. */
  add(text: string): boolean {
    let one = 0x811c9dc5;
    let two = 0x9747b28c;
    for (let index = 0; index < text.length; index++) {
      const code = text.charCodeAt(index);
      one = Math.imul(one ^ code, 0x01000193);
      two = Math.imul(two ^ code, 0x5bd1e995);
      two ^= two >>> 15;
    }
    const first = one >>> 0 || 1;
    const second = two >>> 0;
    let place = (first ^ (first >>> 16)) & this.#mask;
    while (this.#first[place] !== 0) {
      if (this.#first[place] === first && this.#second[place] === second) return false;
      place = (place + 1) & this.#mask;
    }
    this.#first[place] = first;
    this.#second[place] = second;
    return true;
  }
}

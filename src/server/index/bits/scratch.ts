import type { BitArena } from './bitArena.ts';
import { wordsFor, type Bitmap } from './bitmap.ts';

/**
 * Bitmaps to work with during one call. A search needs about ten for each segment; made anew each time they would be
 * the greater part of the memory that a server at rest holds.
 */
export class Scratch {
  readonly #words: number;
  readonly #arena: BitArena;
  readonly #bitmaps: Bitmap[] = [];
  #taken = 0;

  /** For segments of `size` documents. */
  constructor(size: number, arena: BitArena) {
    this.#words = wordsFor(size);
    this.#arena = arena;
  }

  /** An empty bitmap, to be used until `release`. */
  empty(): Bitmap {
    return this.#take().fill(0);
  }

  /** A copy of a bitmap, to be used until `release`. */
  copy(bits: Bitmap): Bitmap {
    const copy = this.#take();
    copy.set(bits);
    return copy;
  }

  /** Where to `release` to later. */
  mark(): number {
    return this.#taken;
  }

  /** Gives all bitmaps back that were taken since `mark`, and keeps a few of them for the next call. */
  release(mark = 0): void {
    this.#taken = mark;
    if (mark === 0) this.#keep(keptBitmaps);
  }

  /** Gives everything back for good. */
  close(): void {
    this.#keep(0);
  }

  #keep(count: number): void {
    for (const bits of this.#bitmaps.splice(count)) this.#arena.give(bits);
  }

  #take(): Bitmap {
    const bits = (this.#bitmaps[this.#taken] ??= this.#arena.take(this.#words));
    this.#taken += 1;
    return bits;
  }
}

const keptBitmaps = 12;

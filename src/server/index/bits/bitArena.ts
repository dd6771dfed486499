import { createKernelMemory } from './bitKernels.ts';
import { useKernels, type Bitmap, wordsFor } from './bitmap.ts';

/** Room for all bitmaps; only what has been used takes memory. Whatever does not fit is an ordinary, slower bitmap. */
const arenaBytes = 32 * 1024 * 1024;

/** Smaller bitmaps are fast enough as they are. */
const smallestBytes = 2048;

/**
 * Memory for bitmaps that the kernels work on. The garbage collector does not manage it: whoever takes a bitmap gives
 * it back. A returned place is reused only after `settle`, because the current call may still be using it.
 */
export class BitArena {
  readonly #smallest: number;
  #memory: ArrayBuffer | undefined;
  #used = 0;
  /** Free places by size. */
  readonly #free = new Map<number, number[]>();
  #given: Bitmap[] = [];

  /** Bitmaps of fewer bytes than `smallest` are ordinary ones. */
  constructor(smallest = smallestBytes) {
    this.#smallest = smallest;
  }

  /** A bitmap of this many words, with arbitrary contents. */
  take(words: number): Bitmap {
    const bytes = sizeOf(words);
    if (bytes < this.#smallest) return new Uint32Array(words);
    this.#memory ??= makeMemory();
    const offset = this.#free.get(bytes)?.pop() ?? this.#take(bytes);
    return offset === undefined ? new Uint32Array(words) : new Uint32Array(this.#memory, offset, words);
  }

  #take(bytes: number): number | undefined {
    if (this.#used + bytes > arenaBytes) return undefined;
    const offset = this.#used;
    this.#used += bytes;
    return offset;
  }

  /** Bytes of all places, taken or free. */
  get bytes(): number {
    return this.#used;
  }

  /** Returns a bitmap that nobody will ask for again. */
  give(bits: Bitmap): void {
    if (bits.buffer === this.#memory) this.#given.push(bits);
  }

  /** Returns a bitmap that only its taker has seen: its place is free at once. */
  giveAtOnce(bits: Bitmap): void {
    if (bits.buffer === this.#memory) this.#release(bits);
  }

  /** Called between two calls: what was returned is now free. */
  settle(): void {
    if (this.#given.length === 0) return;
    for (const bits of this.#given) this.#release(bits);
    this.#given = [];
  }

  #release(bits: Bitmap): void {
    const bytes = sizeOf(bits.length);
    const free = this.#free.get(bytes);
    if (free === undefined) this.#free.set(bytes, [bits.byteOffset]);
    else free.push(bits.byteOffset);
  }
}

function makeMemory(): ArrayBuffer {
  const { buffer, kernels } = createKernelMemory(arenaBytes);
  useKernels(buffer, kernels);
  return buffer;
}

/** Places come in a few sizes, an eighth of a power of two apart, so that segments of similar size share them. */
function sizeOf(words: number): number {
  const bytes = words * 4;
  const step = Math.max(64, 2 ** Math.floor(Math.log2(bytes)) / 8);
  return Math.ceil(bytes / step) * step;
}

/**
 * Bitmaps to work with during one call. A search needs about ten per segment; created anew each time, they would be
 * most of the memory of an idle server.
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

  /** An empty bitmap, valid until `release`. */
  empty(): Bitmap {
    return this.#take().fill(0);
  }

  /** A copy of a bitmap, valid until `release`. */
  copy(bits: Bitmap): Bitmap {
    const copy = this.#take();
    copy.set(bits);
    return copy;
  }

  /** The point to `release` to later. */
  mark(): number {
    return this.#taken;
  }

  /** Returns all bitmaps taken since `mark`, and keeps a few of them for the next call. */
  release(mark = 0): void {
    this.#taken = mark;
    if (mark === 0) this.#keep(keptBitmaps);
  }

  /** Returns everything for good. */
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

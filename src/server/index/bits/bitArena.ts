import { useKernels, type Bitmap } from './bitmap.ts';
import { createKernelMemory } from './bitKernels.ts';

/** Room of all bitmaps; only what has been used takes memory. What does not fit is an ordinary, slower bitmap. */
const arenaBytes = 32 * 1024 * 1024;

/** Smaller bitmaps are quick enough as they are. */
const smallestBytes = 2048;

/**
 * Memory for bitmaps that the kernels work on. It is not the garbage collector's: who takes a bitmap gives it back.
 * What is given back is used again only after `settle`, because whoever works on a call may still hold it.
 */
export class BitArena {
  readonly #smallest: number;
  #memory: ArrayBuffer | undefined;
  #used = 0;
  /** Free places by their size. */
  readonly #free = new Map<number, number[]>();
  #given: Bitmap[] = [];

  /** Bitmaps of fewer bytes than `smallest` are ordinary ones. */
  constructor(smallest = smallestBytes) {
    this.#smallest = smallest;
  }

  /** A bitmap of so many words, with anything in it. */
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

  /** Gives a bitmap back that nobody will ask for again. */
  give(bits: Bitmap): void {
    if (bits.buffer === this.#memory) this.#given.push(bits);
  }

  /** Gives a bitmap back that nobody but its taker has seen: its place is free at once. */
  giveAtOnce(bits: Bitmap): void {
    if (bits.buffer === this.#memory) this.#release(bits);
  }

  /** Between two calls: what was given back is free. */
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

/** Places come in a few sizes, an eighth of a power of two apart, so that segments of about one size share them. */
function sizeOf(words: number): number {
  const bytes = words * 4;
  const step = Math.max(64, 2 ** Math.floor(Math.log2(bytes)) / 8);
  return Math.ceil(bytes / step) * step;
}

import { kernelStep, type BitKernels } from './bitKernels.ts';

/**
 * Sets of document numbers as one bit each, 32 to a word. Every function here is a tight loop on purpose: a filter over
 * a million companies is a handful of them. For bitmaps in one memory that has kernels (`BitArena`), the kernels do all
 * but the last few words.
 */
export type Bitmap = Uint32Array;

const kernelsByMemory = new WeakMap<ArrayBufferLike, BitKernels>();

/** Says which kernels work on a memory. */
export function useKernels(memory: ArrayBufferLike, kernels: BitKernels): void {
  kernelsByMemory.set(memory, kernels);
}

/** The byte after the last whole step of a bitmap. */
function endOfSteps(bits: Bitmap): number {
  return bits.byteOffset + bits.byteLength - (bits.byteLength % kernelStep);
}

/** Lets the kernels do what they can and returns the first word that is left. */
function combine(kernel: 'and' | 'or' | 'andNot', target: Bitmap, other: Bitmap): number {
  if (target.buffer !== other.buffer || target.byteLength < kernelStep) return 0;
  const kernels = kernelsByMemory.get(target.buffer);
  if (kernels === undefined) return 0;
  const end = endOfSteps(target);
  kernels[kernel](target.byteOffset, other.byteOffset, end);
  return (end - target.byteOffset) >>> 2;
}

/** How many words `size` bits need. */
export function wordsFor(size: number): number {
  return (size + 31) >>> 5;
}

/** Sets the first `size` bits of a bitmap made for that many. */
export function fillBits(bits: Bitmap, size: number): void {
  bits.fill(0xffffffff);
  if (size % 32 !== 0) bits[bits.length - 1] = (1 << (size % 32)) - 1;
}

/** Whether a bit is set. */
export function hasBit(bits: Bitmap, index: number): boolean {
  return ((bits[index >>> 5]! >>> (index & 31)) & 1) === 1;
}

/** Sets a bit. */
export function setBit(bits: Bitmap, index: number): void {
  bits[index >>> 5] = bits[index >>> 5]! | (1 << (index & 31));
}

/** Clears a bit. */
export function clearBit(bits: Bitmap, index: number): void {
  bits[index >>> 5] = bits[index >>> 5]! & ~(1 << (index & 31));
}

/** Keeps in `target` what is in both. */
export function andInto(target: Bitmap, other: Bitmap): void {
  for (let i = combine('and', target, other); i < target.length; i++) target[i] = target[i]! & other[i]!;
}

/** Adds `other` to `target`. */
export function orInto(target: Bitmap, other: Bitmap): void {
  for (let i = combine('or', target, other); i < target.length; i++) target[i] = target[i]! | other[i]!;
}

/** Removes `other` from `target`. */
export function andNotInto(target: Bitmap, other: Bitmap): void {
  for (let i = combine('andNot', target, other); i < target.length; i++) target[i] = target[i]! & ~other[i]!;
}

function popcountOf(word: number): number {
  let n = word - ((word >>> 1) & 0x55555555);
  n = (n & 0x33333333) + ((n >>> 2) & 0x33333333);
  return Math.imul((n + (n >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** How many bits are set. */
export function popcount(bits: Bitmap): number {
  let count = 0;
  let done = 0;
  const kernels = bits.byteLength < kernelStep ? undefined : kernelsByMemory.get(bits.buffer);
  if (kernels !== undefined) {
    const end = endOfSteps(bits);
    count = kernels.count(bits.byteOffset, end);
    done = (end - bits.byteOffset) >>> 2;
  }
  for (let i = done; i < bits.length; i++) count += popcountOf(bits[i]!);
  return count;
}

/** How many bits are set in both. */
export function countAnd(a: Bitmap, b: Bitmap): number {
  let count = 0;
  let done = 0;
  const together = a.buffer === b.buffer && a.byteLength >= kernelStep;
  const kernels = together ? kernelsByMemory.get(a.buffer) : undefined;
  if (kernels !== undefined) {
    const end = endOfSteps(a);
    count = kernels.countAnd(a.byteOffset, b.byteOffset, end);
    done = (end - a.byteOffset) >>> 2;
  }
  for (let i = done; i < a.length; i++) count += popcountOf(a[i]! & b[i]!);
  return count;
}

/** Whether any bit is set in both. */
export function haveCommon(a: Bitmap, b: Bitmap): boolean {
  for (let i = 0; i < a.length; i++) if ((a[i]! & b[i]!) !== 0) return true;
  return false;
}

/** The first set bit at or after `from`, or -1. */
export function nextBit(bits: Bitmap, from: number): number {
  let index = from >>> 5;
  if (index >= bits.length) return -1;
  let word = bits[index]! & (0xffffffff << (from & 31));
  while (word === 0) {
    index += 1;
    if (index >= bits.length) return -1;
    word = bits[index]!;
  }
  return (index << 5) + 31 - Math.clz32(word & -word);
}

/** The position just after the `count`-th set bit at or after `from`, and how many set bits were found on the way. */
export function skipBits(bits: Bitmap, from: number, count: number): { next: number; skipped: number } {
  let position = from;
  let skipped = 0;
  while (skipped < count && position < bits.length * 32) {
    if ((position & 31) === 0) {
      const inWord = popcountOf(bits[position >>> 5]!);
      if (skipped + inWord <= count) {
        skipped += inWord;
        position += 32;
        continue;
      }
    }
    if (hasBit(bits, position)) skipped += 1;
    position += 1;
  }
  return { next: position, skipped };
}

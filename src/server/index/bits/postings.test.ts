import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { BitArena } from './bitArena.ts';
import {
  andInto,
  andNotInto,
  countAnd,
  fillBits,
  orInto,
  nextBit,
  popcount,
  setBit,
  skipBits,
  wordsFor,
} from './bitmap.ts';
import {
  addPostings,
  countPostings,
  decodePostings,
  encodeBitmap,
  encodePostings,
  removePostings,
} from './postings.ts';

/** Sizes around the edges of words, runs of 65,536 and the largest segment. */
const size = fc.constantFrom(1, 31, 32, 33, 1000, 65_536, 65_537, 200_000, 1 << 20);
const someSet = size.chain((n) =>
  fc.record({ size: fc.constant(n), documents: fc.uniqueArray(fc.nat(n - 1), { maxLength: 300 }) }),
);

function bitmapOf(documents: readonly number[], n: number): Uint32Array {
  const bits = new Uint32Array(wordsFor(n));
  for (const document of documents) setBit(bits, document);
  return bits;
}

test('postings come back as they were, from a list and from a bitmap, however few or many', () => {
  fc.assert(
    fc.property(someSet, fc.nat(), ({ size: n, documents }, other) => {
      const sorted = Uint32Array.from(documents).toSorted();
      const bits = bitmapOf(documents, n);
      const full = new Uint32Array(wordsFor(n));
      fillBits(full, n);
      for (const data of [encodePostings(sorted, n), encodeBitmap(bits, sorted.length, n)]) {
        // SQLite returns blobs at any address.
        const moved = new Uint8Array(data.length + 1).subarray(1);
        moved.set(data);
        const postings = decodePostings(moved, sorted.length, n);
        const added = bitmapOf([other % n], n);
        addPostings(added, postings);
        expect(added).toEqual(bitmapOf([...documents, other % n], n));
        expect(countPostings(full, postings)).toBe(documents.length);
        removePostings(added, postings);
        expect(popcount(added)).toBe(documents.includes(other % n) ? 0 : 1);
      }
    }),
    { numRuns: 200 },
  );
});

test('bits are walked and skipped in order', () => {
  fc.assert(
    fc.property(someSet, fc.nat(400), ({ size: n, documents }, count) => {
      const sorted = [...documents].toSorted((a, b) => a - b);
      const bits = bitmapOf(documents, n);
      const walked: number[] = [];
      for (let at = nextBit(bits, 0); at !== -1; at = nextBit(bits, at + 1)) walked.push(at);
      expect(walked).toEqual(sorted);
      const { next, skipped } = skipBits(bits, 0, count);
      expect(skipped).toBe(Math.min(count, sorted.length));
      expect(nextBit(bits, next)).toBe(sorted[count] ?? -1);
    }),
    { numRuns: 200 },
  );
});

test('bitmaps of the arena are handled as ordinary ones are, to the last word, and their places are used again', () => {
  const arena = new BitArena();
  fc.assert(
    fc.property(fc.integer({ min: 500, max: 1200 }), fc.infiniteStream(fc.nat(0xffff_ffff)), (words, random) => {
      const plain = [new Uint32Array(words), new Uint32Array(words)] as const;
      for (const bits of plain) for (let i = 0; i < words; i++) bits[i] = random.next().value;
      for (const work of [andInto, orInto, andNotInto, (): void => undefined]) {
        const [expected, other] = [plain[0].slice(), plain[1]];
        const [placed, placedOther, behind] = [arena.take(words), arena.take(words), arena.take(words).fill(7)];
        placed.set(expected);
        placedOther.set(other);
        work(expected, other);
        work(placed, placedOther);
        expect(placed).toEqual(expected);
        expect(popcount(placed)).toBe(popcount(expected));
        expect(popcount(placed.subarray(3, words - 5))).toBe(popcount(expected.subarray(3, words - 5)));
        expect(countAnd(placed, placedOther)).toBe(countAnd(expected, other));
        expect(behind.every((word) => word === 7)).toBe(true);
        for (const bits of [placed, placedOther, behind]) arena.give(bits);
        // What was returned is not free yet: the current call may still use it.
        expect([placed.byteOffset, placedOther.byteOffset]).not.toContain(arena.take(words).byteOffset);
        arena.settle();
      }
    }),
    { numRuns: 20 },
  );
});

test('what does not fit the arena is a bitmap of its own', () => {
  const arena = new BitArena();
  const taken = Array.from({ length: 300 }, () => arena.take(1 << 15).fill(1));
  expect(new Set(taken.map(({ buffer }) => buffer)).size).toBeGreaterThan(10);
  expect(taken.every((bits) => popcount(bits) === 1 << 15)).toBe(true);
});

import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { fullBitmap, nextBit, popcount, setBit, skipBits, wordsFor } from './bitmap.ts';
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
      for (const data of [encodePostings(sorted, n), encodeBitmap(bits, sorted.length, n)]) {
        // SQLite hands out blobs at any address.
        const moved = new Uint8Array(data.length + 1).subarray(1);
        moved.set(data);
        const postings = decodePostings(moved, sorted.length, n);
        const added = bitmapOf([other % n], n);
        addPostings(added, postings);
        expect(added).toEqual(bitmapOf([...documents, other % n], n));
        expect(countPostings(fullBitmap(n), postings)).toBe(documents.length);
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

import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { chunkLength } from './segmentFormat.ts';
import { searchChunks } from './lookup.ts';

/** Ascending numbers, many of them equal, in two chunks and a bit; runs of equals lie across the ends of chunks. */
const column = fc
  .tuple(fc.integer({ min: 0, max: 2 * chunkLength + 50 }), fc.integer({ min: 1, max: 3000 }))
  .map(([length, same]) => Float64Array.from({ length }, (_, position) => Math.floor(position / same) * 2));

test('the place of a value is the first that is not below it, whichever chunk that is in', () => {
  fc.assert(
    fc.property(column, fc.integer({ min: -1, max: 2 * chunkLength }), (values, at) => {
      const chunkAt = (number: number): Float64Array =>
        values.subarray(number * chunkLength, (number + 1) * chunkLength);
      const firsts = values.filter((_, position) => position % chunkLength === 0);
      for (const value of [at, (values[at] ?? 0) - 1, values[at] ?? 0, (values[at] ?? 0) + 1]) {
        const expected = values.findIndex((known) => known >= value);
        expect(searchChunks(firsts, chunkAt, value)).toBe(expected === -1 ? values.length : expected);
      }
    }),
  );
});

import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { HashChains, packedBytes, packedText, TextPacker } from './growable.ts';

test('rows are found by their hashes, in the order they came, however many there are', () => {
  const entry = fc.tuple(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 0, max: 30 }));
  fc.assert(
    fc.property(fc.array(entry, { maxLength: 200 }), fc.integer({ min: 1, max: 0xfffff }), (entries, spread) => {
      const chains = new HashChains();
      const expected = new Map<number, number[]>();
      for (const [key, row] of entries) {
        const hash = Math.imul(key, spread) >>> 0;
        const rows = expected.get(hash) ?? [];
        if (rows.includes(row)) continue;
        chains.add(hash, row);
        if (hash !== 0) expected.set(hash, [...rows, row]);
      }
      for (const [key] of entries) {
        const hash = Math.imul(key, spread) >>> 0;
        expect(chains.rowsOf(hash)).toEqual(expected.get(hash) ?? []);
        expect(chains.has(hash)).toBe(expected.has(hash));
      }
    }),
  );
});

test('it grows past its first room', () => {
  const chains = new HashChains();
  for (let row = 0; row < 20_000; row++) chains.add(row + 1, row);
  expect(chains.rowsOf(12_346)).toEqual([12_345]);
  expect(chains.has(30_000)).toBe(false);
});

test('texts come back as they were, batch after batch', () => {
  fc.assert(
    fc.property(fc.array(fc.array(fc.string({ unit: 'grapheme', maxLength: 30 }))), (batches) => {
      const packer = new TextPacker();
      for (const texts of batches) {
        for (const text of texts) packer.push(text);
        expect(packer.size).toBe(texts.length);
        const packed = packer.take();
        expect(texts.map((_, index) => packedText(packed, index))).toEqual(texts.map((text) => text.toWellFormed()));
        expect(texts.reduce((sum, _, index) => sum + packedBytes(packed, index).length, 0)).toBe(packed.bytes.length);
      }
    }),
  );
});

test('a text that is larger than the room so far finds room', () => {
  const packer = new TextPacker();
  const long = 'é'.repeat(200_000);
  for (const text of ['a', long, '']) packer.push(text);
  const packed = packer.take();
  expect([0, 1, 2].map((index) => packedText(packed, index))).toEqual(['a', long, '']);
});

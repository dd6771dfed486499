import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { packedBytes, packedText, TextPacker } from './growable.ts';

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

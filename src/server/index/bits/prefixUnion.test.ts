import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { openCompanyReader } from '../open.ts';
import { BitArena, Scratch } from './bitArena.ts';
import { setBit, wordsFor } from './bitmap.ts';
import { addPostings, decodePostings, encodePostings, unionOf } from './postings.ts';
import { useCompanyFolder, addBatch, query, monday } from '../testing/companyFolder.ts';

const size = 2000;

test('a union has the documents of all its words, and takes no more room for being made again', () => {
  const arena = new BitArena(0);
  const scratch = new Scratch(size, arena);
  const words = fc.array(fc.uniqueArray(fc.nat(size - 1), { maxLength: 300 }), { minLength: 1, maxLength: 6 });
  let room = 0;
  fc.assert(
    fc.property(words, (sets) => {
      for (let turn = 0; turn < 3; turn++) {
        const each = sets.map((set) => {
          const sorted = Uint32Array.from(set).toSorted();
          return decodePostings(encodePostings(sorted, size), sorted.length, size, arena);
        });
        const union = unionOf(each, scratch, arena)!;
        const bits = new Uint32Array(wordsFor(size));
        addPostings(bits, union);
        const all = new Set(sets.flat());
        expect(union.count).toBe(all.size);
        const expected = new Uint32Array(wordsFor(size));
        for (const document of all) setBit(expected, document);
        expect(bits).toEqual(expected);
        if (union.form === 'bitmap') arena.give(union.bits);
        arena.settle();
        if (turn > 0) expect(arena.bytes).toBe(room);
        room = arena.bytes;
      }
    }),
    { numRuns: 60 },
  );
});

const folder = useCompanyFolder();

test('any number of words being typed leaves the arena as large as it was', async () => {
  const writer = folder.writer();
  await writer.release('2026-W47', monday);
  const words = Array.from({ length: 40 }, (_, i) => `shared${String.fromCodePoint(97 + (i % 20))}${i}`);
  await addBatch(
    writer,
    'import',
    words.map((word) => ({ name: word, description: { short: words.slice(0, 30).join(' '), long: '', llm: '' } })),
  );
  const arena = new BitArena(0);
  const reader = openCompanyReader(folder.path, { cache: 1500, arena });
  const ask = async (): Promise<void> => {
    for (const letter of 'abcdefghijklmnopqrst') {
      expect((await reader.search(query(`shared${letter}*`), 0, 5)).count).toBeGreaterThan(0);
    }
  };
  await ask();
  const before = arena.bytes;
  expect(before).toBeGreaterThan(0);
  for (let turn = 0; turn < 5; turn++) await ask();
  expect(arena.bytes).toBe(before);
  reader.close();
});

import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { addBatch, monday, query, useCompanyFolder } from '#server/index/testing/companyFolder.ts';
import { sortOptions } from '#shared/domain/choices.ts';
import type { CompanyRecord } from '../record/companyRecord.ts';
import { Lane } from './inTurns.ts';

const folder = useCompanyFolder();

/** Companies whose texts all have two words; in every third they are adjacent. */
function manyCompanies(count: number): Partial<CompanyRecord>[] {
  const filling = 'Tools for teams that build, sell and ship. '.repeat(60);
  return Array.from({ length: count }, (_, i) => {
    const long = `${filling}${i % 3 === 0 ? 'Solar power' : 'Power from solar cells'}, number ${i}.`;
    return { name: `Company ${i}`, description: { short: '', long, llm: '' } };
  });
}

test('a phrase that many texts may have is counted exactly, and other calls are answered meanwhile', async () => {
  const writer = folder.writer();
  await writer.release('2026-W47', monday);
  await addBatch(writer, 'sample', manyCompanies(6000));
  const reader = folder.reader();
  const order: string[] = [];
  const phrase = reader.search(query('"solar power"'), 0, 25).then(({ count }) => order.push(`phrase ${count}`));
  // Searches that come while its texts are read.
  while (order.length === 0) {
    const { count } = await reader.search(query('number'), 0, 25);
    if (order.length === 0) order.push(`word ${count}`);
    await nextTurn();
  }
  await phrase;
  expect(order).toEqual(['word 6000', 'phrase 2000']);
});

test('a phrase is known from then on, whatever it is combined with, and new companies are looked at too', async () => {
  const writer = folder.writer();
  await writer.release('2026-W47', monday);
  await addBatch(writer, 'sample', manyCompanies(60));
  const reader = folder.reader();
  for (const words of ['"solar power"', '"power solar"', '"solar power" company', '"solar power" "teams that build"']) {
    const { count } = await reader.search(query(words), 0, 25);
    expect(count, words).toBe(words.startsWith('"power') ? 0 : 20);
  }
  await addBatch(writer, 'import', manyCompanies(6));
  expect((await reader.search(query('"solar power"'), 0, 25)).count).toBe(22);
  expect((await reader.facets(query('"solar power"'))).count).toBe(22);
});

test('a search for a phrase that nobody waits for is given up', async () => {
  const writer = folder.writer();
  await writer.release('2026-W47', monday);
  await addBatch(writer, 'sample', manyCompanies(6000));
  const reader = folder.reader();
  let asked = 0;
  const given = query('"solar power"', { isWanted: () => ++asked > 1_000_000 });
  await expect(reader.search(given, 0, 25)).rejects.toMatchObject({ code: 'cancelled' });
  expect(asked).toBe(1);
  expect((await reader.search(query('"solar power"'), 0, 25)).count).toBe(2000);
});

test('pages deep in the result of a phrase read no text again, in any order and with any filter', async () => {
  const writer = folder.writer();
  await writer.release('2026-W47', monday);
  await addBatch(writer, 'sample', manyCompanies(6000));
  const reader = folder.reader();
  let turns = 0;
  const isWanted = (): boolean => ++turns > 0;
  const first = await reader.search(query('"solar power"', { isWanted }), 0, 25);
  expect(turns).toBeGreaterThan(0);
  turns = 0;
  const seen = new Set(first.items.map(({ id }) => id));
  for (let page = 1; page < 80; page++) {
    const { count, items } = await reader.search(query('"solar power"', { isWanted }), page, 25);
    expect([count, items.length]).toEqual([2000, 25]);
    for (const { id } of items) seen.add(id);
  }
  expect(seen.size).toBe(2000);
  for (const sortBy of sortOptions.map(({ value }) => value)) {
    expect((await reader.search(query('"solar power"', { isWanted, sortBy }), 79, 25)).items).toHaveLength(25);
  }
  expect((await reader.search(query('"solar power" number', { isWanted }), 79, 25)).count).toBe(2000);
  // Nobody was asked whether to continue, because there was nothing to read.
  expect(turns).toBe(0);
});

test('S22 of long work one piece of anybody’s goes on in each turn of the event loop, in the order of asking', async () => {
  const lane = new Lane();
  const pieces: string[] = [];
  const turns: number[] = [];
  let turn = 0;
  let isOver = false;
  const count = (): void => {
    turn += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  const work = async (name: string, length: number): Promise<void> => {
    for (let piece = 1; piece <= length; piece++) {
      await lane.next();
      pieces.push(`${name}${piece}`);
      turns.push(turn);
    }
  };
  await Promise.all([work('a', 4), work('b', 2), work('c', 1)]);
  isOver = true;
  expect(pieces).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4']);
  expect(new Set(turns).size).toBe(turns.length);
  // It works after a rest, too.
  await lane.next();
});

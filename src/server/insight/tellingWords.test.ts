import { expect, test } from 'vitest';
import { addBatch, monday, useCompanyFolder } from '../index/testing/companyFolder.ts';
import type { CompanyRecord } from '../record/companyRecord.ts';

const folder = useCompanyFolder();

function described(long: string, parts: Partial<CompanyRecord> = {}): Partial<CompanyRecord> {
  return { name: 'X', description: { short: '', long, llm: '' }, ...parts };
}

/** Stores companies in two segments and returns their ids. */
async function store(records: readonly Partial<CompanyRecord>[]): Promise<number[]> {
  const writer = folder.writer();
  await writer.release('2026-W47', monday);
  const half = Math.ceil(records.length / 2);
  return [
    ...(await addBatch(writer, 'import', records.slice(0, half))).ids,
    ...(await addBatch(writer, 'import', records.slice(half))).ids,
  ];
}

const kept = [
  described('Anodes and electrolytes for batteries that last', { name: 'Kelvin', city: 'Umea' }),
  described('A battery with a solid electrolyte, made by Kelvin in Umea', { name: 'Umea Kelvin', city: 'Umea' }),
  described('Electrolyte software for 2026: cheap cells', { people: [] }),
  described('Cells from an electrolyte of salt', {}),
];
const others = Array.from({ length: 60 }, (_, index) =>
  described(`Software for dentists number ${index}, cheap and fast${index % 2 === 0 ? ', with cells' : ''}`),
);

test('telling words are those that some companies have much more often than all others, by whichever number', async () => {
  const ids = (await store([...kept, ...others])).slice(0, kept.length);
  const found = await folder.reader().tellingWords(ids, 'salt', 8);
  expect(found).toEqual([
    { word: 'electrolyte', among: 4, all: 4 },
    { word: 'batteries', among: 2, all: 2 },
  ]);
  // What is searched for is known, also as a plural or as the beginning of a longer word.
  const words = async (text: string): Promise<string[]> =>
    (await folder.reader().tellingWords(ids, text, 8)).map(({ word }) => word);
  expect(await words('battery')).toEqual(['electrolyte']);
  expect(await words('electr* -battery')).toEqual(['batteries']);
  expect(await folder.reader().tellingWords(ids, '', 1)).toHaveLength(1);
});

test('no word tells companies that are like all others, too few, or none', async () => {
  const ids = await store([...kept, ...others]);
  const reader = folder.reader();
  expect(await reader.tellingWords(ids.slice(10, 30), '', 8)).toEqual([]);
  expect(await reader.tellingWords(ids, '', 8)).toEqual([]);
  expect(await reader.tellingWords(ids.slice(0, 1), '', 8)).toEqual([]);
  expect(await reader.tellingWords([], '', 8)).toEqual([]);
  expect(await reader.tellingWords([99_999], '', 8)).toEqual([]);
});

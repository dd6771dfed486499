import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { addBatch, monday, query, useCompanyFolder } from '../testing/companyFolder.ts';
import { postingKindId, prefixFanOut } from './segmentFormat.ts';

const folder = useCompanyFolder();

/** A word made only of letters that stands for a number. */
function wordOf(number: number): string {
  return String.fromCodePoint(97 + Math.floor(number / 26), 97 + (number % 26));
}

/** The first segment's file, opened to change it. */
function openFirstFile(): DatabaseSync {
  return new DatabaseSync(join(folder.path, 'seg-1.db'));
}

test('prefixes of a file whose stored ones cannot be relied on are found by their words', async () => {
  const writer = folder.writer();
  await writer.release('2026-W47', monday);
  const count = prefixFanOut * 2;
  const texts = Array.from({ length: count }, (_, i) => ({ short: `for${wordOf(i)}`, long: '', llm: '' }));
  await addBatch(
    writer,
    'import',
    texts.map((description, i) => ({ name: `Company ${i}`, description })),
  );
  const file = openFirstFile();
  const emptied = file.prepare('UPDATE posting SET data = zeroblob(length(data)) WHERE kind = ?');
  expect(emptied.run(postingKindId('textPrefix')).changes).toBeGreaterThan(0);
  file.exec('PRAGMA user_version = 2');
  file.close();
  expect((await folder.reader().search(query('for*'), 0, 5)).count).toBe(count);
});

test('a short prefix of many words finds every company that has one, where they are most companies, some and few', async () => {
  const writer = folder.writer();
  await writer.release('2026-W47', monday);
  const words = prefixFanOut * 3;
  // Each prefix has three times as many words as needed for it to be stored; `for` matches all companies, `par` a
  // third.
  const texts = Array.from({ length: words }, (_, i) => {
    const third = i % 3 === 0 ? ` par${wordOf(i)} par${wordOf(i + 1)} par${wordOf(i + 2)}` : '';
    const few = i === 7 ? Array.from({ length: words }, (__, n) => `zeb${wordOf(n)}`).join(' ') : '';
    return `for${wordOf(i)}${third} ${few}`;
  });
  await addBatch(
    writer,
    'import',
    texts.map((short, i) => ({ name: `Company ${i}`, description: { short, long: '', llm: '' } })),
  );
  const reader = folder.reader();
  const found = async (text: string): Promise<number> => (await reader.search(query(text), 0, 5)).count;
  expect(await found('for*')).toBe(words);
  expect(await found('par*')).toBe(words / 3);
  expect(await found('zeb*')).toBe(1);
  expect(await found('company for*')).toBe(words);
});

test('letters that no accent makes are found with and without, and in older files as they are written there', async () => {
  const writer = folder.writer();
  await writer.release('2026-W47', monday);
  await addBatch(writer, 'import', [{ name: 'Wrocław Labs' }, { name: 'Wroclaw Ventures' }]);
  const found = async (text: string): Promise<number> => (await folder.reader().search(query(text), 0, 5)).count;
  for (const text of ['wroclaw', 'WROCŁAW', 'wrocł*', '"wrocław labs" wroc*']) {
    expect([text, await found(text)]).toEqual([text, text.startsWith('"') ? 1 : 2]);
  }
  const file = openFirstFile();
  file.exec(`UPDATE posting SET term = 'wrocław' WHERE term = 'wroclaw' AND count = 2; PRAGMA user_version = 3`);
  file.close();
  expect([await found('wroclaw'), await found('wrocław'), await found('wrocł*')]).toEqual([0, 2, 2]);
  expect(await found('"Wrocław labs" ')).toBe(1);
});

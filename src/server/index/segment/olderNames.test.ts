import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { emptyFilters } from '#shared/domain/filters.ts';
import { fold, foldLetters } from '#shared/domain/text.ts';
import { recordOf } from '#server/record/testing/records.ts';
import { longer } from '#server/testing/propertyRuns.ts';
import type { CompanyRecord } from '../../record/companyRecord.ts';
import { decodeRecord } from '../../record/recordCodec.ts';
import { toCompany } from '../../record/toCompany.ts';
import { openCompanyReader, openCompanyWriter } from '../open.ts';
import { bytesOf } from '../bits/postings.ts';
import { naiveSearch } from '../testing/naiveSearch.ts';
import { addBatch, monday, names, useCompanyFolder } from '../testing/companyFolder.ts';
import { compareNames } from './segmentColumns.ts';
import { columnId } from './segmentFormat.ts';
import { wholeColumn } from './lookup.ts';

const folder = useCompanyFolder();

/** Every letter that is searched for by letters other than itself without its accent. */
const plainLetters = Array.from({ length: 0x10000 }, (_, code) => String.fromCharCode(code)).filter(
  (letter) => /\p{L}/u.test(letter) && foldLetters(letter) !== fold(letter),
);

test('companies sort by the letters that they are found by', async () => {
  expect(plainLetters).toEqual(expect.arrayContaining(Array.from('ßæœøłđðþħŧıÆŒØŁĐÐÞĦŦẞ')));
  const writer = folder.writer();
  await writer.release('2026-W47', monday);
  const inOrder = plainLetters.flatMap((letter, index) => {
    const [plain, group] = [foldLetters(letter), String(index).padStart(3, '0')];
    return [`${group} x${plain}a`, `${group} x${letter}b`, `${group} x${plain}c`, `${group} xz`];
  });
  await addBatch(
    writer,
    'import',
    inOrder.toReversed().map((name) => ({ name })),
  );
  expect(await names(folder.reader())).toEqual(inOrder.slice(0, 100));
});

/** Turns a segment file into one from before names were sorted by the letters they are found by. */
function makeOlder(path: string): void {
  const file = new DatabaseSync(path);
  const nameById = new Map<number, string>();
  const update = file.prepare('UPDATE company SET sort_name = ? WHERE id = ?');
  for (const { id, record } of file.prepare('SELECT id, record FROM company').all()) {
    const name = fold(decodeRecord(String(record)).name).trim();
    nameById.set(Number(id), name);
    update.run(name.toWellFormed(), Number(id));
  }
  const nameOf = Array.from(wholeColumn(file, 'id'), (id) => nameById.get(id) ?? '');
  const order = Uint32Array.from(nameOf.keys()).toSorted((a, b) => compareNames(nameOf[a]!, nameOf[b]!) || a - b);
  const start = new Uint32Array(Math.ceil(order.length / 32));
  order.forEach((document, place) => {
    const isOther = place === 0 || nameOf[document] !== nameOf[order[place - 1]!];
    if (isOther) start[place >>> 5] = start[place >>> 5]! | (1 << (place & 31));
  });
  const put = file.prepare('UPDATE chunk SET data = ? WHERE column_id = ? AND number = 0');
  put.run(bytesOf(order), columnId('orderName'));
  put.run(bytesOf(start), columnId('startName'));
  file.exec('PRAGMA user_version = 4');
  file.close();
}

const someName = fc
  .array(fc.constantFrom('ø', 'o', 'oz', 'Ł', 'l', 'ß', 'ss', 'z', ' ', 'é', 'Æ', 'ae', '日'), { maxLength: 3 })
  .map((parts) => parts.join(''));
const someRecord = fc
  .record({ name: someName, score: fc.constantFrom(null, 0.2, 0.8) })
  .map((parts) => recordOf({ ...parts, discoveredDate: '2026-11-16' }));

test(
  'older files, newer ones and both together are read A to Z in one order, on every page',
  async () => {
    const place = mkdtempSync(join(tmpdir(), 'winnow-names-'));
    let runs = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.array(someRecord, { minLength: 1, maxLength: 70 }), fc.boolean()), {
          minLength: 1,
          maxLength: 4,
        }),
        fc.constantFrom('', 'oz ss', 'zø'),
        async (batches, words) => {
          const path = join(place, String(runs++));
          const writer = openCompanyWriter(path);
          const stored = new Map<number, CompanyRecord>();
          for (const [records] of batches) {
            const batch = writer.begin('import');
            for (const record of records) stored.set(batch.add(record), record);
            await batch.commit();
          }
          await writer.release('2026-W47', monday);
          writer.close();
          batches.forEach(([, isOlder], index) => {
            if (isOlder) makeOlder(join(path, `seg-${index + 1}.db`));
          });
          const asOf = { week: '2026-W47', date: '2026-11-16', newWeek: '2026-W47', today: '2026-11-16' };
          const rows = [...stored].map(([id, record]) => toCompany(id, record, asOf));
          const filters = emptyFilters();
          filters.include.textSearch = words;
          const expected = naiveSearch(rows, stored, filters, 'company_name', asOf.date).map(({ id }) => id);
          const reader = openCompanyReader(path);
          const query = { filters, sortBy: 'company_name', onlyIds: null, withoutIds: null } as const;
          expect(await reader.searchIds(query, 1000)).toEqual(expected);
          for (let page = 0; page * 7 < expected.length; page++) {
            const { items } = await reader.search(query, page, 7);
            expect(items.map(({ id }) => id)).toEqual(expected.slice(page * 7, page * 7 + 7));
          }
          reader.close();
        },
      ),
      { numRuns: longer(40) },
    );
    rmSync(place, { recursive: true });
  },
  longer(60_000),
);

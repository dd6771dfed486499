import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import { addBatch, monday, names, query, useCompanyFolder } from '#server/index/testing/companyFolder.ts';
import { recordOf } from '#server/record/testing/records.ts';
import type { CompanyRecord } from '../record/companyRecord.ts';
import { openCompanyWriter } from './open.ts';

// What every adapter owes the port is in tests/contract/store; these tests are about this one's files.
const folder = useCompanyFolder();

function segments(): string[] {
  return readdirSync(folder.path).filter((name) => name.startsWith('seg-'));
}

function scored(score: number): Partial<CompanyRecord> {
  return { name: `Åre "${String(score)}"`, score, city: 'Łódź 日本', discoveredDate: '2026-01-01' };
}

describe('the files of segments', () => {
  test('I9 a writer killed before the swap leaves the state before, and its file goes with the next writer', async () => {
    const first = openCompanyWriter(folder.path);
    await first.release('2026-W47', monday);
    await addBatch(first, 'import', [{ name: 'Alpha' }]);
    first.close();
    // What kill -9 between building a segment and naming it in the catalogue leaves behind.
    writeFileSync(join(folder.path, 'seg-2.db'), 'half a segment');
    writeFileSync(join(folder.path, 'seg-2.db-journal'), '');
    const r = folder.reader();
    expect(await names(r)).toEqual(['Alpha']);
    const w = folder.writer();
    expect(segments()).toEqual(['seg-1.db']);
    await addBatch(w, 'import', [{ name: 'Beta' }]);
    expect(await names(r)).toEqual(['Alpha', 'Beta']);
  });

  test('an aborted batch leaves none, an undone one takes its own away', async () => {
    const w = folder.writer();
    await w.release('2026-W47', monday);
    const aborted = w.begin('import');
    aborted.add(recordOf({ name: 'Alpha' }));
    aborted.abort();
    expect(segments()).toEqual([]);
    await addBatch(w, 'import', [{ name: 'Beta' }]);
    const before = segments();
    const { batchId } = await addBatch(w, 'import', [{ name: 'Gamma' }]);
    expect(segments()).toHaveLength(before.length + 1);
    await w.undoBatch(batchId);
    expect(segments()).toEqual(before);
  });

  test('many small batches become one', async () => {
    const w = folder.writer();
    await addBatch(w, 'sample', [{ name: 'Sample' }]);
    for (const name of ['A', 'B', 'C', 'D', 'E', 'F', 'G']) await addBatch(w, 'import', [{ name }]);
    expect(segments().length).toBeLessThan(5);
  });

  test('what the newest batch has replaced comes back when it is undone, also where its segment was merged since', async () => {
    const w = folder.writer();
    await w.release('2026-W47', monday);
    const ids: number[] = [];
    for (const name of ['A', 'B', 'C', 'D', 'E']) ids.push(...(await addBatch(w, 'import', [{ name }])).ids);
    // B again, in a batch that will be merged with the others: only its newer version remains.
    const second = w.begin('import');
    second.replace(ids[1]!, recordOf({ name: 'B 2' }));
    await second.commit();
    const last = w.begin('import');
    for (const at of [0, 1]) last.replace(ids[at]!, recordOf({ name: `Z${at}` }));
    const { batchId } = await last.commit();
    expect(segments()).toHaveLength(2);
    const r = folder.reader();
    expect(await names(r)).toEqual(['C', 'D', 'E', 'Z0', 'Z1']);
    await w.undoBatch(batchId);
    expect(await names(r)).toEqual(['A', 'B 2', 'C', 'D', 'E']);
  });

  test('a page is the same wherever its records lie, and in files from before some lay in front', async () => {
    const w = folder.writer();
    await addBatch(
      w,
      'import',
      Array.from({ length: 70 }, (_, i) => scored(((i * 37) % 70) / 100)),
    );
    await w.release('2026-W47', monday);
    const page = async () => Buffer.from(await folder.reader().searchJson(query(), 0, 70)).toString();
    const whole = await page();
    const { items } = await folder.reader().search(query(), 0, 70);
    expect(JSON.parse(whole)).toMatchObject({ count: 70, items });
    const file = new DatabaseSync(join(folder.path, segments()[0] ?? ''));
    expect(file.prepare('SELECT count(*) AS documents FROM front').get()).toEqual({ documents: 3 });
    file.exec('DROP TABLE front');
    file.close();
    expect(await page()).toBe(whole);
  });
});

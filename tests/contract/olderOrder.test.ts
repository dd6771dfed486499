import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openCompanyReader, openCompanyWriter } from '#server/index/open.ts';
import { outdatedSegments, rebuildOutdated } from '#server/index/rebuild.ts';
import { query } from '#server/index/testing/companyFolder.ts';
import { Oracle } from '#server/index/testing/everyFilter.ts';
import { someRecord, someWords } from '#server/index/testing/records.ts';
import type { CompanyRecord } from '#server/record/companyRecord.ts';
import { recordOf } from '#server/record/testing/records.ts';
import type { Company } from '#shared/domain/company.ts';

const released = join(import.meta.dirname, '../fixtures/released');
/** The versions before 1.5.0, whose files had another order. */
const versions = readdirSync(released).filter((name) => {
  return statSync(join(released, name)).isDirectory() && name.localeCompare('1.5.0', 'en', { numeric: true }) < 0;
});
const today = new Date().toISOString().slice(0, 10);

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'winnow-older-order-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** The index that a version of Winnow left. */
function indexOf(version: string): string {
  const [from, to] = [join(released, version, 'winnow.db.index'), join(folder, version)];
  mkdirSync(to);
  for (const name of readdirSync(from)) {
    writeFileSync(join(to, name.replace(/\.gz$/, '')), gunzipSync(readFileSync(join(from, name))));
  }
  return to;
}

/** Every company there is, page by page; each of them once, and the pages are the ids in their order. */
async function everyCompany(path: string): Promise<Company[]> {
  const reader = openCompanyReader(path);
  const all: Company[] = [];
  const { count } = await reader.search(query(), 0, 1);
  for (let page = 0; page * 7 < count; page++) all.push(...(await reader.search(query(), page, 7)).items);
  const ids = all.map(({ id }) => id);
  expect(new Set(ids).size).toBe(count);
  expect(ids).toEqual(await reader.searchIds(query(), 10_000));
  reader.close();
  return all;
}

/** What a search of older and newer files together answers differently from the rules. */
async function differences(path: string, stored: ReadonlyMap<number, CompanyRecord>): Promise<string[]> {
  const oracle = new Oracle(await everyCompany(path), stored, today, someWords.slice(0, 4));
  const reader = openCompanyReader(path);
  try {
    return await oracle.differences(reader);
  } finally {
    reader.close();
  }
}

describe.each(versions)('beside new companies, the files of Winnow %s', (version) => {
  test('have companies without a score in their old order until they are rebuilt', async () => {
    const path = indexOf(version);
    const stored = new Map<number, CompanyRecord>();
    // Where older files have no score, nothing else is known of the order.
    for (const { id, score } of await everyCompany(path)) stored.set(id, recordOf({ score }));
    const old = [...stored.keys()];
    const writer = openCompanyWriter(path);
    for (const seed of [1, 2]) {
      const batch = writer.begin('import');
      for (const record of fc.sample(someRecord, { seed, numRuns: 40 })) stored.set(batch.add(record), record);
      const replaced = fc.sample(someRecord, { seed: seed + 2, numRuns: 1 })[0]!;
      batch.replace(old[seed]!, replaced);
      stored.set(old[seed]!, replaced);
      await batch.commit();
    }
    writer.close();
    expect(outdatedSegments(path)).toHaveLength(2);
    expect(await differences(path, stored)).toEqual([]);

    await rebuildOutdated(path, { signal: new AbortController().signal, onProgress: () => undefined });
    const reader = openCompanyReader(path);
    const merits = await reader.merits([...stored.keys()]);
    reader.close();
    const rebuilt = await everyCompany(path);
    expect(rebuilt.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual(
      [...stored.keys()].filter((id) => merits.has(id)).toSorted((a, b) => a - b),
    );
    const byMerit = ({ id: a }: Company, { id: b }: Company): number => merits.get(b)! - merits.get(a)! || a - b;
    expect(rebuilt).toEqual(rebuilt.toSorted(byMerit));
    // Now something is known of those, too.
    const blanks = rebuilt.filter(({ id, score }) => score === null && old.includes(id));
    expect(blanks.length).toBeGreaterThan(1);
    for (const { id } of blanks) expect(merits.get(id)).toBeGreaterThan(-1);
  });
});

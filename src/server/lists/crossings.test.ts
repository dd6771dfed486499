import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { useListWorkspace } from '#server/lists/testing/listWorkspace.ts';
import type { Crossing } from '#shared/domain/crossing.ts';
import { filtersFromQuery } from '#shared/domain/filterQuery.ts';
import { emptyFilters } from '#shared/domain/filters.ts';
import { importFiles } from '../ingest/importFiles.ts';
import { openCompanyWriter } from '../index/open.ts';
import { indexFolderOf } from '../jobs/copies/workspaceFiles.ts';

const the = useListWorkspace();

const header = 'name,website,country,stage,employees,last funding date,total funding\n';

interface Facts {
  readonly stage: string;
  readonly employees: number;
  readonly funded: string;
  readonly raised: number;
}

const names = ['Acme', 'Bluebird', 'Cobalt', 'Dunlin'];

function rowOf(name: string, { stage, employees, funded, raised }: Facts): string {
  return `${name},${name.toLowerCase()}.example,France,${stage},${employees},${funded},${raised}\n`;
}

const seed: Facts = { stage: 'Seed', employees: 20, funded: '2026-01-10', raised: 2_000_000 };

/** The list's companies by name, undecided ones and others, with what made them match. */
async function inList(list: number): Promise<Record<string, Crossing | null>> {
  const { rows } = await the.workspace.state.entries.page(the.user, { smartListId: list }, { offset: 0, limit: 99 });
  const companies = await the.workspace.companies.getMany(rows.map(({ companyId }) => companyId));
  return Object.fromEntries(companies.map(({ name }, index) => [name, rows[index]?.came ?? null]));
}

const seriesA = filtersFromQuery({ stages: 'inv_stage_series_a' });

describe('M8 a company that comes to match a list', () => {
  test('is one entry with what has happened; out and in again it is none', async () => {
    await the.load('a_2026-11-01.csv', header + rowOf('Acme', seed) + rowOf('Bluebird', seed));
    const list = await the.list('Series A', seriesA, []);
    await the.load('b_2026-11-05.csv', header + rowOf('Acme', { ...seed, stage: 'Series A', raised: 9e6 }));
    const came = { why: 'raised', what: 'Series A' };
    expect(await inList(list)).toEqual({ Acme: came });
    expect(the.workspace.jobs.job?.outcome).toBe(
      'Import finished. 1 went into Series A. Of these, 1 now matches: 1 raised.',
    );
    await the.load('c_2026-11-06.csv', header + rowOf('Acme', { ...seed, stage: 'Series B', raised: 30e6 }));
    await the.load('d_2026-11-07.csv', header + rowOf('Acme', { ...seed, stage: 'Series A', raised: 31e6 }));
    expect(await inList(list)).toEqual({ Acme: came });
    expect(the.workspace.jobs.job?.outcome).toBe('');
  });

  test('is not one that matched before and was not taken in, nor one whose file says nothing new', async () => {
    await the.load('a_2026-11-01.csv', header + names.map((name) => rowOf(name, seed)).join(''));
    const list = await the.list('Seed', filtersFromQuery({ stages: 'inv_stage_seed' }), []);
    await the.load('b_2026-11-05.csv', header + rowOf('Acme', { ...seed, employees: 40 }) + rowOf('Bluebird', seed));
    expect(await inList(list)).toEqual({});
  });

  test('is left out where it was decided before', async () => {
    await the.load('a_2026-11-01.csv', header + rowOf('Acme', seed));
    const all = await the.list('All', emptyFilters(), [{ companyId: 1, merit: -1, topMatch: false, week: '2026-W47' }]);
    const list = await the.list('Series A', seriesA, []);
    const { rows } = await the.workspace.state.entries.page(the.user, { smartListId: all }, { offset: 0, limit: 1 });
    await the.workspace.state.entries.move(the.user, rows[0]!.id, 'Archive', the.now.toISOString(), null);
    await the.load('b_2026-11-05.csv', header + rowOf('Acme', { ...seed, stage: 'Series A' }));
    expect(await inList(list)).toEqual({});
    expect(the.workspace.jobs.job?.outcome).toBe('Import finished. 1 match was decided before and left out.');
  });

  test('is among the new ones of the list, and is gone again when the import is undone', async () => {
    await the.load('a_2026-11-01.csv', header + rowOf('Acme', seed) + rowOf('Bluebird', seed));
    const list = await the.list('Series A', seriesA, []);
    await the.load('b_2026-11-05.csv', header + rowOf('Acme', { ...seed, stage: 'Series A' }));
    const counts = await the.workspace.state.smartLists.counts(the.user, [list]);
    expect(counts.get(list)).toMatchObject({ newUnratedCount: 1 });
    // What later imports say of the company does not make it old.
    await the.load('c_2026-11-06.csv', header + rowOf('Acme', { ...seed, stage: 'Series A', employees: 21 }));
    expect((await the.workspace.state.smartLists.counts(the.user, [list])).get(list)).toEqual(counts.get(list));
    await the.workspace.jobs.startUndo();
    expect(Object.keys(await inList(list))).toEqual(['Acme']);
    await the.workspace.jobs.startUndo();
    expect(await inList(list)).toEqual({});
  });

  test('stays when another import is undone, also one of the same company, and when it matches no more', async () => {
    await the.load('a_2026-11-01.csv', header + rowOf('Acme', seed) + rowOf('Bluebird', seed));
    const list = await the.list('Series A', seriesA, []);
    await the.load('b_2026-11-05.csv', header + rowOf('Acme', { ...seed, stage: 'Series A' }));
    await the.load('c_2026-11-06.csv', header + rowOf('Acme', { ...seed, stage: 'Series B' }));
    await the.load('d_2026-11-07.csv', header + rowOf('Acme', { ...seed, stage: 'Series B', employees: 30 }));
    await the.workspace.jobs.startUndo();
    expect(Object.keys(await inList(list))).toEqual(['Acme']);
  });

  test('is one entry, too, if the import was cut off between its commit and the lists, and none if it was before', async () => {
    await the.load('a_2026-11-01.csv', header + rowOf('Acme', seed) + rowOf('Bluebird', seed));
    const list = await the.list('Series A', seriesA, []);
    const { lastCompanyId, lastImport } = await the.workspace.companies.status();
    const note = { owner: '', lastCompanyId, lastBatch: lastImport!.batchId };
    await the.workspace.state.upkeep.beginImport(note);
    await the.reopen();
    expect(await inList(list)).toEqual({});
    await the.workspace.state.upkeep.beginImport(note);
    const path = join(the.folder, 'b_2026-11-05.csv');
    await writeFile(path, header + rowOf('Acme', { ...seed, stage: 'Series A' }));
    const writer = openCompanyWriter(indexFolderOf(the.file));
    await importFiles([{ path, name: 'b_2026-11-05.csv', mapping: {} }], writer, {
      today: '2026-11-20',
      dryRun: false,
      signal: new AbortController().signal,
      onProgress: () => undefined,
    });
    writer.close();
    for (let start = 1; start <= 2; start++) {
      await the.reopen();
      expect(await inList(list)).toEqual({ Acme: { why: 'stage', what: 'Series A' } });
    }
  });

  test('goes with its import, too, if the undo was cut off between its commit and the lists, and stays if before', async () => {
    await the.load('a_2026-11-01.csv', header + rowOf('Acme', seed) + rowOf('Bluebird', seed));
    const list = await the.list('Series A', seriesA, []);
    await the.load('b_2026-11-05.csv', header + rowOf('Acme', { ...seed, stage: 'Series A' }));
    const { lastCompanyId, lastImport } = await the.workspace.companies.status();
    const batchId = lastImport!.batchId;
    const note = { owner: '', lastCompanyId, lastBatch: batchId, undoes: batchId };
    await the.workspace.state.upkeep.beginImport(note);
    await the.reopen();
    expect(Object.keys(await inList(list))).toEqual(['Acme']);
    await the.workspace.state.upkeep.beginImport(note);
    const writer = openCompanyWriter(indexFolderOf(the.file));
    await writer.undoBatch(batchId);
    writer.close();
    await the.reopen();
    expect(await inList(list)).toEqual({});
    expect(await the.workspace.state.upkeep.openImports()).toEqual([]);
  });

  const someFacts = fc.record({
    stage: fc.constantFrom('Seed', 'Series A', 'Series B'),
    employees: fc.constantFrom(5, 20, 80),
    funded: fc.constantFrom('2026-01-10', '2026-03-02'),
    raised: fc.constantFrom(1e6, 4e6, 20e6),
  });
  const someImport = fc.dictionary(fc.constantFrom(...names), someFacts, { minKeys: 1 });

  test('M8 in any run of imports every list has just those that were new, or did not match and then did', async () => {
    let run = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(someImport, { minLength: 2, maxLength: 4 }), fc.boolean(), async (files, undoes) => {
        run += 1;
        const named = (name: string): string => `${name} ${String.fromCharCode(64 + run)}`;
        const known = new Map<string, Facts>();
        const expected = new Set<string>();
        let before = new Set<string>();
        let list = 0;
        for (const [day, file] of files.entries()) {
          const rows = Object.entries(file).map(([name, facts]) => rowOf(named(name), facts).replaceAll(' ', '-'));
          const at = `${String(run).padStart(2, '0')}${day}`;
          await the.load(`f${at}_2026-11-${String(10 + day)}.csv`, header + rows.join(''));
          // The list begins empty, although the first file has companies that match it.
          if (list === 0) list = await the.list(`A ${String(run)}`, seriesA, []);
          before = new Set(expected);
          for (const [name, facts] of Object.entries(file)) {
            const matched = known.get(name)?.stage === 'Series A';
            if (day > 0 && facts.stage === 'Series A' && !matched) expected.add(name);
            known.set(name, facts);
          }
          const there = Object.keys(await inList(list));
          expect(there.toSorted()).toEqual([...expected].map((name) => named(name).replaceAll(' ', '-')).toSorted());
        }
        if (!undoes) return;
        await the.workspace.jobs.startUndo();
        const there = Object.keys(await inList(list));
        expect(there.toSorted()).toEqual([...before].map((name) => named(name).replaceAll(' ', '-')).toSorted());
      }),
      { numRuns: 5 },
    );
  });
});

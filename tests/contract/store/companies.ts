import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { AnalysedTerms, RecordAnalyser } from '#server/index/analysis/recordAnalysis.ts';
import { addBatch, monday, names, query } from '#server/index/testing/companyFolder.ts';
import { recordOf } from '#server/record/testing/records.ts';
import type { CompanyReader, CompanyWriter } from '#server/index/port.ts';
import type { CompanyRecord } from '#server/record/companyRecord.ts';
import { emptyFilters } from '#shared/domain/filters.ts';
import { sameCompanyContract } from './sameCompany.ts';

type Reader = CompanyReader & { close(): void };

/** How an adapter of the company store is opened; every opening of one `place` sees the same companies. */
export interface CompanyAdapter {
  readonly name: string;
  /** `place` is an empty folder of the test's own, which is removed after it. */
  openReader(place: string, options: { readonly now: () => Date }): Reader;
  openWriter(place: string): CompanyWriter;
}

/** The companies that count as new, asked in each way; all must say the same. */
async function isNew(reader: CompanyReader): Promise<string[]> {
  const filtered = query();
  filtered.filters.include.companyHighlights = ['newly_added'];
  const { items } = await reader.search(filtered, 0, 25);
  const tagged = (await reader.search(query(), 0, 25)).items.filter(({ tags }) => tags.includes('newly_added'));
  const { facets } = await reader.facets(query());
  expect(tagged).toEqual(items);
  expect((await reader.search(query(), 0, 1)).newCount).toBe(items.length);
  expect(facets['company_highlights']?.['newly_added'] ?? 0).toBe(items.length);
  return items.map(({ name }) => name);
}

const site = (url: string): Partial<CompanyRecord> => ({ links: [{ type: 'website', url }] });

const text = (llm: string): CompanyRecord['description'] => ({ short: '', long: 'machine', llm });

/** What every adapter owes the port of the company store. */
export function companyContract(adapter: CompanyAdapter): void {
  let place = '';
  let open: { close(): void }[] = [];
  /** What the clock of readers says. */
  let today = '2026-11-18';
  beforeEach(() => {
    today = '2026-11-18';
    place = mkdtempSync(join(tmpdir(), 'winnow-companies-'));
    open = [];
  });
  afterEach(() => {
    for (const each of open) each.close();
    rmSync(place, { recursive: true });
  });
  const kept = <T extends { close(): void }>(opened: T): T => {
    open.push(opened);
    return opened;
  };
  const folder = {
    reader: (): Reader => kept(adapter.openReader(place, { now: () => new Date(`${today}T10:00:00`) })),
    writer: (): CompanyWriter => kept(adapter.openWriter(place)),
  };

  describe('an empty folder', () => {
    test('has no companies and no week, before and after the first writer', async () => {
      const r = folder.reader();
      expect(await r.status()).toMatchObject({ generation: 0, week: '', date: '', refreshedAt: '', companies: 0 });
      expect(await r.status()).toMatchObject({ lastCompanyId: 0 });
      expect(await r.search(query(), 0, 25)).toEqual({ count: 0, newCount: 0, blank: [], items: [] });
      await addBatch(folder.writer(), 'import', []);
      expect((await r.facets(query('text'))).count).toBe(0);
      expect(await r.get(1)).toBeUndefined();
    });
  });

  describe('batches', () => {
    test('I14 a batch shows all at once, in the same reader, with its generation', async () => {
      const w = folder.writer();
      const r = folder.reader();
      await w.release('2026-W47', monday);
      const batch = w.begin('import');
      const id = batch.add(recordOf({ name: 'Alpha' }));
      expect((await r.search(query(), 0, 25)).count).toBe(0);
      const before = (await r.status()).generation;
      expect(await batch.commit()).toMatchObject({ generation: before + 1, added: 1, replaced: 0 });
      expect((await r.get(id))?.name).toBe('Alpha');
      expect(await r.status()).toMatchObject({ generation: before + 1, companies: 1, importedCompanies: 1 });
      expect(await r.status()).toMatchObject({ lastCompanyId: id });
    });

    test('nothing of an aborted batch remains', async () => {
      const w = folder.writer();
      await w.release('2026-W47', monday);
      const batch = w.begin('import');
      batch.add(recordOf({ name: 'Alpha' }));
      batch.abort();
      expect(await names(folder.reader())).toEqual([]);
      expect(() => batch.add(recordOf({}))).toThrow('ended');
      expect((await addBatch(w, 'import', [{ name: 'Beta' }])).ids).toEqual([1]);
    });

    test('a company can be replaced in an earlier batch and in its own', async () => {
      const w = folder.writer();
      const r = folder.reader();
      await w.release('2026-W47', monday);
      const { ids } = await addBatch(w, 'sample', [{ name: 'Alpha' }, { name: 'Beta' }]);
      const batch = w.begin('import');
      const own = batch.add(recordOf({ name: 'Gamma', stages: ['inv_stage_seed'] }));
      batch.replace(own, recordOf({ name: 'Delta' }));
      batch.replace(ids[0]!, recordOf({ name: 'Alpha two' }));
      batch.replace(ids[0]!, recordOf({ name: 'Alpha three' }));
      expect(() => batch.replace(99, recordOf({}))).toThrow('no company 99');
      expect(await batch.commit()).toMatchObject({ added: 1, replaced: 1 });
      expect(await names(r)).toEqual(['Alpha three', 'Beta', 'Delta']);
      expect((await r.search(query('gamma'), 0, 25)).count).toBe(0);
      expect((await r.facets(query())).facets['stages']).toEqual({});
      expect((await r.getMany([own, 99, ids[0]!])).map((company) => company.name)).toEqual(['Delta', 'Alpha three']);
      expect(await r.status()).toMatchObject({ companies: 3, sampleCompanies: 1, importedCompanies: 2 });
    });

    test('a company replaced by what a row has in part is found by what it is now, whosever its words are', async () => {
      const w = folder.writer();
      const r = folder.reader();
      await w.release('2026-W47', monday);
      const { ids } = await addBatch(w, 'import', [
        { name: 'Alpha', description: text('solar') },
        { name: 'Beta', description: text('steam') },
      ]);
      const analyser = new RecordAnalyser();
      const rows = [
        recordOf({ name: 'Alpha', description: text('wind turbines'), countryCode: 'DE' }),
        recordOf({ name: 'Beta', description: text('tide'), countryCode: 'DE' }),
      ];
      for (const record of rows) analyser.add(record);
      const records = analyser.take();
      const terms = new AnalysedTerms();
      terms.learn(records);
      const batch = w.begin('import');
      // The words of the first are those of its row, of the second not; the country of neither is.
      const merged = [
        { ...rows[0]!, countryCode: 'FR' },
        recordOf({ name: 'Beta', description: text('steam engines') }),
      ];
      for (const [row, record] of rows.entries()) {
        batch.replace(ids[row]!, merged[row]!, { record, records, row, terms });
      }
      await batch.commit();
      const found = async (asked: string): Promise<string[]> =>
        (await r.search(query(asked), 0, 25)).items.map(({ name }) => name);
      expect(await Promise.all(['turbines', 'alpha', 'engines', 'beta'].map(found))).toEqual([
        ['Alpha'],
        ['Alpha'],
        ['Beta'],
        ['Beta'],
      ]);
      expect(await Promise.all(['solar', 'tide'].map(found))).toEqual([[], []]);
      expect((await r.facets(query())).facets['country_codes']).toEqual({ FR: 1 });
    });

    test('undoing a batch takes its companies away and brings back what it replaced', async () => {
      const w = folder.writer();
      const r = folder.reader();
      await w.release('2026-W47', monday);
      const { ids } = await addBatch(w, 'import', [{ name: 'Alpha' }]);
      const replaceBy = async (name: string): Promise<number> => {
        const batch = w.begin('import');
        batch.replace(ids[0]!, recordOf({ name }));
        return (await batch.commit()).batchId;
      };
      const second = await replaceBy('Alpha two');
      const third = await replaceBy('Alpha three');
      expect(await names(r)).toEqual(['Alpha three']);
      // The middle version goes; the newest still hides the oldest.
      await w.undoBatch(second);
      expect(await names(r)).toEqual(['Alpha three']);
      await w.undoBatch(third);
      expect(await names(r)).toEqual(['Alpha']);
      await expect(w.undoBatch(third)).rejects.toThrow(expect.objectContaining({ code: 'not_found' }));
    });

    test('of many small batches the newest can be undone and old ones cannot', async () => {
      const w = folder.writer();
      const r = folder.reader();
      await w.release('2026-W47', monday);
      const { ids } = await addBatch(w, 'sample', [{ name: 'Sample' }]);
      const replacing = w.begin('import');
      replacing.replace(ids[0]!, recordOf({ name: 'Sample two' }));
      const old = await replacing.commit();
      const later: Awaited<ReturnType<typeof addBatch>>[] = [];
      for (const name of ['A', 'B', 'C', 'D', 'E']) later.push(await addBatch(w, 'import', [{ name }]));
      expect(await names(r)).toEqual(['A', 'B', 'C', 'D', 'E', 'Sample two']);
      const last = await addBatch(w, 'import', [{ name: 'F' }]);
      expect(await names(r)).toEqual(['A', 'B', 'C', 'D', 'E', 'F', 'Sample two']);
      expect(await r.getMany([later[2]!.ids[0]!])).toMatchObject([{ name: 'C' }]);
      await expect(w.undoBatch(old.batchId)).rejects.toThrow(expect.objectContaining({ code: 'not_found' }));
      await w.undoBatch(last.batchId);
      expect(await names(r)).toEqual(['A', 'B', 'C', 'D', 'E', 'Sample two']);
      expect(await w.removeOrigin('import')).toBe(6);
      expect(await names(r)).toEqual(['Sample']);
    });

    test('removing an origin leaves the other, and ids are not given twice', async () => {
      const w = folder.writer();
      const r = folder.reader();
      await w.release('2026-W47', monday);
      const sample = await addBatch(w, 'sample', [{ name: 'Sample one' }, { name: 'Sample two' }]);
      await addBatch(w, 'import', [{ name: 'Real' }]);
      expect(await w.removeOrigin('sample')).toBe(2);
      expect(await w.removeOrigin('sample')).toBe(0);
      expect(await names(r)).toEqual(['Real']);
      expect(await r.get(sample.ids[0]!)).toBeUndefined();
      expect((await addBatch(w, 'import', [{ name: 'Next' }])).ids).toEqual([4]);
    });
  });

  test('companies that look alike are found across batches, each pair once, and never of the sample', async () => {
    const writer = folder.writer();
    const reader = folder.reader();
    await writer.release('2026-W47', monday);
    const at = { discoveredDate: '2026-11-16' };
    await addBatch(writer, 'sample', [{ name: 'Acme', ...at }]);
    const first = await addBatch(writer, 'import', [
      { name: 'Acme, Inc.', ...at },
      { name: 'Kite', ...site('https://kite.io'), ...at },
      { name: 'Atlas', ...site('https://atlas.io'), ...at },
      { name: 'Boreal', ...at },
    ]);
    const second = await addBatch(writer, 'import', [
      { name: 'ACME', ...at },
      { name: 'Kite', ...site('https://www.kite.io/en'), ...at },
      { name: 'Atlas Labs', ...site('https://atlas.ai'), ...at },
    ]);
    const pair = (by: 'site' | 'name', one: number, other: number): unknown => ({
      by,
      ids: [first.ids[one], second.ids[other]],
    });
    expect(await reader.lookalikes(10)).toEqual([pair('site', 1, 1), pair('name', 0, 0), pair('name', 2, 2)]);
    expect(await reader.lookalikes(1)).toEqual([pair('site', 1, 1)]);
    const batch = writer.begin('import');
    batch.remove(second.ids[1] ?? 0);
    await batch.commit();
    expect(await reader.lookalikes(10)).toEqual([pair('name', 0, 0), pair('name', 2, 2)]);
    expect(await reader.record(second.ids[1] ?? 0)).toBeUndefined();
    expect((await reader.record(first.ids[0] ?? 0))?.name).toBe('Acme, Inc.');
  });

  sameCompanyContract(folder.writer);

  describe('release', () => {
    test('shows the weeks up to the released one, and everything that follows from the date moves on', async () => {
      today = '2026-11-09';
      const w = folder.writer();
      const r = folder.reader();
      await addBatch(w, 'sample', [
        { name: 'Old', discoveredDate: '2026-11-04', fundedOn: '2026-08-16' },
        { name: 'New', discoveredDate: '2026-11-11' },
        { name: 'Next', discoveredDate: '2026-11-18' },
      ]);
      expect((await r.status()).companies).toBe(0);
      const recent = query('old');
      recent.filters.include.digestDays = 30;
      recent.filters.include.fundedTags = ['funded'];
      expect((await r.search(recent, 0, 25)).count).toBe(0);
      expect((await r.facets(recent)).facets['funded_tags']).toMatchObject({ funded: 0 });
      expect(await w.release('2026-W46', monday)).toEqual(['2026-W46']);
      expect(await r.status()).toMatchObject({
        week: '2026-W46',
        date: '2026-11-09',
        companies: 2,
        sampleCompanies: 2,
      });
      expect(await names(r)).toEqual(['New', 'Old']);
      expect((await r.search(query(), 0, 25)).newCount).toBe(1);
      const old = async () => (await r.search(query('old'), 0, 1)).items[0];
      expect(await old()).toMatchObject({ funded: 'funded', tags: '' });
      expect((await r.search(query('new'), 0, 1)).items[0]).toMatchObject({ tags: 'newly_added' });
      expect(await w.release('2026-W46', monday)).toEqual([]);
      expect(await w.release('2026-W48', monday)).toEqual(['2026-W47', '2026-W48']);
      expect(await r.status()).toMatchObject({ week: '2026-W48', refreshedAt: monday.toISOString(), companies: 3 });
      // The age of a round counts from today, whatever has been released.
      expect(await old()).toMatchObject({ funded: 'funded' });
      today = '2026-11-16';
      expect(await old()).toMatchObject({ funded: 'funded 3' });
      const { facets } = await r.facets(query());
      expect(facets['funded_tags']).toMatchObject({ funded: 0, 'funded 3': 1 });
      expect(facets['digest_week']).toEqual({ '2026-W45': 1, '2026-W46': 1, '2026-W47': 1 });
      // Nothing was discovered in the week of 23 November: what the one before brought is still new.
      expect(await isNew(r)).toEqual(['Next']);
      expect(await w.release('2026-W49', monday)).toEqual(['2026-W49']);
      expect(await isNew(r)).toEqual(['Next']);
      await addBatch(w, 'import', [{ name: 'Imported', discoveredDate: '2026-11-30' }]);
      expect(await isNew(r)).toEqual(['Imported']);
      await w.removeOrigin('import');
      expect(await isNew(r)).toEqual(['Next']);
      await w.removeOrigin('sample');
      expect(await isNew(r)).toEqual([]);
      expect(await r.status()).toMatchObject({ week: '2026-W49', newWeek: '' });
    });
  });

  describe('ids of the user', () => {
    test('narrow a search to some companies, or leave some out', async () => {
      const w = folder.writer();
      const r = folder.reader();
      await w.release('2026-W47', monday);
      const { ids } = await addBatch(w, 'import', [
        { name: 'A', score: 0.1 },
        { name: 'B', score: 0.9 },
        { name: 'C' },
      ]);
      const [a, b, c] = ids as [number, number, number];
      expect(await r.searchIds(query(), 10)).toEqual([b, a, c]);
      expect(await r.searchIds(query(), 2)).toEqual([b, a]);
      expect(await r.searchIds(query('', { onlyIds: new Set([a, c, 77]) }), 10)).toEqual([a, c]);
      expect(await r.searchIds(query('', { withoutIds: new Set([b, 77]) }), 10)).toEqual([a, c]);
      expect(await r.searchIds(query('', { onlyIds: new Set() }), 10)).toEqual([]);
      expect(await r.filterIds([a, 77], emptyFilters())).toEqual(new Set([a]));
    });
  });

  describe('text', () => {
    test('name hits go first, a word is a prefix only with a star, a phrase stands in one text', async () => {
      const w = folder.writer();
      const r = folder.reader();
      await w.release('2026-W47', monday);
      await addBatch(w, 'import', [
        { name: 'One', score: 0.9, description: text('Learning machine for solar parks') },
        { name: 'Two', score: 0.5, description: text('Machine learning for farms') },
        { name: 'Solar Three', score: 0.1, description: text('bad data') },
      ]);
      const found = async (asked: string): Promise<string[]> => {
        return (await r.search(query(asked), 0, 9)).items.map((company) => company.name);
      };
      expect(await found('solar')).toEqual(['Solar Three', 'One']);
      expect(await found('sol')).toEqual([]);
      expect(await found('sol*')).toEqual(['One', 'Solar Three']);
      expect(await found('machine learn')).toEqual([]);
      expect(await found('machine learn*')).toEqual(['One', 'Two']);
      expect(await found('"machine learning"')).toEqual(['Two']);
      expect(await found('data')).toEqual([]);
      expect(await found('so')).toEqual(['One', 'Two', 'Solar Three']);
      expect(await found('???')).toEqual([]);
    });
  });
}

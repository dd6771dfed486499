import { describe, expect, test } from 'vitest';
import { hashText } from '#server/index/analysis/recordAnalysis.ts';
import { addBatch } from '#server/index/testing/companyFolder.ts';
import { recordOf } from '#server/record/testing/records.ts';
import type { CompanyWriter } from '#server/index/port.ts';
import type { CompanyRecord } from '#server/record/companyRecord.ts';

const site = (url: string): Partial<CompanyRecord> => ({ links: [{ type: 'website', url }] });
const same = (writer: CompanyWriter, domain: string, name: string): number[] =>
  writer.findSame(domain, name).map(({ id }) => id);
const may = (writer: CompanyWriter, domain: string, name: string): boolean => {
  const [domainHash, nameHash] = [domain, name].map((text) => (text === '' ? 0 : hashText(text)));
  return writer.mayHave(domainHash ?? 0, nameHash ?? 0);
};

/** What every adapter owes the importer, which asks it for the company that a row may be about. */
export function sameCompanyContract(openWriter: () => CompanyWriter): void {
  describe('the same company', () => {
    test('is found by domain and by folded name, in stored companies and in the open batch', async () => {
      const w = openWriter();
      const { ids } = await addBatch(w, 'import', [
        { name: 'Café Zoë', ...site('https://www.zoe.io/about') },
        { name: 'Other', ...site('https://other.io') },
        { name: 'Café Zoë', ...site('https://facebook.com/zoe') },
      ]);
      const [zoe, other, profile] = ids as [number, number, number];
      expect(same(w, 'zoe.io', 'whatever')).toEqual([zoe]);
      expect(same(w, '', 'cafe zoe')).toEqual([zoe, profile]);
      const batch = w.begin('import');
      const added = batch.add(recordOf({ name: 'CAFE ZOE' }));
      expect(same(w, '', 'cafe zoe')).toEqual([zoe, profile, added]);
      batch.replace(zoe, recordOf({ name: 'Renamed', ...site('https://zoe.io') }));
      expect(same(w, '', 'cafe zoe')).toEqual([profile, added]);
      expect(w.findSame('zoe.io', 'other').map(({ id, record }) => [id, record.name])).toEqual([[zoe, 'Renamed']]);
      batch.replace(added, recordOf({ name: 'Cafe Zoe', ...site('https://cafe.io') }));
      expect(same(w, 'cafe.io', 'cafe zoe')).toEqual([profile, added]);
      expect([same(w, '', ''), same(w, 'none.io', ''), same(w, 'none.io', 'other')]).toEqual([[], [], []]);
      expect(same(w, '', 'other')).toEqual([other]);
    });

    test('of two domains is never one; one without a domain of its own is found by its name', async () => {
      const w = openWriter();
      const { ids } = await addBatch(w, 'import', [
        { name: 'Atlas', ...site('https://atlas.io') },
        { name: 'Atlas', ...site('https://facebook.com/atlas') },
        { name: 'Atlas' },
      ]);
      const [, profile, bare] = ids as [number, number, number];
      expect(same(w, 'atlas.ai', 'atlas')).toEqual([profile, bare]);
      expect([may(w, 'atlas.ai', 'atlas'), may(w, 'atlas.ai', 'boreal')]).toEqual([true, false]);
      const batch = w.begin('import');
      batch.add(recordOf({ name: 'Boreal', ...site('https://boreal.io') }));
      expect(same(w, 'boreal.ai', 'boreal')).toEqual([]);
      expect([may(w, 'boreal.ai', 'boreal'), may(w, 'boreal.io', ''), may(w, '', 'boreal')]).toEqual([
        false,
        true,
        true,
      ]);
    });

    test('is found by what else it goes by, in stored companies, in the open batch and in a merged file', async () => {
      const w = openWriter();
      const aliases = [
        { name: 'Kite & Co', domain: '', countryCode: 'DE' },
        { name: '', domain: 'kite.app', countryCode: '' },
        { name: 'Kite', domain: 'kite.io', countryCode: '' },
      ];
      const { ids } = await addBatch(w, 'import', [
        { name: 'Kite', ...site('https://kite.io'), aliases },
        { name: 'Boreal', ...site('https://boreal.io') },
      ]);
      const [kite, boreal] = ids as [number, number];
      const ask = (): unknown => [
        same(w, 'kite.app', 'whatever'),
        same(w, 'kite.io', ''),
        same(w, '', 'kite & co'),
        same(w, 'other.io', 'kite & co'),
        [may(w, 'kite.app', ''), may(w, '', 'kite & co'), may(w, 'kite.dev', '')],
      ];
      const found = [[kite], [kite], [kite], [], [true, true, false]];
      expect(ask()).toEqual(found);
      // Enough small batches are merged into one file, which knows the same.
      for (let n = 0; n < 7; n++) await addBatch(w, 'import', [{ name: `Other ${String(n)}` }]);
      expect(ask()).toEqual(found);
      const batch = w.begin('import');
      batch.replace(
        boreal,
        recordOf({ name: 'Boreal', aliases: [{ name: '', domain: 'boreal.app', countryCode: '' }] }),
      );
      expect([same(w, 'boreal.app', ''), may(w, 'boreal.app', '')]).toEqual([[boreal], true]);
      batch.replace(boreal, recordOf({ name: 'Boreal' }));
      expect(same(w, 'boreal.app', '')).toEqual([]);
    });

    test('is not one that was merged into another, until that is undone', async () => {
      const w = openWriter();
      const { ids } = await addBatch(w, 'import', [
        { name: 'Kite', ...site('https://kite.io') },
        { name: 'Boreal', ...site('https://boreal.io') },
      ]);
      const [kite, boreal] = ids as [number, number];
      const batch = w.begin('import');
      batch.replace(kite, recordOf({ name: 'Kite', ...site('https://kite.io'), founded: 2020 }));
      batch.remove(boreal);
      expect(same(w, 'boreal.io', 'boreal')).toEqual([]);
      const { batchId, replaced } = await batch.commit();
      expect(replaced).toBe(1);
      expect([same(w, 'boreal.io', 'boreal'), w.record(boreal), w.record(kite)?.founded]).toEqual([
        [],
        undefined,
        2020,
      ]);
      await w.undoBatch(batchId);
      expect([same(w, 'boreal.io', 'boreal'), w.record(boreal)?.name, w.record(kite)?.founded]).toEqual([
        [boreal],
        'Boreal',
        null,
      ]);
    });

    test('E15 is perhaps one that was here with the domain or, but for its form, the name, as the open batch leaves it', async () => {
      const w = openWriter();
      const { ids } = await addBatch(w, 'import', [
        { name: 'Acme, Inc.', ...site('https://acme.io') },
        { name: 'Acme' },
        { name: 'Boreal', ...site('https://boreal.io') },
      ]);
      await addBatch(w, 'sample', [{ name: 'Acme' }]);
      const [acme, bare, boreal] = ids as [number, number, number];
      const alike = (domain: string, core: string): number[] => w.findAlike(domain, core).map(({ id }) => id);
      const maybe = (domain: string, core: string): boolean =>
        w.mayBeAlike(domain === '' ? 0 : hashText(domain), core === '' ? 0 : hashText(core));
      expect([alike('', 'acme'), alike('boreal.io', 'acme'), alike('boreal.io', '')]).toEqual([
        [acme, bare],
        [acme, bare, boreal],
        [boreal],
      ]);
      expect([alike('', ''), alike('other.io', 'other')]).toEqual([[], []]);
      expect([maybe('', 'acme'), maybe('boreal.io', 'other')]).toEqual([true, true]);
      const batch = w.begin('import');
      batch.add(recordOf({ name: 'Acme' }));
      batch.replace(bare, recordOf({ name: 'Renamed' }));
      batch.replace(acme, recordOf({ name: 'ACME', founded: 2020 }));
      expect(w.findAlike('', 'acme').map(({ id, record }) => [id, record.founded])).toEqual([[acme, 2020]]);
      expect([w.record(acme)?.founded, w.record(bare)?.name]).toEqual([2020, 'Renamed']);
      batch.abort();
      expect([alike('', 'acme'), w.record(bare)?.name]).toEqual([[acme, bare], 'Acme']);
    });

    test('is never a sample company', async () => {
      const w = openWriter();
      await addBatch(w, 'sample', [{ name: 'Atlas', ...site('https://atlas.io') }]);
      expect(same(w, 'atlas.io', 'atlas')).toEqual([]);
      const batch = w.begin('sample');
      batch.add(recordOf({ name: 'Atlas', ...site('https://atlas.io') }));
      expect([same(w, 'atlas.io', 'atlas'), may(w, 'atlas.io', 'atlas')]).toEqual([[], false]);
    });
  });
}

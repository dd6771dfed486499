import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { CompanyRecord } from '#server/record/companyRecord.ts';
import { decodeRecord, encodeRecord } from '#server/record/recordCodec.ts';
import { recordOf } from '#server/record/testing/records.ts';
import { longer } from '../../testing/propertyRuns.ts';
import { MemoryWriter } from '../testing/memoryWriter.ts';
import { duplicateReason } from './duplicates.ts';
import { mergeByHand, mergeCompanies } from './mergeCompanies.ts';
import { placeRecord } from './sameCompany.ts';

/** A company by its name, its site and what else is known of it. */
function company(name: string, site = '', more: Partial<CompanyRecord> = {}): CompanyRecord {
  return recordOf({ name, links: site === '' ? [] : [{ type: 'website', url: `https://${site}` }], ...more });
}

const germany = { countryCode: 'DE' };
const france = { countryCode: 'FR' };
const berlin = { ...germany, city: 'Berlin' };

test.each<[ReturnType<typeof duplicateReason>, string, CompanyRecord, CompanyRecord]>([
  ['name', 'a form of the name, no sites', company('Acme, Inc.'), company('ACME')],
  [
    'name',
    'a form of the name, one country, one site',
    company('Acme GmbH', 'acme.de', germany),
    company('Acme', '', germany),
  ],
  ['name', 'a country that only one knows', company('Acme Labs', '', germany), company('Acme', 'acme.com')],
  ['name', 'one name, sites of one name', company('Acme', 'acme.com'), company('Acme', 'www2.acme.io')],
  ['name', 'one name, one city, two sites', company('Acme', 'acme.com', berlin), company('Acme', 'goacme.de', berlin)],
  [
    'site',
    'one site, two names',
    company('Kite', 'kite.com', germany),
    company('Brightly', 'www.kite.com/about', france),
  ],
  [null, 'two countries', company('Acme', '', germany), company('Acme', '', france)],
  [null, 'two sites and nothing in common', company('Acme', 'acme.com'), company('Acme', 'atlas.io')],
  [null, 'two cities and two sites', company('Acme', 'acme.com', berlin), company('Acme', 'atlas.io', germany)],
  [null, 'a shared site', company('Kite', 'facebook.com/kite'), company('Brightly', 'facebook.com/brightly')],
  [null, 'two names', company('Acme'), company('Acme Robotics')],
  [
    null,
    'other cities and years',
    company('Acme', '', { ...berlin, founded: 1999 }),
    company('Acme', '', { ...germany, city: 'Bonn', founded: 2020 }),
  ],
])('%s: %s', (reason, _what, a, b) => {
  expect([duplicateReason(a, b), duplicateReason(b, a)]).toEqual([reason, reason]);
});

const part = <T>(...values: T[]): fc.Arbitrary<T> => fc.constantFrom(...values);
const rows = fc
  .record({
    name: part('Acme', 'Acme, Inc.', 'Brightly', 'Kite'),
    site: part('', 'acme.com', 'acme.io', 'kite.com'),
    countryCode: part('', 'DE', 'FR'),
    city: part('', 'Berlin'),
    founded: part(null, 2019, 2020),
    day: part('2024-05-01', '2025-11-03', '2026-02-01'),
    file: part('a.csv', 'b.csv'),
  })
  .map(({ name, site, day, file, ...more }) =>
    company(name, site, { ...more, history: { sources: [`${day} ${file}`], seen: [] } }),
  );

test('after a merge by hand every row that made either company is that one company’s', () => {
  fc.assert(
    fc.property(rows, rows, (one, other) => {
      const merged = decodeRecord(encodeRecord(mergeByHand(one, other)));
      const writer = new MemoryWriter();
      const id = writer.begin('import').add(merged);
      for (const row of [one, other]) {
        const placement = placeRecord(row, writer);
        expect(placement.kind === 'duplicate' || ('id' in placement && placement.id === id)).toBe(true);
      }
    }),
    { numRuns: longer(500) },
  );
});

test('after a merge by hand the rows of files may come in any order', () => {
  const more = fc.array(rows, { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(rows, rows, more, fc.nat(), (one, other, others, turn) => {
      const merged = mergeByHand(one, other);
      // Rows of one day and name are one source: of them the first has the say.
      const all = [...new Map(others.map((row) => [row.history.sources[0], row])).values()].filter(
        ({ history }) => !merged.history.sources.includes(history.sources[0]!),
      );
      const shifted = [...all.slice(turn % (all.length + 1)), ...all.slice(0, turn % (all.length + 1))];
      const fold = (rest: readonly CompanyRecord[]): CompanyRecord =>
        rest.reduce((company, row) => mergeCompanies(company, row) ?? company, merged);
      expect(fold(shifted.toReversed())).toEqual(fold(all));
      const site = merged.links.find(({ type }) => type === 'website')?.url;
      if (all.every((row) => merged.aliases.some(({ domain }) => `https://${domain}` === row.links[0]?.url))) {
        expect(fold(all).links[0]?.url).toBe(site);
      }
    }),
    { numRuns: longer(300) },
  );
});

/** A row of a file that is called after its day. */
function rowOf(name: string, day: string): CompanyRecord {
  return company(name, '', { history: { sources: [`${day} a.csv`], seen: [] } });
}

test('after a merge by hand both names are former ones once it is called otherwise, in any order of the rows', () => {
  const merged = mergeByHand(rowOf('Kite', '2024-05-01'), rowOf('Acme', '2024-05-01'));
  const rows = [rowOf('Acme, Inc.', '2025-11-03'), rowOf('Brightly', '2026-02-01')];
  const fold = (rest: readonly CompanyRecord[]): CompanyRecord =>
    rest.reduce((whole, row) => mergeCompanies(whole, row) ?? whole, merged);
  expect(fold(rows)).toMatchObject({ name: 'Brightly', formerNames: ['Acme', 'Kite'] });
  expect(fold(rows.toReversed())).toEqual(fold(rows));
});

test('a merge by hand keeps the site of the company that stays, and both names', () => {
  const kept = company('Acme Robotics', 'acmerobotics.com', germany);
  const gone = company('Kite', 'kite.io', { ...france, employeeCount: 12 });
  const merged = mergeByHand(kept, gone);
  expect(merged).toMatchObject({ employeeCount: 12, links: [{ type: 'website', url: 'https://acmerobotics.com' }] });
  expect([merged.name, ...merged.formerNames].toSorted()).toEqual(['Acme Robotics', 'Kite']);
  expect(merged.aliases).toEqual([
    { name: 'Acme Robotics', domain: 'acmerobotics.com', countryCode: 'DE' },
    { name: 'Kite', domain: 'kite.io', countryCode: 'FR' },
  ]);
});

test('E16 a merged company has the name of its site, unless another was chosen, and no row of either changes that', () => {
  const media = company('MediaMogul', 'mediapass.com', { history: { sources: ['2026-02-01 b.csv'], seen: [] } });
  const pass = company('MediaPass', '', { history: { sources: ['2024-05-01 a.csv'], seen: [] } });
  for (const [kept, gone] of [
    [media, pass],
    [pass, media],
  ] as const) {
    expect(mergeByHand(kept, gone)).toMatchObject({ name: 'MediaPass', formerNames: ['MediaMogul'] });
    for (const [chosen, other] of [
      ['MediaMogul', 'MediaPass'],
      ['MediaPass', 'MediaMogul'],
    ] as const) {
      const merged = mergeByHand(kept, gone, chosen);
      const later = company(other, '', { history: { sources: ['2026-11-01 c.csv'], seen: [] } });
      for (const row of [media, pass, later]) {
        const name = mergeCompanies(merged, row)?.name ?? merged.name;
        expect({ chosen, row: row.name, name }).toEqual({ chosen, row: row.name, name: chosen });
      }
      const renamed = company('Passline', '', { history: { sources: ['2026-11-08 d.csv'], seen: [] } });
      expect(mergeCompanies(merged, renamed)?.name).toBe('Passline');
    }
  }
});

test('E16 whatever is merged under a chosen name keeps it through all rows that call it by either', () => {
  fc.assert(
    fc.property(rows, rows, fc.array(rows, { maxLength: 4 }), fc.boolean(), (one, other, others, isFirst) => {
      const chosen = isFirst ? one.name : other.name;
      const merged = mergeByHand(one, other, chosen);
      const either = others.map((row, number) => ({ ...row, name: number % 2 === 0 ? one.name : other.name }));
      const after = either.reduce((known, row) => mergeCompanies(known, row) ?? known, merged);
      expect([merged.name, after.name]).toEqual([chosen, chosen]);
      expect(after.formerNames).not.toContain(chosen);
    }),
    { numRuns: longer(300) },
  );
});

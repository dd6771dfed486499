import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { DocumentLookup, RowLookup, searchChunks } from './lookup.ts';
import { lookupKey, chunkLength } from './segmentFormat.ts';

interface Hashes {
  readonly domain: number;
  readonly name: number;
}

const hashes = fc.record({ domain: fc.nat({ max: 6 }), name: fc.nat({ max: 6 }) });

/** The rule, applied to all companies. */
function alike(companies: readonly Hashes[], { domain, name }: Hashes): number[] {
  return companies.flatMap((company, index) => {
    const sameDomain = domain !== 0 && company.domain === domain;
    const sameName = name !== 0 && company.name === name && (domain === 0 || company.domain === 0);
    return sameDomain || sameName ? [index] : [];
  });
}

function keysOf(values: readonly number[]): Float64Array {
  const keys = values.flatMap((hash, document) => (hash === 0 ? [] : [lookupKey(hash, document)]));
  return Float64Array.from(keys).toSorted();
}

function documentLookup(companies: readonly Hashes[], ownDomains: boolean): DocumentLookup {
  const domains = keysOf(companies.map(({ domain }) => domain));
  return new DocumentLookup(companies.length, domains, keysOf(companies.map(({ name }) => name)), ownDomains);
}

test('two companies of one name are one only where not both have a domain, in a file and in one being built', () => {
  fc.assert(
    fc.property(fc.array(hashes, { maxLength: 30 }), hashes, (companies, asked) => {
      const expected = alike(companies, asked);
      const found = documentLookup(companies, true).documentsOf(asked.domain, asked.name);
      expect(found.toSorted((a, b) => a - b)).toEqual(expected);
      const rows = new RowLookup();
      for (const [row, { domain, name }] of companies.entries()) rows.add(row, domain, name);
      expect(rows.rowsOf(asked.domain, asked.name).toSorted((a, b) => a - b)).toEqual(expected);
      expect(rows.has(asked.domain, asked.name)).toBe(expected.length > 0);
    }),
  );
});

test('a row that came again is found by what it is now', () => {
  const rows = new RowLookup();
  rows.add(0, 0, 5);
  rows.add(0, 7, 5);
  expect(rows.rowsOf(7, 5)).toContain(0);
  expect(rows.rowsOf(0, 5)).toContain(0);
});

test('a file of before may name a shared site as a domain, which rules nothing out', () => {
  const companies = [
    { domain: 1, name: 5 },
    { domain: 2, name: 5 },
  ];
  expect(documentLookup(companies, true).documentsOf(3, 5)).toEqual([]);
  expect(documentLookup(companies, false).documentsOf(3, 5)).toEqual([0, 1]);
});

/** Ascending numbers, many of them equal, in two chunks and a bit; runs of equal ones cross the ends of chunks. */
const column = fc
  .tuple(fc.integer({ min: 0, max: 2 * chunkLength + 50 }), fc.integer({ min: 1, max: 3000 }))
  .map(([length, same]) => Float64Array.from({ length }, (_, position) => Math.floor(position / same) * 2));

test('the place of a value is the first that is not below it, whichever chunk that is in', () => {
  fc.assert(
    fc.property(column, fc.integer({ min: -1, max: 2 * chunkLength }), (values, at) => {
      const chunkAt = (number: number): Float64Array =>
        values.subarray(number * chunkLength, (number + 1) * chunkLength);
      const firsts = values.filter((_, position) => position % chunkLength === 0);
      for (const value of [at, (values[at] ?? 0) - 1, values[at] ?? 0, (values[at] ?? 0) + 1]) {
        const expected = values.findIndex((known) => known >= value);
        expect(searchChunks(firsts, chunkAt, value)).toBe(expected === -1 ? values.length : expected);
      }
    }),
  );
});

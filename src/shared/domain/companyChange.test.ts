import { describe, expect, it } from 'vitest';
import { changeCountsText, changesBetween, countsOf, importPartText, type ChangeFacts } from './companyChange.ts';

const then: ChangeFacts = {
  name: 'Acme, Inc.',
  domain: 'acme.com',
  city: 'Boston',
  countryCode: 'US',
  stages: ['inv_stage_seed'],
  raised: 29_500_000,
  fundedOn: '2025-01-10',
  employees: 40,
  status: 'operating',
};

const nothing: ChangeFacts = {
  name: 'Acme',
  domain: '',
  city: '',
  countryCode: '',
  stages: [],
  raised: null,
  fundedOn: '',
  employees: null,
  status: '',
};

describe('E9 what has happened to a company', () => {
  it.each<readonly [string, Partial<ChangeFacts>, string]>([
    ['raised', { raised: 34_500_000 }, '$29.5M → $34.5M'],
    ['raised', { fundedOn: '2025-02-11' }, '10 Jan 2025 → 11 Feb 2025'],
    ['stage', { stages: ['inv_stage_seed', 'inv_stage_series_a'] }, 'Seed → Seed, Series A'],
    ['grew', { employees: 1200 }, '40 → 1,200'],
    ['shrank', { employees: 12 }, '40 → 12'],
    ['closed', { status: 'closed' }, 'operating → closed'],
    ['acquired', { status: 'acquired' }, 'operating → acquired'],
    ['public', { status: 'public' }, 'operating → public'],
    ['moved', { city: 'Austin' }, 'Boston, US → Austin, US'],
    ['renamed', { name: 'Bluebird' }, 'Acme, Inc. → Bluebird'],
    ['site', { domain: 'bluebird.com' }, 'acme.com → bluebird.com'],
  ])('%s', (kind, change, text) => {
    const found = changesBetween(then, { ...then, ...change });
    expect(found.map(({ kind: of, was, now }) => `${of}: ${was} → ${now}`)).toEqual([`${kind}: ${text}`]);
  });

  it('says that a closed one works again, and that one has ended of which nothing was known', () => {
    const closed = { ...then, status: 'closed' };
    expect(changesBetween(closed, then).map(({ kind }) => kind)).toEqual(['reopened']);
    expect(changesBetween(nothing, { ...nothing, status: 'closed' }).map(({ kind }) => kind)).toEqual(['closed']);
  });

  it('is nothing where a value was not known before, is not known now, or is written otherwise', () => {
    expect(changesBetween(nothing, { ...then, name: 'Acme' })).toEqual([]);
    expect(changesBetween(then, { ...nothing, name: 'ACME' })).toEqual([]);
    expect(changesBetween(then, { ...then, city: 'BOSTON', name: 'Acme Inc', raised: 1, stages: [] })).toEqual([]);
  });

  it('is counted and told in one order', () => {
    const counts = countsOf([{ kind: 'grew' }, { kind: 'raised' }, { kind: 'grew' }]);
    expect(changeCountsText(counts)).toBe('1 raised, 2 grew');
    expect(changeCountsText({})).toBe('');
    expect([importPartText('added'), importPartText('raised'), importPartText('x')]).toEqual([
      'new',
      'raised',
      undefined,
    ]);
  });
});

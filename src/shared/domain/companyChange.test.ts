import { describe, expect, it } from 'vitest';
import {
  changeCountsText,
  changesBetween,
  changesInFull,
  changesLabel,
  changesText,
  changeWords,
  countsOf,
  importPartText,
  type ChangeFacts,
} from './companyChange.ts';

const then: ChangeFacts = {
  name: 'Acme, Inc.',
  domain: 'acme.com',
  city: 'Boston',
  countryCode: 'US',
  stages: ['inv_stage_seed'],
  raised: 29_500_000,
  raisedOriginal: '',
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
  raisedOriginal: '',
  fundedOn: '',
  employees: null,
  status: '',
};

describe('E9 what has happened to a company', () => {
  it.each<readonly [string, Partial<ChangeFacts>, string, string, string]>([
    ['raised', { raised: 34_500_000 }, '29500000 → 34500000', 'Raised $5M', 'Raised $5M: $29.5M to $34.5M'],
    [
      'raised',
      { fundedOn: '2025-02-11' },
      '2025-01-10 → 2025-02-11',
      'Raised',
      'Raised: last round 11 Feb 2025, was 10 Jan 2025',
    ],
    [
      'stage',
      { stages: ['inv_stage_seed', 'inv_stage_series_a'] },
      'inv_stage_seed → inv_stage_seed,inv_stage_series_a',
      'Series A',
      'Series A: was Seed',
    ],
    ['grew', { employees: 1200 }, '40 → 1200', 'Grew 2,900%', 'Grew 2,900%: 40 to 1,200 employees'],
    ['shrank', { employees: 12 }, '40 → 12', 'Shrank 70%', 'Shrank 70%: 40 to 12 employees'],
    ['closed', { status: 'closed' }, 'operating → closed', 'Closed', 'Closed'],
    ['acquired', { status: 'acquired' }, 'operating → acquired', 'Acquired', 'Acquired'],
    ['public', { status: 'public' }, 'operating → public', 'Went public', 'Went public'],
    ['moved', { city: 'Austin' }, 'Boston, US → Austin, US', 'Moved', 'Moved: Boston, US to Austin, US'],
    ['renamed', { name: 'Bluebird' }, 'Acme, Inc. → Bluebird', 'Renamed', 'Renamed: was Acme, Inc.'],
    ['site', { domain: 'bluebird.com' }, 'acme.com → bluebird.com', 'New site', 'New site: was acme.com'],
  ])('%s', (kind, change, text, short, long) => {
    const found = changesBetween(then, { ...then, ...change });
    expect(found.map(({ kind: of, was, now }) => `${of}: ${was} → ${now}`)).toEqual([`${kind}: ${text}`]);
    expect(found.map((one) => changeWords(one))).toEqual([{ short, long }]);
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

  it('is nothing where an amount is only rounded otherwise, and is told in one order', () => {
    expect(changesBetween(then, { ...then, raised: 29_512_345 })).toEqual([]);
    const changes = changesBetween(then, { ...then, employees: 48, raised: 34_500_000 }).toReversed();
    const all = changes.map((change) => ({ company_id: 1, ...change }));
    expect([changesText(all), changesLabel(all), changesInFull(all).at(-1)]).toEqual([
      'Raised $5M · Grew 20%',
      'Raised $5M +1',
      'Grew 20%: 40 to 48 employees',
    ]);
    expect([changesText([]), changesLabel([])]).toEqual(['', '']);
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

import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { completenessOf, mostComplete } from '../../record/knownOf.ts';
import { recordOf } from '../../record/testing/records.ts';
import { someRecord } from '../testing/records.ts';
import { meritOf } from './merit.ts';

const noMatterWhich = { numRuns: 500 };

/** A company of which all facts are known that best match counts, except its funding. */
const known = recordOf({
  description: { short: 'Robots', long: '', llm: '' },
  links: [{ type: 'website', url: 'https://a.test' }],
  countryCode: 'DE',
  city: 'Berlin',
  founded: 2020,
  stages: ['inv_stage_seed'],
  industries: ['Robotics'],
  businessModels: ['B2B'],
  employeeBand: '11-50',
  investors: ['Kite Fund'],
  founderCount: 2,
});

test('a company without a score comes after every one with a score, and after none it has less of', () => {
  fc.assert(
    fc.property(someRecord, fc.double({ min: 0, max: 1, noNaN: true }), (record, score) => {
      expect(meritOf({ ...record, score })).toBe(score);
      const blank = meritOf({ ...record, score: null });
      expect(blank).toBeGreaterThanOrEqual(-1);
      expect(blank).toBeLessThan(0);
    }),
    noMatterWhich,
  );
});

test('how much is known goes before the day of funding, and that before the rank', () => {
  const days = ['0001-01-01', '1999-12-31', '2000-01-01', '2026-02-28', '2026-03-01', '2026-11-30', '9999-12-31'];
  const ranks = [null, 200_000_000, 5_000_000, 90_001, 90_000, 2, 1, 0];
  const less = { ...known, investors: [] };
  const merits = [less, known].flatMap((record) =>
    days.flatMap((fundedOn) => ranks.map((cbRank) => meritOf({ ...record, fundedOn, cbRank }))),
  );
  expect(merits).toEqual(merits.toSorted((a, b) => a - b));
  expect(new Set(merits).size).toBe(merits.length);
  // Without any day of funding, one fact less is known.
  expect(meritOf({ ...known, cbRank: 0 })).toBeLessThan(meritOf({ ...known, fundedOn: '0001-01-01' }));
});

test('each fact counts once, however it is known, and nothing else does', () => {
  expect(completenessOf(recordOf({ name: 'A', logo: 'https://a.test/a.png', cbRank: 3, followers: '3' }))).toBe(0);
  expect(completenessOf(known)).toBe(mostComplete - 1);
  for (const funding of [
    { fundingTotal: 0 },
    { lastRound: 'Seed' },
    { lastRoundAmount: 1 },
    { fundedOn: '2020-01-01' },
    { fundingTotal: 5, lastRound: 'Seed', lastRoundAmount: 1, fundedOn: '2020-01-01' },
  ]) {
    expect(completenessOf({ ...known, ...funding })).toBe(mostComplete);
  }
  const founder = { first_name: 'Ada', last_name: 'Byron', job_title: '', logo_url: '', linkedin_url: '' };
  expect(completenessOf({ ...known, people: [founder] })).toBe(mostComplete - 1);
  expect(completenessOf({ ...known, founderCount: 0 })).toBe(mostComplete - 2);
  expect(completenessOf({ ...known, founderCount: null, people: [founder] })).toBe(mostComplete - 1);
  expect(completenessOf({ ...known, description: { short: 'bad data', long: '', llm: '' } })).toBe(mostComplete - 2);
});

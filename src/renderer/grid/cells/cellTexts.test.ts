import { describe, expect, it } from 'vitest';
import { placeText, shortPlaceText } from '#shared/domain/company.ts';
import { company } from '#shared/domain/testing/company.ts';
import {
  decisionText,
  fundedText,
  highlightChips,
  highlightLabels,
  scoreText,
  shortTextOf,
  sizeText,
} from './cellTexts.ts';

function text(short: string, long: string): string {
  return shortTextOf(company(1, { description: { short, long, llm: '' } }));
}

describe('cell texts', () => {
  it('show the short text, else the first sentence of a longer one, and no placeholder', () => {
    expect(text('Payments for shops', 'Long.')).toBe('Payments for shops');
    expect(text('bad data', 'It moves money between banks. It also reports.')).toBe('It moves money between banks.');
    expect(text('', '')).toBe('');
  });

  it('tell since when and why a company is in its list', () => {
    const at = '2026-03-12T12:00:00.000Z';
    expect(decisionText('Archive', { at, reason: 'Too early' })).toBe('Archive since 12 Mar 2026 · Too early');
    expect(decisionText('Watchlist', { at, reason: '' })).toBe('Watchlist since 12 Mar 2026');
    expect(decisionText('None', { at, reason: 'Too early' })).toBe('');
    expect(decisionText('Archive', { at: '', reason: '' })).toBe('');
    expect(decisionText('Archive', undefined)).toBe('');
  });

  it('leave out what is not known', () => {
    expect(scoreText(null)).toBe('');
    expect(scoreText(0.874)).toBe('0.87');
    expect(sizeText(company(1))).toBe('');
    expect(sizeText(company(1, { sizeCategory: 'more' }))).toBe('500+');
    expect(placeText(company(1, { location: { country: { name: 'France', code: 'FR' }, city: '' } }))).toBe('France');
    expect(fundedText(company(1, { funded: 'funded 12' }))).toBe('12 months ago');
  });

  it.each([
    ['201-500', '201-500'],
    ['501-1000', '501-1k'],
    ['1001-5000', '1k-5k'],
    ['1500-2500', '1.5k-2.5k'],
    ['10001+', '10k+'],
  ])('E22 say the band %s in the width of a figure: %s', (employee_band, shown) => {
    expect(sizeText(company(1, { employee_band }))).toBe(shown);
    expect(shown.length).toBeLessThanOrEqual('1.5k-2.5k'.length);
  });

  it('name people first on chips, in few letters, the rating only where there is no score, and each in full elsewhere', () => {
    const tags = 'positive_rated,funding_2M,funding_10M,phd_founder,key_player,young_team,odd_one';
    const labels = (score: number | null): string[] =>
      highlightChips(company(1, { tags, score })).map(({ label }) => label);
    expect(labels(0.7)).toEqual(['PhD', 'Young team', '$10M+', 'Key player', 'odd_one']);
    expect(labels(null)).toEqual(['PhD', 'Young team', 'Highly rated', '$10M+', 'Key player', 'odd_one']);
    expect(highlightLabels(company(1, { tags, score: 0.7 }))).toEqual([
      'Highly rated',
      '$10M+ raised',
      'PhD founder',
      'Key player',
      'Young team',
      'odd_one',
    ]);
  });

  it('E10 repeat no column: neither the amount raised nor that a company is new', () => {
    const tags = 'funding_2M,funding_50M,newly_added,phd_founder';
    const labels = (total: number | null): string[] =>
      highlightChips(company(1, { tags, funding_total: total })).map(({ label }) => label);
    expect(labels(60_000_000)).toEqual(['PhD']);
    expect(labels(null)).toEqual(['PhD', '$50M+']);
    expect(highlightLabels(company(1, { tags, funding_total: 60_000_000 }))).toContain('Newly added');
  });

  it.each([
    ['Acme, Inc. is a robot maker.', 'Acme', 'A robot maker.'],
    ['ACME is the bank for farms', 'Acme', 'The bank for farms'],
    ['Acme are one of many', 'Acme', 'One of many'],
    ['Acme makes robots', 'Acme', 'Acme makes robots'],
    ['Acme Labs is a lab', 'Acme', 'Acme Labs is a lab'],
    ['Acme is a', 'Acme', 'Acme is a'],
    ['A robot maker', '', 'A robot maker'],
  ])('the name at the beginning of %j by %j is left out: %j', (short, name, shown) => {
    expect(shortTextOf(company(1, { name, description: { short, long: '', llm: '' } }))).toBe(shown);
  });

  it.each([
    ['San Francisco', 'United States', 'US', 'San Francisco, US'],
    ['Singapore', 'Singapore', 'SG', 'Singapore'],
    ['', 'Germany', 'DE', 'Germany'],
    ['Ulm', '', '', 'Ulm'],
    ['', '', '', ''],
  ])('%s in %s (%s) is %j in a column', (city, name, code, shown) => {
    expect(shortPlaceText(company(1, { location: { country: { name, code }, city } }))).toBe(shown);
  });
});

import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { defaultFilters, emptyFilters, type FilterSet, type IncludeFilters } from './filters.ts';
import { smartListNameSchema, proposedName } from './names.ts';

function search(include: Partial<IncludeFilters>, base: FilterSet = emptyFilters()): FilterSet {
  return { ...base, include: { ...base.include, ...include } };
}

const europe = { regions: ['Europe'] };

describe('the name that is proposed for a smart list', () => {
  it.each([
    ['nothing', emptyFilters(), 'All companies'],
    ['the default filter', defaultFilters(), 'Seed or Pre-Seed companies'],
    ['words', search({ textSearch: 'energy storage' }, defaultFilters()), 'Energy storage'],
    ['a phrase', search({ textSearch: ' "grid  storage"' }), 'Grid storage'],
    [
      'an industry group',
      search({ industryGroups: ['Artificial Intelligence'] }, defaultFilters()),
      'Artificial Intelligence',
    ],
    [
      'industries and more',
      search({ ...europe, industries: ['FinTech', 'InsurTech'] }),
      'FinTech or InsurTech companies in Europe',
    ],
    ['words too short to count', search({ textSearch: 'ab' }), 'All companies'],
    ['words too short, and a place', search({ textSearch: 'AI', ...europe }), 'Companies in Europe'],
    [
      'words, a place and the default stages',
      search({ textSearch: 'fintech', ...europe }, defaultFilters()),
      'Fintech companies in Europe',
    ],
    ['another stage', search({ textSearch: 'fintech', stages: ['inv_stage_series_a'] }), 'Series A fintech'],
    ['a place', search(europe, defaultFilters()), 'Companies in Europe'],
  ])('of %s', (_, filters, name) => {
    expect(proposedName(filters, [])).toBe(name);
  });

  it('says as much as there is room for', () => {
    const filters = search({
      ...europe,
      textSearch: 'fintech',
      industries: ['Payments', 'Banking', 'Lending'],
      incorporatedYears: ['2024'],
    });
    expect(proposedName(filters, [])).toBe('Fintech companies in Europe, founded in 2024');
    expect(proposedName(search({ textSearch: 'long '.repeat(30) }), [])).toMatch(/^Long (?:long )+long…$/);
  });

  it('is none that there is already', () => {
    expect(proposedName(search({ textSearch: 'energy' }), ['energy', 'Energy 2'])).toBe('Energy 3');
  });

  it('is always a name that can be given', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (textSearch) => {
        const name = proposedName(search({ textSearch }), []);
        expect(name.length).toBeLessThanOrEqual(80);
        if (name !== '') expect(smartListNameSchema.parse(name)).toBe(name);
      }),
    );
  });
});

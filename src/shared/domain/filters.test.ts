import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  activeFieldCount,
  defaultFilters,
  emptyFilters,
  filterSetSchema,
  isActive,
  isActiveText,
  type FilterSet,
  type IncludeFilters,
} from './filters.ts';

function withInclude(include: Partial<IncludeFilters>): FilterSet {
  return { ...emptyFilters(), include: { ...emptyFilters().include, ...include } };
}

describe('isActive (SPEC 5)', () => {
  it('is not active when every field is empty, in every way of being empty', () => {
    expect(isActive(emptyFilters())).toBe(false);
    const empties: Partial<IncludeFilters>[] = [
      { stages: [] },
      { stages: [''] },
      { stages: ['  ', '-1'] },
      { digestDays: null },
      { digestDays: -1 },
      { translated: null },
      { textSearch: '' },
      { textSearch: '   ' },
      { textSearch: 'ab' },
    ];
    for (const include of empties) expect(isActive(withInclude(include)), JSON.stringify(include)).toBe(false);
  });

  it('is active as soon as one included field is not', () => {
    const filled: Partial<IncludeFilters>[] = [
      { stages: ['inv_stage_seed'] },
      { countries: [{ name: 'France', code: 'FR' }] },
      { digestDays: 30 },
      { translated: false },
      { translated: true },
      { textSearch: 'abc' },
      { incorporatedYears: ['unknown'] },
    ];
    for (const include of filled) expect(isActive(withInclude(include)), JSON.stringify(include)).toBe(true);
  });

  it('looks at the include part only', () => {
    const filters = filterSetSchema.parse({ exclude: { regions: ['Europe'], textSearch: 'crypto' } });
    expect(isActive(filters)).toBe(false);
    expect(activeFieldCount(filters)).toBe(2);
  });

  it('counts a text from three characters on, not counting blanks around it', () => {
    expect(['ab', ' ab ', '', '  '].some(isActiveText)).toBe(false);
    expect(['abc', ' abc ', 'a b'].every(isActiveText)).toBe(true);
  });
});

describe('filterSetSchema', () => {
  it('fills in what is missing', () => {
    expect(filterSetSchema.parse({})).toEqual(emptyFilters());
    expect(filterSetSchema.parse({ include: null, exclude: undefined })).toEqual(emptyFilters());
  });

  it('takes one value for a list of one, removes doubles and empties', () => {
    const { include } = filterSetSchema.parse({
      include: {
        stages: 'Seed',
        industries: ['FinTech', '', 'FinTech', null, -1],
        incorporatedYears: [2024, '2024', 'unknown'],
      },
    });
    expect(include.stages).toEqual(['inv_stage_seed']);
    expect(include.industries).toEqual(['FinTech']);
    expect(include.incorporatedYears).toEqual(['2024', 'unknown']);
  });

  it('reads countries as codes or as name and code, and keeps the reference name', () => {
    const { include } = filterSetSchema.parse({
      include: { countries: ['fr', { code: 'DE', name: 'Allemagne' }, 'FR'] },
    });
    expect(include.countries).toEqual([
      { name: 'France', code: 'FR' },
      { name: 'Germany', code: 'DE' },
    ]);
  });

  it('takes text_search for textSearch, which wins where both are there (API.md)', () => {
    expect(filterSetSchema.parse({ include: { text_search: 'solar' } }).include.textSearch).toBe('solar');
    expect(filterSetSchema.parse({ include: { text_search: 'a', textSearch: 'b' } }).include.textSearch).toBe('b');
  });

  it('drops All… choices, also with blanks around them', () => {
    const { include } = filterSetSchema.parse({
      include: { regions: ['All countries', ' All countries '], industryGroups: ['All', 'All '] },
    });
    expect(include.regions).toEqual([]);
    expect(include.industryGroups).toEqual([]);
  });

  it('gives the same when read twice', () => {
    fc.assert(
      fc.property(
        fc.record({
          include: fc.record({
            industries: fc.array(fc.string({ minLength: 1, maxLength: 20 })),
            textSearch: fc.string(),
          }),
          exclude: fc.record({ regions: fc.array(fc.string({ minLength: 1, maxLength: 20 })) }),
        }),
        (raw) => {
          const once = filterSetSchema.parse(raw);
          expect(filterSetSchema.parse(once)).toEqual(once);
        },
      ),
    );
  });

  it('makes a new default each time: stages Seed and Pre-Seed (SPEC 9)', () => {
    const first = defaultFilters();
    expect(first.include.stages).toEqual(['inv_stage_seed', 'inv_stage_pre_seed']);
    first.include.stages.pop();
    expect(defaultFilters().include.stages).toHaveLength(2);
  });
});

import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  activeFieldCount,
  defaultFilters,
  emptyFilters,
  filterSetSchema,
  isActive,
  type FilterSet,
  type IncludeFilters,
} from './filters.ts';
import { isActiveText } from './searchText.ts';

function withInclude(include: Partial<IncludeFilters>): FilterSet {
  return { ...emptyFilters(), include: { ...emptyFilters().include, ...include } };
}

describe('isActive (product 5)', () => {
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

  // One character of each kind, and how many it counts for.
  const counted: readonly (readonly [kind: string, character: string, counts: 1 | 2])[] = [
    ['a letter', 'a', 1],
    ['a letter with an accent', 'é', 1],
    ['a letter and its accent', 'e\u0301', 1],
    ['an emoji', '🚀', 1],
    ['a digit', '7', 1],
    ['Greek', 'λ', 1],
    ['Cyrillic', 'ж', 1],
    ['Arabic', 'ش', 1],
    ['Thai', 'ก', 1],
    ['a jamo, which is no syllable', 'ㄱ', 1],
    ['an ideograph', '水', 2],
    ['an ideograph of China alone', '电', 2],
    ['a mark that repeats an ideograph', '々', 2],
    ['an ideograph beyond 16 bits', '𠮷', 2],
    ['a compatibility ideograph', '\uf9e1', 2],
    ['hiragana', 'す', 2],
    ['katakana', 'ト', 2],
    ['half-width katakana', 'ﾄ', 2],
    ['the mark of a long vowel', 'ー', 2],
    ['a Hangul syllable', '한', 2],
    ['a Hangul syllable as its letters', '한'.normalize('NFD'), 2],
  ];

  it.each(counted)('counts %s (%s) for %i', (_kind, character, counts) => {
    expect(isActiveText(character)).toBe(false);
    expect(isActiveText(` ${character}a `)).toBe(counts + 1 >= 3);
    expect(isActiveText(character + character)).toBe(counts * 2 >= 3);
    expect(isActiveText(`${character}aa`)).toBe(true);
  });

  it('counts any text of these characters for the sum of them, wherever they stand', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...counted), { maxLength: 4 }), (characters) => {
        const sum = characters.reduce((total, [, , counts]) => total + counts, 0);
        expect(isActiveText(characters.map(([, character]) => character).join(''))).toBe(sum >= 3);
      }),
    );
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

  it('takes text_search for textSearch, which wins where both are there (docs/api.md)', () => {
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

  it('makes a new default each time: stages Seed and Pre-Seed (product 9)', () => {
    const first = defaultFilters();
    expect(first.include.stages).toEqual(['inv_stage_seed', 'inv_stage_pre_seed']);
    first.include.stages.pop();
    expect(defaultFilters().include.stages).toHaveLength(2);
  });
});

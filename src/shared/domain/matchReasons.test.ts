import { describe, expect, it } from 'vitest';
import { emptyFilters } from './filters.ts';
import { matchReasons } from './matchReasons.ts';
import { company } from './testing/company.ts';

/** Why an inn for hospitals is found by a text. */
function reasons(textSearch: string): string[] {
  const filters = emptyFilters();
  filters.include.textSearch = textSearch;
  const short = 'Hospitality for hospitals';
  return matchReasons(filters)(company(1, { name: 'Inn', description: { short, long: '', llm: '' } }));
}

describe('why a company matched', () => {
  it('names the words that were found and the values that it meets', () => {
    const filters = emptyFilters();
    filters.include.textSearch = 'Café payments';
    filters.include.stages = ['inv_stage_seed', 'inv_stage_series_a'];
    filters.include.incorporatedYears = ['2024'];
    const matched = company(1, {
      name: 'Cafe One',
      description: { short: 'Payments for shops', long: '', llm: '' },
      stages: ['inv_stage_seed'],
      founded: 2024,
    });
    expect(matchReasons(filters)(matched)).toEqual([
      '“Café” in the name',
      '“payments” in the description',
      'Seed',
      'Founded 2024',
    ]);
  });

  it('takes a phrase for one', () => {
    const filters = emptyFilters();
    filters.include.textSearch = '"night train"';
    const [has, hasNot] = ['A night train', 'A train at night'].map((short) =>
      matchReasons(filters)(company(1, { description: { short, long: '', llm: '' } })),
    );
    expect(has).toEqual(['“night train” in the description']);
    expect(hasNot).toEqual([]);
  });

  it('finds words as the search does: whole ones in either number, or longer ones after a beginning', () => {
    expect(reasons('hospital')).toEqual(['“hospital” in the description']);
    expect(reasons('hosp* -inn')).toEqual(['“hosp*” in the description']);
    expect(reasons('hosp')).toEqual([]);
    expect(reasons('(clinic | inns)')).toEqual(['“inns” in the name']);
  });

  it('says nothing where nothing was asked for', () => {
    expect(matchReasons(emptyFilters())(company(1))).toEqual([]);
  });
});

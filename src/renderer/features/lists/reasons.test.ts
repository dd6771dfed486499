import { describe, expect, it } from 'vitest';
import { emptyFilters } from '#shared/domain/filters.ts';
import { reasonsOf } from './reasons.ts';
import { company } from './testing/rows.ts';

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
    expect(reasonsOf(matched, filters)).toEqual([
      '“Café” in the name',
      '“payments” in the description',
      'Seed',
      'Founded 2024',
    ]);
  });

  it('takes a phrase for one', () => {
    const filters = emptyFilters();
    filters.include.textSearch = '"night train"';
    const described = (short: string) => company(1, { description: { short, long: '', llm: '' } });
    expect(reasonsOf(described('A night train'), filters)).toEqual(['“night train” in the description']);
    expect(reasonsOf(described('A train at night'), filters)).toEqual([]);
  });

  it('says nothing where nothing was asked for', () => {
    expect(reasonsOf(company(1), emptyFilters())).toEqual([]);
  });
});

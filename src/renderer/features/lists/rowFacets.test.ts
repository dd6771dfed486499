import { describe, expect, it } from 'vitest';
import { emptyFilters } from '#shared/domain/filters.ts';
import { withChoice } from '../filters/filterEdits.ts';
import { rowFacets } from './rowFacets.ts';
import { company } from './testing/rows.ts';

const context = { newestDigestDate: '2026-11-16' };
const rows = [
  company(1, { stages: ['inv_stage_seed'], founded: 2024, tags: 'top_match' }),
  company(2, { stages: ['inv_stage_seed', 'inv_stage_series_a'], founded: null }),
  company(3, { stages: ['inv_stage_series_a'], founded: 2024 }),
];

describe('the counts beside the values, for rows that are all here', () => {
  it('are of the rows that have the value', () => {
    const { count, facets } = rowFacets(rows, emptyFilters(), context);
    expect(count).toBe(3);
    expect(facets['stages']).toEqual({ inv_stage_seed: 2, inv_stage_series_a: 2 });
    expect(facets['incorporated_years']).toEqual({ 2024: 2, unknown: 1 });
    expect(facets['company_highlights']).toMatchObject({ top_match: 1 });
  });

  it('are of those that pass the other fields, not the own one', () => {
    const filters = withChoice(emptyFilters(), 'stages', 'inv_stage_series_a', 'in');
    const { count, facets } = rowFacets(rows, filters, context);
    expect(count).toBe(2);
    expect(facets['stages']).toEqual({ inv_stage_seed: 2, inv_stage_series_a: 2 });
    expect(facets['incorporated_years']).toEqual({ 2024: 1, unknown: 1 });
  });
});

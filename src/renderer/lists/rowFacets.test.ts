import { describe, expect, it } from 'vitest';
import { emptyFilters } from '#shared/domain/filters.ts';
import { withChoice } from '../features/filters/filterEdits.ts';
import { rowFacets } from './tools/useQuickFilter.tsx';
import { company } from '#shared/domain/testing/company.ts';

const context = { today: '2026-11-16' };
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

  it('read a row once, however often it is counted; one that has changed is another row', () => {
    let reads = 0;
    const row = Object.defineProperty(company(4), 'tags', {
      get: () => {
        reads++;
        return 'phd_founder,phd_founder';
      },
    });
    const first = rowFacets([row], emptyFilters(), context);
    expect(first.facets['company_highlights']).toEqual({ phd_founder: 1 });
    expect(reads).toBeGreaterThan(0);
    reads = 0;
    expect(rowFacets([row, ...rows], emptyFilters(), context).facets['company_highlights']).toMatchObject({
      phd_founder: 1,
      top_match: 1,
    });
    expect(reads).toBe(0);
    const changed = rowFacets([company(4, { tags: 'young_team' })], emptyFilters(), context);
    expect(changed.facets['company_highlights']).toEqual({ young_team: 1 });
  });
});

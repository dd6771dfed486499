import { describe, expect, it } from 'vitest';
import type { SectorBucket, SectorFigures } from '../domain/sector.ts';
import { chartSummary, sectorCharts } from './charts.ts';

const none: SectorFigures = {
  companies: 0,
  byStage: [],
  byCountry: [],
  byFoundedYear: [],
  bySize: [],
  byIndustry: [],
};

const bucket = (value: string, count: number): SectorBucket => ({ value, label: value, count });

describe('charts of a sector', () => {
  it('leaves out what has nothing to show', () => {
    expect(sectorCharts(none)).toEqual([]);
    expect(sectorCharts({ ...none, bySize: [bucket('unknown', 4)] })).toEqual([]);
  });

  it('shows the ten countries of most companies, and all of them in the table', () => {
    const byCountry = Array.from({ length: 12 }, (_, index) => bucket(`C${index}`, 20 - index));
    const [chart] = sectorCharts({ ...none, byCountry });
    expect(chart?.shown).toEqual(byCountry.slice(0, 10));
    expect(chart?.all).toEqual(byCountry);
    expect(chart?.note).toBe('The 10 with most companies.');
  });

  it('says of how many the size is not known', () => {
    const [chart] = sectorCharts({ ...none, bySize: [bucket('unknown', 1), bucket('1-10', 7)] });
    expect(chart?.shown).toEqual([bucket('1-10', 7)]);
    expect(chart?.note).toBe('Not known of 1 company.');
  });

  it('shows years without a company too, and tells how many are earlier than the first shown', () => {
    const byFoundedYear = [
      bucket('1998', 2),
      bucket('2010', 3),
      bucket('2023', 5),
      bucket('2025', 9),
      bucket('unknown', 6),
    ];
    const [chart] = sectorCharts({ ...none, byFoundedYear });
    expect(chart?.shown.map(({ label }) => label)).toEqual(Array.from({ length: 16 }, (_, index) => `${2010 + index}`));
    expect(chart?.shown.at(-2)).toEqual(bucket('2024', 0));
    expect(chart?.note).toBe('2 companies before 2010. Not known of 6 companies.');
  });

  it('says in a sentence what it shows', () => {
    const [chart] = sectorCharts({ ...none, byStage: [bucket('Pre-Seed', 4000), bucket('Seed', 2)] });
    expect(chart === undefined ? '' : chartSummary(chart)).toBe('Companies by stage: Pre-Seed 4,000, Seed 2.');
  });
});

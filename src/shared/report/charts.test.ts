import { describe, expect, it } from 'vitest';
import type { SectorBucket, SectorFigures } from '../domain/sector.ts';
import {
  chartSummary,
  sectorCharts,
  type SectorChartData,
  chartHeight,
  chartOption,
  type ChartLook,
} from './charts.ts';

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
    expect(chart?.note).toBe('Top 10.');
  });

  it('says of how many the size is not known', () => {
    const [chart] = sectorCharts({ ...none, bySize: [bucket('unknown', 1), bucket('1-10', 7)] });
    expect(chart?.shown).toEqual([bucket('1-10', 7)]);
    expect(chart?.note).toBe('Unknown for 1 company.');
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
    expect(chart?.note).toBe('2 companies before 2010. Unknown for 6 companies.');
  });

  it('says in a sentence what it shows', () => {
    const [chart] = sectorCharts({ ...none, byStage: [bucket('Pre-Seed', 4000), bucket('Seed', 2)] });
    expect(chart === undefined ? '' : chartSummary(chart)).toBe('Companies by stage: Pre-Seed 4,000, Seed 2.');
  });
});

const look: ChartLook = {
  bar: '#37c6ab',
  hover: '#4fd3ba',
  text: '#e7ecf1',
  dim: '#93a1b0',
  line: '#242e38',
  raised: '#1a222a',
  font: 'Inter',
  animates: true,
};

const shown = [
  { value: 'US', label: 'United States', count: 9 },
  { value: 'DE', label: 'Germany', count: 4 },
];
const bars: SectorChartData = { id: 'country', title: 'Country', kind: 'bars', shown, all: shown, note: '' };
const columns: SectorChartData = { ...bars, kind: 'columns' };

describe('the option of a chart', () => {
  it('S4 has a tooltip without HTML, which the policy of the page would not let in', () => {
    expect(chartOption(bars, look).tooltip).toMatchObject({ renderMode: 'richText' });
  });

  it('does not move where the user wants less motion', () => {
    expect(chartOption(bars, look).animation).toBe(true);
    expect(chartOption(bars, { ...look, animates: false }).animation).toBe(false);
  });

  it('puts the longest of lying bars on top, which ECharts counts from below', () => {
    const option = chartOption(bars, look);
    expect(option.yAxis).toMatchObject({ data: ['Germany', 'United States'] });
    expect(option.series).toMatchObject([{ data: [4, 9], itemStyle: { color: look.bar } }]);
  });

  it('gives each line of a name its own height', () => {
    expect(chartOption(columns, look).xAxis).toMatchObject({ axisLabel: { fontSize: 11, lineHeight: 13 } });
    expect(chartOption(columns, look).grid).toMatchObject({ bottom: 36 });
  });

  it('leaves columns in their order', () => {
    const option = chartOption(columns, look);
    expect(option.xAxis).toMatchObject({ data: ['United States', 'Germany'] });
    expect(option.series).toMatchObject([{ data: [9, 4] }]);
  });

  it('grows with the number of bars', () => {
    expect(chartHeight({ ...bars, shown: [...shown, ...shown] })).toBeGreaterThan(chartHeight(bars));
    expect(chartHeight({ ...columns, shown: [...shown, ...shown] })).toBe(chartHeight(columns));
  });
});

import { describe, expect, it } from 'vitest';
import { type SectorChartData, chartHeight, chartOption, type ChartLook } from './charts.ts';

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

import type { BarSeriesOption } from 'echarts/charts';
import type { GridComponentOption, TooltipComponentOption } from 'echarts/components';
import type { ComposeOption } from 'echarts/core';
import type { SectorBucket, SectorFigures } from '../domain/sector.ts';
import { counted, formatCount } from '../domain/formats.ts';

/** Most bars of an open-ended chart, such as countries. */
const mostBars = 10;
/** Most founding years in a chart: the latest ones. */
const mostYears = 16;

/** One chart of a sector's figures, before it is drawn. */
export interface SectorChartData {
  readonly id: 'stage' | 'country' | 'year' | 'size' | 'industry';
  readonly title: string;
  /** `columns` are side by side, in an order of their own; `bars` are one below the other, longest first. */
  readonly kind: 'columns' | 'bars';
  readonly shown: readonly SectorBucket[];
  /** Every known value, for the table that replaces the chart. */
  readonly all: readonly SectorBucket[];
  /** What the chart leaves out; `''` if it shows everything. */
  readonly note: string;
}

/** The charts of a sector, without those that have nothing to show. */
export function sectorCharts(figures: SectorFigures): SectorChartData[] {
  const charts: SectorChartData[] = [
    chart('stage', 'Stage', 'columns', figures.byStage),
    chart('size', 'Employees', 'columns', figures.bySize),
    years(figures.byFoundedYear),
    longest('country', 'Country', figures.byCountry),
    longest('industry', 'Industry', figures.byIndustry),
  ];
  return charts.filter(({ shown }) => shown.length > 0);
}

/** What a chart says in one sentence, for users who cannot see it. */
export function chartSummary({ title, shown }: SectorChartData): string {
  const values = shown.map(({ label, count }) => `${label} ${formatCount(count)}`).join(', ');
  return `Companies by ${title.toLowerCase()}: ${values}.`;
}

function chart(
  id: SectorChartData['id'],
  title: string,
  kind: SectorChartData['kind'],
  buckets: readonly SectorBucket[],
): SectorChartData {
  const known = buckets.filter(({ value }) => value !== 'unknown');
  return { id, title, kind, shown: known, all: buckets, note: unknownText(buckets) };
}

/** The values with the most companies; the others are in the table. */
function longest(id: SectorChartData['id'], title: string, buckets: readonly SectorBucket[]): SectorChartData {
  const whole = chart(id, title, 'bars', buckets);
  if (whole.shown.length <= mostBars) return whole;
  const note = sentences(`Top ${mostBars}.`, whole.note);
  return { ...whole, shown: whole.shown.slice(0, mostBars), note };
}

/** Every year from the first to the last, including those in which nothing was founded. */
function years(buckets: readonly SectorBucket[]): SectorChartData {
  const whole = chart('year', 'Founded', 'columns', buckets);
  const counts = new Map(whole.shown.map(({ value, count }) => [Number(value), count]));
  const first = Math.min(...counts.keys());
  const last = Math.max(...counts.keys());
  if (!Number.isFinite(first)) return whole;
  const from = Math.max(first, last - mostYears + 1);
  const shown = Array.from({ length: last - from + 1 }, (_, index) => {
    const year = String(from + index);
    return { value: year, label: year, count: counts.get(from + index) ?? 0 };
  });
  const earlier = whole.shown.reduce((sum, { value, count }) => sum + (Number(value) < from ? count : 0), 0);
  const note = earlier === 0 ? '' : `${counted(earlier, 'company', 'companies')} before ${from}.`;
  return { ...whole, shown, note: sentences(note, whole.note) };
}

function unknownText(buckets: readonly SectorBucket[]): string {
  const unknown = buckets.find(({ value }) => value === 'unknown')?.count ?? 0;
  return unknown === 0 ? '' : `Unknown for ${counted(unknown, 'company', 'companies')}.`;
}

function sentences(...parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join(' ');
}

type ChartOption = ComposeOption<BarSeriesOption | GridComponentOption | TooltipComponentOption>;

/** Colours and font of a chart, from the theme (`ui/tokens.css`). */
export interface ChartLook {
  readonly bar: string;
  readonly hover: string;
  readonly text: string;
  readonly dim: string;
  readonly line: string;
  readonly raised: string;
  readonly font: string;
  /** False if the user has asked for less motion. */
  readonly animates: boolean;
}

/** Height of a bar and its gap, in pixels. */
const barStep = 22;
/** Height of a column chart with its labels, in pixels. */
const columnsHeight = 188;
/** Width of the names beside bars, in pixels; longer ones are cut. */
const nameWidth = 132;

/** Up to this many columns all have their names below them, on two lines if need be. */
const mostNamed = 6;

/** The height of a chart, in pixels. */
export function chartHeight({ kind, shown }: SectorChartData): number {
  return kind === 'columns' ? columnsHeight : shown.length * barStep + 8;
}

/** A chart as ECharts options: one series of bars with their counts, and a tooltip without HTML (the page's policy). */
export function chartOption(chart: SectorChartData, look: ChartLook): ChartOption {
  const { kind, shown } = chart;
  const isBars = kind === 'bars';
  // ECharts draws the first value at the bottom.
  const buckets = isBars ? shown.toReversed() : shown;
  // Without an explicit line height, ECharts draws the second line of a name over the first.
  const text = { color: look.dim, fontFamily: look.font, fontSize: 11, lineHeight: 13 };
  const names = {
    type: 'category' as const,
    data: buckets.map(({ label }) => label),
    axisTick: { show: false },
    axisLine: { lineStyle: { color: look.line } },
    axisLabel: {
      ...text,
      ...(isBars
        ? { width: nameWidth, overflow: 'truncate' as const, color: look.text, interval: 0 }
        : shown.length <= mostNamed
          ? { interval: 0, width: 62, overflow: 'break' as const }
          : { hideOverlap: true }),
    },
  };
  const values = {
    type: 'value' as const,
    show: false,
    minInterval: 1,
  };
  return {
    animation: look.animates,
    animationDuration: 240,
    textStyle: { fontFamily: look.font },
    grid: isBars
      ? { left: nameWidth + 12, right: 48, top: 4, bottom: 4, outerBoundsMode: 'none' }
      : { left: 4, right: 4, top: 20, bottom: 36, outerBoundsMode: 'none' },
    tooltip: {
      trigger: 'item',
      renderMode: 'richText',
      confine: true,
      backgroundColor: look.raised,
      borderColor: look.line,
      textStyle: { color: look.text, fontFamily: look.font, fontSize: 12 },
      formatter: (items) => {
        const [item] = [items].flat();
        return item === undefined ? '' : `${item.name}: ${formatCount(Number(item.value))}`;
      },
    },
    xAxis: isBars ? values : names,
    yAxis: isBars ? names : values,
    series: [
      {
        type: 'bar',
        name: chart.title,
        data: buckets.map(({ count }) => count),
        barMaxWidth: isBars ? 13 : 38,
        barCategoryGap: '28%',
        itemStyle: { color: look.bar, borderRadius: isBars ? [0, 2, 2, 0] : [2, 2, 0, 0] },
        emphasis: { itemStyle: { color: look.hover } },
        label: {
          show: true,
          position: isBars ? 'right' : 'top',
          color: look.text,
          fontFamily: look.font,
          fontSize: 11,
          formatter: ({ value }) => formatCount(Number(value)),
        },
        labelLayout: { hideOverlap: true },
      },
    ],
  };
}

import type { BarSeriesOption } from 'echarts/charts';
import type { GridComponentOption, TooltipComponentOption } from 'echarts/components';
import type { ComposeOption } from 'echarts/core';
import { numberText } from './wording.ts';
import type { SectorChartData } from './charts.ts';

export type ChartOption = ComposeOption<BarSeriesOption | GridComponentOption | TooltipComponentOption>;

/** Colours and type of a chart, from the theme (`ui/tokens.css`). */
export interface ChartLook {
  readonly bar: string;
  readonly hover: string;
  readonly text: string;
  readonly dim: string;
  readonly line: string;
  readonly raised: string;
  readonly font: string;
  /** False where the user has asked for less motion. */
  readonly animates: boolean;
}

/** Pixels that one bar and its gap take. */
const barStep = 22;
/** Pixels of a chart of columns, with its labels. */
const columnsHeight = 188;
/** Pixels for the names beside bars; longer ones are cut. */
const nameWidth = 132;

/** Columns that all have their names under them, in two lines if need be. */
const mostNamed = 6;

/** How high a chart is drawn, in pixels. */
export function chartHeight({ kind, shown }: SectorChartData): number {
  return kind === 'columns' ? columnsHeight : shown.length * barStep + 8;
}

/**
 * A chart as ECharts takes it: one series of bars with their counts, and a tooltip without HTML (the page's policy).
 */
export function chartOption(chart: SectorChartData, look: ChartLook): ChartOption {
  const { kind, shown } = chart;
  const isBars = kind === 'bars';
  // ECharts draws the first value at the bottom.
  const buckets = isBars ? shown.toReversed() : shown;
  // Without a height of its own ECharts lays the second line of a name over the first.
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
        return item === undefined ? '' : `${item.name}: ${numberText(Number(item.value))}`;
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
          formatter: ({ value }) => numberText(Number(value)),
        },
        labelLayout: { hideOverlap: true },
      },
    ],
  };
}

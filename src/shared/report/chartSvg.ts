import { BarChart } from 'echarts/charts';
import { GridComponent } from 'echarts/components';
import { init, use } from 'echarts/core';
import { LabelLayout } from 'echarts/features';
import { SVGRenderer } from 'echarts/renderers';
import { chartHeight, chartOption, type ChartLook } from './chartOption.ts';
import type { SectorChartData } from './charts.ts';

/**
 * What is for pointers only, and numbered through the life of the process: the rules of hovering, their classes, and
 * what ECharts notes for a page that it will live on. Texts of a chart are escaped, so none of them looks like this.
 */
const forPointers =
  /<style[^>]*><!\[CDATA\[[\s\S]*?\]\]>\s*<\/style>\s*| class="[^"]*"| ecmeta_\w+="[^"]*"| pointer-events="[^"]*"/g;

/**
 * A chart as an SVG element of `width` pixels, drawn without a browser. The same chart gives the same text every time.
 */
export function chartSvg(chart: SectorChartData, look: ChartLook, width: number): string {
  use([BarChart, GridComponent, LabelLayout, SVGRenderer]);
  const drawing = init(null, null, { renderer: 'svg', ssr: true, width, height: chartHeight(chart) });
  try {
    // A tooltip has no place on paper; its part of ECharts is not even loaded.
    const { tooltip: _, ...option } = chartOption(chart, look);
    drawing.setOption(option);
    return drawing.renderToSVGString().replaceAll(forPointers, '');
  } finally {
    drawing.dispose();
  }
}

import { BarChart } from 'echarts/charts';
import { GridComponent, TooltipComponent } from 'echarts/components';
import { init, use, type EChartsType } from 'echarts/core';
import { LabelLayout } from 'echarts/features';
import { SVGRenderer } from 'echarts/renderers';

/**
 * Makes a chart in an element. Only the parts of ECharts that are used come with it, and only when a chart is shown.
 */
export function createChart(element: HTMLElement): EChartsType {
  // Saying so again changes nothing.
  use([BarChart, GridComponent, TooltipComponent, LabelLayout, SVGRenderer]);
  return init(element, null, { renderer: 'svg' });
}

import { useReducedMotion } from '@mantine/hooks';
import type { EChartsType } from 'echarts/core';
import { useEffect, useId, useRef, useState, type ReactNode } from 'react';
import { formatCount } from '../../ui/numbers.ts';
import { chartHeight, chartOption, type ChartLook, chartSummary, type SectorChartData } from '#shared/report/charts.ts';
import classes from './Sector.module.css';

/** One chart with its title, and the same figures as a table for those who cannot see or use it. */
export function SectorChart({
  chart,
  level = 3,
}: {
  readonly chart: SectorChartData;
  readonly level?: 3 | 4;
}): ReactNode {
  const element = useRef<HTMLDivElement>(null);
  const drawn = useRef<EChartsType | null>(null);
  const [isThere, setThere] = useState(false);
  const [failed, setFailed] = useState(false);
  const animates = !useReducedMotion();
  const titleId = useId();
  const Title = level === 3 ? 'h3' : 'h4';

  useEffect(() => {
    let isGone = false;
    const draw = async (): Promise<void> => {
      const { createChart } = await import('./sectorDrawing.ts');
      if (isGone || element.current === null) return;
      drawn.current = createChart(element.current);
      setThere(true);
    };
    draw().catch(() => setFailed(true));
    const observer = new ResizeObserver(() => drawn.current?.resize());
    if (element.current !== null) observer.observe(element.current);
    return () => {
      isGone = true;
      observer.disconnect();
      drawn.current?.dispose();
      drawn.current = null;
    };
  }, []);

  useEffect(() => {
    if (!isThere) return undefined;
    const show = (): void => drawn.current?.setOption(chartOption(chart, readLook(animates)), true);
    show();
    // The page's colours change with this attribute, which is set later than the components learn of another theme.
    const observer = new MutationObserver(show);
    observer.observe(document.documentElement, { attributeFilter: ['data-mantine-color-scheme'] });
    return () => observer.disconnect();
  }, [isThere, chart, animates]);

  return (
    <figure className={classes.chart} data-chart={chart.id} aria-labelledby={titleId}>
      <Title id={titleId} className={classes.chartTitle}>
        {chart.title}
      </Title>
      {!failed && (
        <div
          ref={element}
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the picture is drawn in here
          role="img"
          aria-label={chartSummary(chart)}
          className={classes.drawing}
          style={{ height: chartHeight(chart) }}
        />
      )}
      {chart.note !== '' && <figcaption className={classes.note}>{chart.note}</figcaption>}
      <ChartTable chart={chart} visible={failed} />
    </figure>
  );
}

/** The figures of a chart as a table: to be opened by anyone, and open where the chart cannot be drawn. */
function ChartTable({ chart, visible }: { readonly chart: SectorChartData; readonly visible: boolean }): ReactNode {
  return (
    <details className={classes.figures} open={visible}>
      <summary>As a table</summary>
      <table aria-label={`Companies by ${chart.title.toLowerCase()}`}>
        <thead>
          <tr>
            <th scope="col">{chart.title}</th>
            <th scope="col">Companies</th>
          </tr>
        </thead>
        <tbody>
          {chart.all.map(({ value, label, count }) => (
            <tr key={value}>
              <th scope="row">{label}</th>
              <td>{formatCount(count)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

function readLook(animates: boolean): ChartLook {
  const style = getComputedStyle(document.documentElement);
  const read = (name: string): string => style.getPropertyValue(name).trim();
  return {
    bar: read('--w-accent'),
    hover: read('--w-accent-hover'),
    text: read('--w-text'),
    dim: read('--w-dim'),
    line: read('--w-line'),
    raised: read('--w-raised'),
    font: read('--w-font'),
    animates,
  };
}

import { useReducedMotion } from '@mantine/hooks';
import type { EChartsType } from 'echarts/core';
import { useEffect, useId, useRef, useState, type ReactNode, useMemo } from 'react';
import type { SectorData } from '#shared/domain/sector.ts';
import {
  chartHeight,
  chartOption,
  type ChartLook,
  chartSummary,
  type SectorChartData,
  sectorCharts,
} from '#shared/report/charts.ts';
import { formatCount, counted, inFixedForm } from '#shared/domain/formats.ts';
import classes from './Sector.module.css';

/** A sector in words and charts (product 7). `level` is that of its headings; `companyName` whom it is applied to. */
export function SectorOverview({
  sector,
  companyName,
  level = 3,
}: {
  readonly sector: SectorData;
  readonly companyName: string;
  readonly level?: 2 | 3;
}): ReactNode {
  const Title = level === 2 ? 'h2' : 'h3';
  const charts = useMemo(() => sectorCharts(sector.figures), [sector.figures]);
  const texts = [
    { title: 'Overview', text: sector.sector_overview },
    { title: 'Trends and challenges', text: sector.trends_and_challenges },
  ];
  return (
    <div className={classes.overview} data-document={level === 2}>
      <p className={classes.lead}>{sector.sector_description}</p>
      {texts.map(({ title, text }) => (
        <Text key={title} title={title} text={text} heading={Title} />
      ))}
      {charts.length > 0 && (
        <section aria-label="Figures">
          <Title className={classes.title}>
            Figures{' '}
            <span className={classes.from}>
              of {inFixedForm(() => counted(sector.figures.companies, 'company', 'companies'))}
            </span>
          </Title>
          <div className={classes.charts}>
            {charts.map((chart) => (
              <SectorChart key={chart.id} chart={chart} level={level === 2 ? 3 : 4} />
            ))}
          </div>
        </section>
      )}
      {sector.sub_sectors.length > 0 && (
        <section aria-label="Sub-sectors">
          <Title className={classes.title}>Sub-sectors</Title>
          <ul className={classes.chips}>
            {sector.sub_sectors.map((name) => (
              <li key={name}>{name}</li>
            ))}
          </ul>
        </section>
      )}
      <Text title={`How it applies to ${companyName}`} text={sector.applies_to_company} heading={Title} />
    </div>
  );
}

function Text({
  title,
  text,
  heading: Title,
}: {
  readonly title: string;
  readonly text: string;
  readonly heading: 'h2' | 'h3';
}): ReactNode {
  if (text === '') return null;
  return (
    <section aria-label={title}>
      <Title className={classes.title}>{title}</Title>
      {text
        .split('\n')
        .filter((line) => line.trim() !== '')
        .map((line) => (
          <p key={line} className={classes.text}>
            {line}
          </p>
        ))}
    </section>
  );
}

/** One chart with its title, and the same figures as a table for those who cannot see or use it. */
function SectorChart({ chart, level = 3 }: { readonly chart: SectorChartData; readonly level?: 3 | 4 }): ReactNode {
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
      <summary>Show as table</summary>
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
              <td>{inFixedForm(() => formatCount(count))}</td>
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

import { useMemo, type ReactNode } from 'react';
import type { SectorData } from '#shared/domain/sector.ts';
import { counted } from '../../ui/numbers.ts';
import { SectorChart } from './SectorChart.tsx';
import { sectorCharts } from '#shared/report/charts.ts';
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
            Figures <span className={classes.from}>of {counted(sector.figures.companies, 'company', 'companies')}</span>
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

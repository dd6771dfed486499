import type { SectorBucket, SectorFigures } from '../domain/sector.ts';
import { countText, numberText } from './wording.ts';

/** Bars of a chart whose values have no end, such as countries. */
const mostBars = 10;
/** Founding years that a chart shows, the latest ones. */
const mostYears = 16;

/** One chart of a sector's figures, before it is drawn. */
export interface SectorChartData {
  readonly id: 'stage' | 'country' | 'year' | 'size' | 'industry';
  readonly title: string;
  /** `columns` stand side by side in an order of their own; `bars` lie under each other, the longest first. */
  readonly kind: 'columns' | 'bars';
  readonly shown: readonly SectorBucket[];
  /** Every value that is known, for the table that stands for the chart. */
  readonly all: readonly SectorBucket[];
  /** What the chart leaves out; `''` where it shows everything. */
  readonly note: string;
}

/** The charts of a sector, those left out that have nothing to show. */
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

/** What a chart says in one sentence, for those who do not see it. */
export function chartSummary({ title, shown }: SectorChartData): string {
  const values = shown.map(({ label, count }) => `${label} ${numberText(count)}`).join(', ');
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

/** The values of most companies; the others stand in the table. */
function longest(id: SectorChartData['id'], title: string, buckets: readonly SectorBucket[]): SectorChartData {
  const whole = chart(id, title, 'bars', buckets);
  if (whole.shown.length <= mostBars) return whole;
  const note = sentences(`The ${mostBars} with most companies.`, whole.note);
  return { ...whole, shown: whole.shown.slice(0, mostBars), note };
}

/** Every year from the first to the last, also those in which nothing was founded. */
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
  const note = earlier === 0 ? '' : `${countText(earlier, 'company', 'companies')} before ${from}.`;
  return { ...whole, shown, note: sentences(note, whole.note) };
}

function unknownText(buckets: readonly SectorBucket[]): string {
  const unknown = buckets.find(({ value }) => value === 'unknown')?.count ?? 0;
  return unknown === 0 ? '' : `Not known of ${countText(unknown, 'company', 'companies')}.`;
}

function sentences(...parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join(' ');
}

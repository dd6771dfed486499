import { useMemo, type ReactNode } from 'react';
import { companyStatuses, labelOf, stages } from '#shared/domain/choices.ts';
import type { Company } from '#shared/domain/company.ts';
import { dollarText, formatCount, formatDay, formatMonth, formatScore, growthText } from '#shared/domain/formats.ts';
import {
  changesOf,
  growthOf,
  newestOf,
  pointsOf,
  sourcesOf,
  type Change,
  type CompanyHistory,
  type Point,
  type SeenValue,
} from '#shared/domain/history.ts';
import { writtenText } from '#shared/domain/money.ts';
import { rateText } from '#shared/domain/generalFields.ts';
import { countryByCode } from '#shared/reference/countries.ts';
import { useApiQuery } from '../../data/useApi.ts';
import details from './CompanyDetails.module.css';
import classes from './History.module.css';

const nothing: CompanyHistory = { values: [], other_domains: [] };

/** What each source of a company says; nothing for one that no file has told of, and for a server that keeps none. */
export function useHistory(company: Company): CompanyHistory {
  const isTold = company.values_on !== '';
  const { data } = useApiQuery('getCompanyHistory', { params: { id: company.id } }, { enabled: isTold });
  return isTold && data !== undefined ? data : nothing;
}

/**
 * The amount and rate that dollars of these fields were converted from, with their source: `€2M at 1.08, from eu.csv,
 * 3 Nov 2026`. `''` where nothing was converted.
 */
export function rateNote(company: Company, history: readonly SeenValue[], fields: readonly string[]): string {
  const rate = fields.map((field) => rateText(company, field)).find((text) => text !== '');
  if (rate === undefined) return '';
  const [newest] = sourcesOf(history.filter(({ field }) => field === 'funding_total_original'));
  const source = newest === undefined ? [] : [`from ${newest.source}`, formatDay(newest.day)];
  return [rate, ...source].filter((part) => part !== '' && part !== 'from ').join(', ');
}

/**
 * What stands behind a fact that is of these fields: how it has grown, and where it comes from if the company's newest
 * source does not say it; `''` for nothing.
 */
export function factNote(history: readonly SeenValue[], fields: readonly string[]): string {
  const newest = newestOf(history, fields);
  const [latest] = sourcesOf(history);
  if (newest === undefined || latest === undefined) return '';
  const growth = newest.field === 'employees' ? growthNote(history) : '';
  const from = [newest.source, formatDay(newest.day)].filter((part) => part !== '').join(', ');
  const isOlder = newest.source !== latest.source || newest.day !== latest.day;
  return [growth, isOlder ? `from ${from}` : ''].filter((part) => part !== '').join(' · ');
}

function growthNote(history: readonly SeenValue[]): string {
  const growth = growthOf(pointsOf(history, 'employees'));
  return growth === null ? '' : `${growthText(growth.share)} since ${formatMonth(growth.since)}`;
}

/** Where a company's values come from, in a sentence; `''` where that is not known. */
export function sourcesText(history: readonly SeenValue[]): string {
  const [newest, ...older] = sourcesOf(history.filter(({ source }) => source !== ''));
  if (newest === undefined) return '';
  const text = `From ${newest.source}, ${formatDay(newest.day)}`;
  if (older.length === 0) return text;
  return `${text}, and ${older.length === 1 ? 'one older file' : `${formatCount(older.length)} older files`}`;
}

/** Changes from file to file, the newest first; three numbers of employees or more are drawn as a line. */
export function History({
  history,
  heading: Heading,
}: {
  readonly history: readonly SeenValue[];
  readonly heading: 'h2' | 'h3';
}): ReactNode {
  const changes = useMemo(() => changesOf(history).filter(({ field }) => fieldTexts[field] !== undefined), [history]);
  const points = useMemo(() => pointsOf(history, 'employees'), [history]);
  if (changes.length === 0) return null;
  return (
    <section aria-label="Changes">
      <Heading className={details.title}>Changes</Heading>
      {points.length >= 3 && <Line points={points} />}
      {[...Map.groupBy(changes, sourceText)].map(([source, together]) => (
        <div key={source} className={classes.source}>
          <p className={classes.from}>{source}</p>
          <ul className={classes.changes}>
            {together.map((change) => (
              <li key={`${change.field} ${change.header}`}>
                <span className={classes.field} dir="auto">
                  {fieldTexts[change.field]?.(change)}
                </span>{' '}
                <span dir="auto">{valueText(change, change.from)}</span> →{' '}
                <b dir="auto">{valueText(change, change.to)}</b>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </section>
  );
}

function sourceText({ day, source }: Change): string {
  return [formatDay(day), source].filter((part) => part !== '').join(' · ');
}

const fieldTexts: Readonly<Record<string, (change: Change) => string>> = {
  name: () => 'Name',
  employees: () => 'Employees',
  employee_band: () => 'Company size',
  followers: () => 'Followers',
  score: () => 'Score',
  stages: () => 'Stage',
  funding_total: () => 'Amount raised',
  funding_total_original: () => 'Amount raised',
  funded_on: () => 'Last funded',
  status: () => 'Status',
  city: () => 'City',
  country_code: () => 'Country',
  founded: () => 'Founded',
  cb_rank: () => 'Crunchbase rank',
  own: ({ header }) => header,
};

function valueText({ field }: Change, value: SeenValue['value']): string {
  if (Array.isArray(value)) return value.map((stage) => labelOf(stages, stage)).join(', ');
  if (field === 'funding_total') return dollarText(Number(value));
  if (field === 'funding_total_original') return writtenText(String(value));
  if (field === 'funded_on') return formatDay(String(value));
  if (field === 'status') return labelOf(companyStatuses, String(value));
  if (field === 'country_code') return countryByCode(String(value))?.name ?? String(value);
  if (field === 'score') return formatScore(Number(value));
  return typeof value === 'number' && field !== 'founded' ? formatCount(value) : String(value);
}

const width = 240;
const height = 56;
const margin = 4;

/** The number of employees over time. Three values in a line need no library of charts, which takes 200 ms to load. */
function Line({ points }: { readonly points: readonly Point[] }): ReactNode {
  const [first, last] = [points[0]!, points.at(-1)!];
  const times = points.map(({ day }) => Date.parse(day));
  const values = points.map(({ value }) => value);
  const [from, to] = [Math.min(...times), Math.max(...times)];
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const placed = points.map(({ value }, index) => ({
    x: margin + ((times[index]! - from) / Math.max(1, to - from)) * (width - 2 * margin),
    y: height - margin - ((value - least) / Math.max(1, most - least)) * (height - 2 * margin),
  }));
  const said = `Employees: ${points.map(({ day, value }) => `${formatCount(value)} on ${formatDay(day)}`).join(', ')}`;
  return (
    <figure className={classes.figure}>
      <svg viewBox={`0 0 ${String(width)} ${String(height)}`} role="img" aria-label={said} className={classes.line}>
        <polyline points={placed.map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ')} />
        {placed.map(({ x, y }, index) => (
          <circle key={points[index]!.day} cx={x} cy={y} r={2.5}>
            <title>{`${formatCount(points[index]!.value)} on ${formatDay(points[index]!.day)}`}</title>
          </circle>
        ))}
      </svg>
      <figcaption className={classes.from}>
        {formatCount(first.value)} employees in {formatMonth(first.day)}, {formatCount(last.value)} in{' '}
        {formatMonth(last.day)}
      </figcaption>
    </figure>
  );
}

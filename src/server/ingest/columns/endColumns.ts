import { namesIn, once, readTable } from '#node/resources.ts';
import { companyStatuses, type CompanyStatus } from '#shared/domain/choices.ts';
import type { ColumnMatch } from '#shared/bridge/workspace.ts';
import { isDayZero, parseDate } from '../values/dates.ts';
import { cellText } from '../values/text.ts';
import { isListOfDeals } from './fields.ts';
import { headerKey } from './headerKey.ts';
import { marked, unmarked } from './roundColumns.ts';

/** A column whose values say how a company ended: the day it was acquired or closed, or who bought it. */
export interface EndColumn {
  readonly index: number;
  readonly status: CompanyStatus;
  readonly value: EndValue;
}

type EndValue = 'day' | 'who';

/**
 * The columns that say how companies ended, those of acquisitions first. They are own columns of the file all the same.
 * In a list of our own deals, and where rounds have no other day, it is those that were closed.
 */
export function endColumnsIn(headers: readonly string[] | null, columns: readonly ColumnMatch[]): EndColumn[] {
  if (headers === null || isListOfDeals(headers)) return [];
  const fields = new Set(columns.map(({ field }) => field));
  const isOfRounds = rounds.some((field) => fields.has(field)) && !fields.has('fundedOn');
  return columns
    .filter(({ field }) => field === 'own')
    .flatMap(({ index, header }) => {
      const end = endOf(header);
      return end === undefined || (end.status === 'closed' && isOfRounds) ? [] : [{ ...end, index }];
    })
    .toSorted((a, b) => a.status.localeCompare(b.status));
}

const rounds = ['stage', 'lastRound', 'lastRoundAmount'];

/** What a cell of such a column says has become of the company by `today` (`YYYY-MM-DD`), or `''`. */
export function endIn(cell: string, { status, value }: EndColumn, today: string): CompanyStatus | '' {
  const text = cellText(cell);
  if (text === '' || unmarked.test(text)) return '';
  const date = parseDate(text, 'monthFirst');
  if (isDayZero(date)) return '';
  if (date !== undefined) return date.year > 1900 && date.year <= Number(today.slice(0, 4)) ? status : '';
  return marked.test(text) || (value === 'who' && /\p{L}{2}/u.test(text)) ? status : '';
}

function endOf(header: string): Omit<EndColumn, 'index'> | undefined {
  if (header.length > longestHeader) return undefined;
  const dot = header.lastIndexOf('.');
  // Below `acquisitions` are the companies that this one bought.
  if (dot !== -1 && !/(?:^|\.)(?:acquisition|exit|closure|company|properties|fields)$/i.test(header.slice(0, dot)))
    return undefined;
  return names().get(headerKey(header.slice(dot + 1)));
}

const longestHeader = 60;

const names = once(() => {
  const table = readTable('import/statusHeaders.tsv', ['status', 'language', 'name', 'value']);
  namesIn(
    table,
    ({ name }) => headerKey(name),
    ({ status, value }) => `${status} (${value})`,
  );
  const found = new Map<string, Omit<EndColumn, 'index'>>();
  for (const row of table.rows) {
    const status = companyStatuses.find((one) => one.value === row.status)?.value;
    if (status === undefined) throw table.problem(row, `there is no status “${row.status}”.`);
    if (row.value !== 'day' && row.value !== 'who') throw table.problem(row, 'the value must be “day” or “who”.');
    found.set(headerKey(row.name), { status, value: row.value });
  }
  return found;
});

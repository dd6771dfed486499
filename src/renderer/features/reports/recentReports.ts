import { z } from 'zod';
import { filtersFromQuery, filtersToQuery } from '#shared/domain/filterQuery.ts';
import { assertNever } from '#shared/errors.ts';
import { optionsOf, type ReportSubject } from '#shared/report/reportData.ts';

/** Where the last opened reports are kept: prefixed with the product's name (product 9). */
const storageKey = 'winnow.recentReports';

/** The most reports to remember. */
const most = 8;

const recentSchema = z.object({ path: z.string(), title: z.string(), query: z.string(), at: z.string() });
const keptSchema = z.object({ account: z.string(), reports: z.array(recentSchema) });

/** A report that was opened: its route, title and query, and when (ISO 8601). */
type RecentReport = z.infer<typeof recentSchema>;

/** The reports an account has opened, newest first; never those of another account. */
export function readRecentReports(account: string): readonly RecentReport[] {
  try {
    const kept = keptSchema.safeParse(JSON.parse(localStorage.getItem(storageKey) ?? 'null'));
    return kept.success && kept.data.account === account ? kept.data.reports : [];
  } catch {
    return [];
  }
}

/** Forgets all reports: on logout. */
export function clearRecentReports(): void {
  localStorage.removeItem(storageKey);
}

/** Remembers a report. If storage is full or forbidden, only this convenience is lost. */
export function rememberReport(account: string, report: RecentReport): void {
  const others = readRecentReports(account).filter(({ path }) => path !== report.path);
  try {
    localStorage.setItem(storageKey, JSON.stringify({ account, reports: [report, ...others].slice(0, most) }));
  } catch {
    localStorage.removeItem(storageKey);
  }
}

/**
 * The route of a report. For a search it carries the filters, so that Back and a copied address lead to the same
 * report.
 */
export function pathOfSubject(subject: ReportSubject): string {
  switch (subject.kind) {
    case 'company':
      return addressOf(`/reports/${subject.id}`, optionsOf(subject));
    case 'smartList':
      return addressOf(`/reports/list/${subject.id}`, optionsOf(subject));
    case 'collection':
      return addressOf(`/reports/collection/${subject.id}`, optionsOf(subject));
    case 'search':
      return addressOf('/reports/search', { ...filtersToQuery(subject.filters), ...optionsOf(subject) });
    default:
      return assertNever(subject);
  }
}

function addressOf(path: string, query: Readonly<Record<string, string>>): string {
  const text = new URLSearchParams(query).toString();
  return text === '' ? path : `${path}?${text}`;
}

/** The subject of a route's report; null if the address has none. */
export function subjectOfPath(pathname: string, search: string): ReportSubject | null {
  if (pathname === '/reports/search') return subjectOfQuery(search);
  const [, place = '', number = ''] = /^\/reports\/(?:(list|collection)\/)?([1-9]\d{0,14})$/.exec(pathname) ?? [];
  if (number === '') return null;
  const query = new URLSearchParams(search);
  const remarks = remarksIn(query.get('remarks'));
  if (place === '') return { kind: 'company', id: Number(number), ...remarks };
  const kept = query.get('kept') === 'true';
  return { kind: place === 'list' ? 'smartList' : 'collection', id: Number(number), kept, ...remarks };
}

function subjectOfQuery(search: string): ReportSubject | null {
  try {
    const { kept, remarks = null, ...query } = Object.fromEntries(new URLSearchParams(search));
    return { kind: 'search', filters: filtersFromQuery(query), kept: kept === 'true', ...remarksIn(remarks) };
  } catch {
    // A value that its field does not have: the address was edited by hand.
    return null;
  }
}

function remarksIn(value: string | null): { readonly remarks?: true } {
  return value === 'true' ? { remarks: true } : {};
}

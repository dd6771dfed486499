import { z } from 'zod';
import { filtersFromQuery, filtersToQuery } from '#shared/domain/filterQuery.ts';
import { assertNever } from '#shared/errors.ts';
import type { ReportSubject } from '#shared/report/reportData.ts';

/** Where the last opened reports are kept: prefixed with the product's name (product 9). */
const storageKey = 'winnow.recentReports';

/** In an address: the report has only companies in Watchlist and Opportunities. */
const keptParameter = 'kept';

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
      return `/reports/${subject.id}`;
    case 'smartList':
      return addressOf(`/reports/list/${subject.id}`, {}, subject.kept);
    case 'collection':
      return addressOf(`/reports/collection/${subject.id}`, {}, subject.kept);
    case 'search':
      return addressOf('/reports/search', filtersToQuery(subject.filters), subject.kept);
    default:
      return assertNever(subject);
  }
}

function addressOf(path: string, query: Readonly<Record<string, string>>, kept: boolean): string {
  const text = new URLSearchParams({ ...query, ...(kept ? { [keptParameter]: 'true' } : {}) }).toString();
  return text === '' ? path : `${path}?${text}`;
}

/** The subject of a route's report; null if the address has none. */
export function subjectOfPath(pathname: string, search: string): ReportSubject | null {
  if (pathname === '/reports/search') return subjectOfQuery(search);
  const [, place = '', number = ''] = /^\/reports\/(?:(list|collection)\/)?([1-9]\d{0,14})$/.exec(pathname) ?? [];
  if (number === '') return null;
  if (place === '') return { kind: 'company', id: Number(number) };
  const kept = new URLSearchParams(search).get(keptParameter) === 'true';
  return { kind: place === 'list' ? 'smartList' : 'collection', id: Number(number), kept };
}

function subjectOfQuery(search: string): ReportSubject | null {
  try {
    const { [keptParameter]: kept, ...query } = Object.fromEntries(new URLSearchParams(search));
    return { kind: 'search', filters: filtersFromQuery(query), kept: kept === 'true' };
  } catch {
    // A value that its field does not have: the address was edited by hand.
    return null;
  }
}

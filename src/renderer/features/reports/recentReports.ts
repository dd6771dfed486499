import { z } from 'zod';
import { filtersFromQuery, filtersToQuery } from '#shared/domain/filterQuery.ts';
import { assertNever } from '#shared/errors.ts';
import type { ReportSubject } from '#shared/report/reportData.ts';

/** Where the reports opened last are kept: prefixed with the product's name (product 9). */
const storageKey = 'winnow.recentReports';

/** Reports that are remembered. */
const most = 8;

const recentSchema = z.object({ path: z.string(), title: z.string(), query: z.string(), at: z.string() });
const keptSchema = z.object({ account: z.string(), reports: z.array(recentSchema) });

/** A report that was opened: its route, title and query, and when (ISO 8601). */
type RecentReport = z.infer<typeof recentSchema>;

/** The reports an account has opened, the last one first; another account's are none of its business. */
export function readRecentReports(account: string): readonly RecentReport[] {
  try {
    const kept = keptSchema.safeParse(JSON.parse(localStorage.getItem(storageKey) ?? 'null'));
    return kept.success && kept.data.account === account ? kept.data.reports : [];
  } catch {
    return [];
  }
}

/** Forgets them all: on logout. */
export function clearRecentReports(): void {
  localStorage.removeItem(storageKey);
}

/** Remembers a report. Storage that is full or forbidden loses nothing but this convenience. */
export function rememberReport(account: string, report: RecentReport): void {
  const others = readRecentReports(account).filter(({ path }) => path !== report.path);
  try {
    localStorage.setItem(storageKey, JSON.stringify({ account, reports: [report, ...others].slice(0, most) }));
  } catch {
    localStorage.removeItem(storageKey);
  }
}

/**
 * The route of a report. That of a search carries its filters, so that Back and a copied address lead to the same one.
 */
export function pathOfSubject(subject: ReportSubject): string {
  switch (subject.kind) {
    case 'company':
      return `/reports/${subject.id}`;
    case 'smartList':
      return `/reports/list/${subject.id}`;
    case 'collection':
      return `/reports/collection/${subject.id}`;
    case 'search': {
      const query = new URLSearchParams(filtersToQuery(subject.filters)).toString();
      return query === '' ? '/reports/search' : `/reports/search?${query}`;
    }
    default:
      return assertNever(subject);
  }
}

/** What a route reports on; null where the address is of none. */
export function subjectOfPath(pathname: string, search: string): ReportSubject | null {
  if (pathname === '/reports/search') return subjectOfQuery(search);
  const [, place = '', number = ''] = /^\/reports\/(?:(list|collection)\/)?([1-9]\d{0,14})$/.exec(pathname) ?? [];
  if (number === '') return null;
  const kind = place === 'list' ? 'smartList' : place === 'collection' ? 'collection' : 'company';
  return { kind, id: Number(number) };
}

function subjectOfQuery(search: string): ReportSubject | null {
  try {
    return { kind: 'search', filters: filtersFromQuery(Object.fromEntries(new URLSearchParams(search))) };
  } catch {
    // A value that is none of its field's: the address was changed by hand.
    return null;
  }
}

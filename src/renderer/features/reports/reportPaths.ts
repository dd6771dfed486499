import { filtersFromQuery, filtersToQuery } from '#shared/domain/filterQuery.ts';
import { assertNever } from '#shared/errors.ts';
import type { ReportSubject } from '#shared/report/reportData.ts';

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

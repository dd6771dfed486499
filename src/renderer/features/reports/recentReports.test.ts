import { describe, expect, it } from 'vitest';
import { defaultFilters } from '#shared/domain/filters.ts';
import type { ReportSubject } from '#shared/report/reportData.ts';
import { pathOfSubject, subjectOfPath } from './recentReports.ts';

describe('the routes of reports', () => {
  const filters = defaultFilters();
  filters.include.textSearch = 'a & b, “c”';
  filters.include.countries = [{ name: 'Germany', code: 'DE' }];
  filters.exclude.regions = ['Europe'];
  const subjects: ReportSubject[] = [
    { kind: 'company', id: 12 },
    { kind: 'company', id: 12, remarks: true },
    { kind: 'smartList', id: 3, kept: false },
    { kind: 'smartList', id: 3, kept: true, remarks: true },
    { kind: 'collection', id: 4, kept: true },
    { kind: 'search', filters, kept: false },
    { kind: 'search', filters, kept: true },
    { kind: 'search', filters, kept: false, remarks: true },
  ];

  it.each(subjects)('lead back to what they report on: $kind', (subject) => {
    const url = new URL(pathOfSubject(subject), 'http://localhost');
    expect(subjectOfPath(url.pathname, url.search)).toEqual(subject);
  });

  it('are of nothing where an address names nothing', () => {
    for (const path of ['/reports', '/reports/0', '/reports/x', '/reports/list/', '/reports/list/1/2', '/reports/-1']) {
      expect(subjectOfPath(path, ''), path).toBeNull();
    }
    expect(subjectOfPath('/reports/search', '?stages=nonsense')).toBeNull();
  });
});

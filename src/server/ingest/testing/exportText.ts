import type { Company } from '#shared/domain/company.ts';
import { everyKey, exportColumnsOf, type ExportedDecision } from '#shared/domain/exportColumns.ts';
import { ownPrefix } from '#shared/domain/generalFields.ts';
import type { CompanyRecord } from '#server/record/companyRecord.ts';
import { toCompany } from '#server/record/toCompany.ts';
import { csvHeader, csvRow } from '../../api/http/csv.ts';

/** An export of companies as the app's “All columns” asks for it; of a list of decisions, these come first. */
export function exportText(records: readonly CompanyRecord[], isOfDecisions = false): string {
  const own = [...new Set(records.flatMap((record) => record.own.map(({ name }) => `${ownPrefix}${name}`)))];
  const columns = exportColumnsOf([...everyKey(isOfDecisions), ...own], {
    decisions: new Map([[1, decision]]),
  });
  const asOf = { week: '2026-W47', date: '2026-11-16', newWeek: '2026-W47', today: '2026-11-20' };
  const rows = records.map((record, index) => {
    const company: Company & Pick<CompanyRecord, 'people'> = {
      ...toCompany(index + 1, record, asOf),
      people: record.people,
    };
    return csvRow(columns!, company);
  });
  return csvHeader(columns!) + rows.join('');
}

const decision: ExportedDecision = {
  list: 'Watchlist',
  day: '2026-11-17',
  smartList: 'Kites',
  reason: 'Too early',
  later: '',
  notes: '2026-11-17: Called, "no"',
  known: 'Affinity: Passed',
  by: 'Ann',
  collections: 'Q4',
  changed: 'Raised $5M',
};

import Papa from 'papaparse';
import { withGuards } from '#shared/domain/formulaText.ts';
import type { ImportReport } from '#shared/bridge/workspace.ts';

/** Lines and reasons of a file's rejected rows as CSV; texts that look like formulas are made inert. */
export function rejectedRowsCsv({ rejected }: Pick<ImportReport, 'rejected'>): string {
  const rows = rejected.map(({ line, reason }) => ({ Line: line, Reason: withGuards(reason) }));
  return Papa.unparse({ fields: ['Line', 'Reason'], data: rows });
}

/** Offers the rejected rows as a file, made in the page: they are few, and nothing of the workspace leaves it. */
export function saveRejectedRows(report: ImportReport): void {
  const url = URL.createObjectURL(new Blob([rejectedRowsCsv(report)], { type: 'text/csv' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = `${report.file.replace(/\.[^.]+$/, '')} rejected.csv`;
  link.click();
  URL.revokeObjectURL(url);
}

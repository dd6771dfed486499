import { join } from 'node:path';
import { emptyFilters } from '#shared/domain/filters.ts';
import { noNames } from '#shared/fields/filterRows.ts';
import type { SectorReport } from '#shared/report/reportData.ts';
import { sectorReportOf } from '#server/insight/report.ts';
import { generateCompanies } from '#server/jobs/sample/generate.ts';
import { openCompanyReader, openCompanyWriter } from '#server/index/open.ts';

/** Companies in the sample that the reports are made from. */
const companies = 8000;

/** A report on all companies, with its best `most` companies, made from its own sample in a folder. */
export async function reportOfSample(folder: string, most: number): Promise<SectorReport> {
  const path = join(folder, 'report-companies');
  const writer = openCompanyWriter(path);
  await writer.release('2026-W47', new Date('2026-11-20T06:00:00Z'));
  const batch = writer.begin('sample');
  for (const record of generateCompanies({ count: companies, seed: 7, today: '2026-11-20' })) batch.add(record);
  await batch.commit();
  writer.close();
  const reader = openCompanyReader(path);
  try {
    const none: ReadonlySet<number> = new Set();
    const user = { decided: { watchlist: none, opportunities: none, archive: none }, onlyKept: false };
    return await sectorReportOf(
      reader,
      { kind: 'search', filters: emptyFilters(), names: noNames, onlyIds: null },
      user,
      most,
    );
  } finally {
    reader.close();
  }
}

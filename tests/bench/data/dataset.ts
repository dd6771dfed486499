import { closeSync, openSync, writeSync } from 'node:fs';
import { digestWeekOf, mondayOf } from '#shared/domain/digestWeek.ts';
import type { Company } from '#shared/domain/company.ts';
import { groupsOfIndustry } from '#shared/reference/industries.ts';
import { generateCompanies } from '#server/jobs/sample/generate.ts';
import { sampleSeed } from '#server/jobs/jobRunner.ts';
import { searchedTexts } from '#server/index/query/textMatch.ts';
import { meritOf } from '#server/index/analysis/merit.ts';
import { wordsOf } from '#shared/domain/words.ts';
import type { CompanyRecord } from '#server/record/companyRecord.ts';
import { lastingHighlightsOf, toCompany } from '#server/record/toCompany.ts';

/** Columns of the file that peers load; lists are joined by `|`, words by a space. */
export const datasetColumns = [
  'id',
  'merit',
  'regions',
  'country_codes',
  'company_sizes',
  'incorporated_years',
  'stages',
  'industries',
  'industry_groups',
  'company_highlights',
  'business_model',
  'words',
  'name_words',
  'data',
] as const;

/** The companies of our own sample, as a CSV file for peers. */
export interface Dataset {
  readonly size: number;
  readonly file: string;
  /** The number of companies with each word. */
  readonly frequencies: ReadonlyMap<string, number>;
}

/** The companies that a server started now with `--sample size` shows, with their ids there. */
export function* sampleCompanies(size: number): Generator<{ record: CompanyRecord; company: Company }> {
  const today = new Date().toISOString().slice(0, 10);
  const week = digestWeekOf(today);
  const asOf = { week, date: mondayOf(week), newWeek: week, today: mondayOf(week) };
  let id = 0;
  for (const record of generateCompanies({ count: size, seed: sampleSeed, today })) {
    id += 1;
    const company = toCompany(id, record, asOf);
    // A twentieth belongs to future digests, which ours does not show yet.
    if (company.discovered <= week) yield { record, company };
  }
}

/** Writes the sample to `file`; peers get words cut by our own tokenizer, so that counts must agree. */
export function writeDataset(size: number, file: string, withData: boolean): Dataset {
  const frequencies = new Map<string, number>();
  const output = openSync(file, 'w', 0o644);
  let pending = '';
  for (const { record, company } of sampleCompanies(size)) {
    const words = new Set(searchedTexts(company).flatMap((text) => wordsOf(text, 'index')));
    for (const word of words) frequencies.set(word, (frequencies.get(word) ?? 0) + 1);
    const groups = new Set(company.industry.flatMap((industry) => groupsOfIndustry(industry)));
    pending += lineOf([
      String(company.id),
      String(meritOf(record)),
      company.region,
      company.location.country.code,
      company.sizeCategory,
      company.founded === null ? 'unknown' : String(company.founded),
      company.stages.join('|'),
      company.industry.join('|'),
      [...groups].join('|'),
      lastingHighlightsOf(record).join('|'),
      record.businessModels.join('|'),
      [...words].join(' '),
      [...new Set(wordsOf(company.name, 'index'))].join(' '),
      withData ? JSON.stringify(company) : '',
    ]);
    if (pending.length > 1 << 20) {
      writeSync(output, pending);
      pending = '';
    }
  }
  writeSync(output, pending);
  closeSync(output);
  return { size, file, frequencies };
}

/** Quotes every cell except empty ones, which COPY reads as NULL. */
function lineOf(cells: readonly string[]): string {
  return `${cells.map((cell) => (cell === '' ? '' : `"${cell.replaceAll('"', '""')}"`)).join(',')}\n`;
}

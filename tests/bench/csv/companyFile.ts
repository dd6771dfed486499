import { closeSync, openSync, writeSync } from 'node:fs';
import type { Company } from '#shared/domain/company.ts';
import { exportColumns } from '#shared/domain/exportColumns.ts';
import { csvHeader, csvRow } from '#server/api/http/csv.ts';
import { sampleCompanies } from '../data/dataset.ts';

/** Writes the sample as a user would have it: a CSV file of our own export. Returns the number of companies. */
export function writeCompanyFile(size: number, file: string): number {
  return writeCompanies(file, visible(size));
}

/** How many companies `writeChangedFile` changes: one in `changedShare`. */
export const changedShare = 20;

/**
 * Writes every twentieth company, with a longer description that contains a new word. Returns the number of companies.
 */
export function writeChangedFile(size: number, turn: number, word: string, file: string): number {
  return writeCompanies(file, changed(size, turn, word));
}

function* visible(size: number): Generator<Company> {
  for (const { company } of sampleCompanies(size)) yield company;
}

function* changed(size: number, turn: number, word: string): Generator<Company> {
  for (const { company } of sampleCompanies(size)) {
    if (company.id % changedShare !== turn) continue;
    const short = `${company.description.short} ${word} is what they work on since this week, and more of it is to come.`;
    yield { ...company, description: { ...company.description, short } };
  }
}

function writeCompanies(file: string, companies: Iterable<Company>): number {
  const output = openSync(file, 'w', 0o644);
  writeSync(output, csvHeader(exportColumns));
  let rows = 0;
  let chunk: Company[] = [];
  const flush = (): void => {
    writeSync(output, chunk.map((company) => csvRow(exportColumns, company)).join(''));
    chunk = [];
  };
  for (const company of companies) {
    rows += 1;
    if (chunk.push(company) === 1000) flush();
  }
  flush();
  closeSync(output);
  return rows;
}

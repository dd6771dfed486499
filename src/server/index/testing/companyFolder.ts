import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import { emptyFilters } from '#shared/domain/filters.ts';
import type { CompanyBatchResult, CompanyQuery, CompanyWriter } from '../port.ts';
import type { CompanyOrigin, CompanyRecord } from '../../record/companyRecord.ts';
import { openCompanyReader, openCompanyWriter, type SqliteCompanyReader } from '../open.ts';
import { recordOf } from '../../record/testing/records.ts';

export const monday = new Date('2026-11-16T06:00:00Z');

/** A folder of companies for each test; whatever was opened on it is closed when the test ends. */
export interface CompanyFolder {
  readonly path: string;
  reader(): SqliteCompanyReader;
  writer(): CompanyWriter;
}

/** Call it where `beforeEach` is allowed. */
export function useCompanyFolder(): CompanyFolder {
  let path = '';
  let open: { close(): void }[] = [];
  beforeEach(() => {
    path = mkdtempSync(join(tmpdir(), 'winnow-companies-'));
    open = [];
  });
  afterEach(() => {
    for (const each of open) each.close();
    rmSync(path, { recursive: true });
  });
  const kept = <T extends { close(): void }>(opened: T): T => {
    open.push(opened);
    return opened;
  };
  return {
    get path() {
      return path;
    },
    reader: () => kept(openCompanyReader(path)),
    writer: () => kept(openCompanyWriter(path)),
  };
}

/** A search for some words; `parts` change the rest of it. */
export function query(words = '', parts: Partial<CompanyQuery> = {}): CompanyQuery {
  const filters = emptyFilters();
  filters.include.textSearch = words;
  return { filters, sortBy: 'best_match', onlyIds: null, withoutIds: null, ...parts };
}

/** Stores companies in one batch. */
export async function addBatch(
  to: CompanyWriter,
  origin: CompanyOrigin,
  records: readonly Partial<CompanyRecord>[],
): Promise<CompanyBatchResult & { ids: number[] }> {
  const batch = to.begin(origin);
  const ids = records.map((record) => batch.add(recordOf(record)));
  return { ids, ...(await batch.commit()) };
}

/** Names of the companies found, A to Z. */
export async function names(from: SqliteCompanyReader, asked = query()): Promise<string[]> {
  const { items } = await from.search({ ...asked, sortBy: 'company_name' }, 0, 100);
  return items.map((company) => company.name);
}

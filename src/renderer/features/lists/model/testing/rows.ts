import { company } from '#shared/domain/testing/company.ts';
import type { Company } from '#shared/domain/company.ts';
import type { ListName } from '#shared/domain/listName.ts';
import type { CompanyRow } from '../../../../grid/cells/companyRow.ts';

/** A row of an inbox for tests; its entry has the number `id`, its company the same. */
export function entryRow(id: number, list: ListName = 'None', part: Partial<Company> = {}): CompanyRow {
  return { id: `e${id}`, company: company(id, part), entryId: id, siblings: [], doubles: [], list, itemId: null };
}

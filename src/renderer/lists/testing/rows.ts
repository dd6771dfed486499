import { company } from '#shared/domain/testing/company.ts';
import type { Company } from '#shared/domain/company.ts';
import type { ListName } from '#shared/domain/listName.ts';
import type { CompanyRow } from '../../grid/cells/companyRow.ts';

/** A row of the inbox 1 for tests; its entry has the number `id`, its company the same. */
export function entryRow(id: number, list: ListName = 'None', part: Partial<Company> = {}): CompanyRow {
  const ids = { id: `e${id}`, entryId: id, inboxId: 1, siblings: [], doubles: [], itemId: null };
  return { ...ids, company: company(id, part), list };
}

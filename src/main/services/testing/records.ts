import type { Config, User } from '#shared/domain/account.ts';
import type { InboxEntry } from '#shared/domain/inboxEntry.ts';
import { flagsOfList, type ListName } from '#shared/domain/listName.ts';
import { company } from '#shared/domain/testing/company.ts';

/** A company's entry in smart list 1. */
export function plainEntry(entryId: number, companyId: number, list: ListName): InboxEntry {
  const ids = { inboxId: 1, inboxEntryId: entryId, siblings: [], doubles: [] };
  return {
    ...company(companyId),
    ...ids,
    ...flagsOfList(list),
    decided_at: '',
    reason: '',
    later: null,
    back: null,
    came: null,
    is_new: false,
    smart_list: '',
    note: '',
    settled: null,
  };
}

export const plainUser: User = { id: 7, email: 'a@example.org', name: 'Ada', is_staff: true, addons: ['export'] };

/** A server's configuration, its provider at `domain`. */
export function plainConfig(domain: string): Config {
  return {
    allowExperiments: false,
    domain,
    planUid: '',
    authenticationCallbackUrl: 'winnow://auth',
    addons: { export: 'export' },
  };
}

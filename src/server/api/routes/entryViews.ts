import type { InboxEntry } from '#shared/domain/inboxEntry.ts';
import { flagsOfList, type ListName } from '#shared/domain/listName.ts';
import { found } from '../http/answers.ts';
import type { EntryRecord } from '../../state/port.ts';
import type { SignedInContext } from './handler.ts';

const none = { siblings: [], doubles: [] };

/**
 * Entries as the API answers them: company, ids, flags, companions. An entry whose company is gone (it was removed a
 * moment ago and the entries are about to follow) is left out.
 */
export async function entriesWithCompanies(
  { deps: { companies, state }, user }: SignedInContext,
  entries: readonly EntryRecord[],
): Promise<InboxEntry[]> {
  if (entries.length === 0) return [];
  const [found, companions] = await Promise.all([
    companies.getMany(entries.map((entry) => entry.companyId)),
    state.entries.companions(user.id, entries),
  ]);
  const byId = new Map(found.map((company) => [company.id, company]));
  return entries.flatMap((entry) => {
    const company = byId.get(entry.companyId);
    if (company === undefined) return [];
    return [
      {
        ...company,
        inboxId: entry.smartListId,
        inboxEntryId: entry.id,
        ...flagsOfList(entry.list),
        ...(companions.get(entry.id) ?? none),
        decided_at: entry.decidedAt,
      },
    ];
  });
}

/** One entry as the API answers it. */
export async function entryWithCompany(context: SignedInContext, entry: EntryRecord): Promise<InboxEntry> {
  const [view] = await entriesWithCompanies(context, [entry]);
  return found(view, 'company');
}

/** The flags a move asks for, as a list. */
export function listNameOfSlug(slug: 'watchlist' | 'opportunities' | 'archive'): Exclude<ListName, 'None'> {
  return slug === 'watchlist' ? 'Watchlist' : slug === 'opportunities' ? 'Opportunities' : 'Archive';
}

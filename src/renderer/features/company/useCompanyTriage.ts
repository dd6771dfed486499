import { useSyncExternalStore } from 'react';
import type { MoveTarget } from '#shared/bridge/moves.ts';
import type { Company } from '#shared/domain/company.ts';
import { listOfEntry, type InboxEntry } from '#shared/domain/inboxEntry.ts';
import type { ListName } from '#shared/domain/listName.ts';
import { useApiQuery } from '../../data/useApi.ts';
import { shownList } from '../moves/overlay.ts';
import { useTriage } from '../moves/TriageProvider.tsx';

/** A company's place in the lists, and the way to change it. */
export interface CompanyTriage {
  /** The list it shows: what the server says, under moves that are on their way. */
  readonly list: ListName;
  /** Its entries in the user's smart lists. */
  readonly entries: readonly InboxEntry[];
  readonly decide: (to: ListName) => void;
  readonly undo: () => void;
}

/** Where a company stands and what w, o, e, 0 and z do with it, outside any list. */
export function useCompanyTriage(company: Company): CompanyTriage {
  const triage = useTriage();
  const query = useApiQuery('listEntries', { query: { company_id: company.id, page_size: 100 } });
  const entries = query.data?.results ?? [];
  const entry = entryToMove(entries);
  const row = {
    entryId: entry?.inboxEntryId ?? null,
    company,
    list: entry === undefined ? ('None' as const) : listOfEntry(entry),
  };
  const list = useSyncExternalStore(triage.subscribe, () => shownList(row, triage.overlay));
  const target: MoveTarget = {
    entryId: row.entryId,
    companyId: company.id,
    name: company.name,
    from: list,
    siblings: entry?.siblings.slice() ?? [],
  };
  return { list, entries, decide: (to) => void triage.decide(to, [target]), undo: triage.undo };
}

/** The entry a decision goes to: one that is decided already shows and keeps the decision, else an undecided one. */
function entryToMove(entries: readonly InboxEntry[]): InboxEntry | undefined {
  return entries.find((entry) => listOfEntry(entry) !== 'None') ?? entries[0];
}

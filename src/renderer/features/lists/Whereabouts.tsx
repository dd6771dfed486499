import { useEffect, useState, useSyncExternalStore, type ReactNode } from 'react';
import type { InboxEntry } from '#shared/domain/inboxEntry.ts';
import { listOfEntry } from '#shared/domain/inboxEntry.ts';
import { flagsOfList } from '#shared/domain/listName.ts';
import { useApiQuery } from '../../data/useApi.ts';
import { Membership } from '../company/Membership.tsx';
import { shownList } from '../moves/overlay.ts';
import { useTriage } from '../moves/TriageProvider.tsx';

/** How long the focus has to rest on a company before its entries are asked for, in milliseconds. */
const rest = 250;

/**
 * Where the company of the reading pane stands: what was decided about it in each smart list, and its collections. While
 * one passes many companies nothing is asked.
 */
export function Whereabouts({ companyId }: { readonly companyId: number }): ReactNode {
  const [rests, setRests] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setRests(true), rest);
    return () => clearTimeout(timer);
  }, []);
  return rests && <Rested companyId={companyId} />;
}

function Rested({ companyId }: { readonly companyId: number }): ReactNode {
  const triage = useTriage();
  const query = useApiQuery('listEntries', { query: { company_id: companyId, page_size: 100 } });
  const listed = (entry: InboxEntry): InboxEntry => {
    const row = { entryId: entry.inboxEntryId, company: entry, list: listOfEntry(entry) };
    const list = shownList(row, triage.overlay);
    // When a decision on its way was made, the server has still to say.
    return { ...entry, ...flagsOfList(list), decided_at: list === row.list ? entry.decided_at : '' };
  };
  const entries = query.data?.results ?? [];
  // A decision on its way shows here too; the text is what changes, so only a change of it renders.
  useSyncExternalStore(triage.subscribe, () => entries.map((entry) => listOfEntry(listed(entry))).join());
  return <Membership companyId={companyId} entries={entries.map((entry) => listed(entry))} heading="h3" />;
}

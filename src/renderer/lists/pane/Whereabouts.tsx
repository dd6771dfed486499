import { useEffect, useState, useSyncExternalStore, type ReactNode } from 'react';
import type { InboxEntry } from '#shared/domain/inboxEntry.ts';
import { listOfEntry } from '#shared/domain/inboxEntry.ts';
import { flagsOfList } from '#shared/domain/listName.ts';
import { shownListOf, type CompanyEntries } from '../../features/company/companyTargets.ts';
import { Membership } from '../../features/company/Membership.tsx';
import { useCompanyEntries } from '../../features/company/useCompanyTriage.ts';
import { useTriage } from '../../features/moves/TriageProvider.tsx';

/** How long the focus has to rest on a company before its entries are asked for, in milliseconds. */
const rest = 250;

const unknown: CompanyEntries = { entries: [], revision: 0 };

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
  const known = useCompanyEntries(companyId) ?? unknown;
  const listed = (entry: InboxEntry): InboxEntry => {
    const list = shownListOf(entry, known, triage.overlay);
    // When a decision on its way was made, the server has still to say.
    return { ...entry, ...flagsOfList(list), decided_at: list === listOfEntry(entry) ? entry.decided_at : '' };
  };
  const { entries } = known;
  // A decision on its way shows here too; the text is what changes, so only a change of it renders.
  useSyncExternalStore(triage.subscribe, () => entries.map((entry) => listOfEntry(listed(entry))).join());
  return <Membership companyId={companyId} entries={entries.map((entry) => listed(entry))} heading="h3" />;
}

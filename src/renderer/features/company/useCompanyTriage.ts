import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import type { Company } from '#shared/domain/company.ts';
import type { InboxEntry } from '#shared/domain/inboxEntry.ts';
import type { ListName } from '#shared/domain/listName.ts';
import { stampedApi } from '../../bridge/bridge.ts';
import { keys } from '../../data/keys.ts';
import { useTriage } from '../moves/TriageProvider.tsx';
import { isMovedWhole, listOfCompany, shownListOf, targetsOfCompany, type CompanyEntries } from './companyTargets.ts';

/** A company's place in the lists, and the way to change it. */
export interface CompanyTriage {
  /** The list it shows: what the server says, under moves that are on their way. */
  readonly list: ListName;
  /** Its entries in the user's smart lists. */
  readonly entries: readonly InboxEntry[];
  readonly decide: (to: ListName) => void;
}

const none: readonly InboxEntry[] = [];

/** Where a company stands and what w, o, e, 0 and z do with it, outside any list. */
export function useCompanyTriage(company: Company): CompanyTriage {
  const triage = useTriage();
  const client = useQueryClient();
  const asked = entriesQuery(company.id);
  const { data: known } = useQuery(asked);
  const { id } = company;
  const list = useSyncExternalStore(triage.subscribe, () => listOfCompany(id, known, triage.overlay));

  const decide = (to: ListName): void => {
    // What is drawn may be older than the newest answer.
    const entries = client.getQueryData<CompanyEntries>(asked.queryKey);
    if (entries !== undefined && !isMovedWhole(id, entries, triage.overlay)) {
      triage.note(
        entries.entries.map((entry) => {
          const { inboxEntryId: entryId, inboxId } = entry;
          return { entryId, companyId: id, inboxId, list: shownListOf(entry, entries, triage.overlay) };
        }),
      );
      triage.decide(to, targetsOfCompany(company, entries, triage.overlay));
      return;
    }
    // Its entries are still being asked for, or the last decision has still to find them: it shows at once all the
    // same.
    const whole = {
      entryId: null,
      companyId: id,
      name: company.name.slice(0, 500),
      from: listOfCompany(id, entries, triage.overlay),
      siblings: [],
    };
    triage.decideFound(to, whole, async () =>
      targetsOfCompany(company, await client.ensureQueryData(asked), triage.overlay),
    );
  };
  return { list, entries: known?.entries ?? none, decide };
}

/** A company's entries in the user's smart lists; undefined until they are there. */
export function useCompanyEntries(companyId: number): CompanyEntries | undefined {
  return useQuery(entriesQuery(companyId)).data;
}

/** The company's entries; what was settled before they were asked for is in them. */
function entriesQuery(companyId: number) {
  const input = { query: { company_id: companyId, page_size: 100 } };
  return {
    queryKey: [...keys.api('listEntries', input), 'asked'],
    queryFn: async (): Promise<CompanyEntries> => {
      const { value, revision } = await stampedApi('listEntries', input);
      return { entries: value.results, revision };
    },
  };
}

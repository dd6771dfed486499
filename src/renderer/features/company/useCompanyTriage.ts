import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import type { MoveTarget } from '#shared/bridge/moves.ts';
import type { Company } from '#shared/domain/company.ts';
import { listOfEntry, type InboxEntry } from '#shared/domain/inboxEntry.ts';
import type { Later } from '#shared/domain/later.ts';
import type { ListName } from '#shared/domain/listName.ts';
import { stampedApi } from '../../bridge/bridge.ts';
import { keys } from '../../data/keys.ts';
import { isAfter, moveOf, shownList, type Move, type Overlay } from '../../decide/overlay.ts';
import { coveredMoves } from '../../decide/reduce.ts';
import { useTriage } from '../moves/TriageProvider.tsx';

/** A company's place in the lists, and the way to change it. */
export interface CompanyTriage {
  /** The list it shows: what the server says, under moves that are on their way. */
  readonly list: ListName;
  /** Its entries in the user's smart lists. */
  readonly entries: readonly InboxEntry[];
  readonly decide: (to: ListName, later?: Later) => void;
}

const none: readonly InboxEntry[] = [];

/** Where a company stands and what w, o, e, 0 and z do with it, outside any list; `inboxId` is where it came from. */
export function useCompanyTriage(company: Company, inboxId?: number): CompanyTriage {
  const triage = useTriage();
  const client = useQueryClient();
  const asked = entriesQuery(company.id);
  const { data: known } = useQuery(asked);
  const { id } = company;
  const list = useSyncExternalStore(triage.subscribe, () => listOfCompany(id, known, triage.overlay));

  const decide = (to: ListName, later?: Later): void => {
    // What is drawn may be older than the newest answer.
    const entries = client.getQueryData<CompanyEntries>(asked.queryKey);
    if (entries !== undefined && !isMovedWhole(id, entries, triage.overlay)) {
      triage.note(
        entries.entries.map((entry) => {
          const { inboxEntryId: entryId, inboxId } = entry;
          return { entryId, companyId: id, inboxId, list: shownListOf(entry, entries, triage.overlay) };
        }),
      );
      triage.decide(to, targetsOfCompany(company, entries, triage.overlay, inboxId), null, later);
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
    const find = async (): Promise<MoveTarget[]> =>
      targetsOfCompany(company, await client.ensureQueryData(asked), triage.overlay, inboxId);
    triage.decideFound(to, whole, find, later);
  };
  return { list, entries: known?.entries ?? none, decide };
}

/** A company's entries in the user's smart lists, as of a revision of the queue. */
export interface CompanyEntries {
  readonly entries: readonly InboxEntry[];
  readonly revision: number;
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

/** The list a company shows: what the server says of its entries, under the moves that are on their way. */
export function listOfCompany(companyId: number, known: CompanyEntries | undefined, overlay: Overlay): ListName {
  const move = moveOf(overlay.companies.get(companyId));
  if (move !== undefined && isMovedWhole(companyId, known, overlay)) return move.list;
  if (known === undefined) return move?.list ?? 'None';
  return known.entries.map((entry) => shownListOf(entry, known, overlay)).find((list) => list !== 'None') ?? 'None';
}

/** Whether its newest move is of the company as such, and its entries do not show that yet. */
export function isMovedWhole(companyId: number, known: CompanyEntries | undefined, overlay: Overlay): boolean {
  const move = moveOf(overlay.companies.get(companyId));
  return move?.entryId === null && isAhead(move, known);
}

function isAhead(move: Move, known: CompanyEntries | undefined): boolean {
  return known === undefined || known.entries.length === 0 || isAfter(move, known.revision);
}

/**
 * What a decision about a company moves: the entry whose list it shows, that of the smart list `inboxId` before others,
 * and what that covers. A company without entries is moved as such.
 */
export function targetsOfCompany(
  company: Pick<Company, 'id' | 'name'>,
  known: CompanyEntries,
  overlay: Overlay,
  inboxId?: number,
): MoveTarget[] {
  const { id: companyId } = company;
  const name = company.name.slice(0, 500);
  const whole = moveOf(overlay.wholes.get(companyId));
  // Its first entry is being made, and moves where the queue was told: that is one line of moves, by the company.
  if (whole !== undefined && isAhead(whole, known)) {
    return coveredMoves({ entryId: null, companyId, name, from: whole.list }, []);
  }
  const entries = known.entries.map((entry) => ({
    entryId: entry.inboxEntryId,
    list: shownListOf(entry, known, overlay),
    isFrom: entry.inboxId === inboxId,
  }));
  const shown = entries.find(({ list }) => list !== 'None')?.list ?? 'None';
  const standing = entries.filter(({ list }) => list === shown);
  const main = standing.find(({ isFrom }) => isFrom) ?? standing[0];
  const target = { entryId: main?.entryId ?? null, companyId, name, from: main?.list ?? 'None' };
  return coveredMoves(
    target,
    entries.filter((entry) => entry !== main),
  );
}

/** The list that one of a company's entries shows. */
export function shownListOf(entry: InboxEntry, { revision }: CompanyEntries, overlay: Overlay): ListName {
  return shownList({ entryId: entry.inboxEntryId, company: entry, list: listOfEntry(entry), revision }, overlay);
}

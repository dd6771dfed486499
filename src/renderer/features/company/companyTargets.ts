import type { MoveTarget } from '#shared/bridge/moves.ts';
import type { Company } from '#shared/domain/company.ts';
import { listOfEntry, type InboxEntry } from '#shared/domain/inboxEntry.ts';
import type { ListName } from '#shared/domain/listName.ts';
import { coveredMoves } from '../moves/coveredMoves.ts';
import { shownList, type Overlay, type PendingMove } from '../moves/overlay.ts';

/** A company's entries in the user's smart lists, and when they were asked for (as `performance.now()`). */
export interface CompanyEntries {
  readonly entries: readonly InboxEntry[];
  readonly askedAt: number;
}

/** The list a company shows: what the server says of its entries, under the moves that are on their way. */
export function listOfCompany(companyId: number, known: CompanyEntries | undefined, overlay: Overlay): ListName {
  const move = overlay.companies.get(companyId);
  if (move !== undefined && isMovedWhole(companyId, known, overlay)) return move.list;
  if (known === undefined) return move?.list ?? 'None';
  return known.entries.map((entry) => shownListOf(entry, known, overlay)).find((list) => list !== 'None') ?? 'None';
}

/** Whether its newest move is of the company as such, and its entries do not show that yet. */
export function isMovedWhole(companyId: number, known: CompanyEntries | undefined, overlay: Overlay): boolean {
  return overlay.companies.get(companyId)?.entryId === null && isAhead(overlay.companies.get(companyId), known);
}

function isAhead(move: PendingMove | undefined, known: CompanyEntries | undefined): boolean {
  if (move === undefined) return false;
  return move.state !== 'settled' || known === undefined || known.entries.length === 0 || move.at >= known.askedAt;
}

/**
 * What a decision about a company moves: the entry whose list it shows, and what that covers. A company without entries is
 * moved as such.
 */
export function targetsOfCompany(
  company: Pick<Company, 'id' | 'name'>,
  known: CompanyEntries,
  overlay: Overlay,
): MoveTarget[] {
  const { id: companyId } = company;
  const name = company.name.slice(0, 500);
  const whole = overlay.wholes.get(companyId);
  // Its first entry is being made, and moves where the queue was told: that is one line of moves, by the company.
  if (whole !== undefined && isAhead(whole, known)) {
    return coveredMoves({ entryId: null, companyId, name, from: whole.list }, []);
  }
  const entries = known.entries.map((entry) => ({
    entryId: entry.inboxEntryId,
    list: shownListOf(entry, known, overlay),
  }));
  const main = entries.find(({ list }) => list !== 'None') ?? entries[0];
  const target = { entryId: main?.entryId ?? null, companyId, name, from: main?.list ?? 'None' };
  return coveredMoves(
    target,
    entries.filter((entry) => entry !== main),
  );
}

/** The list that one of a company's entries shows. */
export function shownListOf(entry: InboxEntry, { askedAt }: CompanyEntries, overlay: Overlay): ListName {
  return shownList({ entryId: entry.inboxEntryId, company: entry, list: listOfEntry(entry), askedAt }, overlay);
}

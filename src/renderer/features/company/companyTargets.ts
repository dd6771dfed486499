import type { MoveTarget } from '#shared/bridge/moves.ts';
import type { Company } from '#shared/domain/company.ts';
import { listOfEntry, type InboxEntry } from '#shared/domain/inboxEntry.ts';
import type { ListName } from '#shared/domain/listName.ts';
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
  return known.entries.map((entry) => shownListOf(entry, overlay)).find((list) => list !== 'None') ?? 'None';
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
 * What a decision about a company moves: its entries in the list it shows, each from where it is, and with them those
 * that are undecided (API.md `Smart lists and moves`). A company without entries is moved as such.
 */
export function targetsOfCompany(
  { id, name }: Pick<Company, 'id' | 'name'>,
  known: CompanyEntries,
  overlay: Overlay,
): MoveTarget[] {
  const whole = overlay.wholes.get(id);
  const entries = known.entries.map((entry) => ({ id: entry.inboxEntryId, list: shownListOf(entry, overlay) }));
  const target = (entryId: number | null, from: ListName, siblings: number[]): MoveTarget => ({
    entryId,
    companyId: id,
    name: name.slice(0, 500),
    from,
    siblings,
  });
  // Its first entry is being made, and moves where the queue was told: that is one line of moves, by the company.
  if (whole !== undefined && isAhead(whole, known)) return [target(null, whole.list, [])];
  const undecided = entries.filter(({ list }) => list === 'None').map((entry) => entry.id);
  const shown = entries.find(({ list }) => list !== 'None')?.list;
  if (shown === undefined) {
    const [first, ...others] = undecided;
    return [target(first ?? null, 'None', others)];
  }
  return entries
    .filter(({ list }) => list === shown)
    .map((entry, index) => target(entry.id, shown, index === 0 ? undecided : []));
}

function shownListOf(entry: InboxEntry, overlay: Overlay): ListName {
  return shownList({ entryId: entry.inboxEntryId, company: entry, list: listOfEntry(entry) }, overlay);
}

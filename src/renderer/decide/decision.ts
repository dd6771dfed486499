import type { MoveTarget } from '#shared/bridge/moves.ts';
import type { ListName } from '#shared/domain/listName.ts';
import { assertNever } from '#shared/errors.ts';
import { isolated } from '../ui/bidi.ts';
import { counted } from '../ui/numbers.ts';
import type { Placed } from './overlay.ts';

/** Another entry of the company that is decided about, and the list it shows. */
interface OtherEntry {
  readonly entryId: number;
  readonly list: ListName;
}

/**
 * What a decision about a company moves: its entry, with it those that are undecided, and those in the same list, each
 * from where it is. What was decided into another list stays.
 */
export function coveredMoves(target: Omit<MoveTarget, 'siblings'>, others: readonly OtherEntry[]): MoveTarget[] {
  const idsIn = (wanted: ListName): number[] =>
    others.filter(({ list }) => list === wanted).map(({ entryId }) => entryId);
  const alike = target.from === 'None' ? [] : idsIn(target.from);
  return [{ ...target, siblings: idsIn('None') }, ...alike.map((entryId) => ({ ...target, entryId, siblings: [] }))];
}

/** Where a decision puts a target; it covers the company's undecided entries in other smart lists too. */
export function placementsOf({ entryId, companyId, siblings }: MoveTarget, list: ListName): Placed[] {
  return [{ entryId, companyId, list }, ...siblings.map((sibling) => ({ entryId: sibling, companyId, list }))];
}

/** Where a target and its siblings were before. */
export function beforeOf({ entryId, companyId, siblings, from }: MoveTarget): Placed[] {
  const others = siblings.map((sibling): Placed => ({ entryId: sibling, companyId, list: 'None' }));
  return [{ entryId, companyId, list: from }, ...others];
}

/** From which list a company went to which. */
export interface ListChange {
  readonly from: ListName;
  readonly to: ListName;
}

/** What a decision changes; a company counts once, however many entries it has. */
export function changesOf(targets: readonly MoveTarget[], to: ListName): ListChange[] {
  return [...new Map(targets.map(({ companyId, from }) => [companyId, { from, to }])).values()];
}

/** The changes that take these back. */
export function reversed(changes: readonly ListChange[]): ListChange[] {
  return changes.map(({ from, to }) => ({ from: to, to: from }));
}

/**
 * What a decision did, for the live region and toasts: `Archived Acme`, `Moved 12 companies to Watchlist`. A company with
 * several entries is one company.
 */
export function decidedText(to: ListName, targets: readonly { name: string; companyId: number }[]): string {
  const companies = new Set(targets.map(({ companyId }) => companyId)).size;
  const what = companies === 1 ? isolated(targets[0]?.name ?? '') : counted(companies, 'company', 'companies');
  switch (to) {
    case 'Archive':
      return `Archived ${what}`;
    case 'Watchlist':
    case 'Opportunities':
      return `Moved ${what} to ${to}`;
    case 'None':
      return `Moved ${what} back to the inbox`;
    default:
      return assertNever(to);
  }
}

/** What undo took back: `Undid: Archived Acme.` */
export function undoneText(label: string): string {
  return `Undid: ${label}.`;
}

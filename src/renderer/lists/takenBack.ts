import type { CompanyRow } from '../grid/cells/companyRow.ts';
import { isAfter, moveAt, type Overlay, type Placed } from '../decide/overlay.ts';
import type { ShownChange } from '../decide/state.ts';
import { losesSome, type ListShown } from './listRules.ts';
import { RowIndex } from './rowIndex.ts';
import { idsOf } from './stream.ts';

/** The list that waits. */
interface Waiting extends ListShown {
  readonly stream: { all(): readonly CompanyRow[] };
}

/**
 * What undo took back. Where a list was read again after the decision (an import, the week's refresh, news of another
 * device), the company is not among its rows: it comes back where it was, at once, so that the key after undo is about it.
 * A company that the list has not had is read once the server has it back.
 */
export class TakenBack {
  #awaited: readonly Placed[] = [];
  /** The rows when the list was last read again, in their order, with those among them that had been decided and left. */
  #order: readonly CompanyRow[] = [];

  /** Another list. */
  clear(): void {
    this.#awaited = [];
    this.#order = [];
  }

  /** The list with what undo brings back to it; null where nothing of that has left. */
  withThose(placements: readonly Placed[], { stream }: Pick<Waiting, 'stream'>): CompanyRow[] | null {
    const rows = stream.all();
    const loaded = idsOf(rows);
    const left = new RowIndex<CompanyRow>(({ company }) => company.id);
    left.add(this.#order.filter(({ id }) => !loaded.has(id)));
    const found = left.find(placements);
    return found.size === 0 ? null : woven(rows, this.#order, (row) => found.has(row));
  }

  /**
   * The list as it was read again at a revision; what it shows and the server had not got yet stays in its place, and so
   * does the row that one is on and that was decided elsewhere.
   */
  withOwn(
    read: readonly CompanyRow[],
    before: readonly CompanyRow[],
    revision: number,
    list: ListShown,
    heldId?: string,
  ): readonly CompanyRow[] {
    if (!losesSome(list.rules)) return read;
    const isHere = (row: CompanyRow): boolean => list.rules.belongs(list.listOf(row));
    const isOwn = (row: CompanyRow): boolean =>
      row.id === heldId || (isHere(row) && isNewerThan(revision, row, list.triage.overlay));
    const known = woven(before, this.#order, () => true);
    this.#order = woven(read, known, (row) => !isHere(row) || isOwn(row));
    return woven(read, before, isOwn);
  }

  /** Hears of every change; whether all of what was taken back has arrived and some of it is not among the rows. */
  isMissing(kind: ShownChange['kind'], placements: readonly Placed[], { rules, triage, stream }: Waiting): boolean {
    if (kind === 'undone') {
      this.#awaited = losesSome(rules) ? placements.filter(({ list }) => rules.belongs(list)) : [];
    }
    const awaited = this.#awaited;
    const hasArrived = ({ entryId, companyId }: Placed): boolean =>
      (moveAt(triage.overlay, entryId, companyId)?.doneAt ?? null) !== null;
    if (awaited.length === 0 || !awaited.every((placed) => hasArrived(placed))) return false;
    this.#awaited = [];
    const loaded = new Set(stream.all().map(({ company }) => company.id));
    return awaited.some(({ companyId }) => !loaded.has(companyId));
  }
}

/** Whether the server may not have had a row's last move when the list was read. */
function isNewerThan(revision: number, { entryId, company }: CompanyRow, overlay: Overlay): boolean {
  const move = moveAt(overlay, entryId, company.id);
  return move !== undefined && isAfter(move, revision);
}

/** Rows with others put in where these stand in an order that has both: behind the same row, else before it. */
function woven(
  rows: readonly CompanyRow[],
  order: readonly CompanyRow[],
  isPutIn: (row: CompanyRow) => boolean,
): CompanyRow[] {
  const there = idsOf(rows);
  const first = order.find(({ id }) => there.has(id))?.id;
  const head: CompanyRow[] = [];
  const behind = new Map<string, CompanyRow[]>();
  let others = head;
  for (const row of order) {
    if (there.has(row.id)) behind.set(row.id, (others = []));
    else if (isPutIn(row)) others.push(row);
  }
  const all = rows.flatMap((row) => [...(row.id === first ? head : []), row, ...(behind.get(row.id) ?? [])]);
  return first === undefined ? [...head, ...all] : all;
}

import type { CompanyRow } from '../../../grid/cells/companyRow.ts';
import { pendingAt, type Overlay, type Placed } from '../../moves/overlay.ts';
import type { TriageEvent } from '../../moves/triage.ts';
import { losesSome, type ListShown } from './listRules.ts';
import { RowIndex } from './rowIndex.ts';

/** The list that waits. */
interface Waiting extends ListShown {
  readonly stream: { all(): readonly CompanyRow[] };
}

/**
 * What undo took back. Where a list was read again after the decision (an import, the week's refresh, news of another
 * device), the company is not among its rows: it comes back before the row that one is on, at once, so that the key after
 * undo is about it. A company that the list has not had is read once the server has it back.
 */
export class TakenBack {
  private awaited: readonly Placed[] = [];
  /** Rows that were decided, and that the list as it has been read since does not have. */
  private readonly gone = new RowIndex<CompanyRow>(({ company }) => company.id);

  /** Another list. */
  clear(): void {
    this.awaited = [];
    this.gone.clear();
  }

  /** Rows that undo brings back to a list that does not have them any more. */
  bring(placements: readonly Placed[], { stream }: Pick<Waiting, 'stream'>): CompanyRow[] {
    const found = this.gone.find(placements);
    if (found.size === 0) return [];
    const loaded = idsOf(stream.all());
    return [...found].filter(({ id }) => !loaded.has(id));
  }

  /** The list as it was asked for again at that time; what it shows and the server had not got yet stays in its place. */
  withOwn(
    read: readonly CompanyRow[],
    before: readonly CompanyRow[],
    askedAt: number,
    list: ListShown,
  ): readonly CompanyRow[] {
    if (!losesSome(list.rules)) return read;
    const there = idsOf(read);
    const own = new Map<string, CompanyRow[]>();
    let waiting: CompanyRow[] = [];
    const gone: CompanyRow[] = [];
    for (const row of before) {
      if (there.has(row.id)) {
        own.set(row.id, waiting);
        waiting = [];
      } else if (!list.rules.belongs(list.listOf(row))) gone.push(row);
      else if (isNewerThan(askedAt, row, list.triage.overlay)) waiting.push(row);
    }
    this.gone.add(gone);
    return [...read.flatMap((row) => [...(own.get(row.id) ?? []), row]), ...waiting];
  }

  /** Hears of every change; whether all of what was taken back has arrived and some of it is not among the rows. */
  isMissing(kind: TriageEvent['kind'], placements: readonly Placed[], { rules, triage, stream }: Waiting): boolean {
    if (kind === 'undone') {
      this.awaited = losesSome(rules) ? placements.filter(({ list }) => rules.belongs(list)) : [];
    }
    const { awaited } = this;
    const hasArrived = ({ entryId, companyId }: Placed): boolean =>
      pendingAt(triage.overlay, entryId, companyId)?.state === 'settled';
    if (awaited.length === 0 || !awaited.every((placed) => hasArrived(placed))) return false;
    this.awaited = [];
    const loaded = new Set(stream.all().map(({ company }) => company.id));
    return awaited.some(({ companyId }) => !loaded.has(companyId));
  }
}

/** Whether the server may not have had a row's last move when the list was asked for. */
function isNewerThan(askedAt: number, { entryId, company }: CompanyRow, overlay: Overlay): boolean {
  const move = pendingAt(overlay, entryId, company.id);
  return move !== undefined && (move.state !== 'settled' || move.at >= askedAt);
}

function idsOf(rows: readonly CompanyRow[]): ReadonlySet<string> {
  return new Set(rows.map(({ id }) => id));
}

import type { CompanyRow } from '../../../grid/cells/companyRow.ts';
import { pendingAt, type Overlay, type Placed } from '../../moves/overlay.ts';
import type { TriageEvent } from '../../moves/triage.ts';
import { losesSome, type ListRules } from './listRules.ts';

/** The list that waits. */
interface Waiting {
  readonly rules: Pick<ListRules, 'belongs'>;
  readonly triage: { readonly overlay: Overlay };
  readonly stream: { all(): readonly CompanyRow[] };
}

/**
 * What undo took back. Where a list was read again after the decision (an import, the week's refresh, news of another
 * device), the company is not among its rows, and has to be read once the server has it back.
 */
export class TakenBack {
  private awaited: readonly Placed[] = [];

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

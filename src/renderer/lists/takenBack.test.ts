import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ListName } from '#shared/domain/listName.ts';
import type { CompanyRow } from '../grid/cells/companyRow.ts';
import { noMoves } from '../decide/overlay.ts';
import type { ListShown } from './listRules.ts';
import { TakenBack } from './takenBack.ts';
import { entryRow } from './testing/rows.ts';

/** An inbox of which decisions, undo and readings change the rows. */
class Inbox implements ListShown {
  readonly rules = { belongs: (list: ListName) => list === 'None' };
  readonly triage = { overlay: noMoves };
  readonly takenBack = new TakenBack();
  readonly decided = new Set<number>();
  rows: readonly CompanyRow[];
  readonly stream = { all: () => this.rows };
  private readonly count: number;

  constructor(count: number) {
    this.count = count;
    this.rows = this.read();
  }

  listOf({ company }: CompanyRow): ListName {
    return this.decided.has(company.id) ? 'Archive' : 'None';
  }

  readAgain(heldId?: string): void {
    this.rows = this.takenBack.withOwn(this.read(), this.rows, 0, this, heldId);
  }

  /** Undoes those decisions in one step. */
  undo(ids: readonly number[]): void {
    for (const id of ids) this.decided.delete(id);
    const placements = ids.map((id) => ({ entryId: id, companyId: id, list: 'None' as const }));
    this.rows = this.takenBack.withThose(placements, this) ?? this.rows;
  }

  shown(): number[] {
    return this.rows.filter(({ company }) => !this.decided.has(company.id)).map(({ company }) => company.id);
  }

  private read(): CompanyRow[] {
    const ids = Array.from({ length: this.count }, (_, index) => index + 1);
    return ids.filter((id) => !this.decided.has(id)).map((id) => entryRow(id));
  }
}

describe('what undo takes back', () => {
  it('comes back where it was, whatever was decided, read and undone in between', () => {
    const steps = fc.array(
      fc.oneof(
        fc.record({ decide: fc.uniqueArray(fc.integer({ min: 1, max: 19 }), { minLength: 1, maxLength: 6 }) }),
        fc.constant('read' as const),
        fc.constant('undo' as const),
      ),
      { maxLength: 30, size: 'max' },
    );
    fc.assert(
      fc.property(steps, (all) => {
        const inbox = new Inbox(20);
        const undoable: number[][] = [];
        for (const step of all) {
          if (step === 'read') inbox.readAgain();
          else if (step === 'undo') inbox.undo(undoable.pop() ?? []);
          else {
            const ids = step.decide.filter((id) => !inbox.decided.has(id));
            for (const id of ids) inbox.decided.add(id);
            undoable.push(ids);
          }
          expect(inbox.shown()).toEqual(inbox.shown().toSorted((a, b) => a - b));
          expect(inbox.shown().length + inbox.decided.size).toBe(20);
        }
      }),
    );
  });

  it('comes back where all that was decided with it has left', () => {
    const inbox = new Inbox(3);
    for (const id of [1, 2, 3]) inbox.decided.add(id);
    inbox.readAgain();
    expect(inbox.shown()).toEqual([]);
    inbox.undo([3]);
    inbox.undo([1, 2]);
    expect(inbox.shown()).toEqual([1, 2, 3]);
  });

  it('leaves the row that one is on and that was decided elsewhere where it is, until one goes on', () => {
    const inbox = new Inbox(3);
    inbox.decided.add(2);
    inbox.readAgain('e2');
    expect(inbox.rows.map(({ id }) => id)).toEqual(['e1', 'e2', 'e3']);
    inbox.readAgain();
    expect(inbox.rows.map(({ id }) => id)).toEqual(['e1', 'e3']);
  });
});

import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ListName } from '#shared/domain/listName.ts';
import { noMoves, pressed, told, type Overlay } from '../decide/overlay.ts';
import type { CompanyRow } from '../grid/cells/companyRow.ts';
import { rowOfCompany } from '../grid/cells/companyRow.ts';
import { company } from '#shared/domain/testing/company.ts';
import { Store } from '../ui/store.ts';
import { Lingering, ShownRows, showsAll, TakenBack, type ListRules } from './shown.ts';
import { entryRow } from './testing/rows.ts';

function shownRows(overlay: Overlay = noMoves): ShownRows {
  return new ShownRows({ overlay, isUnsaved: () => false, unrated: new Store(new Map([[1, 10]])) });
}

it('tells of changed counts only', () => {
  const shown = shownRows();
  const heard: unknown[] = [];
  shown.counts.subscribe(() => heard.push(shown.counts.get()));
  shown.open(showsAll, undefined);
  shown.open({ lists: ['None'], skipsDecided: true }, 1);
  shown.setShown(4);
  shown.setShown(4);
  expect(heard).toEqual([
    { shown: 0, left: 10 },
    { shown: 4, left: 10 },
  ]);
});

/** A company that has an entry in a list, by what was asked at a revision. */
const known = (list: ListName, revision: number) => ({
  revision,
  byCompany: new Map([[7, { entryId: 70, list, siblings: [], doubles: [] }]]),
});

describe('what was known of a company without an entry', () => {
  const row = rowOfCompany(company(7));
  const placed = { entryId: 70, companyId: 7 };
  const done = (list: ListName, revision: number): Overlay =>
    told(noMoves, [{ ...placed, list, isDone: true, revision }]);

  it.each<[string, Overlay, ListName, number, ListName]>([
    ['asked before a move was done: the move shows', done('Watchlist', 5), 'None', 4, 'Watchlist'],
    [
      'asked when a move had been done: it has that, or what another device did since',
      done('Watchlist', 5),
      'Archive',
      5,
      'Archive',
    ],
    ['asked later still: the same', done('Watchlist', 5), 'None', 9, 'None'],
    [
      'whatever is known, a key of this window shows at once',
      pressed(done('Watchlist', 5), [{ ...placed, list: 'Opportunities' }], 1),
      'Archive',
      9,
      'Opportunities',
    ],
    ['without a move it shows', noMoves, 'Archive', 0, 'Archive'],
  ])('%s', (_, overlay, list, revision, expected) => {
    const shown = shownRows(overlay);
    shown.setKnown(known(list, revision));
    expect(shown.listOf(row)).toBe(expected);
    expect(shown.knownEntry({ entryId: null, companyId: 7 })).toMatchObject({ entryId: 70, list, revision });
    expect(shown.knownEntry({ entryId: 70, companyId: 7 })).toBeUndefined();
  });
});

describe('rows that no longer belong to a list', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('leave together, once no key comes any more', () => {
    const leave = vi.fn<() => void>();
    const lingering = new Lingering(leave);
    lingering.add([entryRow(1)]);
    vi.advanceTimersByTime(500);
    lingering.add([entryRow(2)]);
    vi.advanceTimersByTime(500);
    expect([leave.mock.calls.length, lingering.has(entryRow(1))]).toEqual([0, true]);
    vi.advanceTimersByTime(500);
    expect([leave.mock.calls.length, lingering.has(entryRow(1)), lingering.has(entryRow(2))]).toEqual([
      1,
      false,
      false,
    ]);
  });

  it('stay, where one is on them and another window decided them, until one goes on', () => {
    const leave = vi.fn<() => void>();
    const lingering = new Lingering(leave);
    lingering.hold(entryRow(1));
    lingering.add([entryRow(2)]);
    lingering.moved(entryRow(1));
    vi.advanceTimersByTime(60_000);
    expect([leave.mock.calls.length, lingering.has(entryRow(1)), lingering.has(entryRow(2))]).toEqual([1, true, false]);
    lingering.moved(entryRow(3));
    vi.advanceTimersByTime(60_000);
    expect([leave.mock.calls.length, lingering.has(entryRow(1))]).toEqual([2, false]);
  });
});

/** An inbox of which decisions, undo and readings change the rows. */
class Inbox {
  readonly rules: Pick<ListRules, 'lists'> = { lists: ['None'] };
  readonly overlay = noMoves;
  readonly takenBack = new TakenBack();
  readonly decided = new Set<number>();
  rows: readonly CompanyRow[];
  private readonly count: number;

  constructor(count: number) {
    this.count = count;
    this.rows = this.read();
  }

  belongs({ company }: CompanyRow): boolean {
    return !this.decided.has(company.id);
  }

  readAgain(heldId?: string): void {
    this.rows = this.takenBack.withOwn(this.read(), this.rows, 0, this, heldId);
  }

  /** Undoes those decisions in one step. */
  undo(ids: readonly number[]): void {
    for (const id of ids) this.decided.delete(id);
    const placements = ids.map((id) => ({ entryId: id, companyId: id, list: 'None' as const }));
    this.rows = this.takenBack.withThose(placements, this.rows) ?? this.rows;
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

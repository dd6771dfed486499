import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { listNames, type ListName } from '#shared/domain/listName.ts';
import { isOfUndo, nameOfUndo, targetOf, targetOfNote, type Change, type Command } from './command.ts';
import { Draft, failedMoves, planRetry } from './draft.ts';
import { planDone, planMove, planNote, planReason, type Item } from './plan.ts';
import { QueueState } from './queueState.ts';
import { UndoHistory } from './undoHistory.ts';

type Action =
  | { readonly kind: 'move'; readonly entries: readonly number[]; readonly to: ListName }
  /** Why the last decision was made. */
  | { readonly kind: 'reason'; readonly reason: number }
  | { readonly kind: 'note'; readonly note: number; readonly text: string }
  | { readonly kind: 'undo' }
  /** One step of sending: several are marked, then each delivered (or lost before or after), and its answer taken in. */
  | { readonly kind: 'send'; readonly outcome: 'done' | 'lostBefore' | 'lostAfter' | 'refused' }
  | { readonly kind: 'restart' };

const action: fc.Arbitrary<Action> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('move' as const),
      entries: fc.uniqueArray(fc.integer({ min: 1, max: 3 }), { minLength: 1, maxLength: 3 }),
      to: fc.constantFrom(...listNames),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('reason' as const), reason: fc.integer({ min: 0, max: 3 }) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('note' as const),
      note: fc.integer({ min: 1, max: 2 }),
      text: fc.constantFrom('', 'a', 'b'),
    }),
  },
  { weight: 3, arbitrary: fc.constant({ kind: 'undo' as const }) },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('send' as const),
      outcome: fc.constantFrom('done' as const, 'done' as const, 'lostBefore' as const, 'lostAfter' as const),
    }),
  },
  { weight: 2, arbitrary: fc.constant({ kind: 'send' as const, outcome: 'refused' as const }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'restart' as const }) },
);

/** The queue's core between a user and a server, both in memory. */
class World {
  state = new QueueState();
  history = new UndoHistory();
  /** What the rows show the user: the list of the last decision or undo. */
  readonly shown = new Map<number, ListName>();
  readonly server = new Map<number, ListName>();
  /** The reasons that the user gave last, and those that the server has, of what is decided. */
  readonly shownReasons = new Map<number, number>();
  readonly reasons = new Map<number, number>();
  /** By entry and list, which reason it showed last. */
  readonly #shownIn = new Map<string, number>();
  readonly #given = new Map<string, ReadonlySet<number>>();
  /** By entry and list, which reason the server had last. */
  readonly #before = new Map<string, number>();
  /** The texts of notes, as the user saw them last, and as the server has them; `''` for none. */
  readonly shownNotes = new Map<string, string>();
  readonly notes = new Map<string, string>();
  readonly applied = new Map<string, number>();
  /** Keys that were refused for good. */
  readonly #refused = new Set<string>();
  /** Marked as sent and not gone out yet, as they were before. */
  #marked: Command[] = [];
  #seq = 0;
  readonly #ids = { nextSeq: () => ++this.#seq, newKey: () => `key ${++this.#seq}` };

  run(next: Action): void {
    // What was refused is sent again before anything is done about it.
    if (next.kind !== 'send' && next.kind !== 'restart') this.retry();
    if (next.kind === 'move') this.#move(next.entries, next.to);
    else if (next.kind === 'undo') this.#undo();
    else if (next.kind === 'note') this.#write(String(next.note), next.text);
    else if (next.kind === 'reason') this.#giveReason(next.reason);
    else if (next.kind === 'send') this.send(next.outcome);
    else this.#restart();
  }

  #move(entries: readonly number[], to: ListName): void {
    const draft = new Draft(this.state);
    const items = entries.flatMap((entryId) => {
      const item: Item = { entryId, companyId: entryId, name: '', from: this.shown.get(entryId) ?? 'None' };
      return planMove(draft, item, to, 'step', this.#ids, to === 'Later' ? { when: 'raises' } : undefined) ?? [];
    });
    this.state.apply(draft.changes);
    if (items.length === 0) return;
    const stepId = String(++this.#seq);
    // What only takes an unsent move back is the decision from before, with its reason.
    for (const { entryId, seq } of items) {
      const before = this.#shownIn.get(`${entryId} ${to}`) ?? 0;
      this.#show(entryId ?? 0, to, seq === null && to !== 'None' ? before : 0);
    }
    this.history.push({ stepId, label: '', items });
  }

  #show(entryId: number, list: ListName, reason: number): void {
    this.shown.set(entryId, list);
    this.shownReasons.set(entryId, reason);
    const key = `${entryId} ${list}`;
    this.#shownIn.set(key, reason);
    this.#given.set(key, new Set([0, reason, ...(this.#given.get(key) ?? [])]));
  }

  /** Every reason that a company has had in the list that it is in, and none. */
  reasonsIn(entryId: number): ReadonlySet<number> {
    return this.#given.get(`${entryId} ${this.shown.get(entryId) ?? 'None'}`) ?? new Set([0]);
  }

  #giveReason(reason: number): void {
    const step = this.history.step(this.history.ids.at(-1) ?? '');
    if (step === undefined) return;
    const draft = new Draft(this.state);
    for (const item of step.items) {
      if (item.to === 'None') continue;
      planReason(draft, item, reason, step.stepId, this.#ids);
      this.#show(item.entryId ?? 0, item.to, reason);
    }
    this.state.apply(draft.changes);
  }

  /** Company 1 has notes, and moves. */
  #write(noteId: string, to: string): void {
    const draft = new Draft(this.state);
    const from = this.shownNotes.get(noteId) ?? '';
    const note = planNote(draft, { noteId, companyId: 1, name: '', from, to }, 'step', this.#ids);
    this.state.apply(draft.changes);
    this.shownNotes.set(noteId, to);
    if (note !== null) this.history.push({ stepId: String(++this.#seq), label: '', items: [], note });
  }

  #undo(): void {
    const draft = new Draft(this.state);
    const step = this.history.plan(draft, nameOfUndo('step'), this.#ids);
    if (step === null) return;
    this.state.apply(draft.changes);
    this.history.drop(step);
    if (step.note !== undefined) this.shownNotes.set(step.note.noteId, step.note.from);
    for (const { entryId, from } of step.items) {
      this.shown.set(entryId ?? 0, from);
    }
  }

  /** Sends what was refused once more, under new keys; whether there was anything. */
  retry(): boolean {
    const failed = failedMoves(this.state);
    const draft = new Draft(this.state);
    this.state.apply(
      planRetry(
        draft,
        this.state,
        failed.map(({ id }) => id),
        this.#ids,
      ),
    );
    return failed.length > 0;
  }

  /** Returns false when there is nothing to send. */
  send(outcome: 'done' | 'lostBefore' | 'lostAfter' | 'refused'): boolean {
    if (this.#marked.length === 0) {
      this.#marked = this.state.next(3);
      this.#mark(this.#marked, 'sent');
    }
    // What the user does while others are on their way comes between.
    const sent = this.state.command(this.#marked.shift()?.seq ?? 0);
    if (sent === undefined) return false;
    const draft = new Draft(this.state);
    const isRefused = this.#refused.has(sent.key) || (outcome === 'refused' && !this.applied.has(sent.key));
    if (isRefused) {
      draft.fail(sent, 'refused');
      this.#refused.add(sent.key);
    } else if (outcome === 'done' || outcome === 'lostAfter') this.#deliver(sent);
    if (!isRefused && outcome !== 'lostBefore' && outcome !== 'lostAfter') planDone(draft, sent, [], this.#ids);
    this.state.apply(draft.changes);
    // The sender sends those marked with it next, or gives them back; where the process ends, they stay marked.
    if (outcome === 'lostBefore' || outcome === 'lostAfter') {
      this.#mark(this.#marked, 'pending');
      this.#marked = [];
    }
    return true;
  }

  /** Those that were pending; what is marked has its outcome open otherwise. */
  #mark(commands: readonly Command[], state: 'sent' | 'pending'): void {
    for (const command of commands) {
      if (command.state === 'pending') this.state.apply([{ kind: 'put', command: { ...command, state } }]);
    }
  }

  #deliver(command: Command): void {
    const { key, to, reasonId } = command;
    const entryId = command.entryId ?? 0;
    if (this.applied.has(key)) return;
    this.applied.set(key, 1);
    if (command.note !== undefined) {
      // Each starts from what the server has, so that one that changes nothing is never sent.
      expect(this.notes.get(command.note.id) ?? '').toBe(command.note.from);
      this.notes.set(command.note.id, command.note.to);
      return;
    }
    const before = this.#before.get(`${entryId} ${to}`) ?? 0;
    // A reason for what is decided otherwise by now would be refused.
    if (reasonId !== undefined) expect(this.server.get(entryId) ?? 'None').toBe(to);
    // What is put off may be put off anew.
    else if (to !== 'Later') expect(this.server.get(entryId) ?? 'None').not.toBe(to);
    this.server.set(entryId, to);
    this.reasons.set(entryId, reasonId ?? (isOfUndo(command) && to !== 'None' ? before : 0));
    this.#before.set(`${entryId} ${to}`, this.reasons.get(entryId) ?? 0);
  }

  /** What a new process finds: the rows, and no history. */
  #restart(): void {
    this.state = new QueueState(this.rows());
    this.#marked = [];
    this.history = new UndoHistory();
  }

  rows(): Command[] {
    const notes = ['1', '2'].flatMap((id) => this.state.chain(targetOfNote(id)));
    return [...[1, 2, 3].flatMap((entryId) => this.state.chain(targetOf({ entryId, companyId: entryId }))), ...notes];
  }
}

/** Does what the actions say, sends everything, and compares what the user saw with what the server has. */
function runToEnd(actions: readonly Action[]): void {
  const world = new World();
  for (const next of actions) world.run(next);
  do while (world.send('done'));
  while (world.retry());
  for (const note of ['1', '2']) expect(world.notes.get(note) ?? '').toBe(world.shownNotes.get(note) ?? '');
  for (const entry of [1, 2, 3]) {
    expect(world.server.get(entry) ?? 'None').toBe(world.shown.get(entry) ?? 'None');
    const reason = world.reasons.get(entry) ?? 0;
    // Undo brings one back that the company has had in the list, of which there may have been several.
    if (actions.some(({ kind }) => kind === 'undo')) expect(world.reasonsIn(entry)).toContain(reason);
    else expect(reason).toBe(world.shownReasons.get(entry) ?? 0);
  }
}

const undo: Action = { kind: 'undo' };
function move(entries: readonly number[], to: ListName): Action {
  return { kind: 'move', entries, to };
}
function reason(given: number): Action {
  return { kind: 'reason', reason: given };
}
function note(text: string): Action {
  return { kind: 'note', note: 2, text };
}
function send(outcome: 'done' | 'lostAfter' | 'refused'): Action {
  return { kind: 'send', outcome };
}

describe('the queue’s core', () => {
  it('I1 I4 I16 M2 what the user saw last, said why, and wrote, is what the server ends up with', () => {
    fc.assert(fc.property(fc.array(action, { maxLength: 60, size: 'max' }), runToEnd), { numRuns: 5000 });
  });

  it.each<[string, readonly Action[]]>([
    [
      'a text that follows one that was marked and did not go out',
      [move([1], 'Later'), move([2], 'Archive'), note('b'), send('done'), note(''), send('lostAfter'), undo],
    ],
    [
      'a day that is changed twice and taken back, behind a reason',
      [move([1], 'Later'), reason(0), move([1], 'Later'), move([1], 'None'), undo, undo, undo],
    ],
    [
      'a decision that is taken back after others that came back behind a reason',
      // prettier-ignore
      [
        move([2], 'Archive'), reason(0), move([2], 'Opportunities'), move([2], 'Archive'), reason(0),
        undo, reason(0), undo, undo,
      ],
    ],
    [
      'a reason behind another day that was refused',
      // prettier-ignore
      [
        move([1], 'Later'), reason(0), move([1], 'Later'), send('done'), reason(1),
        send('refused'), send('refused'),
      ],
    ],
  ])('M2 %s', (_, actions) => {
    runToEnd(actions);
  });

  it('I4 I16 undo behind a move that may have been sent brings back an unsent one as the last of its company', () => {
    const world = new World();
    for (const to of ['Opportunities', 'None', 'Archive'] as const) world.run(move([1], to));
    world.run({ kind: 'send', outcome: 'done' });
    world.run({ kind: 'undo' });
    world.run({ kind: 'send', outcome: 'lostBefore' });
    world.run({ kind: 'undo' });
    expect(world.shown.get(1)).toBe('Opportunities');
    world.run(move([1], 'None'));
    while (world.send('done'));
    expect(world.server.get(1)).toBe('None');
  });

  it('I6 I8 I9 a restart changes neither the counts nor what is sent next', () => {
    fc.assert(
      fc.property(fc.array(action, { maxLength: 40, size: 'max' }), (actions) => {
        const world = new World();
        for (const next of actions) {
          world.run(next);
          const again = new QueueState(world.rows());
          for (const list of listNames) expect(again.active(list)).toBe(world.state.active(list));
          expect(again.next(3)).toEqual(world.state.next(3));
          expect(again.failedChains().length).toBe(world.state.failedChains().length);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('I6 changes of a plan never touch a command that was sent', () => {
    fc.assert(
      fc.property(fc.array(action, { maxLength: 40, size: 'max' }), fc.constantFrom(...listNames), (actions, to) => {
        const world = new World();
        for (const next of actions) world.run(next);
        const draft = new Draft(world.state);
        const ids = { nextSeq: () => 1_000_000, newKey: () => 'new' };
        planMove(draft, { entryId: 1, companyId: 1, name: '', from: 'None' }, to, 'step', ids);
        const touched = (change: Change): boolean => world.state.command(change.command.seq)?.state === 'sent';
        expect(draft.changes.some(touched)).toBe(false);
      }),
      { numRuns: 500 },
    );
  });
});

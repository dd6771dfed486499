import { beforeEach, describe, expect, it } from 'vitest';
import type { FailedMove, MoveTarget, ReasonRequest } from '#shared/bridge/moves.ts';
import { AppError } from '#shared/errors.ts';
import { moveAt, shownList } from './overlay.ts';
import { QueueOfSteps } from './testing/queueOfSteps.ts';
import type { ShownChange } from './state.ts';
import { Triage, type TriagePorts } from './triage.ts';

function target(id: number, from: MoveTarget['from'] = 'None', siblings: number[] = []): MoveTarget {
  return { entryId: id, companyId: id, name: `Company ${id}`, from, siblings };
}

/** The company as such, whose entries are not known. */
function whole(from: MoveTarget['from'] = 'None'): MoveTarget {
  return { ...target(1, from), entryId: null };
}

/** The server has refused to archive a company for good. */
function refusal(id: number): FailedMove {
  return {
    id: 'a',
    entryId: id,
    companyId: id,
    name: `Company ${id}`,
    to: 'Archive',
    isReason: false,
    isNote: false,
    isSettled: false,
    reason: 'Gone.',
  };
}

describe('triage', () => {
  let queue: QueueOfSteps;
  let said: string[];
  let seen: string[];
  let complaints: string[];
  let events: ShownChange[];
  let triage: Triage;
  let turn: number;
  let reasons: ReasonRequest[];
  let refusesReasons: boolean;

  beforeEach(() => {
    reasons = [];
    refusesReasons = false;
    queue = new QueueOfSteps();
    said = [];
    seen = [];
    complaints = [];
    events = [];
    turn = 0;
    const ports: TriagePorts = {
      enqueue: (request) => queue.enqueue(request),
      writeNote: (request) => queue.writeNote(request),
      giveReason: async (request) => {
        if (refusesReasons) throw new AppError('unavailable', 'The disk is full.');
        reasons.push(request);
      },
      undo: () => queue.undo(),
      snapshot: () => queue.snapshot(),
      turn: () => (turn += 1),
      now: () => turn * 1000,
      show: (text) => seen.push(text),
      announce: (text) => said.push(text),
      complain: (title, reason) => complaints.push(`${title}: ${reason}`),
    };
    triage = new Triage(ports);
    triage.subscribe((event) => events.push(event));
  });

  const shown = (id: number, list: MoveTarget['from'] = 'None') =>
    shownList({ entryId: id, company: { id }, list }, triage.overlay);
  const shownWhole = () => moveAt(triage.overlay, null, 1)?.list;
  /** The queue's news that an entry has come to rest in a list. */
  const tell = (list: MoveTarget['from'], id = 1, failed: readonly FailedMove[] = []): void =>
    triage.told({
      settled: [{ entryId: id, companyId: id, list, revision: queue.next() }],
      failed: [...failed],
      gone: [],
      revision: queue.revision,
    });
  /** Until everything that was asked of the queue is answered. */
  const settled = () => triage.whenSaved();

  it('gives the reason to the decision that it was asked for, once that is saved, and to none that was taken back', async () => {
    const price = { id: 6, name: 'Price' };
    triage.decide('Archive', [target(1)]);
    const last = triage.last.get();
    expect(last).toMatchObject({ to: 'Archive', reason: '' });
    triage.giveReason(last!, price);
    expect(triage.last.get()).toMatchObject({ label: 'Archived Company 1', reason: 'Price' });
    expect(said.at(-1)).toBe('Archived Company 1: Price.');
    triage.decide('Watchlist', [target(2)]);
    await settled();
    expect(reasons).toEqual([{ stepId: expect.any(String) as string, reason: 6 }]);
    // The strip was opened for the first; another was decided since, and then taken back.
    const second = triage.last.get();
    triage.undo();
    triage.giveReason(second!, price);
    await settled();
    expect(reasons).toHaveLength(1);
    refusesReasons = true;
    triage.decide('Watchlist', [target(3)]);
    triage.giveReason(triage.last.get()!, price);
    await settled();
    expect(complaints).toEqual(['Reason not saved: The disk is full.']);
    expect(triage.last.get()).toMatchObject({ reason: '' });
  });

  it('takes a note as a step of its own: z takes it back, then what was decided before', async () => {
    const note = { noteId: 'a', companyId: 1, name: 'Company 1', from: '', to: 'Met them' };
    triage.decide('Archive', [target(1)]);
    const turn = await triage.writeNote(note);
    expect([turn, triage.lastTurn]).toEqual([2, 2]);
    expect(queue.notes).toMatchObject([note]);
    expect(said.at(-1)).toBe('Wrote a note about Company 1.');
    expect(triage.last.get()).toMatchObject({ turn: 1, isNewest: false });
    triage.undo();
    expect(seen.at(-1)).toBe('Undone: Wrote a note about Company 1.');
    expect(triage.last.get()).toMatchObject({ turn: 1, isNewest: true });
    expect(shown(1)).toBe('Archive');
    await settled();
    triage.undo();
    await settled();
    expect([shown(1), queue.steps.length]).toEqual(['None', 0]);
  });

  it('gives a reason to the decision before a note, whatever the note is about, and keeps it when the note goes', async () => {
    const note = { noteId: 'a', companyId: 2, name: 'Company 2', from: '', to: 'Met them' };
    triage.decide('Archive', [target(1)]);
    await triage.writeNote(note);
    const last = triage.last.get();
    expect(last).toMatchObject({ label: 'Archived Company 1', companies: 1, isNewest: false });
    triage.giveReason(last!, { id: 6, name: 'Price' });
    await settled();
    expect(reasons).toEqual([{ stepId: queue.steps.at(0)?.stepId, reason: 6 }]);
    triage.undo();
    await settled();
    expect(triage.last.get()).toMatchObject({ turn: 1, reason: 'Price', isNewest: true });
    triage.undo();
    expect(triage.last.get()).toBeNull();
    // A note that could not be saved changes nothing of it either; another decision replaces it.
    triage.decide('Archive', [target(3)]);
    await settled();
    queue.refuses = new AppError('storage_full', 'The disk is full.');
    await triage.writeNote(note);
    expect(triage.last.get()).toMatchObject({ label: 'Archived Company 3', isNewest: true });
  });

  it('says that a note could not be saved, takes a lost answer for saved, and leaves nothing to take back', async () => {
    const note = { noteId: 'a', companyId: 1, name: 'Company 1', from: '', to: 'Met them' };
    queue.refuses = new AppError('storage_full', 'The disk is full.');
    expect(await triage.writeNote(note)).toBeNull();
    expect(complaints).toEqual(['Note not saved: The disk is full.']);
    expect(triage.lastTurn).toBe(0);
    queue.refuses = null;
    queue.losesAnswers = true;
    expect(await triage.writeNote(note)).toBe(2);
    expect(complaints).toHaveLength(1);
  });

  it('shows a decision before the queue has answered, and says it', () => {
    triage.decide('Archive', [target(1)], 212);
    expect(shown(1)).toBe('Archive');
    expect(said).toEqual(['Archived Company 1. 212 undecided.']);
  });

  it('tells the queue in the order of the key presses, one step each', async () => {
    triage.decide('Archive', [target(1)]);
    triage.decide('Watchlist', [target(2)]);
    triage.decide('Archive', [target(3)]);
    await settled();
    expect(queue.requests.map(({ to, targets }) => [to, targets[0]?.entryId])).toEqual([
      ['Archive', 1],
      ['Watchlist', 2],
      ['Archive', 3],
    ]);
  });

  it('covers siblings, and leaves out what is there already', async () => {
    expect(triage.decide('Archive', [target(1, 'None', [11]), target(2, 'Archive')])).toBe(1);
    await settled();
    expect(shown(11)).toBe('Archive');
    expect(queue.requests[0]?.targets.map(({ entryId }) => entryId)).toEqual([1]);
  });

  it('says with a decision up to where this window had heard of the queue at the key press', async () => {
    triage.decide('Archive', [target(1)]);
    tell('Archive');
    const { revision } = queue;
    triage.decide('Archive', [target(2)]);
    triage.told({ settled: [], failed: [], gone: [], revision: queue.next() });
    await settled();
    const later = queue.next();
    triage.resume({ pending: [], steps: [], failed: [], revision: later });
    triage.decide('Archive', [target(3)]);
    await settled();
    expect(queue.requests.map(({ heard }) => heard)).toEqual([0, revision, later]);
  });

  it('undoes at once, also a bulk move, as one step', async () => {
    triage.decide('Watchlist', [target(1), target(2)]);
    triage.decide('Archive', [target(3)]);
    triage.undo();
    triage.undo();
    expect([shown(1), shown(2), shown(3)]).toEqual(['None', 'None', 'None']);
    await settled();
    expect(queue.steps).toHaveLength(0);
    expect(triage.meter.get().decided).toBe(0);
    expect(said.at(-1)).toBe('Undone: Moved 2 companies to Watchlist.');
    expect(seen.at(-1)).toBe('Undone: Moved 2 companies to Watchlist.');
  });

  it('knows what was decided last, in words and how much, for as long as that stands', async () => {
    triage.decide('Archive', [target(1)]);
    expect(triage.last.get()).toMatchObject({ label: 'Archived Company 1', companies: 1 });
    triage.decide('Watchlist', [target(2), target(3, 'None', [31])]);
    expect(triage.last.get()).toMatchObject({ label: 'Moved 2 companies to Watchlist', companies: 2 });
    await settled();
    expect(triage.last.get()).toMatchObject({ companies: 2 });
    // The one before is not the last thing done.
    triage.undo();
    expect(triage.last.get()).toBeNull();
    await settled();
    queue.refuses = new AppError('storage_full', 'The disk is full.');
    triage.decide('Archive', [target(4)]);
    expect(triage.last.get()).toMatchObject({ companies: 1 });
    await settled();
    expect(triage.last.get()).toBeNull();
  });

  it('keeps what was decided again before the queue had answered the undo', async () => {
    triage.decide('Archive', [target(1)]);
    triage.undo();
    triage.decide('Watchlist', [target(1)]);
    await settled();
    expect(shown(1)).toBe('Watchlist');
    expect(queue.steps.map(({ placements }) => placements[0]?.list)).toEqual(['Watchlist']);
  });

  it('puts a refused decision back, marks it and says why', async () => {
    queue.refuses = new AppError('storage_full', 'The disk is full.');
    triage.decide('Archive', [target(1)]);
    await settled();
    expect(shown(1)).toBe('None');
    expect(triage.isUnsaved(1, 1)).toBe(true);
    expect(complaints).toEqual(['Not saved: The disk is full.']);
    expect(events.at(-1)?.kind).toBe('failed');
    expect([triage.meter.get().decided, triage.lastTurn]).toEqual([0, 0]);
    queue.refuses = null;
    triage.decide('Archive', [target(1)]);
    expect(triage.isUnsaved(1, 1)).toBe(false);
  });

  it('shows a decision whose answer was lost once the queue tells that it was done', async () => {
    queue.refuses = new AppError('timeout', 'Winnow took too long to respond.');
    triage.decide('Archive', [target(1)]);
    await settled();
    tell('Watchlist');
    expect(triage.isUnsaved(1, 1)).toBe(true);
    tell('Archive');
    expect(shown(1)).toBe('Archive');
    expect(triage.isUnsaved(1, 1)).toBe(false);
  });

  it('marks nothing as unsaved that main turns out to have on its way', async () => {
    queue.refuses = new AppError('timeout', 'Winnow took too long to respond.');
    triage.decide('Archive', [target(1)]);
    await settled();
    expect(triage.isUnsaved(1, 1)).toBe(true);
    const pending = [{ entryId: 1, companyId: 1, list: 'Archive' as const }];
    triage.resume({ pending, steps: ['1'], failed: [], revision: queue.next() });
    expect([shown(1), triage.isUnsaved(1, 1)]).toEqual(['Archive', false]);
  });

  it('marks nothing as unsaved that main told to be done before the answer was found to be lost', async () => {
    queue.refuses = new AppError('timeout', 'Winnow took too long to respond.');
    triage.decide('Archive', [target(1)]);
    tell('Archive');
    await settled();
    expect([shown(1), triage.isUnsaved(1, 1)]).toEqual(['Archive', false]);
  });

  it('knows by its name that a decision was taken whose answer was lost, and takes that very one back', async () => {
    for (const isUndone of [false, true]) {
      queue.losesAnswers = true;
      triage.decide('Archive', [target(1)]);
      if (isUndone) triage.undo();
      await settled();
      tell(isUndone ? 'None' : 'Archive');
      expect([shown(1), triage.isUnsaved(1, 1), complaints]).toEqual([isUndone ? 'None' : 'Archive', false, []]);
      expect(queue.steps).toHaveLength(isUndone ? 0 : 1);
      queue.losesAnswers = false;
      triage.undo();
      await settled();
      expect([shown(1), queue.steps.length, said.at(-1)]).toEqual([
        'None',
        0,
        isUndone ? 'Nothing to undo.' : 'Undone: Archived Company 1.',
      ]);
    }
  });

  it('has the step again where main could not take it back', async () => {
    triage.decide('Archive', [target(1)]);
    await settled();
    queue.keepsSteps = true;
    triage.undo();
    expect([shown(1), triage.meter.get().decided]).toEqual(['None', 0]);
    await settled();
    expect([shown(1), triage.meter.get().decided, triage.lastTurn]).toEqual(['Archive', 1, 1]);
    expect(complaints).toEqual(['Not undone: The disk is full.']);
  });

  it('leaves at undo what another window has decided later, and counts what that decided alike', async () => {
    const entries = [1, 2].map((id) => ({ entryId: id, companyId: id, inboxId: 9, list: 'None' as const }));
    triage.counted([{ id: 9, unratedCount: 5 }], 0);
    triage.note(entries);
    triage.decide('Archive', [target(1), target(2)]);
    await settled();
    tell('Watchlist', 2);
    // Main's step is of the first alone: the other window had archived the second before, and has moved it on.
    const step = queue.steps.at(-1);
    if (step !== undefined) queue.steps[0] = { ...step, placements: step.placements.slice(0, 1) };
    triage.undo();
    expect([shown(1), shown(2), triage.unrated.get().get(9)]).toEqual(['None', 'Watchlist', 4]);
    await settled();
    expect([shown(1), shown(2), triage.unrated.get().get(9)]).toEqual(['None', 'Watchlist', 4]);
  });

  it('knows nothing older from what it asked for before: neither a state before a restore nor steps that came later', () => {
    const pending = [{ entryId: 1, companyId: 1, list: 'Archive' as const }];
    triage.reset({ pending: [], revision: 9 });
    triage.resume({ pending, steps: [], failed: [], revision: 8 });
    expect(shown(1)).toBe('None');
    triage.resume({ pending, steps: [], failed: [], revision: 9 });
    expect(shown(1)).toBe('Archive');
  });

  it('keeps a step that was saved after the answer about what stands', async () => {
    triage.decide('Archive', [target(1)]);
    await settled();
    triage.resume({ pending: [], steps: [], failed: [], revision: queue.revision - 1 });
    expect(triage.lastTurn).toBe(1);
    triage.resume({ pending: [], steps: [], failed: [], revision: queue.revision });
    expect(triage.lastTurn).toBe(0);
  });

  it('does not take back an earlier step when the undone one was refused by the queue', async () => {
    triage.decide('Watchlist', [target(1)]);
    await settled();
    queue.refuses = new AppError('storage_full', 'The disk is full.');
    triage.decide('Archive', [target(2)]);
    triage.undo();
    await settled();
    expect(shown(1)).toBe('Watchlist');
    expect(queue.steps).toHaveLength(1);
    // It was taken back at the key, and only once.
    expect([triage.meter.get().decided, triage.isUnsaved(2, 2), complaints]).toEqual([1, false, []]);
  });

  it('keeps its step when another window had decided last', async () => {
    triage.decide('Watchlist', [target(1)]);
    await settled();
    await queue.enqueue({ to: 'Archive', targets: [target(9)] });
    triage.undo();
    expect(shown(1)).toBe('None');
    await settled();
    expect(shown(1)).toBe('Watchlist');
    expect(shown(9, 'Archive')).toBe('None');
    triage.undo();
    await settled();
    expect(shown(1)).toBe('None');
  });

  it('says when there is nothing to undo', async () => {
    triage.undo();
    await settled();
    expect(said).toEqual(['Nothing to undo.']);
  });

  it('F14 puts a move that the server refused for good back to what the server says', async () => {
    triage.decide('Archive', [target(1)]);
    await settled();
    tell('Archive', 1, [refusal(1)]);
    expect(shown(1)).toBe('None');
    expect(events.at(-1)?.kind).toBe('failed');
  });

  it('F14 shows what is done, also where another entry of the company was refused the very same list', async () => {
    triage.decide('Archive', [target(1)]);
    await settled();
    tell('Archive', 1, [{ ...refusal(1), entryId: 11 }]);
    expect(shown(1)).toBe('Archive');
    expect(moveAt(triage.overlay, 1, 1)?.doneAt).toBe(queue.revision);
    expect(events.at(-1)?.kind).toBe('settled');
  });

  it('F14 puts back what was refused for good while nobody was told, and draws it', async () => {
    triage.decide('Archive', [target(1), target(2)]);
    await settled();
    const snapshot = await queue.snapshot();
    triage.resume({ ...snapshot, failed: [refusal(1)], revision: queue.next() });
    expect([shown(1), shown(2)]).toEqual(['None', 'Archive']);
    expect(events.at(-1)?.placements.map(({ entryId }) => entryId)).toEqual([1]);
  });

  it('shows nothing that an answer says of the state before a restore', async () => {
    triage.decide('Archive', [target(1)]);
    triage.reset({ pending: [], revision: 9 });
    await settled();
    expect([shown(1), moveAt(triage.overlay, 1, 1)]).toEqual(['None', undefined]);
    // Nor what undo took back there.
    const { length } = events;
    triage.undo();
    await settled();
    expect([shown(1), moveAt(triage.overlay, 1, 1), events.length]).toEqual(['None', undefined, length]);
  });

  it('counts nothing that was asked for before a restore', () => {
    const read = (list: 'None' | 'Archive', revision: number): void =>
      triage.read([{ entryId: 1, inboxId: 9, company: { id: 1 }, list, revision }]);
    triage.counted([{ id: 9, unratedCount: 5 }], 2);
    triage.reset({ pending: [], revision: 9 });
    triage.counted([{ id: 9, unratedCount: 7 }], 8);
    expect(triage.unrated.get().get(9)).toBe(5);
    triage.counted([{ id: 9, unratedCount: 6 }], 9);
    // The entry that had this number before was in the archive; the one that has it now waits.
    read('None', 9);
    read('Archive', 8);
    triage.decide('Watchlist', [target(1)]);
    expect(triage.unrated.get().get(9)).toBe(5);
  });

  it('shows what was on its way when the window opened', () => {
    const pending = [{ entryId: 4, companyId: 4, list: 'Opportunities' as const }];
    triage.resume({ pending, steps: [], failed: [], revision: 1 });
    expect(shown(4)).toBe('Opportunities');
  });

  it('knows what was done while nobody was told, and keeps what has happened since it asked', async () => {
    triage.read([1, 2, 3].map((id) => ({ entryId: id, inboxId: 9, company: { id }, list: 'None' as const })));
    triage.decide('Archive', [target(1), target(2)]);
    await settled();
    const revision = queue.next();
    triage.decide('Archive', [target(3)]);
    tell('Archive', 2);
    triage.resume({ pending: [{ entryId: 2, companyId: 2, list: 'Archive' }], steps: ['1'], failed: [], revision });
    const doneAt = [1, 2, 3].map((id) => moveAt(triage.overlay, id, id)?.doneAt);
    expect(doneAt).toEqual([revision, revision + 1, null]);
    expect([1, 2, 3].map((id) => shown(id))).toEqual(['Archive', 'Archive', 'Archive']);
    // What the server counts now has the two, and is taken as soon as the third is there too.
    await settled();
    tell('Archive', 3);
    triage.counted([{ id: 9, unratedCount: 5 }], queue.revision);
    expect(triage.unrated.get().get(9)).toBe(5);
  });

  it('shows what another window has decided, and takes a decision back to that', async () => {
    tell('Watchlist');
    expect(shown(1)).toBe('Watchlist');
    queue.knows.set(1, 'Watchlist');
    triage.decide('Archive', [target(1, shown(1))]);
    tell('Watchlist');
    expect(shown(1)).toBe('Archive');
    triage.undo();
    await settled();
    expect(shown(1)).toBe('Watchlist');
  });

  it('shows what another window made of a decision, also where the queue had no time to say that it arrived', async () => {
    triage.decide('Watchlist', [target(1)]);
    tell('None');
    expect(shown(1)).toBe('Watchlist');
    await settled();
    tell('Archive');
    expect(shown(1)).toBe('Archive');
  });

  it('goes back to where the queue says, which another window may have changed unseen', async () => {
    queue.knows.set(1, 'Watchlist').set(2, 'Watchlist');
    triage.decide('Archive', [target(1)]);
    triage.undo();
    await settled();
    expect(shown(1)).toBe('Watchlist');
    triage.decide('Archive', [target(2)]);
    triage.undo();
    triage.decide('Archive', [target(3)]);
    await settled();
    // Brought back once more, unless a key was pressed since.
    expect(events.map(({ kind }) => kind).join(' ')).toBe('decided undone undone decided undone decided settled');
  });

  it('takes back after a selection that is still being asked for, and after nothing else', async () => {
    triage.decide('Watchlist', [target(1)]);
    const first = Promise.withResolvers<void>();
    const second = Promise.withResolvers<void>();
    void triage.asking(first.promise.then(() => triage.decide('Archive', [target(2)])));
    const refused = triage.asking(second.promise);
    triage.undo();
    expect(shown(1)).toBe('Watchlist');
    second.reject(new Error('Not reached.'));
    await expect(refused).rejects.toThrow('Not reached.');
    expect(events).toHaveLength(1);
    first.resolve();
    await expect.poll(() => events.map(({ kind }) => kind).slice(0, 3)).toEqual(['decided', 'decided', 'undone']);
    expect([shown(1), shown(2)]).toEqual(['Watchlist', 'None']);
    triage.undo();
    expect(shown(1)).toBe('None');
  });

  describe('of a company whose entries have to be found', () => {
    it('shows at once and moves what is found; a key right after it moves the same', async () => {
      triage.decideFound('Opportunities', whole(), () => Promise.resolve([{ ...target(1), entryId: 5 }]));
      expect(shownWhole()).toBe('Opportunities');
      triage.decideFound('None', whole('Opportunities'), () =>
        Promise.resolve([
          { ...target(1, shownList({ entryId: 5, company: { id: 1 }, list: 'None' }, triage.overlay)), entryId: 5 },
        ]),
      );
      expect(shownWhole()).toBe('None');
      await settled();
      expect(queue.requests.map(({ to, targets }) => [to, targets[0]?.entryId, targets[0]?.from])).toEqual([
        ['Opportunities', 5, 'None'],
        ['None', 5, 'Opportunities'],
      ]);
      expect(shown(5)).toBe('None');
      triage.undo();
      await settled();
      expect(shown(5)).toBe('Opportunities');
    });

    it('is taken back also before it is found', async () => {
      const found = Promise.withResolvers<MoveTarget[]>();
      triage.decideFound('Opportunities', whole(), () => found.promise);
      triage.undo();
      expect(shownWhole()).toBe('None');
      const seen = new Set<string>();
      triage.subscribe(() => seen.add(shown(5, 'Watchlist')));
      found.resolve([{ ...target(1, 'Watchlist'), entryId: 5 }]);
      await settled();
      expect([...seen]).toEqual(['Watchlist']);
      expect(shown(5)).toBe('Watchlist');
      expect(queue.steps).toEqual([]);
    });

    it('moves the company itself where nothing can be found, and nothing where it is there already', async () => {
      triage.decideFound('Archive', whole(), () => Promise.reject(new AppError('unavailable', 'No answer.')));
      await settled();
      expect(queue.requests.map(({ targets }) => targets[0]?.entryId)).toEqual([null]);
      triage.decideFound('Watchlist', whole('Archive'), () =>
        Promise.resolve([{ ...target(1, 'Watchlist'), entryId: 5 }]),
      );
      await settled();
      expect(queue.requests).toHaveLength(1);
      expect(shown(5, 'Watchlist')).toBe('Watchlist');
      expect([triage.meter.get(), triage.lastTurn]).toEqual([{ decided: 1, kept: 0, perMinute: null }, 1]);
    });

    it('with several entries is one company', async () => {
      triage.decide('None', [target(1, 'Archive'), { ...target(1, 'Archive'), entryId: 5 }]);
      await settled();
      expect(said).toEqual(['Moved Company 1 back to undecided.']);
    });
  });
});

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { decision, QueueBench, target } from '../testing/queueBench.ts';
import type { NoteRequest } from '#shared/bridge/moves.ts';
import type { Later } from '#shared/domain/later.ts';
import type { ListName } from '#shared/domain/listName.ts';
import { eventually } from '../testing/eventually.ts';

// Real files and sockets, on a machine that may be busy.
vi.setConfig({ testTimeout: 30_000 });

let bench: QueueBench;
beforeEach(async () => {
  bench = await QueueBench.start();
});
afterEach(async () => {
  await bench.stop();
});

/** Waits until the queue has nothing on its way. */
async function drained(): Promise<void> {
  await eventually(() => expect(bench.queue.state().status).toBe('idle'));
}

const noteIds = { a: '0198f0a0-0000-7000-8000-00000000000a', b: '0198f0a0-0000-7000-8000-00000000000b' };

/** A change of a note about company 1. */
function note(id: keyof typeof noteIds, from: string, to: string): NoteRequest {
  return { noteId: noteIds[id], companyId: 1, name: 'Company 1', from, to };
}

describe('the move queue', () => {
  it('I4 I5 sends decisions one at a time in order, each under its own key', async () => {
    bench.attach();
    for (let entry = 1; entry <= 30; entry++) bench.queue.enqueue(decision('Watchlist', entry));
    await drained();
    expect(bench.server.effects.map(({ entry }) => entry)).toEqual(Array.from({ length: 30 }, (_, index) => index + 1));
    expect(bench.server.mostAtOnce).toBe(1);
    expect(new Set(bench.server.effects.map(({ key }) => key)).size).toBe(30);
    const uuid7 = /^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;
    expect(bench.server.effects.every(({ key }) => uuid7.test(key))).toBe(true);
  });

  it('M2 gives a reason after its decision, once, and takes it back with it; also after a restart', async () => {
    bench.queue.pause();
    bench.attach();
    const step = bench.queue.enqueue(decision('Archive', 1, 2));
    bench.queue.giveReason({ stepId: step.stepId, reason: 3 });
    bench.queue.giveReason({ stepId: step.stepId, reason: 6 });
    expect(bench.queue.state().progress).toMatchObject([{ list: 'Archive', total: 2, pending: 2 }]);
    bench.restart();
    bench.attach();
    await drained();
    expect(bench.server.effects.map(({ entry }) => entry)).toEqual([1, 2]);
    expect([...bench.server.reasons]).toEqual([
      [1, 6],
      [2, 6],
    ]);
    const paths = bench.server.moves().map(({ path }) => path.replace('/api/user_smart_lists_inbox', ''));
    expect(paths).toEqual(['/1/', '/2/', '/1/reason/', '/2/reason/']);
    // A step of an earlier process has nothing to take back, and no reason to give.
    expect(() => bench.queue.giveReason({ stepId: step.stepId, reason: 1 })).toThrow('taken back');

    const second = bench.queue.enqueue(decision('Watchlist', 3));
    await drained();
    bench.queue.giveReason({ stepId: second.stepId, reason: 2 });
    await drained();
    const third = bench.queue.enqueue({ to: 'Archive', targets: [target(3, 'Watchlist')] });
    bench.queue.giveReason({ stepId: third.stepId, reason: 4 });
    await drained();
    expect(bench.server.reasons.get(3)).toBe(4);
    bench.queue.undo();
    await drained();
    expect([bench.server.lists.get(3), bench.server.reasons.get(3)]).toEqual(['Watchlist', 'before']);
  });

  it('M2 puts a company off until then, anew until something else, and undo brings back what it was', async () => {
    bench.attach();
    const put = (later: Later, from: ListName = 'None'): void => {
      bench.queue.enqueue({ to: 'Later', later, targets: [target(1, from)] });
    };
    const day = { until: '2026-12-26' };
    put(day);
    await drained();
    expect([bench.server.lists.get(1), bench.server.later.get(1)]).toEqual(['Later', day]);
    put({ when: 'raises' }, 'Later');
    put({ when: 'grows' }, 'Later');
    await drained();
    expect(bench.server.later.get(1)).toEqual({ when: 'grows' });
    bench.queue.undo();
    await drained();
    expect([bench.server.lists.get(1), bench.server.later.get(1)]).toEqual(['Later', 'before']);
    bench.queue.undo();
    bench.queue.undo();
    await drained();
    expect([bench.server.lists.get(1), bench.queue.state().undoDepth]).toEqual(['None', 0]);

    // Also what is not sent is there after a restart.
    bench.queue.pause();
    put(day);
    bench.restart();
    bench.attach();
    await drained();
    expect([bench.server.lists.get(1), bench.server.later.get(1)]).toEqual(['Later', day]);
  });

  it('D15 lists are read again into which something came back that was put off too late', async () => {
    bench.attach();
    const put = (later: Later, entry: number) => bench.queue.enqueue({ to: 'Later', later, targets: [target(entry)] });
    put({ until: '2099-01-01' }, 1);
    await drained();
    const tags = () => bench.heard.filter(({ name }) => name === 'data.changed').map((event) => JSON.stringify(event));
    expect(tags().join()).not.toContain('companies');
    bench.server.isLate = true;
    put({ until: '2026-01-01' }, 2);
    await drained();
    bench.clock.advance(1000);
    expect(tags().join()).toContain('companies');
  });

  it('E5 an undo asks for what was undecided as it was, a decision to undecided does not; also after a restart', async () => {
    bench.attach();
    for (const to of ['Archive', 'Later'] as const) {
      const later = to === 'Later' ? { later: { when: 'raises' } as const } : {};
      bench.queue.enqueue({ to, ...later, targets: [target(1), target(2)] });
      await drained();
      bench.queue.pause();
      bench.queue.undo();
      bench.restart();
      bench.attach();
      await drained();
      expect([1, 2].map((entry) => bench.server.lists.get(entry))).toEqual(['None', 'None']);
      expect([...bench.server.asBefore].toSorted((a, b) => a - b)).toEqual([1, 2]);
    }
    bench.queue.enqueue(decision('Archive', 1));
    await drained();
    bench.queue.enqueue({ to: 'None', targets: [target(1, 'Archive')] });
    await drained();
    expect([...bench.server.asBefore]).toEqual([2]);
    // Undone step by step, it is where it was before each.
    bench.queue.undo();
    bench.queue.undo();
    await drained();
    expect([...bench.server.asBefore].toSorted((a, b) => a - b)).toEqual([1, 2]);
  });

  it('M2 writes, changes and deletes a note, each once and in order; also after a restart, with moves of its company', async () => {
    bench.queue.pause();
    bench.attach();
    bench.queue.enqueue(decision('Archive', 1));
    bench.queue.writeNote(note('a', '', 'Met them'));
    bench.queue.writeNote(note('a', 'Met them', 'Call in May'));
    bench.queue.writeNote(note('b', '', 'Raised'));
    expect(bench.queue.unsavedNotes(1)).toEqual([
      { id: noteIds.a, text: 'Call in May', forTeam: null, problem: '' },
      { id: noteIds.b, text: 'Raised', forTeam: null, problem: '' },
    ]);
    // Neither counts as a company on its way, nor is it shown as one that moves.
    expect(bench.queue.state().progress).toMatchObject([{ list: 'Archive', total: 1, pending: 1 }]);
    expect(bench.queue.snapshot().pending).toMatchObject([{ entryId: 1, list: 'Archive' }]);
    bench.restart();
    bench.attach();
    expect(bench.queue.unsavedNotes(1)).toHaveLength(2);
    await drained();
    expect(bench.queue.unsavedNotes(1)).toEqual([]);
    expect(bench.server.notes).toEqual(
      new Map([
        [noteIds.a, ['Call in May']],
        [noteIds.b, ['Raised']],
      ]),
    );
    expect(bench.server.lists.get(1)).toBe('Archive');
    bench.queue.writeNote(note('a', 'Call in May', 'Call in June'));
    bench.queue.writeNote(note('a', 'Call in June', ''));
    await drained();
    expect(bench.server.notes.get(noteIds.a)).toEqual(['Call in May', 'Call in June', '']);
    const about = bench.heard.filter(({ name }) => name === 'notes.changed').map(({ payload }) => payload);
    expect(about.at(-1)).toEqual({ companyIds: [1], isSaved: true });
    expect(about.filter((each) => 'isSaved' in each && each.isSaved)).toHaveLength(4);
    expect(about).toContainEqual({ companyIds: [1], isSaved: false });
  });

  it('M2 undo deletes a note that was new, brings an earlier text back, and one that was deleted', async () => {
    bench.attach();
    bench.queue.writeNote(note('a', '', 'One'));
    await drained();
    bench.queue.writeNote(note('a', 'One', 'Two'));
    await drained();
    bench.queue.writeNote(note('a', 'Two', ''));
    await drained();
    for (const [text, label] of [
      ['Two', 'Deleted the note about Company 1'],
      ['One', 'Changed the note about Company 1'],
      ['', 'Wrote a note about Company 1'],
    ]) {
      expect(bench.queue.undo()).toMatchObject({ label, placements: [] });
      await drained();
      expect(bench.server.notes.get(noteIds.a)?.at(-1)).toBe(text);
    }
    expect(bench.queue.undo()).toBeNull();
    // What was never sent is simply not sent.
    bench.queue.pause();
    bench.queue.writeNote(note('b', '', 'Never mind'));
    bench.queue.undo();
    expect(bench.queue.unsavedNotes(1)).toEqual([]);
    bench.queue.resume();
    await drained();
    expect(bench.server.notes.has(noteIds.b)).toBe(false);
  });

  it('M2 a note is for others from now on though its text is the same, and undone for whom it was', async () => {
    const sent = (): unknown[] => bench.server.noteCalls().map(({ body }) => JSON.parse(body) as unknown);
    bench.attach();
    bench.queue.writeNote({ ...note('a', '', 'Met them'), forTeam: false });
    await drained();
    bench.queue.writeNote({ ...note('a', 'Met them', 'Met them'), forTeam: false, wasForTeam: false });
    await drained();
    expect(sent()).toEqual([{ text: 'Met them', for_team: false }]);
    bench.queue.writeNote({ ...note('a', 'Met them', 'Met them'), forTeam: true, wasForTeam: false });
    await drained();
    expect(bench.queue.undo()).toMatchObject({ label: 'Changed the note about Company 1' });
    await drained();
    expect(sent().slice(1)).toEqual([
      { text: 'Met them', for_team: true },
      { text: 'Met them', for_team: false },
    ]);
    // With another text, both are undone.
    bench.queue.writeNote({ ...note('a', 'Met them', 'Met them twice'), forTeam: true, wasForTeam: false });
    await drained();
    bench.queue.undo();
    await drained();
    expect(sent().at(-1)).toEqual({ text: 'Met them', for_team: false });
  });

  it('M2 a note that is refused says so, holds nothing back, and is replaced by its next text', async () => {
    bench.attach();
    bench.server.fail(({ path }, index) => (index === 0 && path.includes('/notes/') ? { status: 422 } : 'ok'));
    bench.queue.writeNote(note('a', '', 'Refused'));
    bench.queue.enqueue(decision('Watchlist', 1));
    await drained();
    expect(bench.server.lists.get(1)).toBe('Watchlist');
    expect(bench.queue.state().failed).toMatchObject([{ companyId: 1, isNote: true, reason: 'Status 422.' }]);
    expect(bench.queue.unsavedNotes(1)).toEqual([
      { id: noteIds.a, text: 'Refused', forTeam: null, problem: 'Status 422.' },
    ]);
    bench.queue.writeNote(note('a', 'Refused', 'Taken'));
    await drained();
    expect(bench.queue.state().failed).toEqual([]);
    expect(bench.server.notes.get(noteIds.a)).toEqual(['Taken']);
    bench.server.fail(({ method }) => (method === 'DELETE' ? { status: 404 } : { status: 422 }));
    // One that is gone needs no deleting.
    bench.queue.writeNote(note('a', 'Taken', ''));
    await drained();
    expect(bench.queue.state().failed).toEqual([]);
    bench.queue.writeNote(note('b', '', 'Again'));
    await drained();
    bench.server.fail(() => 'ok');
    bench.queue.retry(bench.queue.state().failed.map(({ id }) => id));
    await drained();
    expect(bench.server.notes.get(noteIds.b)).toEqual(['Again']);
  });

  it('M2 a note whose answer is lost is sent again under its key, before its next text', async () => {
    bench.attach();
    bench.server.fail((_, index) => (index === 0 ? 'resetAfter' : 'ok'));
    bench.queue.writeNote(note('a', '', 'One'));
    await eventually(() => expect(bench.queue.state().status).toBe('lost'));
    bench.queue.writeNote(note('a', 'One', 'Two'));
    bench.clock.advance(5000);
    await drained();
    expect(bench.server.notes.get(noteIds.a)).toEqual(['One', 'Two']);
    const keys = bench.server.noteCalls().map(({ headers }) => headers['idempotency-key']);
    expect([keys.length, new Set(keys).size]).toEqual([3, 2]);
  });

  it('a reason that is refused says so and holds nothing back; the next decision lets go of it', async () => {
    bench.attach();
    bench.server.fail(({ path }) => (path.endsWith('/reason/') ? { status: 409 } : 'ok'));
    const step = bench.queue.enqueue(decision('Archive', 1));
    bench.queue.giveReason({ stepId: step.stepId, reason: 3 });
    await drained();
    expect(bench.queue.state().failed).toMatchObject([{ entryId: 1, to: 'Archive', isReason: true }]);
    bench.queue.enqueue({ to: 'Watchlist', targets: [target(1, 'Archive')] });
    await drained();
    expect(bench.server.lists.get(1)).toBe('Watchlist');
    expect(bench.queue.state().failed).toEqual([]);
  });

  it('a reason waits with a move that was refused, and goes with it when that is discarded', async () => {
    bench.attach();
    bench.server.fail((_, index) => (index === 0 ? { status: 422 } : 'ok'));
    const step = bench.queue.enqueue(decision('Archive', 1));
    bench.queue.giveReason({ stepId: step.stepId, reason: 3 });
    await drained();
    expect(bench.queue.state().failed).toMatchObject([{ isReason: false }, { isReason: true }]);
    bench.queue.retry(bench.queue.state().failed.map(({ id }) => id));
    await drained();
    expect([bench.server.lists.get(1), bench.server.reasons.get(1)]).toEqual(['Archive', 3]);
    bench.server.fail((_, index) => (index === 3 ? { status: 422 } : 'ok'));
    const other = bench.queue.enqueue(decision('Archive', 2));
    bench.queue.giveReason({ stepId: other.stepId, reason: 5 });
    await drained();
    const [failed] = bench.queue.state().failed;
    bench.queue.discard([failed!.id]);
    await drained();
    expect(bench.queue.state().failed).toEqual([]);
    expect(bench.server.reasons.has(2)).toBe(false);
  });

  it('refuses a decision while nobody is signed in', () => {
    expect(() => bench.queue.enqueue(decision('Watchlist', 1))).toThrow(
      expect.objectContaining({ code: 'unauthenticated' }),
    );
  });

  it('covers siblings with one command each and one undo step', async () => {
    bench.attach();
    const step = bench.queue.enqueue({ to: 'Archive', targets: [{ ...target(1), siblings: [2, 3] }] });
    expect(step).toMatchObject({ label: 'Moved Company 1 to Archive', undoDepth: 1 });
    expect(step.placements.map(({ entryId }) => entryId)).toEqual([1, 2, 3]);
    await drained();
    bench.queue.undo();
    await drained();
    expect([...bench.server.lists.values()]).toEqual(['None', 'None', 'None']);
    expect(bench.queue.state().undoDepth).toBe(0);
  });

  it('I16 goes back to where a company was, also where the window had not heard of another one’s undo', async () => {
    bench.attach();
    bench.queue.enqueue(decision('Opportunities', 1));
    await drained();
    bench.queue.undo();
    await drained();
    const stale = { to: 'Archive' as const, targets: [target(1, 'Opportunities')] };
    bench.queue.enqueue(stale);
    await drained();
    expect(bench.queue.undo()?.placements).toEqual([{ entryId: 1, companyId: 1, list: 'None' }]);
    await drained();
    expect(bench.server.lists.get(1)).toBe('None');

    // However late: a window that has not heard of it does not know better.
    bench.clock.advance(3_600_000);
    bench.queue.enqueue(stale);
    await drained();
    expect(bench.queue.undo()?.placements).toEqual([{ entryId: 1, companyId: 1, list: 'None' }]);
    await drained();
    // One that has may: somebody else may have moved the company since.
    bench.queue.enqueue({ ...stale, heard: bench.queue.revision });
    await drained();
    bench.queue.undo();
    await drained();
    expect(bench.server.lists.get(1)).toBe('Opportunities');
  });

  it('sends a decision also where a company seems to be there already', async () => {
    bench.attach();
    bench.queue.enqueue(decision('Archive', 1));
    await drained();
    bench.server.lists.set(1, 'Watchlist');
    bench.queue.enqueue({ to: 'Archive', targets: [target(1, 'Watchlist')] });
    await drained();
    expect(bench.server.lists.get(1)).toBe('Archive');
  });

  it('calls a company with several entries by its name', () => {
    bench.attach();
    const step = bench.queue.enqueue({
      to: 'None',
      targets: [target(1, 'Archive'), { ...target(1, 'Archive'), entryId: 2 }],
    });
    expect(step.label).toBe('Moved Company 1 back to undecided');
    expect(step.placements.map(({ entryId }) => entryId)).toEqual([1, 2]);
  });

  it('adds a company without an entry to "My picks" before it moves it', async () => {
    bench.attach();
    const step = bench.queue.enqueue({ to: 'Opportunities', targets: [{ ...target(5), entryId: null }] });
    expect(step.placements).toEqual([{ entryId: null, companyId: 5, list: 'Opportunities' }]);
    await drained();
    expect(bench.server.http.seen.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'POST /api/user_smart_lists_inbox/',
      'PATCH /api/user_smart_lists_inbox/100005/',
    ]);
  });

  it('covers a company’s undecided entries elsewhere that only adding it to "My picks" has shown, as one step', async () => {
    bench.server.siblings.set(5, [7, 8, 9]);
    bench.server.lists.set(8, 'Archive');
    bench.attach();
    bench.queue.enqueue({ to: 'Opportunities', targets: [{ ...target(5), entryId: null }] });
    await drained();
    const lists = (...ids: number[]): unknown[] => ids.map((id) => bench.server.lists.get(id) ?? 'None');
    expect(lists(100_005, 7, 8, 9)).toEqual(['Opportunities', 'Opportunities', 'Archive', 'Opportunities']);
    expect(bench.queue.state()).toMatchObject({ undoDepth: 1, failed: [] });
    expect(bench.queue.undo()?.placements).toHaveLength(3);
    await drained();
    expect(lists(100_005, 7, 8, 9)).toEqual(['None', 'None', 'Archive', 'None']);
    expect(bench.queue.state().undoDepth).toBe(0);
  });

  it('leaves those entries alone when the decision was taken back before the server had confirmed it', async () => {
    bench.server.siblings.set(5, [7]);
    bench.server.fail((_, index) => (index === 0 ? { status: 503 } : 'ok'));
    bench.attach();
    bench.queue.enqueue({ to: 'Archive', targets: [{ ...target(5), entryId: null }] });
    await eventually(() => expect(bench.queue.state().status).toBe('lost'));
    bench.queue.undo();
    bench.clock.advance(5000);
    await drained();
    expect(bench.server.effects.map(({ entry, list }) => [entry, list])).toEqual([
      [100_005, 'Archive'],
      [100_005, 'None'],
    ]);
  });

  it('I16 takes steps back one by one: unsent ones without a request, sent ones by the reverse move', async () => {
    bench.server.fail((_, index) => (index === 0 ? { status: 503 } : 'ok'));
    bench.attach();
    bench.queue.enqueue(decision('Watchlist', 1));
    bench.queue.enqueue(decision('Archive', 2));
    await eventually(() => expect(bench.queue.state().status).toBe('lost'));
    expect(bench.queue.undo()?.placements).toEqual([{ entryId: 2, companyId: 2, list: 'None' }]);
    expect(bench.queue.undo()?.placements).toEqual([{ entryId: 1, companyId: 1, list: 'None' }]);
    expect(bench.queue.undo()).toBeNull();
    bench.clock.advance(5000);
    await drained();
    expect(bench.server.effects.map(({ entry, list }) => [entry, list])).toEqual([
      [1, 'Watchlist'],
      [1, 'None'],
    ]);
  });

  it('I8 counts progress per list, and starts again when the panel hides after 5 s', async () => {
    bench.server.fail((_, index) => (index === 0 ? 'resetBefore' : 'ok'));
    bench.attach();
    bench.queue.enqueue(decision('Watchlist', 1, 2, 3));
    bench.queue.enqueue(decision('Archive', 3, 4));
    await eventually(() => expect(bench.queue.state().status).toBe('lost'));
    expect(bench.queue.state().progress).toEqual([
      { list: 'Watchlist', total: 2, pending: 2 },
      { list: 'Archive', total: 2, pending: 2 },
    ]);
    bench.clock.advance(5000);
    await drained();
    expect(bench.queue.state().progress).toEqual([
      { list: 'Watchlist', total: 2, pending: 0 },
      { list: 'Archive', total: 2, pending: 0 },
    ]);
    bench.clock.advance(4999);
    expect(bench.queue.state().progress).toHaveLength(2);
    bench.clock.advance(1);
    expect(bench.queue.state().progress).toEqual([]);
    expect(bench.heard.at(-1)).toMatchObject({ name: 'moves.changed', payload: { progress: [] } });
  });

  it('I8 counts a company once per decision, however many of its entries are moved', async () => {
    const company = { companyId: 1, name: 'Acme', from: 'None' as const, siblings: [11, 12] };
    const both = [
      { ...company, entryId: 1 },
      { ...company, entryId: 2, companyId: 2, siblings: [21] },
    ];
    bench.attach();
    bench.queue.enqueue({ to: 'Watchlist', targets: both });
    expect(bench.queue.state().progress).toEqual([{ list: 'Watchlist', total: 2, pending: 2 }]);
    await drained();
    expect(bench.server.effects).toHaveLength(5);
    expect(bench.queue.state().progress).toEqual([{ list: 'Watchlist', total: 2, pending: 0 }]);
    // Away and back again within five seconds.
    bench.queue.enqueue({ to: 'Archive', targets: [{ ...company, entryId: 1, from: 'Watchlist', siblings: [] }] });
    await drained();
    bench.queue.enqueue({ to: 'Watchlist', targets: [{ ...company, entryId: 1, from: 'Archive', siblings: [] }] });
    await drained();
    expect(bench.queue.state().progress).toEqual([
      { list: 'Watchlist', total: 3, pending: 0 },
      { list: 'Archive', total: 1, pending: 0 },
    ]);
  });

  it('tells that data changed once per drained batch, at most once a second', async () => {
    bench.attach();
    bench.queue.enqueue(decision('Watchlist', 1, 2, 3, 4, 5));
    await drained();
    const told = (): number => bench.heard.filter(({ name }) => name === 'data.changed').length;
    await eventually(() => expect(told()).toBe(1));
    bench.queue.enqueue(decision('Watchlist', 6));
    await drained();
    bench.queue.enqueue(decision('Watchlist', 7));
    await drained();
    expect(told()).toBe(1);
    bench.clock.advance(1000);
    expect(told()).toBe(2);
    bench.clock.advance(5000);
    expect(told()).toBe(2);
  });

  it('settles each placement once nothing of it is on its way', async () => {
    bench.attach();
    bench.queue.enqueue(decision('Watchlist', 1, 2));
    await drained();
    bench.clock.advance(400);
    const settled = bench.heard.flatMap((event) => (event.name === 'moves.changed' ? event.payload.settled : []));
    expect(settled).toMatchObject([
      { entryId: 1, companyId: 1, list: 'Watchlist' },
      { entryId: 2, companyId: 2, list: 'Watchlist' },
    ]);
    const events = bench.heard.length;
    bench.queue.enqueue({ to: 'Archive', targets: [target(3, 'Archive')] });
    expect(bench.heard.slice(events)).toMatchObject([
      { name: 'moves.changed', payload: { settled: [{ entryId: 3, list: 'Archive' }] } },
    ]);
  });
});

const settled = (): unknown[] =>
  bench.heard.flatMap((event) => (event.name === 'moves.changed' ? event.payload.settled : []));

describe('settled placements', () => {
  it('of a move that was taken back before it was sent name the list the company is still in', async () => {
    bench.server.fail((_, index) => (index === 0 ? { status: 503 } : 'ok'));
    bench.attach();
    bench.queue.enqueue(decision('Watchlist', 1));
    await eventually(() => expect(bench.queue.state().status).toBe('lost'));
    bench.queue.enqueue(decision('Archive', 2));
    bench.queue.enqueue(decision('None', 2));
    bench.queue.enqueue(decision('Archive', 3));
    bench.queue.undo();
    bench.clock.advance(200);
    expect(settled()).toMatchObject([
      { entryId: 2, companyId: 2, list: 'None' },
      { entryId: 3, companyId: 3, list: 'None' },
    ]);
  });

  it('of a refused move that was followed by one back name where the company still is', async () => {
    bench.server.fail(() => 'hang');
    bench.attach();
    bench.queue.enqueue(decision('Watchlist', 1));
    await bench.server.http.received(1);
    bench.queue.enqueue(decision('None', 1));
    bench.server.fail(() => ({ status: 404 }));
    bench.clock.advance(10_000);
    bench.clock.advance(5000);
    await eventually(() => {
      bench.clock.advance(5000);
      expect(bench.queue.state()).toMatchObject({ status: 'idle', failed: [] });
    });
    bench.clock.advance(200);
    expect(settled()).toMatchObject([{ entryId: 1, companyId: 1, list: 'None' }]);
  });
});

describe('a restart', () => {
  it('I1 I3 I9 sends what was not confirmed again, under the same key', async () => {
    bench.server.fail((_, index) => (index === 2 ? 'resetAfter' : 'ok'));
    bench.attach();
    bench.queue.enqueue(decision('Watchlist', 1, 2, 3, 4));
    await eventually(() => expect(bench.queue.state().status).toBe('lost'));
    bench.restart();
    expect(bench.queue.state().status).toBe('idle');
    bench.attach();
    expect(bench.queue.snapshot().pending).toEqual([
      { entryId: 3, companyId: 3, list: 'Watchlist' },
      { entryId: 4, companyId: 4, list: 'Watchlist' },
    ]);
    await drained();
    expect(bench.server.effects.map(({ entry }) => entry)).toEqual([1, 2, 3, 4]);
    const keys = bench.server.moves().map(({ headers }) => headers['idempotency-key']);
    expect(keys[2]).toBe(keys[3]);
  });

  it('F13 leaves another account’s moves where they are', async () => {
    bench.server.fail(() => ({ status: 401 }));
    bench.attach('ada');
    bench.queue.enqueue(decision('Watchlist', 1));
    await eventually(() => expect(bench.queue.state().status).toBe('parked'));
    bench.server.fail(() => 'ok');
    bench.attach('bob');
    expect(bench.queue.snapshot().pending).toEqual([]);
    bench.queue.enqueue(decision('Archive', 2));
    await drained();
    expect(bench.server.effects.map(({ entry }) => entry)).toEqual([2]);
    bench.attach('ada');
    await drained();
    expect(bench.server.effects.map(({ entry }) => entry)).toEqual([2, 1]);
  });
});

describe('a step', () => {
  it('has the name that its window gave it, also where the answer was lost and it is asked for', () => {
    bench.attach();
    const stepId = '0199c0de-0000-7000-8000-00000000abcd';
    bench.queue.enqueue({ ...decision('Archive', 1), stepId });
    expect(bench.queue.snapshot().steps).toEqual([stepId]);
    expect(bench.queue.undo()?.stepId).toBe(stepId);
    expect(bench.queue.snapshot().steps).toEqual([]);
  });
});

describe('the news', () => {
  it('F14 names what was refused by its entry, where another one of the company went to the very same list', async () => {
    bench.server.fail((_, index) => (index === 0 ? { status: 404 } : 'ok'));
    bench.attach();
    bench.queue.enqueue({ to: 'Archive', targets: [{ ...target(1), siblings: [2] }] });
    await drained();
    bench.clock.advance(2000);
    expect(bench.queue.snapshot()).toMatchObject({
      pending: [],
      failed: [{ entryId: 1, companyId: 1, to: 'Archive' }],
    });
    const told = bench.heard.flatMap((event) => (event.name === 'moves.changed' ? event.payload.settled : []));
    expect(told).toMatchObject([
      { entryId: 1, companyId: 1, list: 'Archive' },
      { entryId: 2, companyId: 1, list: 'Archive' },
    ]);
  });

  it('F14 tells of what was refused also where a decision leaves it as it is: nothing of it is on its way', async () => {
    bench.server.fail((_, index) => (index === 0 ? { status: 404 } : 'ok'));
    bench.attach();
    bench.queue.enqueue({ to: 'Archive', targets: [{ ...target(1), siblings: [2] }] });
    await drained();
    bench.clock.advance(2000);
    bench.heard.length = 0;
    const { revision } = bench.queue.enqueue({
      to: 'None',
      targets: [{ ...target(2, 'Archive'), companyId: 1, siblings: [1] }],
    });
    await drained();
    bench.clock.advance(2000);
    const told = bench.heard.flatMap((event) => (event.name === 'moves.changed' ? event.payload.settled : []));
    expect(told).toContainEqual({ entryId: 1, companyId: 1, list: 'None', revision });
  });

  it('I16 tells of what is there already as of the answer to its key, whose word on it is not the newer one', async () => {
    bench.attach();
    bench.queue.enqueue(decision('Archive', 1));
    await drained();
    bench.clock.advance(2000);
    bench.heard.length = 0;
    const targets = [target(1, 'Archive'), target(2)];
    const { revision } = bench.queue.enqueue({ to: 'Archive', targets });
    await drained();
    bench.clock.advance(2000);
    const told = bench.heard.flatMap((event) => (event.name === 'moves.changed' ? event.payload.settled : []));
    expect(told).toContainEqual({ entryId: 1, companyId: 1, list: 'Archive', revision });
  });

  it('tells an account nothing of what came to rest in the one before', async () => {
    const told = () => bench.heard.flatMap((event) => (event.name === 'moves.changed' ? event.payload.settled : []));
    bench.attach('ada');
    for (const id of [1, 2]) {
      bench.queue.enqueue(decision('Archive', id));
      await drained();
    }
    const before = told().length;
    bench.attach('bob');
    bench.clock.advance(2000);
    expect(told().slice(before)).toEqual([]);
  });
});

describe('the revision', () => {
  it('grows with every state, and says which of two things that rest on the queue is newer', async () => {
    bench.server.fail((_, index) => (index % 4 === 3 ? { status: 404 } : 'ok'));
    bench.attach();
    const replies: number[] = [];
    for (let id = 1; id <= 20; id++) {
      const before = bench.queue.revision;
      const { revision } = bench.queue.enqueue(decision(id % 3 === 0 ? 'Archive' : 'Watchlist', id, (id % 5) + 1));
      expect(revision).toBeGreaterThan(before);
      expect(bench.queue.snapshot().revision).toBeGreaterThanOrEqual(revision);
      replies.push(revision);
      if (id % 4 === 0) {
        const step = bench.queue.undo();
        expect(step?.revision).toBeGreaterThan(revision);
        replies.push(step?.revision ?? 0);
      }
    }
    expect(replies).toEqual(replies.toSorted((a, b) => a - b));
    await drained();
    bench.clock.advance(400);
    const told = bench.heard.flatMap((event) => (event.name === 'moves.changed' ? [event.payload] : []));
    expect(told.map(({ revision }) => revision)).toEqual(
      told.map(({ revision }) => revision).toSorted((a, b) => a - b),
    );
    told.forEach(({ settled: rested, revision }, index) => {
      for (const placed of rested) {
        expect(placed.revision).toBeLessThanOrEqual(revision);
        // What has come to rest since the news before is told, and nothing twice.
        expect(placed.revision).toBeGreaterThan(told[index - 1]?.revision ?? -1);
      }
    });
    bench.queue.detach();
    expect(bench.queue.revision).toBeGreaterThan(told.at(-1)?.revision ?? Infinity);
  });
});

import { beforeEach, describe, expect, it } from 'vitest';
import type { MoveTarget } from '#shared/bridge/moves.ts';
import { AppError } from '#shared/errors.ts';
import { shownList } from './overlay.ts';
import { QueueOfSteps } from './testing/queueOfSteps.ts';
import { Triage, type TriageEvent } from './triage.ts';
import type { TriagePorts } from './triagePorts.ts';

function target(id: number, from: MoveTarget['from'] = 'None', siblings: number[] = []): MoveTarget {
  return { entryId: id, companyId: id, name: `Company ${id}`, from, siblings };
}

/** The company as such, whose entries are not known. */
function whole(from: MoveTarget['from'] = 'None'): MoveTarget {
  return { ...target(1, from), entryId: null };
}

describe('triage', () => {
  let queue: QueueOfSteps;
  let said: string[];
  let seen: string[];
  let complaints: string[];
  let events: TriageEvent[];
  let triage: Triage;
  let now: number;

  beforeEach(() => {
    queue = new QueueOfSteps();
    said = [];
    seen = [];
    complaints = [];
    events = [];
    now = 0;
    const ports: TriagePorts = {
      enqueue: (request) => queue.enqueue(request),
      undo: () => queue.undo(),
      snapshot: () => queue.snapshot(),
      now: () => (now += 1000),
      show: (text) => seen.push(text),
      announce: (text) => said.push(text),
      complain: (title, reason) => complaints.push(`${title}: ${reason}`),
    };
    triage = new Triage(ports);
    triage.subscribe((event) => events.push(event));
  });

  const shown = (id: number, list: MoveTarget['from'] = 'None') =>
    shownList({ entryId: id, company: { id }, list }, triage.overlay);
  const shownWhole = () => triage.overlay.companies.get(1)?.list;
  /** Until everything that was asked of the queue is answered. */
  const settled = () => triage.whenSaved();

  it('shows a decision before the queue has answered, and says it', () => {
    triage.decide('Archive', [target(1)], 212);
    expect(shown(1)).toBe('Archive');
    expect(said).toEqual(['Archived Company 1. 212 left.']);
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

  it('undoes at once, also a bulk move, as one step', async () => {
    triage.decide('Watchlist', [target(1), target(2)]);
    triage.decide('Archive', [target(3)]);
    triage.undo();
    triage.undo();
    expect([shown(1), shown(2), shown(3)]).toEqual(['None', 'None', 'None']);
    await settled();
    expect(queue.steps).toHaveLength(0);
    expect(triage.meter.get().decided).toBe(0);
    expect(said.at(-1)).toBe('Undid: Moved 2 companies to Watchlist.');
    expect(seen.at(-1)).toBe('Undid: Moved 2 companies to Watchlist.');
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
    queue.refuses = null;
    triage.decide('Archive', [target(1)]);
    expect(triage.isUnsaved(1, 1)).toBe(false);
  });

  it('shows a decision whose answer was lost once the queue tells that it was done', async () => {
    queue.refuses = new AppError('timeout', 'Winnow did not answer in time.');
    triage.decide('Archive', [target(1)]);
    await settled();
    triage.settle({ settled: [{ entryId: 1, companyId: 1, list: 'Watchlist' }], failed: [] });
    expect(triage.isUnsaved(1, 1)).toBe(true);
    triage.settle({ settled: [{ entryId: 1, companyId: 1, list: 'Archive' }], failed: [] });
    expect(shown(1)).toBe('Archive');
    expect(triage.isUnsaved(1, 1)).toBe(false);
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
    const placed = { entryId: 1, companyId: 1, list: 'Archive' as const };
    const failed = [{ id: 'a', companyId: 1, name: 'Company 1', to: 'Archive' as const, reason: 'Gone.' }];
    triage.settle({ settled: [placed], failed });
    expect(shown(1)).toBe('None');
    expect(events.at(-1)?.kind).toBe('failed');
  });

  it('shows what was on its way when the window opened', () => {
    triage.resume({ pending: [{ entryId: 4, companyId: 4, list: 'Opportunities' }], steps: [] }, now);
    expect(shown(4)).toBe('Opportunities');
  });

  it('knows what was done while nobody was told, and keeps what has happened since it asked', async () => {
    triage.inboxes.loaded([1, 2, 3].map((id) => ({ entryId: id, inboxId: 9, company: { id }, list: 'None' as const })));
    triage.decide('Archive', [target(1), target(2)]);
    await settled();
    const askedAt = now + 1;
    triage.decide('Archive', [target(3)]);
    triage.settle({ settled: [{ entryId: 2, companyId: 2, list: 'Archive' }], failed: [] });
    triage.resume({ pending: [{ entryId: 2, companyId: 2, list: 'Archive' }], steps: [] }, askedAt);
    expect([1, 2, 3].map((id) => triage.overlay.entries.get(id)?.state)).toEqual(['settled', 'settled', 'saving']);
    expect([1, 2, 3].map((id) => shown(id))).toEqual(['Archive', 'Archive', 'Archive']);
    // What the server counts now has the two, and is taken as soon as the third is there too.
    await settled();
    triage.settle({ settled: [{ entryId: 3, companyId: 3, list: 'Archive' }], failed: [] });
    triage.inboxes.counted([{ id: 9, unratedCount: 5 }], now + 1);
    expect(triage.inboxes.unrated.get().get(9)).toBe(5);
  });

  it('shows what another window has decided, and takes a decision back to that', async () => {
    triage.settle({ settled: [{ entryId: 1, companyId: 1, list: 'Watchlist' }], failed: [] });
    expect(shown(1)).toBe('Watchlist');
    triage.decide('Archive', [target(1, shown(1))]);
    triage.settle({ settled: [{ entryId: 1, companyId: 1, list: 'Watchlist' }], failed: [] });
    expect(shown(1)).toBe('Archive');
    triage.undo();
    await settled();
    expect(shown(1)).toBe('Watchlist');
  });

  it('shows what another window made of a decision, also where the queue had no time to say that it arrived', async () => {
    triage.decide('Watchlist', [target(1)]);
    triage.settle({ settled: [{ entryId: 1, companyId: 1, list: 'None' }], failed: [] });
    expect(shown(1)).toBe('Watchlist');
    await settled();
    triage.settle({ settled: [{ entryId: 1, companyId: 1, list: 'Archive' }], failed: [] });
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
      found.resolve([{ ...target(1, 'Watchlist'), entryId: 5 }]);
      await settled();
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
    });

    it('with several entries is one company', async () => {
      triage.decide('None', [target(1, 'Archive'), { ...target(1, 'Archive'), entryId: 5 }]);
      await settled();
      expect(said).toEqual(['Moved Company 1 back to the inbox.']);
    });
  });
});

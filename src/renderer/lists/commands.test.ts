import { describe, expect, it, vi } from 'vitest';
import type { MoveRequest } from '#shared/bridge/moves.ts';
import { Triage } from '../decide/triage.ts';
import { decide, initialisedSource, loadEnd } from './commands.ts';
import { ListModel } from './list.ts';
import { showsAll } from './shown.ts';
import type { ListSource } from './sources.ts';
import { gridOf } from './testing/cursors.ts';
import { entryRow } from './testing/rows.ts';
import { Grid } from './testing/selectionGrid.ts';

const source: ListSource = {
  load: () => Promise.resolve({ rows: [], total: 0, newCount: null, revision: 0 }),
  loadIds: () => Promise.resolve({ ids: [], revision: 0 }),
  exported: { kind: 'smartList', id: 1 },
};

function newModel(): { model: ListModel; decided: number[]; requests: MoveRequest[] } {
  const decided: number[] = [];
  const requests: MoveRequest[] = [];
  const triage = new Triage({
    enqueue: (request) => {
      requests.push(request);
      decided.push(...request.targets.map(({ companyId }) => companyId));
      return new Promise(() => undefined);
    },
    giveReason: () => Promise.resolve(),
    writeNote: () => Promise.reject(new Error('No notes here.')),
    undo: () => new Promise(() => undefined),
    snapshot: () => Promise.resolve({ pending: [], steps: [], failed: [], revision: 0 }),
    turn: () => 1,
    now: () => 0,
    show: () => undefined,
    announce: () => undefined,
    complain: () => undefined,
  });
  return { model: new ListModel('inbox', triage), decided, requests };
}

describe('a list that is not open yet', () => {
  it('has no data to give: "Inbox data not initialized yet." (product 4, 8)', () => {
    const { model } = newModel();
    expect(() => initialisedSource(model)).toThrow('Inbox data not initialized yet.');
    expect(() => initialisedSource(model)).toThrow(expect.objectContaining({ code: 'not_initialized' }));
    model.open('inbox', source, showsAll);
    expect(initialisedSource(model)).toBe(source);
  });

  it('takes no decision, because there is no row that it could be about', async () => {
    const { model, decided } = newModel();
    expect(await decide(model, 'Watchlist')).toBe('');
    expect(decided).toEqual([]);
  });
});

const listOf = (total: number): ListSource => ({
  ...source,
  load: (page, size) => {
    const from = page * size;
    const rows = Array.from({ length: Math.min(size, total - from) }, (_, index) => entryRow(from + index + 1));
    return Promise.resolve({ rows, total, newCount: null, revision: 0 });
  },
});

describe('the last row of a list', () => {
  it('is waited for where it is among those that are loaded ahead, or can be gone to without all before it', async () => {
    const every = showsAll;
    const undecided = { lists: ['None'] as const, skipsDecided: true };
    for (const [total, rules, isWaitedFor, before] of [
      [33, every, true, 0],
      [225, every, true, 0],
      [226, every, true, 200],
      [100_226, every, true, 100_200],
      [225, undecided, true, 0],
      [226, undecided, false, 0],
    ] as const) {
      const { model } = newModel();
      model.open('inbox', listOf(total), rules);
      await vi.waitFor(() => expect(model.stream.state.get().loaded).toBe(25));
      expect(loadEnd(model, 'last'), String(total)).toBe(isWaitedFor);
      // Where the last part alone would not fill a screen, the one before it comes too.
      const first = Math.max(0, before - 200);
      await vi.waitFor(() => expect(model.stream.state.get()).toMatchObject({ status: 'ready', before: first }));
      if (before === 0) continue;
      expect(model.stream.all().at(-1)?.company.id).toBe(total);
      expect(loadEnd(model, 'first')).toBe(first > 0);
      await vi.waitFor(() => expect(model.stream.all()[0]?.company.id).toBe(1));
      expect(loadEnd(model, 'first')).toBe(false);
    }
  });
});

/** Entries 1 and 11 were archived at revision 5; another device has put them back before the list was read. */
const archived = {
  settled: [1, 11].map((id) => ({ entryId: id, companyId: 1, list: 'Archive' as const, revision: 5 })),
  failed: [],
  gone: [],
  revision: 5,
};
const readAt = (revision: number): ListSource => ({
  ...source,
  load: () => Promise.resolve({ rows: [{ ...entryRow(1), siblings: [11] }], total: 2, newCount: null, revision }),
  loadIds: () => {
    const ids = [1, 2].map((id) => ({ id: `e${id}`, entryId: id, companyId: id, siblings: [], doubles: [] }));
    return Promise.resolve({ ids: ids.map((one) => ({ ...one, list: 'None' })), revision });
  },
});

describe('a list that was read after a move was done', () => {
  const every = { ...showsAll, skipsDecided: false };

  it('decides about its rows and what they cover as the server has them', async () => {
    vi.stubGlobal('requestAnimationFrame', () => 0);
    for (const [revision, expected] of [
      // Both are in the archive, as far as the list knows: they move alike.
      [
        4,
        [
          [1, 'Archive', []],
          [11, 'Archive', []],
        ],
      ],
      [5, [[1, 'None', [11]]]],
      [9, [[1, 'None', [11]]]],
    ] as const) {
      const { model, requests } = newModel();
      model.open('inbox', readAt(revision), every);
      await vi.waitFor(() => expect(model.stream.state.get().loaded).toBe(1));
      model.triage.told(archived);
      model.cursor.attach(gridOf(model.stream.all()), () => undefined);
      model.cursor.goTo(0);
      await decide(model, 'Watchlist');
      await vi.waitFor(() => expect(requests).toHaveLength(1));
      const moved = requests[0]?.targets.map(({ entryId, from, siblings }) => [entryId, from, siblings]);
      expect(moved, String(revision)).toEqual(expected);
    }
  });

  it('decides so about rows that are selected and not loaded', async () => {
    for (const [revision, expected] of [
      [4, [2]],
      [5, [1, 2]],
      [9, [1, 2]],
    ] as const) {
      const { model, decided } = newModel();
      model.source = readAt(revision);
      model.triage.told(archived);
      const grid = new Grid();
      grid.rows = [entryRow(2)];
      model.selection.attach(grid);
      model.selection.selectAll();
      await decide(model, 'Archive');
      await vi.waitFor(() => expect(decided, String(revision)).toEqual(expected));
    }
  });
});

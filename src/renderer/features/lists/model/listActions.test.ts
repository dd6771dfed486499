import { describe, expect, it, vi } from 'vitest';
import { Triage } from '../../moves/triage.ts';
import { decide, initialisedSource, isNearlyLoaded } from './listActions.ts';
import { ListModel } from './listModel.ts';
import type { ListSource } from './sources.ts';
import { entryRow } from './testing/rows.ts';

const source: ListSource = {
  load: () => Promise.resolve({ rows: [], total: 0, newCount: null }),
  loadIds: () => Promise.resolve([]),
  exported: { kind: 'smartList', id: 1 },
};

function newModel(): { model: ListModel; decided: number[] } {
  const decided: number[] = [];
  const triage = new Triage({
    enqueue: ({ targets }) => {
      decided.push(...targets.map(({ companyId }) => companyId));
      return new Promise(() => undefined);
    },
    undo: () => new Promise(() => undefined),
    snapshot: () => Promise.resolve({ pending: [], steps: [] }),
    now: () => performance.now(),
    show: () => undefined,
    announce: () => undefined,
    complain: () => undefined,
  });
  return { model: new ListModel('inbox', triage), decided };
}

describe('a list that is not open yet', () => {
  it('has no data to give: "Inbox data not initialized yet." (SPEC 4, SPEC 8)', () => {
    const { model } = newModel();
    expect(() => initialisedSource(model)).toThrow('Inbox data not initialized yet.');
    expect(() => initialisedSource(model)).toThrow(expect.objectContaining({ code: 'not_initialized' }));
    model.open('inbox', source, { belongs: () => true, skipsDecided: true });
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
    return Promise.resolve({ rows, total, newCount: null });
  },
});

describe('the last row of a list', () => {
  it('is waited for where it is among those that are loaded ahead, and not in a longer list', async () => {
    for (const [total, isNear] of [
      [33, true],
      [225, true],
      [226, false],
    ] as const) {
      const { model } = newModel();
      model.open('inbox', listOf(total), { belongs: () => true, skipsDecided: true });
      await vi.waitFor(() => expect(model.stream.state.get().loaded).toBe(25));
      expect(isNearlyLoaded(model)).toBe(isNear);
    }
  });
});

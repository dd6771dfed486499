import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { TabStorage } from '../../data/testing/tabStorage.ts';
import { decidedText } from '../../decide/reduce.ts';
import { Triage } from '../../decide/triage.ts';
import { UnconfirmedSteps, unconfirmedText } from './TriageProvider.tsx';

describe('decisions without an answer', () => {
  let storage: TabStorage;
  let answers: (() => void)[];
  let triage: Triage;
  let steps: UnconfirmedSteps;

  beforeEach(() => {
    vi.useFakeTimers();
    storage = new TabStorage();
    steps = new UnconfirmedSteps(storage);
    answers = [];
    let turn = 0;
    triage = new Triage({
      enqueue: ({ to, targets }) =>
        new Promise((resolve) => {
          const placements = targets.map(({ entryId, companyId }) => ({ entryId, companyId, list: to }));
          answers.push(() => resolve({ stepId: 'a', label: '', placements, undoDepth: 1, revision: 1 }));
        }),
      undo: async () => Promise.resolve(null),
      snapshot: () => Promise.resolve({ pending: [], steps: [], failed: [], revision: 0 }),
      turn: () => ++turn,
      now: () => 0,
      show: () => undefined,
      announce: () => undefined,
      complain: () => undefined,
      remember: steps.add,
    });
  });

  afterEach(() => {
    vi.useRealTimers();
  });

  function archive(id: number): void {
    triage.decide('Archive', [{ entryId: id, companyId: id, name: `Company ${id}`, from: 'None', siblings: [] }]);
  }

  it('F3 the next page of the tab is told what was not confirmed, once, and not what was', async () => {
    archive(1);
    archive(2);
    await Promise.resolve();
    answers[0]?.();
    await vi.advanceTimersByTimeAsync(0);
    steps.leave();
    const next = new UnconfirmedSteps(storage);
    const left = next.takeLeft();
    expect(left).toEqual([
      {
        label: decidedText('Archive', [{ name: 'Company 2', companyId: 1 }]),
        entryId: 2,
        companyId: 2,
        list: 'Archive',
      },
    ]);
    expect(unconfirmedText(left, [])).toContain('One decision was not confirmed');
    expect(unconfirmedText(left, [{ entryId: 2, companyId: 2, list: 'Archive' }])).toBeNull();
    expect(next.takeLeft()).toEqual([]);
  });

  it('F3 a crash is told of, too, where the queue was slow to answer; an answer that comes at once writes nothing', async () => {
    const wrote = vi.spyOn(storage, 'setItem');
    archive(1);
    await Promise.resolve();
    answers[0]?.();
    await vi.advanceTimersByTimeAsync(200);
    expect(wrote).not.toHaveBeenCalled();
    archive(2);
    await vi.advanceTimersByTimeAsync(200);
    expect(new UnconfirmedSteps(storage).takeLeft().map(({ entryId }) => entryId)).toEqual([2]);
    answers[1]?.();
    await vi.advanceTimersByTimeAsync(0);
    expect(storage.length).toBe(0);
    steps.leave();
    expect(storage.length).toBe(0);
  });

  it('leaves nothing when all is confirmed; full storage and nonsense in it do no harm', async () => {
    archive(1);
    await Promise.resolve();
    answers[0]?.();
    await triage.whenSaved();
    expect(storage.length).toBe(0);
    storage.setItem('winnow.unconfirmedMoves', '[{"label":1}]');
    expect(new UnconfirmedSteps(storage).takeLeft()).toEqual([]);
    storage.full = true;
    expect(() => archive(2)).not.toThrow();
  });
});

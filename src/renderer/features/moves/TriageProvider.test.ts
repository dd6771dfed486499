import { beforeEach, describe, expect, it, afterEach, vi } from 'vitest';
import { TabStorage } from '../../data/testing/tabStorage.ts';
import { decidedText } from '../../decide/reduce.ts';
import { Triage } from '../../decide/triage.ts';
import { Complaints, type Complaint, UnconfirmedSteps, unconfirmedText } from './TriageProvider.tsx';

describe('complaints', () => {
  const toasts = new Map<string, Complaint>();
  let close: () => void;
  let complaints: Complaints;

  beforeEach(() => {
    toasts.clear();
    complaints = new Complaints({
      show: (complaint, onClose) => {
        expect(toasts.has(complaint.id)).toBe(false);
        toasts.set(complaint.id, complaint);
        close = () => {
          toasts.delete(complaint.id);
          onClose();
        };
      },
      update: (complaint) => {
        expect(toasts.has(complaint.id)).toBe(true);
        toasts.set(complaint.id, complaint);
      },
    });
  });

  it('F5 of decisions that were not saved are one toast, which counts them and says what is safe', () => {
    complaints.tell('Not saved', 'The disk is full.');
    expect([...toasts.values()]).toEqual([
      expect.objectContaining({
        title: 'Not saved',
        message: 'The disk is full. This company is back where it was. Your earlier decisions are safe.',
      }),
    ]);
    for (let key = 0; key < 11; key++) complaints.tell('Not saved', 'The disk is full.');
    expect([...toasts.values()]).toEqual([
      expect.objectContaining({
        title: 'Not saved (12)',
        message:
          'The disk is full. The last 12 decisions could not be saved and were reverted. Everything before is safe.',
      }),
    ]);
  });

  it('count from one again once the toast has gone', () => {
    complaints.tell('Not undone', 'No answer.');
    complaints.tell('Not undone', 'No answer.');
    close();
    complaints.tell('Not undone', 'No answer.');
    expect([...toasts.values()].map(({ title }) => title)).toEqual(['Not undone']);
  });
});

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
      giveReason: () => Promise.resolve(),
      writeNote: () => Promise.reject(new Error('No notes here.')),
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

import { expect, it } from 'vitest';
import type { Command } from './command.ts';
import { Draft } from './draft.ts';
import type { StepItem } from './plan.ts';
import { QueueState } from './queueState.ts';
import { UndoHistory } from './undoHistory.ts';

const itemOf = (companyId: number, entryId: number | null, seq: number): StepItem => ({
  entryId,
  companyId,
  name: 'A company',
  from: 'None',
  to: 'Archive',
  seq,
  replaced: null,
});

it('I15 I16 a step of 20,000 comes to cover as many entries more without looking through itself each time', () => {
  const count = 20_000;
  const history = new UndoHistory();
  const items = Array.from({ length: count }, (_, index) => itemOf(index + 1, null, index + 1));
  history.push({ stepId: 'step', label: '', items });
  const started = performance.now();
  for (const { companyId, seq } of items.toReversed()) {
    const command: Command = {
      ...itemOf(companyId, null, 0),
      seq: seq ?? 0,
      key: '',
      stepId: 'step',
      state: 'sent',
      reason: '',
    };
    history.extend(command, [itemOf(companyId, count + companyId, count + companyId)]);
  }
  // A fraction of a second, where it was a minute.
  expect(performance.now() - started).toBeLessThan(15_000);
  let seq = 3 * count;
  const ids = { nextSeq: () => ++seq, newKey: () => 'key' };
  expect(history.plan(new Draft(new QueueState()), 'undo', ids)?.items).toHaveLength(2 * count);
  // The caller's own list is left as it is.
  expect(items).toHaveLength(count);
});

it('I16 what an undo comes to cover belongs to the newest step that had put its company there', () => {
  const history = new UndoHistory();
  const step = (stepId: string, ...items: StepItem[]): void => history.push({ stepId, label: '', items });
  step('old', itemOf(5, null, 1));
  step('own', itemOf(9, null, 2), itemOf(5, null, 3));
  step('elsewhere', { ...itemOf(5, null, 4), to: 'Watchlist' });
  step('other', itemOf(6, null, 5));
  const undone = {
    ...itemOf(5, null, 6),
    seq: 6,
    key: '',
    stepId: 'undo elsewhere',
    state: 'sent',
    reason: '',
  } as const;
  history.extend(undone, [itemOf(5, 7, 7)]);
  const taken: string[] = [];
  const ids = { nextSeq: () => 99, newKey: () => 'key' };
  for (;;) {
    const next = history.plan(new Draft(new QueueState()), 'undo', ids);
    if (next === null) break;
    taken.push(`${next.stepId} ${next.items.map(({ seq }) => seq).join()}`);
    history.drop(next);
  }
  expect(taken).toEqual(['other 5', 'elsewhere 4', 'own 2,3,7', 'old 1']);
});

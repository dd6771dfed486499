import { expect, test } from 'vitest';
import type { Workspace } from '../workspace.ts';
import { WeeklyRefresh } from './serve.ts';

type Job = NonNullable<Workspace['jobs']['job']>;

/** A weekly refresh of a workspace whose newest week is 2026-W46, on Monday 16 November at 06:00. */
function refreshOf(
  outcomes: (string | Error)[],
  hour = 6,
): { refresh: WeeklyRefresh; told: string[]; left: () => number } {
  const told: string[] = [];
  let job: Job | null = null;
  const workspace = {
    companies: { status: async () => ({ week: '2026-W46' }) as Awaited<ReturnType<Workspace['companies']['status']>> },
    jobs: {
      get job() {
        return job;
      },
      async startRefresh() {
        const outcome = outcomes.shift() ?? '';
        if (outcome instanceof Error) throw outcome;
        job = { state: outcome === '' ? 'done' : 'failed', reason: outcome } as Job;
      },
    },
  };
  const refresh = new WeeklyRefresh({
    workspace,
    now: () => new Date(2026, 10, 16, hour),
    tell: (reason) => told.push(reason),
  });
  return { refresh, told, left: () => outcomes.length };
}

test('what keeps a digest from being released is told once for each reason, and tried again', async () => {
  const { refresh, told, left } = refreshOf(['The disk is full.', 'The disk is full.', '', 'The disk is full.']);
  for (let i = 0; i < 3; i++) await refresh.look();
  expect(told).toEqual(['The disk is full.']);
  await refresh.look();
  expect(told).toEqual(['The disk is full.', 'The disk is full.']);
  expect(left()).toBe(0);
});

test('F22 a fault of the storage at a look does not end the server', async () => {
  const { refresh, told } = refreshOf([new Error('database is locked')]);
  await refresh.look();
  expect(told).toHaveLength(1);
});

test('before Monday 06:00 nothing is due', async () => {
  const { refresh, left } = refreshOf([''], 5);
  await refresh.look();
  expect(left()).toBe(1);
});

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { addWeeks, digestWeekOf, mondayOf } from '#shared/domain/digestWeek.ts';
import { refreshCommand } from './commandLine/upkeep.ts';
import { WeeklyRefresh } from './commandLine/serve.ts';
import { noBoard } from './jobs/jobBoard.ts';
import { JobRunner, type JobDeps } from './jobs/jobRunner.ts';
import type { WriterResult, WriterTask } from './jobs/writerTask.ts';
import { configWithoutProvider, openWorkspace } from './workspace.ts';

/** Weeks begin at other moments in each of them, up to a day apart. */
const zones = [
  'Pacific/Kiritimati',
  'Pacific/Auckland',
  'Asia/Kathmandu',
  'Europe/Berlin',
  'UTC',
  'America/New_York',
  'Pacific/Pago_Pago',
];

/** Around a Monday, a change of the clocks, and the turn of an ISO year and of a calendar year. */
const days = ['2026-10-25', '2026-11-20', '2026-11-22', '2026-11-23', '2026-12-27', '2026-12-31', '2027-01-03'];
const moments = days.flatMap((day) =>
  ['00:00', '04:30', '05:59', '10:00', '11:30', '13:59', '18:15', '23:59'].map((time) => new Date(`${day}T${time}Z`)),
);

const before = process.env['TZ'];

afterEach(() => {
  vi.useRealTimers();
  if (before === undefined) delete process.env['TZ'];
  else process.env['TZ'] = before;
});

/** The local day of a moment, worked out by another way than the code. */
function dayIn(zone: string, moment: Date): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' }).format(moment);
}

const none = async (): Promise<never[]> => [];

/** A job runner over companies of which only the released week is kept. */
function runnerAt(
  moment: Date,
  released: string,
): { jobs: JobRunner; companies: JobDeps['companies']; week(): string } {
  let week = released;
  const status = async () => {
    const date = week === '' ? '' : mondayOf(week);
    return { week, date, sampleCompanies: 0, sampleAhead: 9, lastImport: null };
  };
  const companies = { status } as unknown as JobDeps['companies'];
  const runTask = async (task: WriterTask): Promise<WriterResult> => {
    const asked =
      task.kind === 'release' ? task.through : 'firstRelease' in task ? (task.firstRelease?.week ?? '') : '';
    if (asked > week) week = asked;
    const did = { changes: [], same: [], repeated: [] };
    const likely = { count: 0, rows: [] };
    const nothing = { reports: [], added: [], changed: [], did, likely, apart: [], removed: 0 };
    if (task.kind === 'import') return { kind: 'import', ...nothing };
    return task.kind === 'release' ? { kind: 'release', weeks: [] } : { kind: 'sample', added: 1 };
  };
  const upkeep = {
    openImports: none,
    lostCompanies: none,
    beginImport: async () => 1,
    endImport: none,
    bringBack: none,
  };
  const jobs = new JobRunner({
    companies,
    runTask,
    state: {
      smartLists: { allSearches: none },
      upkeep,
      ledger: { waiting: none },
      known: { unchosen: none },
      merges: { keepApart: none },
      users: { firstUser: async () => ({ id: 1 }) },
      audit: { record: none },
    } as unknown as JobDeps['state'],
    now: () => moment,
    owners: { begin: () => ({ name: 'me', end: () => undefined }), isGone: () => false },
    lockWriter: async () => null,
    board: noBoard,
    lockJobs: async () => ({ release: () => undefined }),
    follows: false,
    publish: () => undefined,
    changed: () => undefined,
    reportError: (error) => {
      throw error;
    },
    reopen: () => undefined,
  });
  return { jobs, companies, week: () => week };
}

type Runner = ReturnType<typeof runnerAt>;

/** Every way in which a week may be released, but for the simulation. */
const ways: Readonly<Record<string, (runner: Runner, moment: Date) => Promise<unknown>>> = {
  'asked for': ({ jobs }) => jobs.startRefresh(true),
  'due, by the app': ({ jobs }) => jobs.startRefresh(false).catch(() => undefined),
  'due, by a server': (workspace, moment) =>
    new WeeklyRefresh({ workspace, now: () => moment, tell: () => undefined }).look(),
  'after a start': ({ jobs }) => jobs.settleRelease(),
  'with a sample': ({ jobs }) => jobs.startSample(10),
  'with an import': ({ jobs }) => jobs.startImport([], { removeSample: false, dryRun: false }),
};

describe.each(Object.keys(ways))('a week that has not begun is never released %s', (name) => {
  test.each(zones)('in %s', async (zone) => {
    process.env['TZ'] = zone;
    for (const moment of moments) {
      const today = dayIn(zone, moment);
      const thisWeek = digestWeekOf(today);
      for (const released of ['', addWeeks(thisWeek, -3), addWeeks(thisWeek, -1), thisWeek]) {
        const runner = runnerAt(moment, released);
        await ways[name]!(runner, moment);
        expect(runner.jobs.job?.state ?? 'done', runner.jobs.job?.reason).toBe('done');
        const week = runner.week();
        if (week !== '') expect(mondayOf(week) <= today, `${week} on ${today}`).toBe(true);
        expect(week >= released).toBe(true);
        if (name === 'asked for') expect(week).toBe(thisWeek);
      }
    }
  });
});

test('only the simulation goes ahead, a week at a time', async () => {
  const runner = runnerAt(new Date(2026, 10, 20, 12), '2026-W47');
  await runner.jobs.startSimulation();
  await runner.jobs.startSimulation();
  expect(runner.week()).toBe('2026-W49');
  await runner.jobs.startRefresh(true);
  expect(runner.week()).toBe('2026-W49');
});

describe('the command “refresh”', () => {
  test.each([
    ['on Sunday night', new Date(2026, 10, 22, 23, 59), {}, '2026-W47'],
    ['on Sunday night, catching up', new Date(2026, 10, 22, 23, 59), { catchUp: true }, '2026-W47'],
    ['on Monday', new Date(2026, 10, 23, 0, 1), {}, '2026-W48'],
    ['on Sunday night, simulating', new Date(2026, 10, 22, 23, 59), { simulate: true }, '2026-W48'],
  ])('releases what has begun: %s', async (_when, moment, flags, week) => {
    const folder = mkdtempSync(join(tmpdir(), 'winnow-ahead-'));
    try {
      const file = join(folder, 'w.db');
      const workspace = await openWorkspace({
        file,
        config: configWithoutProvider(''),
        now: () => new Date(2026, 10, 20, 12),
        onEvent: () => undefined,
        reportError: () => undefined,
      });
      await workspace.jobs.startSample(200);
      workspace.close();
      vi.useFakeTimers({ toFake: ['Date'], now: moment });
      const results: unknown[] = [];
      const output = {
        result: (value: unknown) => results.push(value),
        note: () => undefined,
        progress: () => undefined,
      };
      await refreshCommand(
        { kind: 'refresh', file, store: null, catchUp: false, simulate: false, json: true, ...flags },
        output,
      );
      expect(results).toMatchObject([{ week }]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

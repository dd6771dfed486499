import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { FileJob } from '#shared/bridge/fileJobs.ts';
import { AppError } from '#shared/errors.ts';
import type { SaveTarget } from '../../ports.ts';
import { StateFile } from '../stateFile.ts';
import { eventually } from '../testing/eventually.ts';
import { FakeClock } from '../testing/fakeClock.ts';
import { RecordingLog } from '../testing/recordingLog.ts';
import { FileJobs, removeLeftovers, type FileOrder, type FileWork } from './fileJobs.ts';
import { fileProblem } from './temporaryFile.ts';

interface Job extends FileJob {
  readonly lines: number;
}

let folder: string;
let path: string;
let target: SaveTarget | null;
let told: Job[];
let log: RecordingLog;
let state: StateFile;
let jobs: FileJobs<Job>;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'winnow-files-'));
  path = join(folder, 'out.csv');
  target = { name: 'out.csv', path, finish: async () => '' };
  told = [];
  log = new RecordingLog();
  state = new StateFile(join(folder, 'main-state.json'), log);
  jobs = new FileJobs<Job>({
    saver: { choose: async () => target },
    clock: new FakeClock(),
    log,
    state,
    noun: 'export',
    again: 'export again',
    remembered: 3,
    publish: (job) => told.push(job),
  });
});
afterEach(async () => {
  await jobs.stop();
  rmSync(folder, { recursive: true });
});

type Write = (work: FileWork<Job>) => Promise<Partial<Job>>;

const writesText: Write = async ({ file, update }) => {
  update({ lines: 1 });
  await file.write(new TextEncoder().encode('new'));
  return { lines: 2 };
};

/** Writes half and goes on until it is cancelled. */
const neverEnds: Write = async ({ file, signal }) => {
  await file.write(new TextEncoder().encode('half'));
  return await new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
    if (signal.aborted) reject(signal.reason as Error);
  });
};

/** Writes half and fails. */
const failing =
  (error: unknown): Write =>
  async ({ file }) => {
    await file.write(new TextEncoder().encode('half'));
    throw error;
  };

const order = (write: Write, ended?: FileOrder<Job>['ended']): FileOrder<Job> => ({
  suggested: 'out',
  kind: 'csv',
  job: (common) => ({ ...common, lines: 0 }),
  write,
  ...(ended === undefined ? {} : { ended }),
});

/** Runs one to its end. */
async function made(write: Write = writesText): Promise<Job> {
  const ended = Promise.withResolvers<Job>();
  await jobs.begin(
    order(write, async (job) => ended.resolve(job)),
    'window-1',
  );
  return await ended.promise;
}

/** Temporary files beside the target. */
const strays = (): string[] => readdirSync(folder).filter((name) => name.endsWith('.winnow-part'));

it('I12 tells how it goes, and leaves a whole file for its owner only and nothing beside it', async () => {
  expect(await made()).toMatchObject({ state: 'done', file: 'out.csv', lines: 2, folder, downloadUrl: '' });
  expect(told.map(({ state: how, lines }) => `${how} ${lines}`)).toEqual(['running 1', 'done 2']);
  expect(readFileSync(path, 'utf8')).toBe('new');
  expect(statSync(path).mode & 0o777).toBe(0o600);
  await eventually(() => expect(state.value.exportTemporaries).toEqual([]));
  expect(strays()).toEqual([]);
});

it('names no folder where the file is to be downloaded', async () => {
  target = { name: 'out.csv', path, finish: async () => '/download/1' };
  expect(await made()).toMatchObject({ state: 'done', folder: '', downloadUrl: '/download/1' });
});

it('does not start when the user cancels the dialog', async () => {
  target = null;
  expect(await jobs.begin(order(writesText), 'window-1')).toBeNull();
  expect(jobs.list()).toEqual([]);
  expect(strays()).toEqual([]);
});

it('I12 one that fails leaves the old file, nothing beside it, and says why', async () => {
  writeFileSync(path, 'old');
  expect(await made(failing(new AppError('timeout', 'It took too long.')))).toMatchObject({
    state: 'failed',
    reason: 'It took too long.',
  });
  const full = Object.assign(new Error('no space'), { code: 'ENOSPC' });
  expect((await made(failing(full))).reason).toBe(
    'The disk is full, so out.csv was not saved. Free some space and export again.',
  );
  expect(readFileSync(path, 'utf8')).toBe('old');
  expect(strays()).toEqual([]);
});

it('I12 can be cancelled, and leaves the old file and nothing else', async () => {
  writeFileSync(path, 'old');
  const job = await jobs.begin(order(neverEnds), 'window-1');
  await eventually(() => expect(strays()).toHaveLength(1));
  expect(await jobs.cancel(job?.id ?? '')).toMatchObject({ state: 'cancelled', reason: '' });
  expect(readFileSync(path, 'utf8')).toBe('old');
  expect(strays()).toEqual([]);
  expect(await jobs.cancel(job?.id ?? '')).toMatchObject({ state: 'cancelled' });
  await expect(jobs.cancel('nope')).rejects.toMatchObject({ code: 'not_found' });
});

it('F29 the end of the app waits until what is under way has left nothing', async () => {
  await jobs.begin(order(neverEnds), 'window-1');
  await jobs.begin(order(neverEnds), 'window-1');
  await eventually(() => expect(state.value.exportTemporaries).toHaveLength(2));
  await jobs.stop();
  expect(jobs.list().map((job) => job.state)).toEqual(['cancelled', 'cancelled']);
  expect(strays()).toEqual([]);
  expect(existsSync(path)).toBe(false);
  expect(state.value.exportTemporaries).toEqual([]);
});

it('belong to an account: another one does not see them, and goes on with its own', async () => {
  jobs.attach('ada');
  const own = await made();
  jobs.attach('ada', () => []);
  expect(jobs.list()).toEqual([own]);
  const his = { ...own, id: 'his' };
  jobs.attach('bob', () => [his]);
  expect(jobs.list()).toEqual([his]);
});

it('keeps the newest that have ended, and all that run', async () => {
  const running = await jobs.begin(order(neverEnds), 'window-1');
  const ids = [];
  for (let count = 0; count < 4; count++) ids.push((await made()).id);
  expect(jobs.list().map(({ id }) => id)).toEqual([running?.id, ...ids.slice(-2)]);
});

it('S40 leaves alone what is no file', async () => {
  target = { name: 'full', path: '/dev/full', finish: async () => '' };
  expect(await made()).toMatchObject({ state: 'failed', reason: expect.stringContaining('full is not a file') });
  expect(statSync('/dev/full').isCharacterDevice()).toBe(true);
});

it('S40 replaces a symbolic link instead of following it', async () => {
  const elsewhere = join(folder, 'elsewhere.txt');
  writeFileSync(elsewhere, 'mine');
  symlinkSync(elsewhere, path);
  expect(await made()).toMatchObject({ state: 'done' });
  expect(readFileSync(elsewhere, 'utf8')).toBe('mine');
  expect(readFileSync(path, 'utf8')).toBe('new');
});

it('F6 a folder that is gone is told, and is not made', async () => {
  target = { name: 'out.csv', path: join(folder, 'gone', 'out.csv'), finish: async () => '' };
  expect(await made()).toMatchObject({ state: 'failed', reason: 'The folder of out.csv no longer exists.' });
  expect(existsSync(join(folder, 'gone'))).toBe(false);
  await eventually(() => expect(state.value.exportTemporaries).toEqual([]));
});

it('F6 a folder that goes while it is written is told', async () => {
  const own = join(folder, 'own');
  mkdirSync(own);
  target = { name: 'out.csv', path: join(own, 'out.csv'), finish: async () => '' };
  const goes: Write = async ({ file }) => {
    await file.write(new TextEncoder().encode('new'));
    rmSync(own, { recursive: true });
    return {};
  };
  expect(await made(goes)).toMatchObject({ state: 'failed', reason: 'The folder of out.csv no longer exists.' });
});

it('writes under the longest name that the file system takes, and says where one is too long', async () => {
  const longest = `${'n'.repeat(251)}.csv`;
  target = { name: longest, path: join(folder, longest), finish: async () => '' };
  expect(await made()).toMatchObject({ state: 'done' });
  expect(readFileSync(join(folder, longest), 'utf8')).toBe('new');
  target = { name: `n${longest}`, path: join(folder, `n${longest}`), finish: async () => '' };
  expect(await made()).toMatchObject({
    state: 'failed',
    reason: `The name n${longest} is too long. Choose a shorter one.`,
  });
  expect(strays()).toEqual([]);
});

const coded = (code: string): Error => Object.assign(new Error(code), { code });

it('tells a file that another program holds from a folder that cannot be written', () => {
  const held = 'out.csv is open in another program. Close it there, or choose another name.';
  for (const code of ['EBUSY', 'EPERM', 'EACCES']) {
    expect(fileProblem(coded(code), 'out.csv', 'replace', 'win32')).toMatchObject({ code: 'bad_file', message: held });
  }
  expect(fileProblem(coded('EPERM'), 'out.csv', 'write', 'win32').code).toBe('storage_readonly');
  expect(fileProblem(coded('EACCES'), 'out.csv', 'replace', 'linux').code).toBe('storage_readonly');
  expect(fileProblem(coded('EBUSY'), 'out.csv', 'replace', 'linux').message).toBe(held);
  expect(fileProblem(coded('ENOSPC'), 'out.csv', 'replace', 'win32').code).toBe('storage_full');
  expect(fileProblem(coded('EIO'), 'out.csv', 'write').message).toBe('out.csv could not be saved.');
});

it('I12 the next start removes what a crash has left, and only what is ours', async () => {
  const ours = join(folder, 'out.csv.1234.winnow-part');
  const theirs = join(folder, 'precious.txt');
  writeFileSync(ours, 'half');
  writeFileSync(theirs, 'whole');
  await state.update({ exportTemporaries: [ours, theirs] });
  await removeLeftovers(new StateFile(join(folder, 'main-state.json'), log), log);
  expect(existsSync(ours)).toBe(false);
  expect(existsSync(theirs)).toBe(true);
  expect(new StateFile(join(folder, 'main-state.json'), log).value.exportTemporaries).toEqual([]);
});

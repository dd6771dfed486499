import { setImmediate } from 'node:timers/promises';
import { AppError } from '#shared/errors.ts';
import type { AnalysedCompanies, CompanyChange, NumberedChange } from '../index/port.ts';
import type { Writer } from '../index/writer.ts';
import type { BatchRun, CompanyLog } from '../postgres/companyLog.ts';
import { analysed } from './analysedCompanies.ts';
import type { TaskControl } from './writerTask.ts';

/** What the user reads meanwhile. */
const label = 'Fetching companies';

/** How many of the newest batches stay apart, so that they can be undone: as many as merging leaves (`merge.ts`). */
const batchesApart = 5;

/** Reads the companies of some batches, which have `changed` so many. */
export type ReadBatches = (run: BatchRun, changed: number) => AsyncIterable<AnalysedCompanies>;

/** How to follow. */
export interface FollowOptions {
  /** Where companies are fetched and analysed: here by default, or in other threads. */
  readonly read?: ReadBatches;
  /** How many of the newest batches stay apart, if other than usual. Only tests set it. */
  readonly apart?: number;
}

/**
 * Makes every change that a log has and an index has not, in their order, and returns how many there were. Cancelled,
 * it leaves those that are made; cancelling throws `cancelled`.
 */
export async function followLog(
  writer: Pick<Writer, 'followed' | 'follow' | 'followBatches' | 'skipTo' | 'beginAnew'>,
  log: Pick<CompanyLog<CompanyChange>, 'newest' | 'after' | 'companiesOf' | 'nextCompanyId'>,
  { onProgress, signal }: TaskControl,
  { read = (run) => analysed(log.companiesOf(run)), apart = batchesApart }: FollowOptions = {},
): Promise<number> {
  const begun = writer.followed;
  for (let changes = 0; ;) {
    const newest = await log.newest();
    // The first time; and where a database was put back to an earlier day, what came since is not true any more.
    if (newest < writer.followed || (writer.followed === 0 && newest > 0)) writer.beginAnew(newest);
    const steps = stepsOf(await log.after(writer.followed), apart);
    if (steps.length === 0) {
      writer.skipTo(newest, await log.nextCompanyId());
      return changes;
    }
    try {
      for (const step of steps) {
        onProgress({ done: Math.max(0, writer.followed - begun), total: newest - begun, label });
        await setImmediate();
        if (signal.aborted) throw new AppError('cancelled', 'Fetching companies was cancelled.');
        await make(writer, step, read, signal);
        changes += step.length;
      }
    } catch (error) {
      // What is to be undone is one with others here, and no longer to be told from them.
      if (!(error instanceof AppError && error.code === 'conflict')) throw error;
      writer.beginAnew(newest);
    }
  }
}

/** Changes that are made as one: those of some batches, or one of any other kind. */
type Step = readonly NumberedChange[];

/**
 * Takes changes together that an index need not tell apart: all batches of one origin but the newest ones, with the
 * releases between them. Nobody can undo them any more, and what a later one of them has replaced is never read.
 */
function stepsOf(changes: readonly NumberedChange[], apart: number): Step[] {
  const batches = changes.filter(({ kind }) => kind === 'batch');
  const undoable = batches.findLast(
    (change) => change.kind === 'batch' && change.origin === 'import' && !change.isFinal,
  );
  const firstApart = Math.min(batches.at(-apart)?.seq ?? 0, undoable?.seq ?? Infinity);
  const steps: NumberedChange[][] = [];
  let run: NumberedChange[] = [];
  const end = (): void => {
    // It ends with a batch; what comes after that stands alone.
    const to = run.findLastIndex(({ kind }) => kind === 'batch') + 1;
    if (to > 0) steps.push(run.slice(0, to));
    for (const change of run.slice(to)) steps.push([change]);
    run = [];
  };
  for (const change of changes) {
    const first = run.find((each) => each.kind === 'batch');
    const joins =
      change.seq < firstApart &&
      (change.kind === 'release' ||
        (change.kind === 'batch' && change.instead === null && (first?.origin ?? change.origin) === change.origin));
    if (!joins) end();
    run.push(change);
    if (!joins) end();
  }
  end();
  return steps;
}

async function make(
  writer: Pick<Writer, 'follow' | 'followBatches'>,
  step: Step,
  read: ReadBatches,
  signal: AbortSignal,
): Promise<void> {
  const [first] = step;
  if (first === undefined) return;
  if (step.length === 1 && first.kind !== 'batch') {
    writer.follow(first);
    return;
  }
  const changes = step.filter((change) => change.kind === 'batch' || change.kind === 'release');
  const batches = changes.filter((change) => change.kind === 'batch');
  const run = { first: batches[0]?.seq ?? first.seq, last: batches.at(-1)?.seq ?? first.seq };
  const companies = batches.reduce((sum, { counts }) => sum + counts.added + counts.replaced + counts.removed, 0);
  await writer.followBatches(changes, untilAborted(read(run, companies), signal));
}

async function* untilAborted<T>(all: AsyncIterable<T>, signal: AbortSignal): AsyncGenerator<T> {
  for await (const each of all) {
    if (signal.aborted) throw new AppError('cancelled', 'Fetching companies was cancelled.');
    yield each;
  }
}

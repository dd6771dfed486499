import type { Log } from '#main/ports.ts';
import { counted } from '#shared/domain/formats.ts';
import { AppError } from '#shared/errors.ts';
import type { CallInput } from '#shared/bridge/contract.ts';
import type { WorkspaceJob, WorkspaceStatus } from '#shared/bridge/workspace.ts';
import { shellCaller, type ShellApp } from './shellApp.ts';
import type { StartFlags } from './startFlags.ts';
import { readShellState, writeShellState } from './preferenceFile.ts';

export interface AnnounceParts {
  readonly app: Pick<ShellApp, 'router' | 'events'>;
  readonly flags: Pick<StartFlags, 'workspace' | 'sample' | 'json'>;
  readonly log: Log;
  /** Where the app is. */
  readonly url: string;
  /** Lines for the user on stdout and stderr. */
  readonly print: (line: string) => void;
  readonly tell: (line: string) => void;
  /** Shows the app to the user. */
  readonly show: () => Promise<void>;
}

/**
 * The end of a start, the same in both shells: the app is shown and the first sample is created. With `--json` the
 * sample comes first, because whoever reads the line expects it to be there, and a failure is thrown; otherwise the app
 * is usable without it.
 */
export async function announce({ app, flags, log, url, print, tell, show }: AnnounceParts): Promise<void> {
  const makeSample = (): Promise<void> =>
    makeFirstSample(app, flags.workspace, flags.sample, tenths(flags.sample, tell));
  if (flags.json) {
    await makeSample();
    print(JSON.stringify({ url }));
    await show();
    return;
  }
  await show();
  try {
    await makeSample();
  } catch (error) {
    log.error('sample.failed', error);
    tell(`The sample companies could not be created: ${AppError.from(error).message}`);
  }
}

/** Prints the progress of the sample, in tenths. */
function tenths(companies: number, tell: (line: string) => void): (part: number) => void {
  let told = -1;
  return (part) => {
    const reached = Math.floor(part * 10);
    if (reached <= told) return;
    told = reached;
    tell(`Creating ${counted(companies, 'sample company', 'sample companies')}: ${reached * 10}%`);
  };
}

/**
 * Fills a workspace that was never filled before with sample companies and resolves when that is done; a workspace the
 * user has imported into or emptied is left alone. `onProgress` is called with 0 to 1. Throws an `AppError` if it
 * fails.
 */
async function makeFirstSample(
  app: Pick<ShellApp, 'router' | 'events'>,
  folder: string,
  companies: number,
  onProgress: (part: number) => void,
): Promise<void> {
  const state = readShellState(folder);
  if (state.sampleMade) return;
  const { companies: there } = await ask(app, 'workspace.get', null);
  if (there === 0 && companies > 0) {
    const { promise: ended, resolve: end } = Promise.withResolvers<WorkspaceJob>();
    const follow = ({ job }: WorkspaceStatus): void => {
      if (job?.kind !== 'sample') return;
      if (job.total !== null && job.total > 0) onProgress(job.done / job.total);
      if (job.state !== 'running') end(job);
    };
    const unsubscribe = app.events.subscribe('workspace.changed', follow);
    try {
      follow(await ask(app, 'workspace.createSample', { companies }));
      const job = await ended;
      // Cancelled is not a failure: the user did not want it.
      if (job.state === 'failed') throw new AppError('internal', job.reason);
    } finally {
      unsubscribe();
    }
  }
  await writeShellState(folder, { ...readShellState(folder), sampleMade: true });
}

async function ask<N extends 'workspace.get' | 'workspace.createSample'>(
  { router }: Pick<ShellApp, 'router'>,
  name: N,
  input: CallInput<N>,
): Promise<WorkspaceStatus> {
  const reply = await router.handle(name, input, shellCaller());
  if (!reply.ok) throw AppError.fromWire(reply.error);
  // The call's own handler produced it, in this process.
  return reply.value as WorkspaceStatus;
}

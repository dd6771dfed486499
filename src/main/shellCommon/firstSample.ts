import type { CallInput } from '#shared/bridge/contract.ts';
import type { WorkspaceJob, WorkspaceStatus } from '#shared/bridge/workspace.ts';
import { AppError } from '#shared/errors.ts';
import { shellCaller, type ShellApp } from './shellApp.ts';
import { readShellState, writeShellState } from './shellState.ts';

/**
 * Fills a workspace that was never filled before with sample companies and resolves when that is done; what the user
 * imported or emptied since is left alone. `onProgress` hears of it from 0 to 1. Throws an `AppError` when it fails.
 */
export async function makeFirstSample(
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
      // Cancelled is no failure: the user did not want it.
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
  // The call's own handler has produced it, in this process.
  return reply.value as WorkspaceStatus;
}

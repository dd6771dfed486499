import { randomUUID } from 'node:crypto';
import type { WorkspaceJob } from '#shared/bridge/workspace.ts';
import type { ErrorCode } from '#shared/errors.ts';
import type { TaskControl, TaskProgress } from './writerTask.ts';

/** What to add to the reason why segments were not rebuilt; damage speaks for itself. */
export function adviceFor(code: ErrorCode): string {
  if (code === 'cancelled' || code === 'storage_corrupt') return '';
  if (code === 'storage_full') return ' Free some space; Winnow tries again when it next starts.';
  return ' Winnow tries again when it next starts.';
}

export function newJob(kind: WorkspaceJob['kind'], label: string, dryRun: boolean): WorkspaceJob {
  return {
    id: randomUUID(),
    kind,
    state: 'running',
    label,
    done: 0,
    total: null,
    rate: 0,
    reason: '',
    dryRun,
    outcome: '',
    reports: [],
  };
}

/** Turns a task's progress into changes of its job, with a rate counted from now. */
export function progressInto(update: (change: Partial<WorkspaceJob>) => void): TaskControl['onProgress'] {
  const startedAt = performance.now();
  return ({ done, total, label }: TaskProgress): void => {
    const seconds = (performance.now() - startedAt) / 1000;
    update({ done, total, label, rate: seconds > 0 ? Math.round(done / seconds) : 0 });
  };
}

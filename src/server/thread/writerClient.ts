import { Channel } from '#node/channel.ts';
import type { TaskRunner } from '../jobs/jobRunner.ts';
import type { TaskProgress, WriterResult, WriterTask } from '../jobs/writerTask.ts';
import type { PostgresAddress } from '../postgres/address.ts';
import { threadFile } from '../../node/threads.ts';

/**
 * Room for the writer's young objects: it makes many that live only for a moment, and a server may be started with
 * hardly any such room, because its searches do not need it (scripts/lib/serverArguments.mjs).
 */
const youngMegabytes = 48;

/** What a writer's thread can be asked; it sends its progress as events. */
export interface WriterCalls {
  run(work: {
    readonly indexFolder: string;
    readonly task: WriterTask;
    /** Where the changes are that the index follows; null for an index that is followed by none. */
    readonly store: PostgresAddress | null;
  }): Promise<WriterResult>;
}

/** Runs each task in a writer's thread of its own, which ends with the task. */
export function createTaskRunner(indexFolder: string, store: PostgresAddress | null = null): TaskRunner {
  return async (task, { onProgress, signal }) => {
    const thread = new Channel<WriterCalls, TaskProgress>(threadFile('writerThread'), {
      resourceLimits: { maxYoungGenerationSizeMb: youngMegabytes },
      onEvent: onProgress,
      lost: (code, error) => error ?? new Error(`The writer's thread ended with code ${String(code)}.`),
    });
    try {
      // A cancelled task undoes what it has done before it answers.
      return await thread.call('run', { indexFolder, task, store }, { signal, waits: true });
    } finally {
      void thread.end();
    }
  };
}

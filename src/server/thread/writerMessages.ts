import type { ErrorWire } from '#shared/errors.ts';
import type { TaskProgress, WriterResult, WriterTask } from '../jobs/writerTask.ts';

/** What the writer's thread is started with. */
export interface WriterThreadData {
  readonly indexFolder: string;
  readonly task: WriterTask;
}

/** What it says. Anything said to it means "cancel". */
export type FromWriter =
  | { readonly kind: 'progress'; readonly progress: TaskProgress }
  | { readonly kind: 'done'; readonly result: WriterResult }
  | { readonly kind: 'failed'; readonly error: ErrorWire };

/** Shortest time between two progress reports, in milliseconds: ten a second. */
export const progressInterval = 100;

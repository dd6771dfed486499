import type { ErrorWire } from '#shared/errors.ts';
import type { ImportSource } from '#node/localApi.ts';
import type { ReadOptions, ReadStep } from '../ingest/readFiles.ts';

/** What a reader's thread is started with. */
export interface ReaderThreadData {
  readonly sources: readonly ImportSource[];
  readonly options: ReadOptions;
}

/** What it says. Anything said to it means that one step was taken and another may come. */
export type FromReader =
  | { readonly kind: 'step'; readonly step: ReadStep }
  | { readonly kind: 'end' }
  | { readonly kind: 'failed'; readonly error: ErrorWire };

/** Steps that may be on their way at once: enough that nobody waits for the other's next turn on a busy machine. */
export const stepsUnderWay = 32;

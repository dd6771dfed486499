import type { JobBoard } from '../state/serversPort.ts';

/** Where there is no other server. */
export const noBoard: JobBoard = {
  begin: () => Promise.resolve(),
  advance: () => undefined,
  end: () => Promise.resolve(),
  elsewhere: () => Promise.resolve(null),
  cancel: () => Promise.resolve(),
};

/** What keeps others out. */
export interface JobHold {
  release(): Promise<void> | void;
}

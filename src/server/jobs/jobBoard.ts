import type { WorkspaceJob } from '#shared/bridge/workspace.ts';

/** The job that runs on any server of a team. A job is on it from the moment that it keeps the others out. */
export interface JobBoard {
  /** Puts a job on it; `stop` is called when somebody wants it to end. */
  begin(job: WorkspaceJob, stop: () => void): Promise<void>;
  /** How far it is by now. */
  advance(job: WorkspaceJob): void;
  /** How it ended. The others may begin one as soon as this is done. */
  end(job: WorkspaceJob): Promise<void>;
  /** The newest job of another server, as far as it is known; null if there is none. */
  elsewhere(): Promise<WorkspaceJob | null>;
  /** Asks the server that runs it to end it. */
  cancel(): Promise<void>;
}

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

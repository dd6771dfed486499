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

/** A file that another server may be asked about. */
export interface StoredFile {
  readonly name: string;
  /** When it was changed, where its user's machine says so. */
  readonly changed: Date | null;
  readonly bytes: number;
}

/** Where the servers of a team keep what any of them was sent. */
export interface SentFileStore {
  /** Keeps what is in `path`. */
  put(token: string, user: number, file: StoredFile, path: string): Promise<void>;
  /** A file of this user that is kept whole, from now on used last; undefined if there is none. */
  use(token: string, user: number): Promise<StoredFile | undefined>;
  /** Writes a file's bytes to a new file. */
  fetch(token: string, path: string): Promise<void>;
  drop(token: string): Promise<void>;
  dropOf(user: number): Promise<void>;
  /** Drops all of a user's files but those that were used last. */
  makeRoom(user: number, files: number): Promise<void>;
  /** Drops the files that nobody has used for so long, in milliseconds. */
  expire(lifeMs: number): Promise<void>;
}

import type {
  ColumnMapping,
  ImportPreview,
  LastImport,
  WorkspaceCopy,
  WorkspaceJob,
} from '#shared/bridge/workspace.ts';

/** The parts of `WorkspaceStatus` that the API's side knows; main adds the rest. */
export interface LocalApiStatus {
  readonly companies: number;
  readonly sampleCompanies: number;
  readonly importedCompanies: number;
  readonly digestWeek: string;
  readonly refreshedAt: string;
  readonly bytes: number;
  readonly readOnly: string;
  readonly notices: readonly string[];
  readonly lastImport: LastImport | null;
  readonly copies: readonly WorkspaceCopy[];
  readonly job: WorkspaceJob | null;
}

/** What the API's side says unasked. */
export type LocalApiEvent =
  | { readonly kind: 'status'; readonly status: LocalApiStatus }
  | {
      readonly kind: 'refreshed';
      readonly week: string;
      readonly lists: readonly { id: number; name: string; added: number }[];
    }
  /** Companies that entries or collections named are gone for good, with what named them. */
  | { readonly kind: 'removed'; readonly companies: readonly number[] }
  | { readonly kind: 'stopped'; readonly reason: string }
  /** Another state has taken the place of the one before: nothing that was read of it holds. */
  | { readonly kind: 'restored' };

/** A file to import, the name that the user knows it by, and how its columns are to be read where that was corrected. */
export interface ImportSource {
  readonly path: string;
  readonly name: string;
  readonly mapping: ColumnMapping;
}

export interface ImportChoices {
  readonly removeSample: boolean;
  /** Counts what would become of every row, and changes nothing. */
  readonly dryRun: boolean;
}

/**
 * The local workspace's API, as main holds it: the same `fetch` a server answers, without a socket, and beside it what
 * only the owner of the workspace may do. Implemented by the worker's handle (src/server/workerHandle.ts).
 */
export interface LocalApi {
  /** Answers like a server would; the origin of the address does not matter. Honours the request's signal. */
  fetch(request: Request): Promise<Response>;
  /** A bearer token of the workspace's own user, made where there is none that is still good. */
  issueToken(): Promise<string>;
  status(): Promise<LocalApiStatus>;
  /** Starts to fill the workspace with `companies` sample companies; progress comes as events. Rejects when busy. */
  createSample(companies: number): Promise<LocalApiStatus>;
  /** Looks at a file without importing it. */
  inspect(path: string): Promise<Omit<ImportPreview, 'token'>>;
  startImport(sources: readonly ImportSource[], choices: ImportChoices): Promise<LocalApiStatus>;
  /** Takes the newest import back; rejects where there is none. */
  undoImport(): Promise<LocalApiStatus>;
  /** Releases the next digest (or those missed, up to today's week when `onlyDue`). */
  refresh(options: { onlyDue: boolean }): Promise<LocalApiStatus>;
  /** Starts to make a copy of the whole workspace, kept beside it. */
  backUp(): Promise<LocalApiStatus>;
  /** Starts to restore a copy by its name; when it is ready the API starts anew with it and tells `restored`. */
  restore(name: string): Promise<LocalApiStatus>;
  /** Takes a copy off the disk for good. */
  removeCopy(name: string): Promise<LocalApiStatus>;
  /** Stops the running job; what it did is undone. */
  cancel(): Promise<LocalApiStatus>;
  subscribe(listener: (event: LocalApiEvent) => void): () => void;
  /** Stops cleanly; pending calls are rejected. */
  close(): Promise<void>;
}

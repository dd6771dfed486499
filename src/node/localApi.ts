import type { EndpointName } from '#shared/api/endpoints.ts';
import type {
  ColumnMapping,
  Duplicates,
  FileReading,
  ImportPreview,
  LastImport,
  MergePair,
  Rates,
  SampleUse,
  WorkspaceCopy,
  WorkspaceJob,
} from '#shared/bridge/workspace.ts';
import type { LikelyChoices } from '#shared/domain/likelyRows.ts';

/** The parts of `WorkspaceStatus` that the API's side knows; main adds the rest. */
export interface LocalApiStatus {
  readonly companies: number;
  readonly sampleCompanies: number;
  readonly sampleAhead: number;
  readonly importedCompanies: number;
  readonly digestWeek: string;
  readonly refreshedAt: string;
  readonly bytes: number;
  readonly readOnly: string;
  readonly notices: readonly string[];
  readonly lastImport: LastImport | null;
  readonly copies: readonly WorkspaceCopy[];
  readonly job: WorkspaceJob | null;
  readonly upkeep: WorkspaceJob | null;
}

/** What the API's side sends unasked. */
export type LocalApiEvent =
  | { readonly kind: 'status'; readonly status: LocalApiStatus }
  | {
      readonly kind: 'refreshed';
      readonly week: string;
      readonly lists: readonly { id: number; name: string; added: number; leftOut: number; known: number }[];
    }
  /** Companies that entries or collections named are gone for good, and so are those entries. */
  | { readonly kind: 'removed'; readonly companies: readonly number[] }
  | { readonly kind: 'stopped'; readonly reason: string }
  /** Another state has replaced the previous one: nothing that was read of it is still valid. */
  | { readonly kind: 'restored' };

/** A preview as the API makes it, which knows no tokens. */
export type FilePreview = Omit<ImportPreview, 'token'>;

/** The preview of a file that is no company list; `problem` says why. */
export function unreadable(problem: string): FilePreview {
  const file = { file: '', format: '', encoding: '', delimiter: '', bytes: 0, note: '', day: '' };
  return { ...file, dayFrom: 'changed', problem, sheets: [], read: [], columns: [], rows: [], currencies: {} };
}

/**
 * A file to import, the name that the user knows it by, and the corrections to how its columns are read. `day` is the
 * day that its values are of (`YYYY-MM-DD`); without it, its name or its last change says so.
 */
export interface ImportSource {
  readonly path: string;
  readonly name: string;
  readonly mapping: ColumnMapping;
  readonly day?: string;
  /** US dollars for one unit of a currency, by its code. Amounts in it are converted, and say so. */
  readonly rates?: Rates | undefined;
  /** The sheets to read of a spreadsheet, all with one header; what looks most like a list of companies by default. */
  readonly sheets?: readonly string[] | undefined;
}

export interface ImportChoices {
  readonly removeSample: boolean;
  /** Counts what would become of every row, and changes nothing. */
  readonly dryRun: boolean;
  /** What the user says of rows that may be companies that are here; without it they are added. */
  readonly likely?: LikelyChoices | undefined;
}

/** A call of the endpoint table whose answer is JSON, as the local API takes it: without a `Request`. */
export interface LocalCall {
  readonly name: EndpointName;
  /** Path and query. */
  readonly target: string;
  readonly params: Readonly<Record<string, string>>;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** The answer to a `LocalCall`: JSON in UTF-8, empty with a 204. */
export interface LocalAnswer {
  readonly status: number;
  readonly json: string | Uint8Array;
}

/** What only the owner of a workspace may ask, besides the calls that a server answers. */
export interface LocalCommands {
  /** Makes a bearer token for the workspace's own user; the one before it stops working. */
  issueToken(): Promise<string>;
  status(): Promise<LocalApiStatus>;
  /** Starts to fill the workspace with `companies` sample companies; progress comes as events. Rejects when busy. */
  createSample(companies: number): Promise<LocalApiStatus>;
  /**
   * Looks at a file without importing it; of a spreadsheet at these sheets, or those that look most like companies.
   * Sheets of different headers have a preview each. With `reading` its first rows are read as companies.
   */
  inspect(path: string, sheets: readonly string[], name: string, reading?: FileReading): Promise<FilePreview[]>;
  startImport(sources: readonly ImportSource[], choices: ImportChoices): Promise<LocalApiStatus>;
  /** Takes the newest import back; rejects if there is none. */
  undoImport(): Promise<LocalApiStatus>;
  /** Imported companies that may be one. */
  duplicates(): Promise<Duplicates>;
  /** What two companies would be as one. */
  previewMerge(ids: readonly [number, number]): Promise<MergePair>;
  /** Merges the second company into the first; it can be taken back like an import. */
  merge(ids: readonly [number, number], name?: string): Promise<LocalApiStatus>;
  /** Notes that two companies are not one, or forgets it. */
  setApart(ids: readonly [number, number], isApart: boolean): Promise<null>;
  /**
   * Releases the weeks that have begun and are not released yet; rejects with `conflict` if they are many and nobody
   * asked for it (`catchUp`). Without that, and without such a week, the last job stays as it is.
   */
  refresh(options: { catchUp: boolean }): Promise<LocalApiStatus>;
  /** Releases the next week of sample companies, also before it has begun; rejects if there are none. */
  simulateWeek(): Promise<LocalApiStatus>;
  sampleUse(): Promise<SampleUse>;
  /** Starts removing the sample. */
  removeSample(): Promise<LocalApiStatus>;
  /** Starts to copy the whole workspace; the copy is kept beside it. */
  backUp(): Promise<LocalApiStatus>;
  /** Starts to restore a copy by its name; when it is ready, the API restarts with it and sends `restored`. */
  restore(name: string): Promise<LocalApiStatus>;
  /** Deletes a copy for good. */
  removeCopy(name: string): Promise<LocalApiStatus>;
  /** Stops the running job and undoes its work; without a job, stops background work, which keeps what is done. */
  cancel(): Promise<LocalApiStatus>;
}

/** The commands about companies, which a server's staff has, too: there a job has only begun when they resolve. */
export type WorkspaceCommands = Omit<LocalCommands, 'issueToken'>;

export type LocalCommandName = keyof LocalCommands;

/** A command and its arguments, as it crosses to the API's thread. */
export type LocalCommand = {
  readonly [N in LocalCommandName]: { readonly name: N; readonly args: Parameters<LocalCommands[N]> };
}[LocalCommandName];

/** Every command; one that is missing here does not compile. */
const commandNames: Readonly<Record<LocalCommandName, true>> = {
  issueToken: true,
  status: true,
  createSample: true,
  inspect: true,
  startImport: true,
  undoImport: true,
  duplicates: true,
  previewMerge: true,
  merge: true,
  setApart: true,
  refresh: true,
  simulateWeek: true,
  sampleUse: true,
  removeSample: true,
  backUp: true,
  restore: true,
  removeCopy: true,
  cancel: true,
};

/** The commands, as functions that hand each call to `send`. */
export function commandsOver(send: (command: LocalCommand) => Promise<unknown>): LocalCommands {
  const names = Object.keys(commandNames) as LocalCommandName[];
  const made = names.map((name) => [name, (...args: unknown[]) => send({ name, args } as LocalCommand)] as const);
  // The other side's table is of the same type.
  return Object.fromEntries(made) as unknown as LocalCommands;
}

/** Runs a command from a table of them. */
export async function runCommand(commands: LocalCommands, { name, args }: LocalCommand): Promise<unknown> {
  const run = commands[name] as (...given: readonly unknown[]) => Promise<unknown>;
  return await run.apply(commands, args);
}

/**
 * The local workspace's API, as main uses it: the same `fetch` that a server answers, without a socket, plus what only
 * the owner of the workspace may do. Implemented by the worker's handle (src/server/thread/workerHandle.ts).
 */
export interface LocalApi extends LocalCommands {
  /** Answers like a server would; the origin of the address does not matter. Honours the request's signal. */
  fetch(request: Request): Promise<Response>;
  /**
   * The same for JSON, by the short way (docs/adr/0024). A call that fails has an answer too; rejects if none comes.
   */
  call(call: LocalCall, signal: AbortSignal): Promise<LocalAnswer>;
  subscribe(listener: (event: LocalApiEvent) => void): () => void;
  /** Stops cleanly; pending calls are rejected. */
  close(): Promise<void>;
}

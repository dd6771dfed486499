import type { Log } from '#node/log.ts';
import type { ShellInfo } from '#shared/bridge/contract.ts';

export type { Log };

/**
 * What the services need from the shell they run in. Electron and the browser shell each bring their own; tests bring
 * small real ones. A port is named after the need, not the technology.
 */

/** Time. `monotonic` (milliseconds) never jumps; `now` is the wall clock. */
export interface Clock {
  now(): Date;
  monotonic(): number;
  /** Calls back once after `ms`; returns a function that cancels. */
  after(ms: number, callback: () => void): () => void;
}

/**
 * Keeps the token. Every call may fail or hang: the caller sets a deadline. `backend` says where secrets are kept,
 * `problem` in a full sentence why not in the keychain, otherwise `''`. What a call throws says the same about its own
 * failure.
 */
export interface SecretStore {
  readonly backend: 'keychain' | 'memory';
  readonly problem: string;
  get(account: string): Promise<string | null>;
  set(account: string, secret: string): Promise<void>;
  delete(account: string): Promise<void>;
}

/** A file being written for the user. `name` is for showing; `path` is where the finished file goes. */
export interface SaveTarget {
  readonly name: string;
  readonly path: string;
  /** Called when the file is complete; returns a one-time download address, or `''` if the file is in place. */
  finish(): Promise<string>;
}

/** Kinds of files that are saved, which are their endings. */
export type SavedKind = 'csv' | 'pdf' | 'zip';

/** Asks where to save. Null if the user cancels. `client` is the caller's name; the dialog belongs to its window. */
export interface FileSaver {
  choose(suggestedName: string, kind: SavedKind, client: string): Promise<SaveTarget | null>;
}

/** A file the user has handed over; the renderer knows only its `token`. */
export interface OpenedFile {
  readonly token: string;
  readonly name: string;
  readonly path: string;
}

/** Lets the user choose files, and resolves tokens of files handed over before. `client` as for `FileSaver`. */
export interface FileOpener {
  choose(client: string): Promise<OpenedFile[]>;
  resolve(token: string): OpenedFile | null;
}

/** Prints a page as PDF, tagged and with an outline. The page is self-contained: no script runs, nothing is fetched. */
export interface PdfPrinter {
  /**
   * Throws `unavailable` if nothing can print, `timeout` after two attempts, and the signal's reason when aborted.
   * Pages are printed one after the other.
   */
  print(html: string, signal: AbortSignal): Promise<Uint8Array>;
  /** Ends the current print job and everything that was started for it. */
  close(): Promise<void>;
}

/** Where a provider sends the browser back to after a sign-in, open from now until `close` is called. */
export interface SignInCallback {
  readonly url: string;
  close(): Promise<void>;
}

/** Opens a callback address on this computer for one sign-in; null means that the server's own address is ours. */
export type OpenSignInCallback = () => Promise<SignInCallback | null>;

/** Opens an address outside the app. The caller has checked it. */
export interface ExternalOpener {
  open(url: string): Promise<void>;
}

/** The windows of the app. */
export interface WindowOpener {
  /** Opens a route in a window of its own. */
  openRoute(path: string): Promise<void>;
  /** This client's page now listens for events, so that it can be told what is waiting for it. */
  pageListens(client: string): void;
}

/** The outcome of a notification. `later`: it was certainly not shown now, but may be if tried again. */
export interface NoteOutcome {
  readonly shown: boolean;
  readonly reason: string;
  readonly later?: boolean;
}

/** Notifies the user while the app is not in front. */
export interface Notifier {
  notify(note: { title: string; body: string; path: string }): Promise<NoteOutcome>;
}

/** Keeps the settings file: a plain object, validated and upgraded by the preferences service. */
export interface PreferenceStore {
  read(): unknown;
  write(value: Record<string, unknown>): void;
}

/** News from a shell's updater. */
export type UpdateNews =
  | { readonly kind: 'checking' | 'none' }
  | { readonly kind: 'available' | 'downloaded'; readonly version: string }
  | { readonly kind: 'progress'; readonly percent: number }
  | { readonly kind: 'failed'; readonly reason: string };

/** Fetches newer versions of the app. `unsupported` says in a sentence why it cannot, or is `''`. */
export interface Updater {
  readonly unsupported: string;
  /** Calls back with all news until the returned function is called. */
  subscribe(listener: (news: UpdateNews) => void): () => void;
  /** Checks for a newer version and downloads it; the result arrives as news. Never rejects. */
  check(): Promise<void>;
  /** Quits the app, installs the downloaded version and starts it. */
  install(): void;
}

/** Everything a shell brings to `compose`. */
export interface ShellPorts {
  readonly info: ShellInfo;
  /** The workspace's folder: absolute, existing, private to the user. */
  readonly folder: string;
  readonly clock: Clock;
  readonly secrets: SecretStore;
  readonly saver: FileSaver;
  readonly opener: FileOpener;
  readonly printer: PdfPrinter;
  readonly external: ExternalOpener;
  readonly openSignInCallback: OpenSignInCallback;
  /** The proxy for an address as `http://host:port`, or `''` if there is none. Never rejects. */
  readonly proxyFor: (url: string) => Promise<string>;
  readonly windows: WindowOpener;
  readonly notifier: Notifier;
  readonly preferences: PreferenceStore;
  readonly log: Log;
  /** The newest errors in the log, oldest first, including earlier starts, without anything private. */
  readonly lastErrors: () => readonly string[];
  readonly updater: Updater;
}

import type { Log } from '#node/log.ts';
import type { ShellInfo } from '#shared/bridge/contract.ts';

export type { Log };

/**
 * What the services need of the shell they run in. Electron and the browser shell each bring their own; tests bring
 * small real ones. A port is named for the need, not for the technology.
 */

/** Time. `monotonic` (milliseconds) never jumps; `now` is the wall clock. */
export interface Clock {
  now(): Date;
  monotonic(): number;
  /** Calls back once after `ms`; returns a function that cancels. */
  after(ms: number, callback: () => void): () => void;
}

/**
 * Keeps the token. Every call may fail or hang: the caller sets a deadline. `backend` says where secrets lie, `problem`
 * in a full sentence why not in the keychain, else `''`. What a call throws says the same of its own failure.
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
  /** Called when the file is complete; returns a one-time download address, or `''` where the file is in place. */
  finish(): Promise<string>;
}

/**
 * Asks where to save. Null when the user cancels. `client` is the caller's name, whose window the dialog belongs to.
 */
export interface FileSaver {
  choose(suggestedName: string, kind: 'csv' | 'pdf', client: string): Promise<SaveTarget | null>;
}

/** A file the user has handed over, known to the renderer by `token` only. */
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

/**
 * Prints a page as PDF, tagged and with an outline. The page stands alone: no script of it runs, nothing is fetched.
 */
export interface PdfPrinter {
  /**
   * Throws `unavailable` where nothing can print, `timeout` after two attempts, and the signal's reason when aborted.
   * Pages are printed one after the other.
   */
  print(html: string, signal: AbortSignal): Promise<Uint8Array>;
  /** Ends what is being printed and everything that was started for it. */
  close(): Promise<void>;
}

/** Where a provider sends the browser back to after a sign-in, open from now until `close` is called. */
export interface SignInCallback {
  readonly url: string;
  close(): Promise<void>;
}

/** Opens a callback address of this computer for one sign-in, or says by null that the server's own is ours. */
export type OpenSignInCallback = () => Promise<SignInCallback | null>;

/** Opens an address outside the app. The caller has checked it. */
export interface ExternalOpener {
  open(url: string): Promise<void>;
}

/** The windows of the app. */
export interface WindowOpener {
  /** Opens a route in a window of its own. */
  openRoute(path: string): Promise<void>;
  /** The page of this client listens for events from now on, so that it can be told what waits for it. */
  pageListens(client: string): void;
}

/** What became of a notification. `later`: it was certainly not shown now, and may be when it is tried again. */
export interface NoteOutcome {
  readonly shown: boolean;
  readonly reason: string;
  readonly later?: boolean;
}

/** Tells the user something while the app is not in front. */
export interface Notifier {
  notify(note: { title: string; body: string; path: string }): Promise<NoteOutcome>;
}

/** Keeps the settings file: a plain object, validated and upgraded by the preferences service. */
export interface PreferenceStore {
  read(): unknown;
  write(value: Record<string, unknown>): void;
}

/** What a shell's updater has found out. */
export type UpdateNews =
  | { readonly kind: 'checking' | 'none' }
  | { readonly kind: 'available' | 'downloaded'; readonly version: string }
  | { readonly kind: 'progress'; readonly percent: number }
  | { readonly kind: 'failed'; readonly reason: string };

/** Brings newer versions of the app. `unsupported` says in a sentence why it cannot, or is `''`. */
export interface Updater {
  readonly unsupported: string;
  /** Calls back on all news until the returned function is called. */
  subscribe(listener: (news: UpdateNews) => void): () => void;
  /** Looks for a newer version and fetches it; what comes of it is news. Never rejects. */
  check(): Promise<void>;
  /** Ends the app, installs what was fetched and starts it. */
  install(): void;
}

/** Everything a shell brings to `compose`. */
export interface ShellPorts {
  readonly info: ShellInfo;
  /** The workspace's folder, absolute, there already, private to the user. */
  readonly folder: string;
  readonly clock: Clock;
  readonly secrets: SecretStore;
  readonly saver: FileSaver;
  readonly opener: FileOpener;
  readonly printer: PdfPrinter;
  readonly external: ExternalOpener;
  readonly openSignInCallback: OpenSignInCallback;
  /** The proxy for an address as `http://host:port`, or `''` where there is none. Never rejects. */
  readonly proxyFor: (url: string) => Promise<string>;
  readonly windows: WindowOpener;
  readonly notifier: Notifier;
  readonly preferences: PreferenceStore;
  readonly log: Log;
  /** The newest errors of the log, oldest first, also of starts before this one, without anything private. */
  readonly lastErrors: () => readonly string[];
  readonly updater: Updater;
}

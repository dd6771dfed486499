import type { EventEmitter } from 'node:events';
import type { MenuItemConstructorOptions, MessageBoxOptions, OpenDialogOptions, SaveDialogOptions } from 'electron';

/** A dialog that was shown, and the id of its window's page. */
export type ShownDialog =
  | { readonly kind: 'save'; readonly owner: number; readonly options: SaveDialogOptions }
  | { readonly kind: 'open'; readonly owner: number; readonly options: OpenDialogOptions }
  | { readonly kind: 'message'; readonly owner: number; readonly options: Omit<MessageBoxOptions, 'signal'> };

/** Everything that a desktop user would have seen, and what Electron would not have accepted. */
export interface Seen {
  /** What Electron would have warned about, or silently got wrong. Empty after a clean run. */
  readonly complaints: string[];
  readonly dialogs: ShownDialog[];
  /** `isBox`: a window, not a line on stderr as before `ready` on Linux. */
  readonly errorBoxes: { readonly title: string; readonly content: string; readonly isBox: boolean }[];
  readonly badges: number[];
  readonly notes: { readonly id: string; readonly title: string; readonly body: string }[];
  /** Addresses opened outside the app. */
  readonly opened: string[];
  readonly protocolClients: string[];
  readonly switches: Record<string, string>;
  /** Each time a window was shown or focused: its page's id, and whether it had painted by then. */
  readonly shown: {
    readonly contents: number;
    readonly how: 'show' | 'maximize' | 'focus';
    readonly painted: boolean;
  }[];
  readonly crashReporter: Record<string, unknown>[];
  readonly partitions: string[];
  readonly paths: Record<string, string>;
  readonly tray: { readonly icon: string; readonly tip: string; readonly menu: string[] }[];
  readonly menu: MenuItemConstructorOptions[];
}

export const seen = {
  complaints: [] as string[],
  dialogs: [] as ShownDialog[],
  errorBoxes: [] as { title: string; content: string; isBox: boolean }[],
  badges: [] as number[],
  opened: [] as string[],
  protocolClients: [] as string[],
  switches: {} as Record<string, string>,
  shown: [] as { contents: number; how: 'show' | 'maximize' | 'focus'; painted: boolean }[],
  crashReporter: [] as Record<string, unknown>[],
  partitions: [] as string[],
};

/** The user's answers to dialogs: cancels them, unless told otherwise. */
export const answers = {
  save: '',
  open: [] as string[],
  message: 0,
  /** What the system does with a notification. */
  note: 'show' as 'show' | 'failed' | 'nothing',
  proxy: 'DIRECT',
  isDefaultClient: false,
};

/** The test's settings for this process. */
export const setup = {
  root: process.env['STANDIN_ROOT'] ?? process.cwd(),
  endpoint: process.env['STANDIN_CHROMIUM'] ?? '',
  isPackaged: process.env['STANDIN_PACKAGED'] === '1',
};

export function complain(text: string): void {
  seen.complaints.push(text);
  process.stderr.write(`Stand-in: ${text}\n`);
}

/** Throws as Electron does if a rule is broken. */
export function need(isKept: boolean, message: string): asserts isKept {
  if (!isKept) throw new Error(message);
}

/** Emits an event that can be prevented, and says whether it was. */
export function isPrevented(emitter: EventEmitter, name: string, fields: object = {}, ...args: unknown[]): boolean {
  let stopped = false;
  const event = {
    ...fields,
    get defaultPrevented() {
      return stopped;
    },
    preventDefault: () => {
      stopped = true;
    },
  };
  emitter.emit(name, event, ...args);
  return stopped;
}

/** `ready`: whether the app's `ready` event has fired. */
export const life = { ready: false, quitting: false };

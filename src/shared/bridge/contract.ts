import { z } from 'zod';
import { teamChangeSchema } from '../domain/team.ts';
import { endpointNames, endpoints, type EndpointName } from '../api/endpoints.ts';
import { profileTabs } from '../domain/account.ts';
import type { ErrorWire } from '../errors.ts';
import { exportJobSchema, exportRequestSchema, reportJobSchema, saveReportSchema } from './fileJobs.ts';
import {
  moveQueueStateSchema,
  moveRequestSchema,
  movesChangedSchema,
  moveSnapshotSchema,
  moveStepSchema,
  noteRequestSchema,
  revisionSchema,
  reasonRequestSchema,
  unsavedNoteSchema,
} from './moves.ts';
import { preferencesPatchSchema, preferencesSchema } from './preferences.ts';
import { connectionStateSchema, sessionStateSchema } from './session.ts';
import {
  companyPairSchema,
  mergeBodySchema,
  duplicatesSchema,
  importPreviewSchema,
  mergePairSchema,
  sheetChoiceSchema,
  sampleUseSchema,
  fileReadingSchema,
  startImportSchema,
  workspaceCopySchema,
  workspaceStatusSchema,
} from './workspace.ts';

/** One self-check: `good`, `attention` if somebody should look into it, or `info`. Numbered from 1. */
const selfCheckSchema = z.object({
  number: z.number().int().positive(),
  name: z.string(),
  state: z.enum(['good', 'attention', 'info']),
  detail: z.string(),
});
export type SelfCheck = z.infer<typeof selfCheckSchema>;

/** What a problem report needs: the self-checks and the newest errors in the log, without anything private (S37). */
const diagnosticsSchema = z.object({
  at: z.string(),
  checks: z.array(selfCheckSchema),
  errors: z.array(z.string()),
});
export type Diagnostics = z.infer<typeof diagnosticsSchema>;

const marks = { good: 'ok', attention: 'CHECK', info: 'info' } as const;

/** The same as text, for pasting into a message. */
export function diagnosticsText({ at, checks, errors }: Diagnostics): string {
  const lines = checks.map(({ number, name, state, detail }) => `${number}. ${name} [${marks[state]}]: ${detail}`);
  const told = errors.length === 0 ? ['none'] : errors;
  return ['Winnow diagnostics', at, '', ...lines, '', 'Last errors', ...told, ''].join('\n');
}

/**
 * The state of updates. `unsupported`: this shell or package cannot update itself, `reason` says why; `idle`: nothing
 * is going on, and `checkedAt` (ISO 8601, `''` for never) is when it last checked; `available`: a newer `version` is
 * downloading, `percent` of it so far; `downloaded`: it is installed at the next quit, or at once with
 * `updates.install`; `error`: the last check failed for `reason`.
 */
const updateStateSchema = z.object({
  status: z.enum(['unsupported', 'idle', 'checking', 'available', 'downloaded', 'error']),
  version: z.string(),
  percent: z.number().min(0).max(100),
  checkedAt: z.string(),
  reason: z.string(),
});
export type UpdateState = z.infer<typeof updateStateSchema>;

/** A file of known companies that the API keeps, by the token that it gave, and what the user calls it. */
const knownFileSentSchema = z.object({ token: z.string().max(60), file: z.string() });

/**
 * The bridge between the renderer and the shell: one closed list of calls and of events. The shell checks a call's
 * input against its schema; `time` sets how long the renderer waits for the reply.
 */
interface Call {
  readonly input: z.ZodType;
  readonly output: z.ZodType;
  /** `quick`: 10 s; `slow`: 2 minutes; `dialog`: as long as the user takes, or a file on its way to a server. */
  readonly time: 'quick' | 'slow' | 'dialog';
}

const nothing = z.null();

/**
 * Calls the renderer may not make itself: moves and notes go through the queue, exports through the exporter, and a
 * server's workspace through the calls `workspace.…`.
 */
const mainOnly: ReadonlySet<EndpointName> = new Set([
  'moveEntry',
  'pickCompany',
  'writeNote',
  'deleteNote',
  'exportCompanies',
  'handOver',
  'recordExport',
  'getConfig',
  'sendKnownFile',
]);

function isMainOnly(name: EndpointName): boolean {
  return mainOnly.has(name) || endpoints[name].path.startsWith('/api/workspace/');
}

/** API calls open to the renderer. */
export const rendererEndpoints = endpointNames.filter((name) => !isMainOnly(name));

export const calls = {
  /**
   * One API call by name. A later call with the same `replaces` cancels this one (product 4 `Search`). `value` reflects
   * every move done by `revision` of the queue, and possibly some later ones.
   */
  'api.request': {
    input: z.strictObject({
      endpoint: z.enum(rendererEndpoints as [EndpointName, ...EndpointName[]]),
      params: z.record(z.string(), z.union([z.string(), z.number()])),
      query: z.record(z.string(), z.union([z.string(), z.number(), z.array(z.string())])),
      body: z.unknown(),
      replaces: z.string().max(60),
    }),
    output: z.object({ value: z.unknown(), revision: revisionSchema }),
    time: 'slow',
  },

  'session.get': { input: nothing, output: sessionStateSchema, time: 'quick' },
  'session.openLocal': { input: nothing, output: sessionStateSchema, time: 'slow' },
  'session.signIn': {
    input: z.strictObject({ server: z.string().max(2000) }),
    output: sessionStateSchema,
    time: 'dialog',
  },
  /** Gives up a pending sign-in; `session.signIn` then fails with `cancelled`. */
  'session.cancelSignIn': { input: nothing, output: sessionStateSchema, time: 'quick' },
  /** Answers `replacement`: takes the new account, or drops it with its token (S35). */
  'session.replace': { input: z.strictObject({ accept: z.boolean() }), output: sessionStateSchema, time: 'slow' },
  'session.logout': { input: nothing, output: sessionStateSchema, time: 'quick' },
  'connection.get': { input: nothing, output: connectionStateSchema, time: 'quick' },

  /** Resolves once the decision is on disk. */
  'moves.enqueue': { input: moveRequestSchema, output: moveStepSchema, time: 'quick' },
  /** Resolves once the reason for a decision is on disk. */
  'moves.giveReason': { input: reasonRequestSchema, output: moveQueueStateSchema, time: 'quick' },
  /** Resolves once the note is on disk. */
  'moves.writeNote': { input: noteRequestSchema, output: moveStepSchema, time: 'quick' },
  /** What of a company's notes the server does not have yet, oldest first. */
  'moves.notes': {
    input: z.strictObject({ companyId: z.number().int().positive() }),
    output: z.array(unsavedNoteSchema),
    time: 'quick',
  },
  /** Takes the last step back; null if there is none. */
  'moves.undo': { input: nothing, output: moveStepSchema.nullable(), time: 'quick' },
  'moves.get': { input: nothing, output: moveSnapshotSchema, time: 'quick' },
  'moves.retry': { input: z.strictObject({ ids: z.array(z.string()) }), output: moveQueueStateSchema, time: 'quick' },
  'moves.discard': { input: z.strictObject({ ids: z.array(z.string()) }), output: moveQueueStateSchema, time: 'quick' },

  /** Asks where to save (if the shell has a dialog) and starts; null if the user cancelled. */
  'exports.start': { input: exportRequestSchema, output: exportJobSchema.nullable(), time: 'dialog' },
  'exports.cancel': { input: z.strictObject({ id: z.string() }), output: exportJobSchema, time: 'quick' },
  /** Repeats an earlier export into a new file; null if the user cancelled. */
  'exports.repeat': { input: z.strictObject({ id: z.string() }), output: exportJobSchema.nullable(), time: 'dialog' },
  /** Exports of this account, newest last: those running and the newest 50 earlier ones. */
  'exports.list': { input: nothing, output: z.array(exportJobSchema), time: 'quick' },

  /** Makes a report, asks where to save it (if the shell has a dialog) and starts; null if the user cancelled. */
  'reports.save': { input: saveReportSchema, output: reportJobSchema.nullable(), time: 'dialog' },
  'reports.cancel': { input: z.strictObject({ id: z.string() }), output: reportJobSchema, time: 'quick' },
  'reports.list': { input: nothing, output: z.array(reportJobSchema), time: 'quick' },

  'preferences.get': { input: nothing, output: preferencesSchema, time: 'quick' },
  'preferences.set': { input: preferencesPatchSchema, output: preferencesSchema, time: 'quick' },

  'workspace.get': { input: nothing, output: workspaceStatusSchema, time: 'quick' },
  'workspace.createSample': {
    input: z.strictObject({ companies: z.number().int().min(1).max(1_000_000) }),
    output: workspaceStatusSchema,
    time: 'slow',
  },
  /** Opens the shell's file dialog, if it has one, and inspects the chosen files; empty if the user cancelled. */
  'workspace.chooseFiles': { input: nothing, output: z.array(importPreviewSchema), time: 'dialog' },
  /**
   * Inspects files that the renderer has handed to the shell (dropped or uploaded), by their tokens; of spreadsheets
   * the chosen sheets, if `sheets` has any for them. They may first have to be sent to a server, which takes its time.
   */
  'workspace.inspect': {
    input: z.strictObject({
      tokens: z.array(z.string()).min(1).max(100),
      sheets: sheetChoiceSchema.optional(),
      reading: fileReadingSchema.optional(),
    }),
    output: z.array(importPreviewSchema),
    time: 'dialog',
  },
  'workspace.startImport': { input: startImportSchema, output: workspaceStatusSchema, time: 'dialog' },
  /** Takes the newest import back. */
  'workspace.undoImport': { input: nothing, output: workspaceStatusSchema, time: 'slow' },
  /** Imported companies that may be one. */
  'workspace.duplicates': { input: nothing, output: duplicatesSchema, time: 'slow' },
  /** What two companies would be as one. */
  'workspace.previewMerge': { input: companyPairSchema, output: mergePairSchema, time: 'slow' },
  /** Merges the second company into the first, with the decisions about it; `undoImport` takes it back. */
  'workspace.merge': { input: mergeBodySchema, output: workspaceStatusSchema, time: 'slow' },
  /** Says that two companies are not one, or takes that back. */
  'workspace.setApart': {
    input: companyPairSchema.extend({ isApart: z.boolean() }),
    output: nothing,
    time: 'slow',
  },
  /** Releases the weeks that have begun and are not released yet. */
  'workspace.refresh': { input: nothing, output: workspaceStatusSchema, time: 'slow' },
  /** Shows the next week of sample companies, also before it has begun. */
  'workspace.simulateWeek': { input: nothing, output: workspaceStatusSchema, time: 'slow' },
  /** What would go with the sample. */
  'workspace.sampleUse': { input: nothing, output: sampleUseSchema, time: 'slow' },
  /** Starts removing the sample, with the decisions about it. */
  'workspace.removeSample': { input: nothing, output: workspaceStatusSchema, time: 'slow' },
  /** Starts copying the whole workspace into its backup folder. */
  'workspace.backUp': { input: nothing, output: workspaceStatusSchema, time: 'slow' },
  /** Starts restoring a copy. Once checked, it replaces the workspace, which is kept aside. */
  'workspace.restore': {
    input: z.strictObject({ name: workspaceCopySchema.shape.name }),
    output: workspaceStatusSchema,
    time: 'slow',
  },
  /** Deletes a copy from the disk for good. */
  'workspace.removeCopy': {
    input: z.strictObject({ name: workspaceCopySchema.shape.name }),
    output: workspaceStatusSchema,
    time: 'slow',
  },
  /**
   * Opens the shell's file dialog and gives the chosen file to the API, which keeps it for a while; null if the user
   * cancelled. The API's calls about known companies name it by the token in the answer.
   */
  'known.chooseFile': { input: nothing, output: knownFileSentSchema.nullable(), time: 'dialog' },
  /** The same for a file that the renderer has handed to the shell, by its token there. */
  'known.send': {
    input: z.strictObject({ token: z.string().max(60) }),
    output: knownFileSentSchema,
    time: 'dialog',
  },
  'workspace.cancel': { input: nothing, output: workspaceStatusSchema, time: 'slow' },

  /** The page has subscribed to `navigate` and `command`, and can be told what to show. */
  'shell.listens': { input: nothing, output: nothing, time: 'quick' },
  /** Opens an `https:` or `mailto:` address outside the app. */
  'shell.openExternal': { input: z.strictObject({ url: z.string().max(4000) }), output: nothing, time: 'quick' },
  'shell.openCompany': {
    input: z.strictObject({
      companyId: z.number().int().positive(),
      /** The smart list that it is opened from. */
      inboxId: z.number().int().positive().optional(),
    }),
    output: nothing,
    time: 'quick',
  },
  /** Opens a tab of the provider's profile page (product 2); refused if no provider is connected. */
  'shell.openProfile': { input: z.strictObject({ tab: z.enum(profileTabs) }), output: nothing, time: 'quick' },
  /**
   * The staff's admin site with the token in its query. Main opens it: the token never crosses the bridge (product 2).
   */
  'shell.openAdmin': { input: nothing, output: nothing, time: 'quick' },
  /** Numbered self-checks and the newest errors, without anything private. */
  'shell.diagnostics': { input: nothing, output: diagnosticsSchema, time: 'slow' },

  'updates.get': { input: nothing, output: updateStateSchema, time: 'quick' },
  /** Checks for a newer version now; `updates.changed` reports the result. */
  'updates.check': { input: nothing, output: updateStateSchema, time: 'quick' },
  /** Ends the app, installs the downloaded version and starts it. */
  'updates.install': { input: nothing, output: nothing, time: 'quick' },
} as const satisfies Record<string, Call>;

type Calls = typeof calls;
export type CallName = keyof Calls;
export const callNames = Object.keys(calls) as CallName[];
export type CallInput<N extends CallName> = z.input<Calls[N]['input']>;
export type CallRequest<N extends CallName> = z.output<Calls[N]['input']>;
export type CallOutput<N extends CallName> = z.output<Calls[N]['output']>;

/** The calls whose names begin with an area, as methods of the service that answers them all. */
export type AreaCalls<Area extends string> = {
  readonly [N in CallName as N extends `${Area}.${infer Method}` ? Method : never]: (
    input: CallRequest<N>,
    caller: { readonly client: string },
  ) => Promise<CallOutput<N>>;
};

/** How long a caller waits for a reply, in milliseconds; null: without limit. */
export const callTimeouts = { quick: 10_000, slow: 120_000, dialog: null } as const;

export const events = {
  'session.changed': sessionStateSchema,
  'connection.changed': connectionStateSchema,
  /** A server answered with older companies than there were before; what is newer is asked for again soon. */
  'companies.behind': z.object({}),
  'moves.changed': movesChangedSchema,
  /** What is unsaved of these companies' notes has changed. */
  'notes.changed': z.object({ companyIds: z.array(z.number()), isSaved: z.boolean() }),
  /** The state that decisions were made in has been replaced: earlier decisions mean nothing now. */
  'moves.reset': moveSnapshotSchema,
  'exports.changed': exportJobSchema,
  'reports.changed': reportJobSchema,
  'preferences.changed': preferencesSchema,
  'workspace.changed': workspaceStatusSchema,
  'updates.changed': updateStateSchema,
  /** Data changed outside the renderer's own calls; tags as in the endpoint table. */
  'data.changed': z.object({ tags: z.array(z.string()) }),
  /** Somebody on the server, perhaps the user elsewhere, has done something. */
  'team.changed': teamChangeSchema,
  /**
   * A weekly refresh has finished: how many companies it added to which smart lists, and how many each leaves out
   * because they were decided before, or are known.
   */
  'refresh.landed': z.object({
    week: z.string(),
    lists: z.array(
      z.object({
        id: z.number(),
        name: z.string(),
        added: z.number(),
        leftOut: z.number().default(0),
        known: z.number().default(0),
      }),
    ),
  }),
  /** Main asks the renderer to show a route (deep link, notification, tray). */
  navigate: z.object({ path: z.string() }),
  /** A command chosen in the application menu. */
  command: z.object({ id: z.string() }),
} as const satisfies Record<string, z.ZodType>;

export type EventName = keyof typeof events;
export const eventNames = Object.keys(events) as EventName[];
export type EventPayload<N extends EventName> = z.output<(typeof events)[N]>;

/** What the shell can do; features read this and never ask which shell they run in (ADR 1). */
export const shellInfoSchema = z.object({
  product: z.string(),
  version: z.string(),
  platform: z.enum(['mac', 'windows', 'linux']),
  capabilities: z.object({
    saveDialog: z.boolean(),
    openDialog: z.boolean(),
    tray: z.boolean(),
    ownWindow: z.boolean(),
    /** Dropped files are read in place; otherwise, or if they are not on disk, the page sends their contents. */
    filesInPlace: z.boolean(),
    /** The app can install newer versions of itself. */
    updates: z.boolean(),
  }),
  /** The largest file a page may send, in bytes. */
  largestUpload: z.number(),
  /**
   * What the user should know about this start, shown once, in full sentences: settings that could not be read, for
   * example.
   */
  notices: z.array(z.string()),
});
export type ShellInfo = z.infer<typeof shellInfoSchema>;

/**
 * The channel on which a page hands over `File`s if the shell has `filesInPlace`; the answer is an array with a token
 * for each, or `''` for one that is not on disk. It is not a call of the table: the preload handles it, because only
 * the preload can find out where a file is, so that no page can name a path.
 */
export const handFiles = 'files.hand';

/** What the renderer sees as `window.winnow`: exactly these three. */
export interface WinnowBridge {
  call<N extends CallName>(name: N, input: CallInput<N>): Promise<BridgeReply<CallOutput<N>>>;
  /** Calls back on every event with that name until the returned function is called. */
  subscribe<N extends EventName>(name: N, listener: (payload: EventPayload<N>) => void): () => void;
  readonly info: ShellInfo;
}

/** A reply is always one or the other; never a rejected promise, which would lose the error's code on the way. */
export type BridgeReply<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: ErrorWire };

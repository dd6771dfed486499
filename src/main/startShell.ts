import { rm } from 'node:fs/promises';
import { lastErrorsOf, type Log, type LogFields } from '#node/log.ts';
import type { ShellInfo } from '#shared/bridge/contract.ts';
import type { DeepLink } from '#shared/bridge/links.ts';
import { AppError } from '#shared/errors.ts';
import { beginLocalApi, compose } from './app.ts';
import type { Clock, ShellPorts } from './ports.ts';
import { announce } from './shellCommon/announce.ts';
import { createEnding, type Ending } from './shellCommon/ending.ts';
import { createHandedFiles, type HandedFiles } from './shellCommon/handedFiles.ts';
import type { HandoverReply, HandoverRequest } from './shellCommon/handover.ts';
import { openWorkspace, StartProblem, freshTemporaryFolder } from './shellCommon/openWorkspace.ts';
import { platformName, systemClock } from './shellCommon/system.ts';
import { openPreferences, type SettingsFileOptions, type SettingsStore } from './shellCommon/preferenceFile.ts';
import { loadKeytar, openSecretStoreSoon } from './shellCommon/secretStore.ts';
import type { ShellApp } from './shellCommon/shellApp.ts';
import type { StartFlags } from './shellCommon/startFlags.ts';

/** What a shell can use while it starts. */
export interface ShellParts {
  readonly log: Log;
  readonly logFile: string;
  readonly clock: Clock;
  /** Takes a step to close each thing that was opened; they run from last to first. */
  readonly ending: Ending;
  /** Takes the provider's callback; waits until the app exists. */
  readonly completeSignIn: (link: DeepLink) => Promise<boolean>;
}

/** The ports that each shell brings itself. */
type OwnPorts = Pick<
  ShellPorts,
  'saver' | 'opener' | 'printer' | 'external' | 'openSignInCallback' | 'proxyFor' | 'windows' | 'notifier' | 'updater'
>;

/** A shell that can show itself. Its steps run in the listed order. */
export interface OpenedShell {
  /** Opens the settings file through the shell's library. */
  readonly openSettings: (options: SettingsFileOptions) => SettingsStore;
  /** `temporary` is a folder for this run only; `files` are those that the user hands over. */
  readonly ports: (temporary: string, files: HandedFiles) => OwnPorts;
  /** The app is composed; nothing is open yet. */
  readonly composed?: (app: ShellApp) => void;
  /** The app answers calls, although its session is still starting. */
  readonly opened?: (app: ShellApp, info: ShellInfo, files: HandedFiles) => Promise<void>;
  /** The app has started. */
  readonly started: (app: ShellApp, info: ShellInfo) => Promise<void>;
  /** What the log says about the start, besides the version. */
  readonly logged?: LogFields;
  /** The address shown to the user. */
  readonly url: () => string;
  /** Shows the app to the user. */
  readonly show?: (url: string) => Promise<void>;
}

/** How the two shells differ. */
export interface ShellAdapter {
  readonly flags: StartFlags;
  readonly version: string;
  readonly capabilities: ShellInfo['capabilities'];
  readonly largestUpload: number;
  /** Lines for the user on stdout and stderr. */
  readonly print: (line: string) => void;
  readonly tell: (line: string) => void;
  /** What to ask another Winnow that has the workspace open. */
  readonly request: () => Promise<HandoverRequest>;
  /** Another Winnow has it open and has answered. */
  readonly handedOver: (reply: HandoverReply) => void;
  /** The workspace belongs to this shell. */
  readonly owns?: (parts: ShellParts) => void;
  /** Opens windows, a server or the like, while the workspace opens in its thread. */
  readonly open: (parts: ShellParts) => Promise<OpenedShell>;
}

/** A running shell; `stop` ends it cleanly. */
export interface RunningShell {
  readonly url: string;
  readonly log: Log;
  /** Prints the address, opens it if asked, and creates the first sample; with `--json` the sample comes first. */
  announce(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Starts a shell, and resolves when its pages can be used, or with null if another Winnow has the workspace open and
 * was asked to show itself. A start that fails closes what it has opened. Throws a `StartProblem`.
 */
export async function startShell(adapter: ShellAdapter): Promise<RunningShell | null> {
  const opened = await openWorkspace(adapter.flags.workspace, adapter.request);
  if (opened.kind === 'handedOver') {
    adapter.handedOver(opened.reply);
    return null;
  }
  const { log, logFile, lock } = opened;
  const ending = createEnding(log);
  ending.add(() => lock.release());
  const { promise: composed, resolve: isComposed } = Promise.withResolvers<ShellApp>();
  const completeSignIn = async (link: DeepLink): Promise<boolean> => (await composed).completeSignIn(link);
  const parts: ShellParts = { log, logFile, clock: systemClock(), ending, completeSignIn };
  adapter.owns?.(parts);
  try {
    return await open(adapter, parts, isComposed);
  } catch (error) {
    log.error('start.failed', error);
    await ending.run();
    throw error instanceof AppError ? new StartProblem(error.message, 1) : error;
  }
}

async function open(
  adapter: ShellAdapter,
  parts: ShellParts,
  isComposed: (app: ShellApp) => void,
): Promise<RunningShell> {
  const { flags, version, largestUpload, print, tell } = adapter;
  const { log, logFile, clock, ending } = parts;
  const folder = flags.workspace;
  const localApi = beginLocalApi(folder, ending.add);
  const shell = await adapter.open(parts);
  const temporary = freshTemporaryFolder(folder);
  // It contains copies of the user's files and, in the browser shell, the page with the secret.
  ending.add(() => rm(temporary, { recursive: true, force: true }));
  const files = createHandedFiles(temporary, largestUpload);
  const own = shell.ports(temporary, files);
  const { preferences, notice } = openPreferences(folder, shell.openSettings, clock.now(), log);
  const info: ShellInfo = {
    product: 'Winnow',
    version,
    platform: platformName(process.platform),
    capabilities: adapter.capabilities,
    largestUpload,
    notices: notice === '' ? [] : [notice],
  };
  const secrets = openSecretStoreSoon(loadKeytar, log);
  const lastErrors = (): string[] => lastErrorsOf(logFile);
  const app = compose({ ...own, info, folder, clock, secrets, preferences, log, lastErrors }, localApi);
  ending.add(() => app.stop());
  isComposed(app);
  shell.composed?.(app);
  await app.open();
  await shell.opened?.(app, info, files);
  await app.start();
  await shell.started(app, info);
  log.info('started', { ...shell.logged, version });
  const url = shell.url();
  return {
    url,
    log,
    stop: () => ending.run(),
    announce: () => announce({ app, flags, log, url, print, tell, show: async () => shell.show?.(url) }),
  };
}

import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { proxyFromEnvironment } from '#main/shellCommon/system.ts';
import { maxUploadBytes, type HandedFiles } from '#main/shellCommon/handedFiles.ts';
import { listenForHandover, type HandoverReply, type HandoverRequest } from '#main/shellCommon/handover.ts';
import { noUpdater, type ShellApp } from '#main/shellCommon/shellApp.ts';
import { StartProblem } from '#main/shellCommon/openWorkspace.ts';
import { settingsName, readShellState, writeShellState } from '#main/shellCommon/preferenceFile.ts';
import type { StartFlags } from '#main/shellCommon/startFlags.ts';
import { startShell, type OpenedShell, type RunningShell, type ShellParts } from '#main/startShell.ts';
import { parseDeepLink } from '#shared/bridge/links.ts';
import { createDownloads, type Downloads, createExternalTickets } from './tickets.ts';
import { listenFor, LaunchKeys } from './edge.ts';
import { findBrowser } from './findBrowser.ts';
import { createPages, createRoutes } from './routes.ts';
import { BrowserPdfPrinter } from './pdfPrinter.ts';
import { TabHub } from './tabHub.ts';

/** What the process brings. */
export interface Launch {
  readonly flags: StartFlags;
  /** The project's or package's folder, with `out/` in it. */
  readonly root: string;
  readonly version: string;
  /** Lines for the user on stdout and stderr. */
  readonly print: (line: string) => void;
  readonly tell: (line: string) => void;
}

/** Capabilities of a browser rather than an app: no dialogs, no tray and no presence of its own in the system. */
const capabilities = {
  saveDialog: false,
  openDialog: false,
  tray: false,
  ownWindow: true,
  filesInPlace: false,
  updates: false,
} as const;

/**
 * Starts the browser shell and resolves when its pages can be used, or with null if another Winnow has the workspace
 * and has shown itself instead. Throws a `StartProblem`.
 */
export async function runBrowserShell(launch: Launch): Promise<RunningShell | null> {
  const { flags, root, version, print, tell } = launch;
  const rendererRoot = path.join(root, 'out', 'renderer');
  if (!existsSync(path.join(rendererRoot, 'index.html'))) {
    throw new StartProblem('Winnow is not built yet. Run `npm run build` first.', 1);
  }
  return await startShell({
    flags,
    version,
    capabilities,
    largestUpload: maxUploadBytes,
    print,
    tell,
    request: async () => ({ link: '', open: flags.open }),
    handedOver: ({ url, shown }) => {
      print(flags.json ? JSON.stringify({ url }) : alreadyRunning(url));
      if (flags.open && !shown) tell(noBrowser);
    },
    open: (parts) => openShell(launch, rendererRoot, parts),
  });
}

async function openShell(
  { flags, print, tell }: Launch,
  rendererRoot: string,
  { log, clock, ending }: ShellParts,
): Promise<OpenedShell> {
  const folder = flags.workspace;
  const { promise: ready, resolve: isReady, reject: isNot } = Promise.withResolvers<Handing>();
  // Starts arriving meanwhile await it; if there are none, a failure must not go unhandled.
  ready.catch(() => undefined);
  ending.add(() => isNot(new Error('Winnow is closing.')));
  const endHandover = await listenForHandover(folder, async (request) => await answerHandover(request, await ready));
  ending.add(endHandover);
  const server = await listenFor(flags.port, readShellState(folder).port);
  ending.add(() => server.close());
  await writeShellState(folder, { ...readShellState(folder), port: server.port });
  const keys = new LaunchKeys(clock);
  const tabs = new TabHub(keys, clock);
  const tickets = createExternalTickets(tabs);
  // Loaded while the workspace opens.
  const { default: Conf } = await import('conf');
  const newUrl = (route: string): string => `${server.origin}${route}#launch=${keys.newSecret()}`;
  let handed: { readonly temporary: string; readonly files: HandedFiles; readonly downloads: Downloads };
  return {
    openSettings: (options) => new Conf({ ...options, configName: settingsName }),
    ports: (temporary, files) => {
      handed = { temporary, files, downloads: createDownloads(temporary) };
      return {
        saver: handed.downloads.saver,
        opener: files.opener,
        printer: new BrowserPdfPrinter({
          clock,
          log,
          temporary,
          find: () => findBrowser(process.platform, process.env),
          isRoot: process.getuid?.() === 0,
        }),
        external: tickets.external,
        // The shell's own address; it completes only a sign-in that is pending.
        openSignInCallback: async () => ({ url: `${server.origin}/auth`, close: async () => undefined }),
        proxyFor: async (url) => proxyFromEnvironment(url, process.env),
        windows: tickets.windows,
        notifier: tabs.notifier,
        updater: noUpdater('The browser version is updated where Winnow was installed.'),
      };
    },
    composed: (app) => {
      const unsubscribe = app.events.subscribeAll(({ name, payload }) => {
        tabs.publish(name, payload);
      });
      // The first thing to end: nobody hands over to a shell that is closing, and no tab is answered by half of one.
      ending.add(async () => {
        await endHandover();
        unsubscribe();
        tabs.close();
        await server.close();
      });
    },
    started: async (app, info) => {
      const pages = createPages(rendererRoot, `ws://127.0.0.1:${server.port}`);
      server.serve({
        request: createRoutes({ app, info, keys, tabs, pages, tickets, log, ...handed }),
        upgrade: (request, socket, head, way) => tabs.upgrade(request, socket, head, way),
      });
      isReady({ app, newUrl, open: (url) => openPage(url, handed.temporary) });
    },
    logged: { port: server.port },
    url: () => newUrl('/'),
    show: async (url) => {
      if (!flags.json) print(greeting(url));
      if (flags.open && !(await openPage(url, handed.temporary))) tell(noBrowser);
    },
  };
}

/** What a start that hands over needs from the running shell. */
interface Handing {
  readonly app: Pick<ShellApp, 'completeSignIn'>;
  readonly newUrl: (route: string) => string;
  readonly open: (url: string) => Promise<boolean>;
}

/** A start that hands over gets its own link, which is opened for it if it asks. */
async function answerHandover({ link, open }: HandoverRequest, handing: Handing): Promise<HandoverReply> {
  const asked = parseDeepLink(link);
  if (asked.kind === 'signIn') await handing.app.completeSignIn(asked);
  const url = handing.newUrl(asked.kind === 'open' ? asked.path : '/');
  return { url, shown: open && (await handing.open(url)) };
}

const noBrowser = 'No browser was found. Open the address yourself.';

function greeting(url: string): string {
  return `Winnow is running. Open this address in your browser:\n\n  ${url}\n\nPress Ctrl-C to stop it.`;
}

function alreadyRunning(url: string): string {
  return url.startsWith('http')
    ? `Winnow is already running. Open this address in your browser:\n\n  ${url}`
    : 'Winnow is running already, in a window of its own.';
}

/** False if there is no browser to open. */
async function openPage(url: string, temporary: string): Promise<boolean> {
  const browser = await openInBrowser(url, temporary);
  if (browser.opened) setTimeout(() => void browser.remove(), redirectFileMs).unref();
  return browser.opened;
}

/** How long the redirect file stays, in milliseconds: a cold browser takes a while. */
const redirectFileMs = 60_000;

/**
 * Opens the address in the user's browser through a file that only the user can read, so that the secret in the address
 * is in no argument list (S18). False if there is no browser to open. The caller removes the file with `remove`.
 */
async function openInBrowser(url: string, temporary: string): Promise<{ opened: boolean; remove(): Promise<void> }> {
  const opener = openerOf(process.platform, process.env);
  const file = path.join(temporary, 'open-winnow.html');
  const remove = (): Promise<void> => rm(file, { force: true });
  if (opener === null) return { opened: false, remove };
  await remove();
  await writeFile(file, redirectPage(url), { mode: 0o600, flag: 'wx' });
  const opened = await new Promise<boolean>((resolve) => {
    const child = spawn(opener.command, [...opener.args, file], { stdio: 'ignore', detached: true });
    child.once('error', () => {
      resolve(false);
    });
    child.once('spawn', () => {
      child.unref();
      resolve(true);
    });
  });
  if (!opened) await remove();
  return { opened, remove };
}

/** A page that redirects to the address at once; the address contains nothing that needs escaping. */
function redirectPage(url: string): string {
  return (
    '<!doctype html><meta charset="utf-8"><meta name="referrer" content="no-referrer"><title>Winnow</title>' +
    `<meta http-equiv="refresh" content="0;url=${url}"><a href="${url}">Open Winnow</a>\n`
  );
}

interface Opener {
  readonly command: string;
  readonly args: readonly string[];
}

/** The command that opens a file in the user's browser; null on a system without a display or such a command. */
export function openerOf(platform: NodeJS.Platform, env: Readonly<Record<string, string | undefined>>): Opener | null {
  if (platform === 'darwin') return { command: 'open', args: [] };
  if (platform === 'win32') return { command: 'rundll32', args: ['url.dll,FileProtocolHandler'] };
  const hasDisplay = Boolean(env['DISPLAY']) || Boolean(env['WAYLAND_DISPLAY']);
  const command = (env['PATH'] ?? '').split(path.delimiter).map((folder) => path.join(folder, 'xdg-open'));
  const found = command.find((candidate) => existsSync(candidate));
  return hasDisplay && found !== undefined ? { command: found, args: [] } : null;
}

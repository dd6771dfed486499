import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, vi } from 'vitest';
import { WebSocket } from 'ws';
import { createDownloads, createExternalTickets } from '#main/browser/tickets.ts';
import { browserEdge, LaunchKeys } from '#main/browser/edge.ts';
import { createPages, createRoutes } from '#main/browser/routes.ts';
import { TabHub } from '#main/browser/tabHub.ts';
import { createHandedFiles } from '#main/shellCommon/handedFiles.ts';
import { systemClock } from '#main/shellCommon/system.ts';
import { listenOnLoopback } from '#node/loopbackServer.ts';
import type { Log } from '#main/ports.ts';
import { createBrowserBridge } from '#renderer/bridge/browserBridge.ts';
import { openBrowserSession, sessionKey } from '#renderer/bridge/browserSession.ts';
import { keyHeader, tabHeader } from '#shared/bridge/browserWire.ts';
import type { ShellInfo } from '#shared/bridge/contract.ts';
import { rpcSpecs } from './rpcSpecs.ts';

const silent: Log = { info: () => undefined, warn: () => undefined, error: () => undefined };
const info: ShellInfo = {
  product: 'Winnow',
  version: '0.0.0',
  platform: 'linux',
  capabilities: {
    saveDialog: false,
    openDialog: false,
    tray: false,
    ownWindow: true,
    filesInPlace: false,
    updates: false,
  },
  largestUpload: 1_000_000,
  notices: [],
};

afterEach(() => {
  vi.unstubAllGlobals();
});

/** What the page's code takes from its browser, for a page of `origin`. Returns what closes the page. */
function standInBrowser(origin: string, hash: string): () => void {
  const timers: NodeJS.Timeout[] = [];
  const startTimer = globalThis.setTimeout;
  vi.stubGlobal('setTimeout', (callback: () => void, ms: number, ...args: []) => {
    const timer = startTimer(callback, ms, ...args);
    timers.push(timer);
    return timer;
  });
  const kept = new Map<string, string>();
  vi.stubGlobal('location', { host: new URL(origin).host, hash, pathname: '/', search: '', reload: () => undefined });
  vi.stubGlobal('history', { replaceState: () => undefined });
  vi.stubGlobal('sessionStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => kept.set(name, value),
    removeItem: (name: string) => kept.delete(name),
  });
  const realFetch = globalThis.fetch;
  vi.stubGlobal('fetch', (where: string, init: RequestInit) =>
    realFetch(origin + where, { ...init, headers: { ...(init.headers as Record<string, string>), origin } }),
  );
  vi.stubGlobal(
    'WebSocket',
    class extends WebSocket {
      constructor(url: string) {
        super(url, { origin });
        // A browser does not throw for a socket that does not open.
        this.on('error', () => undefined);
      }
    },
  );
  return () => {
    for (const timer of timers) clearTimeout(timer);
  };
}

// The real server and the page's real client; only the browser between them is stood in for.
rpcSpecs('HTTP and WebSocket', async (router, events) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'winnow-rpc-'));
  const renderer = path.join(folder, 'renderer');
  mkdirSync(renderer);
  writeFileSync(path.join(renderer, 'index.html'), 'page');
  const clock = systemClock();
  const keys = new LaunchKeys(clock);
  const tabs = new TabHub(keys, clock);
  const server = await listenOnLoopback(0, browserEdge);
  const origin = `http://127.0.0.1:${server.port}`;
  const app = { router, completeSignIn: async () => false };
  server.serve({
    request: createRoutes({
      app,
      info,
      keys,
      tabs,
      pages: createPages(renderer, ''),
      files: createHandedFiles(folder),
      downloads: createDownloads(folder),
      tickets: createExternalTickets(tabs),
      log: silent,
    }),
    upgrade: (request, socket, head, way) => tabs.upgrade(request, socket, head, way),
  });
  events.subscribeAll(({ name, payload }) => {
    tabs.publish(name, payload);
  });
  const closePage = standInBrowser(origin, `#launch=${keys.newSecret()}`);
  const session = await openBrowserSession();
  if (session === null) throw new Error('The launch secret was refused.');
  const winnow = createBrowserBridge(session);
  return {
    call: (name, input) => winnow.call(name, input),
    subscribe: (name, listener) => winnow.subscribe(name, listener),
    raw: async (name, input) => {
      const response = await fetch('/rpc', {
        method: 'POST',
        headers: { 'content-type': 'application/json', [keyHeader]: sessionKey(), [tabHeader]: 'raw-client' },
        body: JSON.stringify({ name, input }),
      });
      return await response.json();
    },
    breakConnection: async () => {
      tabs.close();
      await server.close();
    },
    close: async () => {
      tabs.close();
      await server.close();
      closePage();
      rmSync(folder, { recursive: true, force: true });
    },
  };
});

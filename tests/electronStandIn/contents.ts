import { EventEmitter } from 'node:events';
import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import type { PrintToPDFOptions, WebPreferences } from 'electron';
import type { CDPSession, Protocol } from 'puppeteer-core';
import type { ShellContents, ShellFrame } from '../../src/main/electron/electronApi.ts';
import { app } from './app.ts';
import { chromium } from './chromium.ts';
import { ipcMain } from './ipc.ts';
import { ownScheme, privilegesOf, sessionOf, toApp, toWeb, type StandInSession } from './sessions.ts';
import { complain, isPrevented, need } from './state.ts';
import { makeWire } from './wire.ts';
import { bindingName, isolatedName, syncPath, worldScripts, type PageMessage } from './worlds.ts';

const wire = makeWire();

/** A value sent over the bridge, as the other side reads it. Throws like Electron if it cannot be cloned. */
function cloned(value: unknown): unknown {
  try {
    return wire.encode(structuredClone(value));
  } catch (error) {
    throw new Error('An object could not be cloned.', { cause: error });
  }
}

class Frame implements ShellFrame {
  readonly #contents: StandInContents;
  constructor(contents: StandInContents) {
    this.#contents = contents;
  }

  get origin(): string {
    return /^[a-z][a-z\d+.-]*:\/\/[^/?#]+/.exec(this.#contents.getURL())?.[0] ?? 'null';
  }
}

let made = 0;

/** A page: a target of Chromium, with the preload in its own world. */
export class StandInContents extends EventEmitter implements ShellContents {
  readonly id: number;
  readonly session: StandInSession;
  readonly mainFrame: ShellFrame = new Frame(this);
  loads = 0;
  navigations = 0;
  /** Resolves once the target exists and is guarded; nothing is loaded before. */
  readonly opening: Promise<void>;
  readonly #preferences: WebPreferences;
  readonly #size: { width: number; height: number };
  #cdp: CDPSession | null = null;
  #targetId = '';
  #url = 'about:blank';
  #crashed = false;
  #destroyed = false;
  /** Where the process itself is navigating the page, while that lasts. */
  #loading: string | null = null;
  #isolated: string | null = null;
  #openHandler: (details: { url: string }) => { action: 'allow' | 'deny' } = () => ({ action: 'allow' });

  constructor(preferences: WebPreferences, size: { width: number; height: number }) {
    super();
    made += 1;
    this.id = made;
    this.#preferences = preferences;
    this.#size = size;
    this.session = sessionOf(preferences.partition ?? '', app);
    this.opening = this.#open();
    this.opening.catch((error: unknown) => {
      if (!this.#destroyed) complain(`a window could not be opened: ${String(error)}`);
    });
    app.emit('web-contents-created', {}, this);
  }

  get targetId(): string {
    return this.#targetId;
  }

  get cdp(): CDPSession {
    if (this.#cdp === null) throw new Error('The page has not opened yet.');
    return this.#cdp;
  }

  async #open(): Promise<void> {
    const { root, attach } = await chromium();
    const { session } = this;
    if (session.partition !== '' && session.contextId === undefined) {
      const { browserContextId } = await root.send('Target.createBrowserContext');
      session.contextId = browserContextId;
    }
    const { targetId } = await root.send('Target.createTarget', {
      url: 'about:blank',
      newWindow: true,
      ...this.#size,
      ...(session.contextId === undefined ? {} : { browserContextId: session.contextId }),
    });
    this.#targetId = targetId;
    pages.set(targetId, this);
    const cdp = await attach(targetId);
    this.#cdp = cdp;
    this.#listen(cdp);
    await Promise.all([
      cdp.send('Page.enable'),
      cdp.send('Runtime.enable'),
      cdp.send('Inspector.enable'),
      cdp.send('Network.enable'),
      cdp.send('Fetch.enable', { patterns: [{ urlPattern: '*' }] }),
      cdp.send('Runtime.addBinding', { name: bindingName, executionContextName: isolatedName }),
    ]);
    if (this.#preferences.javascript === false) {
      await cdp.send('Emulation.setScriptExecutionDisabled', { value: true });
    }
    await this.#addPreload(cdp);
  }

  async #addPreload(cdp: CDPSession): Promise<void> {
    const { preload, contextIsolation, sandbox } = this.#preferences;
    if (preload === undefined) return;
    need(path.isAbsolute(preload), 'preload script must have absolute path');
    if (contextIsolation === false || sandbox === false) complain('a preload without context isolation or sandbox');
    if (!existsSync(preload)) {
      complain(`Unable to load preload script: ${preload}`);
      return;
    }
    const { isolated, main } = worldScripts(readFileSync(preload, 'utf8'), preload);
    await cdp.send('Page.addScriptToEvaluateOnNewDocument', { source: isolated, worldName: isolatedName });
    await cdp.send('Page.addScriptToEvaluateOnNewDocument', { source: main });
  }

  #listen(cdp: CDPSession): void {
    cdp.on('Fetch.requestPaused', (event) => {
      this.#paused(event).catch((error: unknown) => {
        if (!this.#destroyed && !this.#crashed) complain(`request ${event.request.url}: ${String(error)}`);
      });
    });
    cdp.on('Runtime.executionContextCreated', ({ context }) => {
      const { frameId } = (context.auxData ?? {}) as { frameId?: string };
      if (context.name === isolatedName && frameId === this.#targetId) this.#isolated = context.uniqueId;
    });
    cdp.on('Runtime.bindingCalled', ({ name, payload }) => {
      if (name === bindingName) void this.#heard(JSON.parse(payload) as PageMessage);
    });
    cdp.on('Page.frameNavigated', ({ frame }) => {
      if (frame.parentId !== undefined) return;
      this.#url = frame.url + (frame.urlFragment ?? '');
      this.#crashed = false;
      this.emit('did-navigate', {}, this.getURL());
    });
    cdp.on('Page.navigatedWithinDocument', ({ frameId, url }) => {
      if (frameId === this.#targetId) this.#url = url;
    });
    cdp.on('Page.domContentEventFired', () => this.emit('dom-ready'));
    cdp.on('Page.loadEventFired', () => {
      this.loads += 1;
      this.emit('did-finish-load');
    });
    cdp.on('Inspector.targetCrashed', () => {
      this.#crashed = true;
      setImmediate(() => this.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 5 }));
    });
  }

  // ── Requests ──────────────────────────────────────────────────────────────────────────────────────────────────

  async #paused({
    requestId,
    request,
    resourceType,
    frameId,
    networkId,
  }: Protocol.Fetch.RequestPausedEvent): Promise<void> {
    const address = toApp(request.url);
    const body = await this.#bodyOf(request, networkId);
    if (request.method === 'POST' && new URL(request.url).pathname === syncPath) {
      await this.#fulfil(requestId, 200, [['content-type', 'application/json']], this.#answerSync(body));
      return;
    }
    const isMainFrame = frameId === this.#targetId;
    if (resourceType === 'Document' && this.#loading !== address && this.#refusesNavigation(address, isMainFrame)) {
      await answered(this.cdp.send('Fetch.failRequest', { requestId, errorReason: 'Aborted' }));
      return;
    }
    if (resourceType === 'Document' && isMainFrame && this.#loading === null) this.#begin();
    if (await this.#isCancelled(address, resourceType)) {
      await answered(this.cdp.send('Fetch.failRequest', { requestId, errorReason: 'BlockedByClient' }));
      return;
    }
    const scheme = ownScheme(address);
    if (scheme === '') {
      await answered(this.cdp.send('Fetch.continueRequest', { requestId }));
      return;
    }
    const handler = this.session.handlers.get(scheme);
    const mayFetch = privilegesOf(scheme).supportFetchAPI === true;
    if (handler === undefined || (!mayFetch && (resourceType === 'Fetch' || resourceType === 'XHR'))) {
      await answered(this.cdp.send('Fetch.failRequest', { requestId, errorReason: 'AddressUnreachable' }));
      return;
    }
    const headers = new Headers(Object.entries(request.headers).map(([name, value]) => [name, toApp(value)]));
    try {
      const init = { method: request.method, headers, ...(body === null ? {} : { body }) };
      const answer = await handler(new Request(address, init));
      need(answer instanceof Response, 'ERR_UNEXPECTED');
      await this.#fulfil(requestId, answer.status, [...answer.headers], Buffer.from(await answer.arrayBuffer()));
    } catch (error) {
      complain(`protocol handler of ${address}: ${String(error)}`);
      await answered(this.cdp.send('Fetch.failRequest', { requestId, errorReason: 'Failed' }));
    }
  }

  #begin(): void {
    this.navigations += 1;
    this.emit('did-start-navigation', { isSameDocument: false, isMainFrame: true });
  }

  /** The page itself navigates. In Electron's order: first the event for any frame, then the one for the main frame. */
  #refusesNavigation(url: string, isMainFrame: boolean): boolean {
    const isFrameRefused = isPrevented(this, 'will-frame-navigate', { url, isMainFrame, isSameDocument: false });
    if (!isMainFrame) return isFrameRefused;
    return isPrevented(this, 'will-navigate', { url, isMainFrame, isSameDocument: false }, url) || isFrameRefused;
  }

  async #isCancelled(url: string, resourceType: string): Promise<boolean> {
    const { before } = this.session;
    if (before === null) return false;
    const { cancel = false } = await new Promise<{ cancel?: boolean }>((resolve) => {
      before({ url, resourceType: resourceType === 'Document' ? 'mainFrame' : resourceType.toLowerCase() }, resolve);
    });
    return cancel;
  }

  async #bodyOf(request: Protocol.Network.Request, networkId: string | undefined): Promise<Buffer<ArrayBuffer> | null> {
    if (request.hasPostData !== true) return null;
    if (request.postDataEntries?.every(({ bytes }) => bytes !== undefined) === true) {
      return Buffer.concat(request.postDataEntries.map(({ bytes = '' }) => Buffer.from(bytes, 'base64')));
    }
    if (networkId === undefined) return null;
    const { postData } = await this.cdp.send('Network.getRequestPostData', { requestId: networkId });
    return Buffer.from(postData);
  }

  #answerSync(body: Buffer | null): Buffer {
    const { channel, args } = JSON.parse(body?.toString() ?? '{}') as { channel: string; args: unknown };
    let answer: unknown;
    const event = {
      sender: this,
      senderFrame: this.mainFrame,
      set returnValue(value: unknown) {
        answer = cloned(value);
      },
    };
    ipcMain.emit(channel, event, ...(wire.decode(args) as unknown[]));
    if (answer === undefined) complain(`sendSync on '${channel}' had no answer: the page would hang`);
    return Buffer.from(JSON.stringify(answer ?? null));
  }

  async #fulfil(requestId: string, responseCode: number, headers: [string, string][], bytes: Buffer): Promise<void> {
    const responseHeaders = headers.map(([name, value]) => ({ name, value }));
    const body = bytes.toString('base64');
    await answered(this.cdp.send('Fetch.fulfillRequest', { requestId, responseCode, responseHeaders, body }));
  }

  // ── Messages ──────────────────────────────────────────────────────────────────────────────────────────────────

  async #heard(message: PageMessage): Promise<void> {
    if (message.kind === 'preloadError') {
      complain(`preload: ${message.message}`);
      return;
    }
    const event = { sender: this, senderFrame: this.mainFrame };
    const args = wire.decode(message.args) as unknown[];
    if (message.kind === 'send') {
      ipcMain.emit(message.channel, event, ...args);
      return;
    }
    // If the page has gone by then, there is nobody to reply to.
    const world = this.#isolated;
    let reply: [boolean, unknown];
    try {
      reply = [true, cloned(await ipcMain.answer(message.channel, event, args))];
    } catch (error) {
      process.stderr.write(`Error occurred in handler for '${message.channel}': ${String(error)}\n`);
      reply = [false, `Error invoking remote method '${message.channel}': ${String(error)}`];
    }
    this.#inIsolated(world, `standInReply(${message.id}, ${JSON.stringify(reply[0])}, ${JSON.stringify(reply[1])})`);
  }

  #inIsolated(world: string | null, expression: string): void {
    if (world === null || this.#destroyed || this.#crashed) return;
    this.cdp.send('Runtime.evaluate', { expression, uniqueContextId: world, silent: true }).catch(() => undefined);
  }

  send(channel: string, ...args: unknown[]): void {
    need(typeof channel === 'string', 'Missing required channel argument');
    if (this.#destroyed) throw new TypeError('Object has been destroyed');
    this.#inIsolated(this.#isolated, `standInEvent(${JSON.stringify(channel)}, ${JSON.stringify(cloned(args))})`);
  }

  /** The user hands over files, by dropping or choosing them: the preload can find their paths. */
  async hand(files: readonly string[]): Promise<void> {
    const known = files.map((file) => ({ name: path.basename(file), size: statSync(file).size, path: file }));
    await this.cdp.send('Runtime.evaluate', {
      expression: `standInFiles(${JSON.stringify(known)})`,
      uniqueContextId: this.#isolated ?? '',
    });
  }

  // ── What Electron offers ──────────────────────────────────────────────────────────────────────────────────────

  async load(url: string): Promise<void> {
    await this.opening;
    this.#loading = url;
    this.#begin();
    const { promise: loaded, resolve } = Promise.withResolvers<void>();
    const ends = ['did-finish-load', 'destroyed', 'render-process-gone'];
    for (const name of ends) this.once(name, resolve);
    try {
      const { errorText } = await this.cdp.send('Page.navigate', { url: toWeb(url) });
      if (errorText !== undefined) throw Object.assign(new Error(`${errorText} loading '${url}'`), { code: errorText });
      await loaded;
    } finally {
      this.#loading = null;
      for (const name of ends) this.off(name, resolve);
    }
  }

  reload(): void {
    this.#loading = this.getURL();
    this.#begin();
    this.once('did-finish-load', () => (this.#loading = null));
    this.cdp.send('Page.reload').catch((error: unknown) => complain(`reload: ${String(error)}`));
  }

  forcefullyCrashRenderer(): void {
    this.cdp.send('Page.crash').catch(() => undefined);
  }

  getURL(): string {
    return toApp(this.#url);
  }

  isDestroyed(): boolean {
    return this.#destroyed;
  }

  isCrashed(): boolean {
    return this.#crashed;
  }

  setWindowOpenHandler(handler: (details: { url: string }) => { action: 'allow' | 'deny' }): void {
    this.#openHandler = handler;
  }

  /** Whether a window that this page opens itself is allowed. */
  decideOpening(url: string): 'allow' | 'deny' {
    return this.#openHandler({ url: toApp(url) }).action;
  }

  async printToPDF(options: PrintToPDFOptions): Promise<Buffer> {
    const { margins = {}, pageSize: _pageSize, ...rest } = options;
    for (const [name, value] of Object.entries(rest)) {
      const isFlag = !['scale', 'pageRanges', 'headerTemplate', 'footerTemplate'].includes(name);
      if (isFlag && typeof value !== 'boolean') throw new TypeError(`${name} must be a boolean`);
    }
    const { data } = await this.cdp.send('Page.printToPDF', {
      ...rest,
      marginTop: margins.top ?? 0.4,
      marginBottom: margins.bottom ?? 0.4,
      marginLeft: margins.left ?? 0.4,
      marginRight: margins.right ?? 0.4,
    });
    return Buffer.from(data, 'base64');
  }

  /** Closes the page with its window. */
  destroy(): void {
    this.#destroyed = true;
    pages.delete(this.#targetId);
    this.opening
      .then(async () => (await chromium()).root.send('Target.closeTarget', { targetId: this.#targetId }))
      .catch(() => undefined);
    this.emit('destroyed');
  }
}

/** Pages by Chromium's target ids. */
export const pages = new Map<string, StandInContents>();

/**
 * Sends an answer to a request. If its page has navigated meanwhile, or was closed, nobody waits for it: not an error
 * in Electron.
 */
async function answered(sending: Promise<unknown>): Promise<void> {
  try {
    await sending;
  } catch (error) {
    if (!/Invalid InterceptionId|Target closed|Session closed/.test(String(error))) throw error;
  }
}

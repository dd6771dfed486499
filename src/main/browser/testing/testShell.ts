import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { WebSocket } from 'ws';
import { keyHeader, sessionReplySchema, tabHeader, type SessionReply } from '#shared/bridge/browserWire.ts';
import type { RunningShell } from '#main/startShell.ts';
import { runBrowserShell } from '../run.ts';

/** A browser shell on an empty workspace of its own, with a small page in place of the built renderer. */
export interface TestShell {
  readonly origin: string;
  readonly port: number;
  readonly secret: string;
  readonly workspace: string;
  readonly printed: readonly string[];
  readonly shell: RunningShell;
  /** Exchanges the launch secret, once; later the same session again. */
  signIn(): Promise<SessionReply>;
  post(path: string, body: unknown, headers?: Readonly<Record<string, string>>): Promise<Response>;
  /** One call of the contract with the session's key. */
  call(name: string, input: unknown, tab?: string): Promise<unknown>;
  /** An open socket that has said hello, and what it has got so far. */
  openSocket(options?: { tab?: string; after?: number; key?: string }): Promise<TestSocket>;
  /** Sends bytes on a fresh connection and resolves with all that comes back until it is closed. */
  raw(bytes: string): Promise<string>;
  close(): Promise<void>;
}

interface TestSocket {
  readonly socket: WebSocket;
  readonly messages: unknown[];
  next(): Promise<unknown>;
}

const testPage = `<!doctype html><html lang="en">
<meta property="csp-nonce" nonce="__WINNOW_NONCE__"><title>Winnow</title>
<script type="module" src="/assets/main-ab12.js"></script></html>`;

/** Starts one. `workspace` is given to start again on the same one; it is then not removed. */
export async function startTestShell(
  options: { workspace?: string; port?: number; json?: boolean; sample?: number } = {},
): Promise<TestShell> {
  const folder = mkdtempSync(path.join(tmpdir(), 'winnow-shell-'));
  const workspace = options.workspace ?? path.join(folder, 'workspace');
  const renderer = path.join(folder, 'out', 'renderer');
  mkdirSync(path.join(renderer, 'assets'), { recursive: true });
  writeFileSync(path.join(renderer, 'index.html'), testPage);
  writeFileSync(path.join(renderer, 'assets', 'main-ab12.js'), 'document.title = "Winnow runs";');
  const printed: string[] = [];
  const shell = await runBrowserShell({
    flags: {
      browser: true,
      port: options.port ?? null,
      open: false,
      workspace,
      sample: options.sample ?? 0,
      json: options.json ?? true,
    },
    root: folder,
    version: '0.0.0',
    print: (line) => printed.push(line),
    tell: () => undefined,
  });
  if (shell === null) throw new Error('Another shell has the workspace.');
  await shell.announce();
  const address = new URL(shell.url);
  const { origin } = address;
  const port = Number(address.port);
  const secret = address.hash.replace('#launch=', '');
  let session: Promise<SessionReply> | undefined;

  const post: TestShell['post'] = (where, body, headers = {}) =>
    fetch(origin + where, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin, ...headers },
      body: JSON.stringify(body),
    });
  const signIn = (): Promise<SessionReply> => {
    session ??= post('/session', { secret }).then(async (response) => sessionReplySchema.parse(await response.json()));
    return session;
  };

  return {
    origin,
    port,
    secret,
    workspace,
    printed,
    shell,
    signIn,
    post,
    call: async (name, input, tab = 'test-tab-1') => {
      const { key } = await signIn();
      const response = await post('/rpc', { name, input }, { [keyHeader]: key, [tabHeader]: tab });
      return await response.json();
    },
    openSocket: async ({ tab = 'test-tab-1', after = 0, key } = {}) => {
      const hello = { key: key ?? (await signIn()).key, tab, after };
      const opened = await connectSocket(`ws://127.0.0.1:${port}/events`, origin);
      opened.socket.send(JSON.stringify(hello));
      return opened;
    },
    raw: (bytes) => sendRaw(port, bytes),
    close: async () => {
      await shell.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function connectSocket(url: string, origin: string): Promise<TestSocket> {
  const socket = new WebSocket(url, { origin });
  const messages: unknown[] = [];
  const waiting: ((message: unknown) => void)[] = [];
  socket.on('message', (data: Buffer) => {
    const message: unknown = JSON.parse(data.toString('utf8'));
    const first = waiting.shift();
    if (first === undefined) messages.push(message);
    else first(message);
  });
  await new Promise((resolve, reject) => {
    socket.once('open', resolve);
    socket.once('error', reject);
  });
  return {
    socket,
    messages,
    next: () =>
      messages.length > 0 ? Promise.resolve(messages.shift()) : new Promise((resolve) => waiting.push(resolve)),
  };
}

function sendRaw(port: number, bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let received = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    socket.setEncoding('latin1');
    socket.on('data', (chunk: string) => {
      received += chunk;
    });
    socket.on('error', reject);
    socket.on('close', () => {
      resolve(received);
    });
  });
}

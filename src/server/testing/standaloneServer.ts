import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect } from 'vitest';
import { createLog, type Log } from '#node/log.ts';
import { SignIn } from '../accounts/accounts.ts';
import { OidcClient } from '../accounts/oidc/client.ts';
import type { OidcSettings } from '../accounts/oidc/settings.ts';
import { startHttpServer, type HttpServer } from '../api/http/httpServer.ts';
import { createStandalone } from '../standalone.ts';
import { configWithoutProvider, openWorkspace, type Workspace, type WorkspaceOptions } from '../workspace.ts';

/** The password of everyone added by `addUser`. */
export const password = 'correct horse battery';

/** Where the app under test would wait for its sign-in. */
export const callback = { redirect: 'http://127.0.0.1:5173/auth', state: 'state-of-the-app' };

interface ServerOptions extends Pick<WorkspaceOptions, 'fileLimits' | 'store'> {
  readonly oidc?: OidcSettings;
  /** Where people reach it, if not at its own address. */
  readonly publicUrl?: URL;
}

/** A standalone server on a socket; the clock for its limits and for sign-ins under way is moved by hand. */
export class StandaloneServer {
  /** Milliseconds, for limits and sign-ins under way only. */
  clock = 0;
  readonly logLines: readonly string[];
  readonly workspace: Workspace;
  readonly folder: string;
  #server: HttpServer | null = null;

  private constructor(workspace: Workspace, folder: string, logLines: readonly string[]) {
    this.workspace = workspace;
    this.folder = folder;
    this.logLines = logLines;
  }

  static async open({ fileLimits = {}, store = null, oidc, publicUrl }: ServerOptions = {}): Promise<StandaloneServer> {
    const folder = mkdtempSync(join(tmpdir(), 'winnow-standalone-'));
    // The provider's address is known once the server listens.
    const config = { ...configWithoutProvider('winnow://auth') };
    const logLines: string[] = [];
    const log = createLog(
      (line) => logLines.push(line),
      () => new Date('2026-11-20T09:00:00Z'),
    );
    const workspace = await openWorkspace({
      log,
      fileLimits,
      store,
      file: join(folder, 'w.db'),
      config,
      now: () => new Date(),
      onEvent: () => undefined,
      reportError: (error) => {
        throw error;
      },
    });
    await workspace.ready;
    const opened = new StandaloneServer(workspace, folder, logLines);
    await opened.#listen(log, publicUrl ?? null, oidc);
    config.domain = publicUrl?.origin ?? opened.url;
    return opened;
  }

  async #listen(log: Log, publicUrl: URL | null, oidc: OidcSettings | undefined): Promise<void> {
    const { app: api, state } = this.workspace;
    const started = Date.now();
    const standalone = createStandalone({
      api,
      state,
      origins: () => [...(publicUrl === null ? [] : [publicUrl.origin]), this.url],
      signUp: oidc === undefined,
      oidc: oidc === undefined ? undefined : new OidcClient(oidc),
      monotonic: () => this.clock,
      now: () => new Date(started + this.clock),
      log,
      requestLog: log,
      onSignedOut: (user) => this.workspace.forgetFiles(user),
    });
    this.#server = await startHttpServer({
      ...standalone,
      port: 0,
      publicUrl,
      deadlines: { header: 300, request: 600 },
    });
  }

  get url(): string {
    return this.#server?.url ?? '';
  }

  /** Sends a form as one of the provider's own pages does. */
  send(path: string, fields: Record<string, string>, headers: Record<string, string> = {}): Promise<Response> {
    const all = { Origin: this.url, 'Content-Type': 'application/x-www-form-urlencoded', ...headers };
    const body = new URLSearchParams(fields);
    return fetch(this.url + path, { method: 'POST', body, headers: all, redirect: 'manual' });
  }

  /** They are called as their address begins, `Ann` for `ann@x.org`. */
  async addUser(login: string): Promise<number> {
    const name = login.charAt(0).toUpperCase() + login.slice(1, login.indexOf('@'));
    const added = await new SignIn(this.workspace.state, () => new Date()).signUp(login, name, password);
    if (typeof added === 'string') throw new Error(added);
    return added.id;
  }

  /** Signs in as the app does and returns the token it gets. */
  async tokenOf(login: string): Promise<string> {
    const response = await this.send('/provider/login', { login, password, ...callback });
    expect(response.status).toBe(303);
    const url = new URL(response.headers.get('location') ?? '');
    expect(url.origin + url.pathname).toBe(callback.redirect);
    expect([...url.searchParams.keys()]).toEqual(['access_token', 'state']);
    expect(url.searchParams.get('state')).toBe(callback.state);
    return url.searchParams.get('access_token') ?? '';
  }

  /** Signs in to the profile page and returns its cookie. */
  async cookieOf(login: string): Promise<string> {
    const response = await this.send('/provider/login', { login, password });
    expect(response.headers.get('location')).toBe('/provider/account');
    const [cookie = ''] = response.headers.getSetCookie();
    expect(cookie).toMatch(/^winnow_profile=[\w-]{43}; Max-Age=43200; Path=\/provider; HttpOnly; SameSite=Lax$/);
    return cookie.split(';')[0] ?? '';
  }

  /** Calls the API with a token; with a body, as a POST. */
  ask(path: string, token: string, body?: unknown): Promise<Response> {
    const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
    const post = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
    return fetch(this.url + path, { headers, ...post });
  }

  async close(): Promise<void> {
    await this.#server?.close();
    this.workspace.close();
    rmSync(this.folder, { recursive: true });
  }
}

/** A server for each test. Call it where `beforeEach` is allowed. */
export function useStandaloneServer(): () => StandaloneServer {
  let server: StandaloneServer | null = null;
  beforeEach(async () => {
    server = await StandaloneServer.open();
  });
  afterEach(() => server?.close());
  return () => {
    if (server === null) throw new Error('The server is not open.');
    return server;
  };
}

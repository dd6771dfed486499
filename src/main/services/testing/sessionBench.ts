import { createHash } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { SessionState } from '#shared/bridge/session.ts';
import { createRemoteTransport } from '../api/remoteTransport.ts';
import { createEventHub, type BridgeEvent } from '../eventHub.ts';
import { Connection } from '../connection.ts';
import { ExternalDoor } from '../externals.ts';
import { PreferencesService } from '../preferences.ts';
import { Session } from '../session/session.ts';
import { TokenKeeper } from '../session/tokenKeeper.ts';
import { StateFile } from '../stateFile.ts';
import { eventually } from './eventually.ts';
import { FakeClock } from './fakeClock.ts';
import { sendJson, TestServer, type Answer } from './httpServer.ts';
import { TestOpener, TestPreferences, TestSecrets } from './memoryPorts.ts';
import { plainConfig, plainUser } from './records.ts';
import { RecordingLog } from './recordingLog.ts';

const nothing: Answer = (_, response) => void response.end();

/** A session between a local workspace and a server with a provider, both real HTTP servers. */
export class SessionBench {
  readonly clock = new FakeClock();
  readonly log = new RecordingLog();
  /** What the next start finds. */
  secrets: TestSecrets;
  readonly opener = new TestOpener();
  readonly store = new TestPreferences();
  readonly events = createEventHub(this.log);
  readonly heard: BridgeEvent[] = [];
  readonly folder = mkdtempSync(join(tmpdir(), 'winnow-session-'));
  /** Tokens that are good, with the id of their user. */
  readonly tokens = new Map<string, number>();
  readonly local: TestServer;
  readonly server: TestServer;
  readonly connection = new Connection(this.clock, this.events, async () => undefined);
  /** Codes that the provider has given out, with what it was asked and the token that stands behind each. */
  readonly codes = new Map<string, { readonly challenge: string; readonly token: string }>();
  session: Session;
  issued = 0;

  private constructor(local: TestServer, server: TestServer, secrets: TestSecrets) {
    this.local = local;
    this.server = server;
    this.secrets = secrets;
    local.answerWith(this.#api(''));
    server.answerWith(this.#api(server.origin));
    this.events.subscribeAll((event) => this.heard.push(event));
    this.session = this.#newSession();
  }

  static async start(secrets = new TestSecrets()): Promise<SessionBench> {
    return new SessionBench(await TestServer.start(nothing), await TestServer.start(nothing), secrets);
  }

  /** A new start of the app on the same folder, settings and keychain. */
  async restart(): Promise<void> {
    this.session.stop();
    this.session = this.#newSession();
    await this.session.start();
  }

  /** The page that the last sign-in has opened. */
  loginPage(): URL {
    return new URL(this.opener.opened.at(-1) ?? 'about:blank');
  }

  /** Starts a sign-in; resolves when the provider’s page was opened. */
  async beginSignIn(server = this.server.origin): Promise<{ signedIn: Promise<SessionState>; state: string }> {
    const opened = this.opener.opened.length;
    const signedIn = this.session.signIn(server);
    signedIn.catch(() => undefined);
    await eventually(() => {
      expect(this.opener.opened.length).toBe(opened + 1);
      expect(this.session.state.signingIn).toBe(server);
    });
    return { signedIn, state: this.loginPage().searchParams.get('state') ?? '' };
  }

  async stop(): Promise<void> {
    this.session.stop();
    await Promise.all([this.local.stop(), this.server.stop()]);
    await rm(this.folder, { recursive: true, force: true });
  }

  #newSession(): Session {
    const { clock, log, events, folder, connection } = this;
    const state = new StateFile(join(folder, 'main-state.json'), log);
    return new Session({
      folder,
      clock,
      log,
      events,
      keeper: new TokenKeeper(this.secrets, clock, log, state),
      door: new ExternalDoor(this.opener),
      state,
      preferences: new PreferencesService(this.store, events, log),
      connection,
      local: {
        fetch: (request) => this.#toLocal(request),
        issueToken: async () => {
          const token = `local-token-${++this.issued}`;
          this.tokens.set(token, 1);
          return token;
        },
      },
      remote: createRemoteTransport(),
      openSignInCallback: async () => null,
    });
  }

  /** The local API has no socket of its own in the app; here one stands for it. */
  #toLocal(request: Request): Promise<Response> {
    const url = new URL(request.url);
    return fetch(new Request(`${this.local.origin}${url.pathname}${url.search}`, request));
  }

  #api(domain: string): Answer {
    return (request, response) => {
      if (request.path === '/api/config') {
        sendJson(response, 200, plainConfig(domain), { 'set-cookie': 'csrftoken=c0ffee' });
        return;
      }
      if (request.path === '/provider/token') {
        const token = this.#redeem(new URLSearchParams(request.body));
        if (token === null) sendJson(response, 400, { error: 'invalid_grant' });
        else sendJson(response, 200, { access_token: token, token_type: 'Bearer' });
        return;
      }
      if (request.path === '/provider/revoke') {
        this.tokens.delete(new URLSearchParams(request.body).get('token') ?? '');
        sendJson(response, 200, {});
        return;
      }
      const user = this.tokens.get(request.headers.authorization?.replace('Bearer ', '') ?? '');
      if (user === undefined) sendJson(response, 401, { code: 'unauthenticated', detail: 'Sign in first.' });
      else if (request.path === '/api/users/me/')
        sendJson(response, 200, { ...plainUser, id: user, name: `User ${user}`, email: `user${user}@x.org` });
      else sendJson(response, 404, { code: 'not_found', detail: 'No such thing.' });
    };
  }

  /** As RFC 7636 has it; the right redirect is the one of the page that was opened. */
  #redeem(fields: URLSearchParams): string | null {
    const code = this.codes.get(fields.get('code') ?? '');
    const challenge = createHash('sha256')
      .update(fields.get('code_verifier') ?? '')
      .digest('base64url');
    const fits =
      fields.get('grant_type') === 'authorization_code' &&
      fields.get('redirect_uri') === this.loginPage().searchParams.get('redirect');
    return fits && code?.challenge === challenge ? code.token : null;
  }
}

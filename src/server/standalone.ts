import type { Log } from '#node/log.ts';
import type { SocketWay } from '#node/loopbackServer.ts';
import { AppError } from '#shared/errors.ts';
import { SignIn } from './accounts/accounts.ts';
import type { OidcClient } from './accounts/oidc/client.ts';
import type { Api } from './api/app.ts';
import type { QuickAnswer } from './api/call.ts';
import { Doorkeeper, userOf } from './api/doorkeeper.ts';
import { errorAnswer, errorBody } from './api/http/answers.ts';
import { isProviderPath, type HttpServerOptions, type SocketAnswer, type SocketCall } from './api/http/httpServer.ts';
import type { CallHeaders } from './api/http/requestInput.ts';
import type { createProviderApp } from './accounts/provider/providerApp.ts';
import { asFresh, type Freshness } from './freshness.ts';
import type { Answered } from './metrics.ts';
import type { State } from './state/port.ts';

export interface StandaloneOptions {
  /** The whole API. */
  readonly api: Pick<Api, 'fetch'> & Partial<Pick<Api, 'quick'>>;
  readonly state: Pick<State, 'users' | 'accounts' | 'pending' | 'attempts' | 'audit' | 'readOnly'>;
  /** The origins the server is reached at, the public one first. */
  readonly origins: () => readonly string[];
  /** Whether anyone who reaches the sign-in page may make an account. */
  readonly signUp: boolean;
  /** The identity provider that people sign in with besides their passwords, or instead of them. */
  readonly oidc?: OidcClient | undefined;
  /** A clock in milliseconds that never jumps. */
  readonly monotonic: () => number;
  /** The time of day; the system's by default. */
  readonly now?: () => Date;
  /** Gets every request; null to log none. */
  readonly requestLog: Log | null;
  /** Sign-ins, refusals and limits. */
  readonly log: Log;
  /** Why nothing can be answered yet, in a sentence; `''` once it can. */
  readonly notReady?: () => string;
  /** Called with every call that was answered. */
  readonly onAnswered?: (answered: Answered) => void;
  /** The newest change of the companies that the answers have, and how to wait for a newer one. */
  readonly freshness?: Freshness;
  /** Called with a user who has signed out in one of their apps. */
  readonly onSignedOut?: (user: number) => void;
}

/** The API plus what a server on a network needs: the membership provider, limits per user, and a log. */
export function createStandalone(options: StandaloneOptions): Pick<Required<HttpServerOptions>, 'fetch' | 'quick'> {
  const { api, state, monotonic, requestLog, log } = options;
  const doorkeeper = new Doorkeeper(state.users, monotonic);
  let provider: Promise<ReturnType<typeof createProviderApp>> | undefined;

  function refuseUnlessReady(): void {
    const reason = options.notReady?.() ?? '';
    if (reason !== '') throw new AppError('unavailable', reason);
  }

  async function answer(request: Request, path: string, way: SocketWay): Promise<Response> {
    refuseUnlessReady();
    if (isProviderPath(path)) {
      const wait = doorkeeper.admitToPages(way.address);
      if (wait > 0) throw new TooMany(wait);
      // Its pages are loaded on the first request for one: startup does not wait for them.
      provider ??= openProvider(options, doorkeeper);
      return (await provider).fetch(request, { address: way.address });
    }
    const admitted = await doorkeeper.admit(request.headers, way);
    if (admitted.kind === 'wait') throw new TooMany(admitted.seconds);
    const end = await doorkeeper.turnOf(admitted, request.url, way);
    try {
      const fields = await freshnessOf(admitted.kind, request.headers);
      const response = await api.fetch(request, userOf(admitted));
      doorkeeper.judge(admitted, response.status);
      for (const [name, value] of Object.entries(fields)) response.headers.set(name, value);
      return response;
    } finally {
      way.whenOver(end);
    }
  }

  async function answerQuickly(quick: QuickAnswer, call: SocketCall, way: SocketWay): Promise<SocketAnswer> {
    refuseUnlessReady();
    const admitted = await doorkeeper.admit(call.headers, way);
    if (admitted.kind === 'wait') throw new TooMany(admitted.seconds);
    way.whenOver(await doorkeeper.turnOf(admitted, call.target, way));
    const fields = await freshnessOf(admitted.kind, call.headers);
    const answered = await quick(userOf(admitted));
    doorkeeper.judge(admitted, answered.status);
    return { ...answered, headers: fields };
  }

  /** Header fields that say how new the companies are that an answer has; strangers are told nothing. */
  async function freshnessOf(kind: string, headers: CallHeaders): Promise<Readonly<Record<string, string>>> {
    return options.freshness === undefined || kind !== 'user' ? {} : asFresh(options.freshness, headers);
  }

  function note(method: string, path: string, status: number, client: string, started: number): void {
    options.onAnswered?.({ method, path, status, ms: monotonic() - started });
    if (status !== 429 && status < 500 && requestLog === null) return;
    const fields = { method, path: pathForLog(path), status, client };
    if (status === 429 || status >= 500) log.warn(status === 429 ? 'limited' : 'failed', fields);
    requestLog?.info('request', { ...fields, ms: Math.round((monotonic() - started) * 10) / 10 });
  }

  return {
    async fetch(request, way) {
      const started = monotonic();
      const { pathname } = new URL(request.url);
      // What fails here is logged like any other error.
      const response = await answer(request, pathname, way).catch(answerTo);
      note(request.method, pathname, response.status, way.address, started);
      return response;
    },
    quick(call, way) {
      const quick = api.quick?.(call);
      if (quick === undefined) return undefined;
      const started = monotonic();
      return answerQuickly(quick, call, way)
        .catch((error: unknown) => ({ ...errorBody(error), headers: retryOf(error) }))
        .then((answered) => {
          note(call.method, pathOf(call.target), answered.status, way.address, started);
          return answered;
        });
    },
  };
}

async function openProvider(
  { state, monotonic, now = () => new Date(), origins, signUp, oidc, log, onSignedOut }: StandaloneOptions,
  doorkeeper: Doorkeeper,
): Promise<ReturnType<typeof createProviderApp>> {
  const { createProviderApp: create } = await import('./accounts/provider/providerApp.ts');
  return create({
    state,
    signIn: new SignIn(state, now),
    origins,
    monotonic,
    now,
    signUp,
    oidc: oidc ?? null,
    wrongToken: (address) => doorkeeper.wrongToken(address),
    onEvent: (event, user) => {
      if (event === 'signed_out') onSignedOut?.(user);
      if (event === 'signed_in' && state.readOnly === '') {
        const at = new Date().toISOString();
        state.audit.record({ kind: 'sign_in', userId: user, at, detail: {} }).catch(() => log.warn('audit', { user }));
      }
      if (event === 'refused' || event === 'too_many') log.warn(event);
      else log.info(event, { user });
    },
    onOidcRefused: (reason, detail) => log.warn('oidc_refused', { reason, ...(detail === '' ? {} : { code: detail }) }),
  });
}

function pathOf(target: string): string {
  return target.split('?', 1)[0] ?? '';
}

/** A path without its ids, so that lines can be counted, and `other` for an address that is not ours. */
function pathForLog(pathname: string): string {
  const known = /^\/(?:api|provider|admin|healthz)(?:\/|$)/.test(pathname);
  return known ? pathname.replaceAll(/\/\d+(?=\/|$)/g, '/{id}') : 'other';
}

/** A 429 that says when to try again, in whole seconds. */
class TooMany extends AppError {
  readonly seconds: number;

  constructor(seconds: number) {
    super('rate_limited', `Too many calls. Try again in ${seconds} s.`);
    this.seconds = seconds;
  }
}

function retryOf(error: unknown): Readonly<Record<string, string>> {
  if (error instanceof AppError && error.code === 'unavailable') return { 'Retry-After': '1' };
  if (!(error instanceof AppError) || error.code !== 'rate_limited') return {};
  return { 'Retry-After': String(error instanceof TooMany ? error.seconds : 1) };
}

function answerTo(error: unknown): Response {
  const response = errorAnswer(error);
  for (const [name, value] of Object.entries(retryOf(error))) response.headers.set(name, value);
  return response;
}

import { hash } from 'node:crypto';
import { AppError } from '#shared/errors.ts';
import { SignIn } from './accounts/accounts.ts';
import { RateLimit } from './accounts/rateLimit.ts';
import type { Api } from './app.ts';
import type { JsonReader } from './call.ts';
import { errorAnswer, errorBody } from './http/answers.ts';
import type { HttpServerOptions, SocketAnswer, SocketGet } from './http/httpServer.ts';
import { pathForLog, type ServerLog } from './http/log.ts';
import type { createProviderApp } from './provider/providerApp.ts';
import type { State } from './store/state.ts';

/** What one token, or an address without one, may ask. A person is far below it; a client run wild is not. */
const perClient = { burst: 20_000, perSecond: 2000 } as const;

/** Wrong tokens from one address, until it has to wait. */
const wrongTokens = { burst: 100, perSecond: 1 } as const;

export interface StandaloneOptions {
  /** The whole API. */
  readonly api: Pick<Api, 'fetch'> & Partial<Pick<Api, 'read'>>;
  readonly state: Pick<State, 'users' | 'accounts'>;
  /** Origins under which the server is reached, the public one first. */
  readonly origins: () => readonly string[];
  /** Whether anyone who reaches the sign-in page may make an account. */
  readonly signUp: boolean;
  /** Milliseconds that never jump. */
  readonly monotonic: () => number;
  /** Every request, or null for none. */
  readonly requestLog: ServerLog | null;
  /** Sign-ins, refusals and limits. */
  readonly log: ServerLog;
}

/** The API with what a server on a network needs beside it: the membership provider, rate limits and a log. */
export function createStandalone(options: StandaloneOptions): Pick<Required<HttpServerOptions>, 'fetch' | 'read'> {
  const { api, state, origins, signUp, monotonic, requestLog, log } = options;
  const clients = new RateLimit(perClient, monotonic);
  const wrong = new RateLimit(wrongTokens, monotonic);
  let provider: Promise<ReturnType<typeof createProviderApp>> | undefined;
  /** Its pages are loaded when the first one is asked for: a start does not wait for them. */
  const openProvider = async (): Promise<ReturnType<typeof createProviderApp>> => {
    const { createProviderApp: create } = await import('./provider/providerApp.ts');
    return create({
      state,
      signIn: new SignIn(state.accounts, monotonic),
      origins,
      monotonic,
      signUp,
      onEvent: (event, user) => {
        if (event === 'signed_in' || event === 'signed_up') log.info(event, { user });
        else log.warn(event);
      },
    });
  };

  async function answer(request: Request, path: string, address: string): Promise<Response> {
    if (/^\/(?:provider\/|admin\/?$)/.test(path)) {
      provider ??= openProvider();
      return (await provider).fetch(request, { address });
    }
    const credentials = request.headers.get('authorization');
    const wait = waitOf(credentials, address);
    if (wait > 0) {
      const response = errorAnswer(tooMany(wait));
      response.headers.set('Retry-After', String(wait));
      return response;
    }
    const response = await api.fetch(request);
    if (response.status === 401 && credentials !== null) wrong.take(address);
    return response;
  }

  /** Seconds that a client has to wait, 0 for none; counts the call. */
  function waitOf(credentials: string | null, address: string): number {
    const key = credentials === null ? `address ${address}` : hash('sha256', credentials, 'base64');
    return clients.take(key) || (credentials === null ? 0 : wrong.wait(address));
  }

  function note(method: string, path: string, status: number, client: string, started: number): void {
    if (status !== 429 && status < 500 && requestLog === null) return;
    const fields = { method, path: pathForLog(path), status, client };
    if (status === 429 || status >= 500) log.warn(status === 429 ? 'limited' : 'failed', fields);
    requestLog?.info('request', { ...fields, ms: Math.round((monotonic() - started) * 10) / 10 });
  }

  async function answerRead(reader: JsonReader, get: SocketGet, address: string): Promise<SocketAnswer> {
    const started = monotonic();
    const credentials = get.headers.get('authorization');
    const wait = waitOf(credentials, address);
    const answered: SocketAnswer =
      wait > 0 ? { ...errorBody(tooMany(wait)), headers: { 'Retry-After': String(wait) } } : await reader(get);
    if (answered.status === 401 && credentials !== null) wrong.take(address);
    note('GET', get.target.split('?', 1)[0] ?? '', answered.status, address, started);
    return answered;
  }

  return {
    async fetch(request, address) {
      const started = monotonic();
      const { pathname } = new URL(request.url);
      // What fails here is logged like every other fault.
      const response = await answer(request, pathname, address).catch(errorAnswer);
      note(request.method, pathname, response.status, address, started);
      return response;
    },
    read(get, address) {
      const reader = api.read?.(get.target);
      return reader === undefined ? undefined : answerRead(reader, get, address);
    },
  };
}

function tooMany(seconds: number): AppError {
  return new AppError('rate_limited', `Too many calls. Try again in ${seconds} s.`);
}

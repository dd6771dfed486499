import { createHash } from 'node:crypto';
import type { Hono } from 'hono';
import { AppError } from '#shared/errors.ts';
import { SignIn } from './accounts/accounts.ts';
import { RateLimit } from './accounts/rateLimit.ts';
import { errorAnswer } from './http/answers.ts';
import { pathForLog, type ServerLog } from './http/log.ts';
import { createProviderApp } from './provider/providerApp.ts';
import type { State } from './store/state.ts';

/** What one token, or an address without one, may ask. A person is far below it; a client run wild is not. */
const perClient = { burst: 20_000, perSecond: 2000 } as const;

/** Wrong tokens from one address, until it has to wait. */
const wrongTokens = { burst: 100, perSecond: 1 } as const;

export interface StandaloneOptions {
  /** The whole API. */
  readonly api: Pick<Hono, 'fetch'>;
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
export function createStandalone(options: StandaloneOptions): (request: Request, address: string) => Promise<Response> {
  const { api, state, origins, signUp, monotonic, requestLog, log } = options;
  const clients = new RateLimit(perClient, monotonic);
  const wrong = new RateLimit(wrongTokens, monotonic);
  const provider = createProviderApp({
    state,
    signIn: new SignIn(state.accounts, monotonic),
    origins,
    signUp,
    onEvent: (event, user) => {
      if (event === 'signed_in' || event === 'signed_up') log.info(event, { user });
      else log.warn(event);
    },
  });

  async function answer(request: Request, path: string, address: string): Promise<Response> {
    if (/^\/(?:provider\/|admin\/?$)/.test(path)) return provider.fetch(request, { address });
    const credentials = request.headers.get('authorization');
    const key = credentials === null ? `address ${address}` : createHash('sha256').update(credentials).digest('base64');
    const wait = clients.take(key) || (credentials === null ? 0 : wrong.wait(address));
    if (wait > 0) return tooMany(wait);
    const response = await api.fetch(request);
    if (response.status === 401 && credentials !== null) wrong.take(address);
    return response;
  }

  return async (request, address) => {
    const started = monotonic();
    const { pathname } = new URL(request.url);
    const response = await answer(request, pathname, address);
    const { status } = response;
    const fields = { method: request.method, path: pathForLog(pathname), status, client: address };
    if (status === 429 || status >= 500) log.warn(status === 429 ? 'limited' : 'failed', fields);
    requestLog?.info('request', { ...fields, ms: Math.round((monotonic() - started) * 10) / 10 });
    return response;
  };
}

function tooMany(seconds: number): Response {
  const response = errorAnswer(new AppError('rate_limited', `Too many calls. Try again in ${seconds} s.`));
  response.headers.set('Retry-After', String(seconds));
  return response;
}

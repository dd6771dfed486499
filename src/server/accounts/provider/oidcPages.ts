import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Hono } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { z } from 'zod';
import { profileTabs, type ProfileTab } from '#shared/domain/account.ts';
import type { AccountRecord, State } from '../../state/port.ts';
import type { OidcClient, Question } from '../oidc/client.ts';
import { recognise } from '../oidc/people.ts';
import { OidcProblem, redirectUri, type OidcReason } from '../oidc/settings.ts';
import { RateLimit } from '../rateLimit.ts';
import type { Html } from './html.ts';
import type { Call, Env } from './session.ts';
import { messagePage } from './signInPage.ts';
import { callbackFields, callbackOf, type Callback } from './tokenRoutes.ts';

/** How long somebody may be at the provider, in seconds. */
const lifeSeconds = 600;

/** How many sign-ins may begin from one address: a whole office in the morning, but nobody who would crowd it out. */
const beginnings = { burst: 100, perSecond: 1 } as const;

type Status = 400 | 403 | 429 | 502 | 503;

interface OidcPagesDeps {
  readonly client: OidcClient;
  readonly state: Pick<State, 'accounts' | 'pending'>;
  readonly origins: () => readonly string[];
  readonly monotonic: () => number;
  readonly now: () => Date;
  /** Reads the app's callback from a query; the answer of `next`, or a refusal. */
  readonly withCallback: (
    call: Call,
    fields: Readonly<Record<string, string>>,
    next: (callback: Callback | null) => Promise<Response>,
  ) => Response | Promise<Response>;
  readonly answer: (call: Call, status: Status, page: Html) => Response;
  /** Begins a session and leads back to the app. */
  readonly leave: (call: Call, account: AccountRecord, callback: Callback | null, tab: ProfileTab) => Promise<Response>;
  readonly onEvent: (event: 'signed_in' | 'signed_up' | 'linked', user: number) => void;
  /** Receives what came to nothing; `detail` is a word of a standard, the library or the system, or `''`. */
  readonly onRefused: (reason: OidcReason, detail: string) => void;
}

/** What is kept of a sign-in while the person is at the provider. */
const pendingSchema = z.object({
  nonce: z.string(),
  verifier: z.string(),
  /** The SHA-256 of what the browser has in its cookie. */
  browser: z.string(),
  /** The callback's parameters; none where no app waits. */
  callback: z.record(z.string(), z.string()),
  tab: z.enum(profileTabs),
});

type Pending = z.infer<typeof pendingSchema>;

/**
 * Signing in with the identity provider: `/provider/oidc/start` goes there, and it comes back to
 * `/provider/oidc/callback`. What is kept in between is in the store, so that any server of a team can end what another
 * one has begun; only the browser that began it can.
 */
export function addOidc(app: Hono<Env>, deps: OidcPagesDeps): void {
  const limit = new RateLimit(beginnings, deps.monotonic);

  app.get('/provider/oidc/start', (call) =>
    deps.withCallback(call, call.req.query(), async (callback) => {
      const tab = profileTabs.find((name) => name === call.req.query('tab')) ?? 'profile';
      // A page of anybody's could open this, and the provider may not ask: here, the user has to.
      const site = call.req.header('sec-fetch-site');
      if (site !== undefined && site !== 'same-origin') {
        const fields = callback === null ? [] : callbackFields(callback);
        return call.redirect(`/provider/login?${new URLSearchParams([...fields, ['tab', tab]]).toString()}`, 303);
      }
      const wait = limit.take(call.env.address);
      if (wait > 0) {
        call.header('Retry-After', String(wait));
        return deps.answer(call, 429, messagePage('Sign-in failed', 'Too many attempts. Try again soon.', callback));
      }
      try {
        return await begin(call, deps, callback, tab);
      } catch (error) {
        return refuse(call, deps, error, callback);
      }
    }),
  );

  app.get('/provider/oidc/callback', async (call) => {
    let callback: Callback | null = null;
    try {
      const { question, pending } = await returned(call, deps);
      const asked = callbackOf(pending.callback);
      callback = asked === 'none' ? null : asked;
      return await finish(call, deps, question, callback, pending.tab);
    } catch (error) {
      return refuse(call, deps, error, callback);
    }
  });
}

async function begin(
  call: Call,
  { client, state, origins, now }: OidcPagesDeps,
  callback: Callback | null,
  tab: ProfileTab,
): Promise<Response> {
  const { address, question } = await client.ask(redirectUri(origins()[0] ?? ''));
  const browser = browserOf(call, origins) ?? randomBytes(32).toString('base64url');
  const pending: Pending = {
    nonce: question.nonce,
    verifier: question.verifier,
    browser: hashOf(browser).toString('base64url'),
    callback: callback === null ? {} : Object.fromEntries(callbackFields(callback)),
    tab,
  };
  const [from, until] = [now().toISOString(), new Date(now().getTime() + lifeSeconds * 1000).toISOString()];
  await state.pending.keep('oidc', question.state, JSON.stringify(pending), { now: from, until });
  const { name, ...options } = cookieOf(origins);
  setCookie(call, name, browser, { ...options, maxAge: lifeSeconds });
  call.header('Cache-Control', 'no-store');
  return call.redirect(address.href, 303);
}

/** The sign-in that this browser has begun and that now comes back, once. Throws `OidcProblem`. */
async function returned(
  call: Call,
  { state, origins, now }: OidcPagesDeps,
): Promise<{ readonly question: Question; readonly pending: Pending }> {
  const key = call.req.query('state') ?? '';
  const kept = await state.pending.take('oidc', key, now().toISOString());
  if (kept === undefined) throw new OidcProblem('expired', 'state');
  const pending = pendingSchema.parse(JSON.parse(kept));
  const { nonce, verifier, browser } = pending;
  const known = Buffer.from(browser, 'base64url');
  if (!timingSafeEqual(hashOf(browserOf(call, origins) ?? ''), known)) throw new OidcProblem('expired', 'browser');
  return { question: { state: key, nonce, verifier }, pending };
}

async function finish(
  call: Call,
  { client, state, origins, leave, onEvent }: OidcPagesDeps,
  question: Question,
  callback: Callback | null,
  tab: ProfileTab,
): Promise<Response> {
  // By the address that the provider was given: behind a proxy, ours is another one.
  const address = new URL(redirectUri(origins()[0] ?? ''));
  address.search = new URL(call.req.url).search;
  const person = await client.answer(address, question);
  const { account, kind } = await recognise(person, client.settings, state.accounts);
  if (kind === 'created') onEvent('signed_up', account.id);
  if (kind === 'linked') onEvent('linked', account.id);
  onEvent('signed_in', account.id);
  return leave(call, account, callback, tab);
}

function refuse(
  call: Call,
  { client, answer, onRefused }: OidcPagesDeps,
  error: unknown,
  callback: Callback | null,
): Response {
  if (!(error instanceof OidcProblem)) throw error;
  const { reason, detail } = error;
  onRefused(reason, detail);
  const { status, text } = told[reason];
  call.header('Cache-Control', 'no-store');
  return answer(call, status, messagePage('Sign-in failed', text(client.settings.name), callback));
}

const ask = 'Ask whoever runs this server.';

const told: Readonly<Record<OidcReason, { readonly status: Status; readonly text: (name: string) => string }>> = {
  unreachable: { status: 503, text: (name) => `${name} does not answer. Try again in a moment.` },
  misconfigured: { status: 502, text: (name) => `${name} and this server are not set up for each other. ${ask}` },
  declined: { status: 403, text: (name) => `You were not signed in at ${name}.` },
  expired: {
    status: 400,
    text: () => 'This sign-in took too long, was used already, or began in another browser. Start again from Winnow.',
  },
  untrusted: {
    status: 502,
    text: (name) => `What came back from ${name} is not an answer to this sign-in. Try again.`,
  },
  clocks: { status: 502, text: (name) => `The clocks of ${name} and of this server differ by minutes. ${ask}` },
  no_email: { status: 403, text: (name) => `${name} did not say what your email address is. ${ask}` },
  unverified: { status: 403, text: (name) => `${name} has not verified your email address.` },
  domain: { status: 403, text: () => `Email addresses of your domain may not sign in here. ${ask}` },
  no_account: {
    status: 403,
    text: () => 'There is no account for you here yet. Ask whoever runs this server for one.',
  },
  removed: { status: 403, text: () => `Your account here was closed. ${ask}` },
  linked_otherwise: {
    status: 403,
    text: (name) => `The account with your email address belongs to another sign-in of ${name}. ${ask}`,
  },
};

interface OidcCookie {
  readonly name: string;
  readonly path: string;
  readonly secure: boolean;
  readonly httpOnly: true;
  /** It comes along when the provider leads back by a link or a redirect, and with nothing that another site sends. */
  readonly sameSite: 'Lax';
}

/** With TLS, a cookie that no other host, and no page without TLS, can set for us. */
function cookieOf(origins: () => readonly string[]): OidcCookie {
  const secure = origins()[0]?.startsWith('https:') === true;
  const own = secure ? { name: '__Host-winnow_oidc', path: '/' } : { name: 'winnow_oidc', path: '/provider' };
  return { ...own, secure, httpOnly: true, sameSite: 'Lax' };
}

/** What the browser has from an earlier beginning, so that two tabs can both sign in. */
function browserOf(call: Call, origins: () => readonly string[]): string | undefined {
  const value = getCookie(call, cookieOf(origins).name);
  return value !== undefined && /^[\w-]{43}$/.test(value) ? value : undefined;
}

function hashOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

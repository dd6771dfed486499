import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { Hono } from 'hono';
import { z } from 'zod';
import { AppError } from '#shared/errors.ts';
import type { PendingStore, State } from '../../state/port.ts';
import { fieldsOf } from './session.ts';

interface TokenRoutesDeps {
  readonly state: Pick<State, 'users' | 'accounts'>;
  readonly codes: SignInCodes;
  /** How many days a sign-in of the app is valid. */
  readonly tokenDays: number;
  readonly tokenFor: (userId: number) => Promise<string>;
  /** Called with the user whose token has ended. */
  readonly onRevoked: (userId: number) => void;
}

/**
 * What the app itself asks the provider, without a page: a token for a code (RFC 6749, 4.1.3), and the end of a token
 * at sign-out (RFC 7009). The code with its verifier, or the token, is its only credential.
 */
export function createTokenRoutes({ state, codes, tokenDays, tokenFor, onRevoked }: TokenRoutesDeps): Hono {
  const app = new Hono({ strict: false });
  app.post('/provider/token', async (call) => {
    const fields = await fieldsOf(call.req.raw);
    const { grant_type: kind = '', code = '', code_verifier: verifier = '', redirect_uri: redirect = '' } = fields;
    call.header('Cache-Control', 'no-store');
    if (kind !== 'authorization_code') return call.json({ error: 'unsupported_grant_type' }, 400);
    const userId = await codes.redeem(code, verifier, redirect);
    const account = userId === undefined ? undefined : await state.accounts.byId(userId);
    const token = account === undefined ? undefined : await unlessClosed(tokenFor(account.id));
    if (token === undefined) return call.json({ error: 'invalid_grant' }, 400);
    return call.json({ access_token: token, token_type: 'Bearer', expires_in: tokenDays * 86_400 });
  });

  app.post('/provider/revoke', async (call) => {
    const { token = '' } = await fieldsOf(call.req.raw);
    const user = await state.users.byToken(token);
    await state.users.revokeToken(token);
    if (user !== undefined) onRevoked(user.id);
    call.header('Cache-Control', 'no-store');
    // The same for an invalid token: nobody learns here which ones are valid (RFC 7009, 2.2).
    return call.json({});
  });
  return app;
}

/** A token that is being made; undefined where its account was closed meanwhile. */
async function unlessClosed(token: Promise<string>): Promise<string | undefined> {
  try {
    return await token;
  } catch (error) {
    if (AppError.from(error).code === 'forbidden') return undefined;
    throw error;
  }
}

/** How long a code is valid, in milliseconds. The app uses it at once; RFC 6749 allows ten minutes. */
const lifeMs = 60_000;

/** The user a code stands for, and what its bearer has to show. */
const grantSchema = z.object({ userId: z.number(), challenge: z.string(), redirect: z.string() });

type CodeGrant = z.infer<typeof grantSchema>;

/**
 * Authorization codes (RFC 6749, 4.1) that only the holder of the S256 challenge's verifier can use (RFC 7636): another
 * program that gets hold of the app's link has nothing. Kept in the store, so that the app may use one at another
 * server of the team.
 */
export class SignInCodes {
  readonly #pending: PendingStore;
  readonly #now: () => Date;

  constructor(pending: PendingStore, now: () => Date) {
    this.#pending = pending;
    this.#now = now;
  }

  async issue(grant: CodeGrant): Promise<string> {
    const code = randomBytes(32).toString('base64url');
    const now = this.#now();
    const until = new Date(now.getTime() + lifeMs).toISOString();
    await this.#pending.keep('code', code, JSON.stringify(grant), { now: now.toISOString(), until });
    return code;
  }

  /** The user a code stands for, once. Any attempt uses it up, even one with a wrong verifier. */
  async redeem(code: string, verifier: string, redirect: string): Promise<number | undefined> {
    const kept = await this.#pending.take('code', code, this.#now().toISOString());
    if (kept === undefined) return undefined;
    const grant = grantSchema.parse(JSON.parse(kept));
    return redirect === grant.redirect && challengeFits(verifier, grant.challenge) ? grant.userId : undefined;
  }
}

function challengeFits(verifier: string, challenge: string): boolean {
  if (!/^[\w.~-]{43,128}$/.test(verifier)) return false;
  const shown = createHash('sha256').update(verifier).digest();
  const wanted = Buffer.from(challenge, 'base64url');
  return shown.length === wanted.length && timingSafeEqual(shown, wanted);
}

/** Where a sign-in returns to: the app's own link, or the browser shell on this machine (docs/api.md 7). */
export interface Callback {
  readonly redirect: string;
  readonly state: string;
  /** The S256 challenge of PKCE (RFC 7636), or `''` if the app asks for the token itself in the address. */
  readonly challenge: string;
}

/** The parameters that carry a callback, in the page's address and in its form. */
const names = ['redirect', 'state', 'code_challenge', 'code_challenge_method'] as const;

/**
 * Reads a callback from an address or a form; `'none'` if there is none. Null for any redirect but `winnow://auth` and
 * `http://127.0.0.1:<port>/auth`, for a state that none of our apps makes, and for any challenge that is not S256: a
 * token must not be sent anywhere else.
 */
export function callbackOf(fields: Readonly<Record<string, string>>): Callback | 'none' | null {
  if (names.every((name) => (fields[name] ?? '') === '')) return 'none';
  const { redirect = '', state = '', code_challenge: challenge = '', code_challenge_method: method = '' } = fields;
  if (!/^[\w.~-]{8,512}$/.test(state)) return null;
  if (challenge === '' ? method !== '' : method !== 'S256' || !/^[\w-]{43}$/.test(challenge)) return null;
  if (redirect === 'winnow://auth') return { redirect, state, challenge };
  const port = /^http:\/\/127\.0\.0\.1:([1-9]\d{0,4})\/auth$/.exec(redirect)?.[1];
  return port === undefined || Number(port) > 65_535 ? null : { redirect, state, challenge };
}

/** The parameters that `callbackOf` reads. */
export function callbackFields({ redirect, state, challenge }: Callback): [string, string][] {
  const asked: [string, string][] = [
    ['redirect', redirect],
    ['state', state],
  ];
  if (challenge === '') return asked;
  return [...asked, ['code_challenge', challenge], ['code_challenge_method', 'S256']];
}

/** The address that takes the token, or the code for one, back to the app. */
export function callbackAddress(
  { redirect, state }: Callback,
  grant: { readonly access_token: string } | { readonly code: string },
): string {
  return `${redirect}?${new URLSearchParams({ ...grant, state }).toString()}`;
}

/** What a page's policy has to allow for a form that ends there. */
export function formTarget(callback: Callback | null): string {
  if (callback === null) return '';
  return callback.redirect.startsWith('winnow:') ? ' winnow:' : ` ${new URL(callback.redirect).origin}`;
}

import type { Context } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { AppError } from '#shared/errors.ts';
import { answerHeaders } from '../../api/http/answers.ts';
import { bodyOf } from '../../api/http/requestInput.ts';
import type { UserRecord, UserStore } from '../../state/port.ts';

/** Bindings carry the caller's `address`. */
export type Env = { Bindings: { readonly address: string } };
export type Call = Context<Env>;

const cookieName = 'winnow_profile';
/** What the cookie's token opens. */
const use = 'profile page';
const sessionHours = 12;

/** Tells a browser that was signed in with before from any other; it grants nothing. */
const deviceCookie = 'winnow_device';
const deviceDays = 365;

/** The largest form in bytes. */
const maxFormBytes = 16 * 1024;

/** The session of the profile page: a token in a cookie that no script sees. It opens these pages and nothing else. */
export class ProviderSessions {
  readonly #users: UserStore;
  readonly #origins: () => readonly string[];

  constructor(users: UserStore, origins: () => readonly string[]) {
    this.#users = users;
    this.#origins = origins;
  }

  async userOf(call: Context): Promise<UserRecord | undefined> {
    const token = getCookie(call, cookieName);
    return token === undefined || token === '' ? undefined : this.#users.byToken(token, use);
  }

  async begin(call: Context, userId: number): Promise<void> {
    const expires = new Date(Date.now() + sessionHours * 3_600_000).toISOString();
    this.#set(call, await this.#users.issueToken(userId, use, expires), sessionHours * 3600);
  }

  /** The mark that an earlier sign-in has left in this browser, or `''`. */
  markOf(call: Context): string {
    return getCookie(call, deviceCookie) ?? '';
  }

  leaveMark(call: Context, mark: string): void {
    this.#setCookie(call, deviceCookie, mark, deviceDays * 86_400);
  }

  async end(call: Context, userId: number): Promise<void> {
    await this.#users.revokeTokens(userId, use);
    this.#set(call, '', 0);
  }

  #set(call: Context, value: string, maxAge: number): void {
    this.#setCookie(call, cookieName, value, maxAge);
  }

  #setCookie(call: Context, name: string, value: string, maxAge: number): void {
    const secure = this.#origins()[0]?.startsWith('https:') === true;
    setCookie(call, name, value, { path: '/provider', httpOnly: true, sameSite: 'Lax', secure, maxAge });
  }
}

/** Headers of every page. `formTarget` is where its form may lead besides our own origin. */
export function pageHeaders(formTarget: string): Record<string, string> {
  return {
    ...answerHeaders,
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy':
      `default-src 'none'; script-src 'self'; style-src 'self'; form-action 'self'${formTarget}; ` +
      `base-uri 'none'; frame-ancestors 'none'`,
    // With `no-referrer` a browser sends our own forms with the Origin `null`, which we refuse.
    'Referrer-Policy': 'same-origin',
  };
}

/** Whether a form was sent from one of our pages (CSRF): browsers name the origin of every POST. */
export function isOwnForm(request: Request, origins: readonly string[]): boolean {
  const site = request.headers.get('sec-fetch-site');
  return origins.includes(request.headers.get('origin') ?? '') && (site === null || site === 'same-origin');
}

/** The fields of a form. Throws `bad_request` for anything but a small urlencoded form. */
export async function fieldsOf(request: Request): Promise<Record<string, string>> {
  const type = request.headers.get('content-type') ?? '';
  if (!/^application\/x-www-form-urlencoded(?:\s*;|$)/i.test(type))
    throw new AppError('bad_request', 'A form is needed.');
  let text = '';
  const decoder = new TextDecoder();
  for await (const chunk of bodyOf(request)) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length > maxFormBytes) throw new AppError('bad_request', 'The form is too large.');
  }
  return Object.fromEntries(new URLSearchParams(text));
}

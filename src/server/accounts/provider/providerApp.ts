import { Hono } from 'hono';
import { profileTabs, type ProfileTab } from '#shared/domain/account.ts';
import { nameTakenText } from '#shared/domain/personName.ts';
import { AppError } from '#shared/errors.ts';
import { problemsOf, loginOf, type AccountProblems, type SignIn } from '../accounts.ts';
import type { OidcClient } from '../oidc/client.ts';
import type { OidcReason } from '../oidc/settings.ts';
import { hashPassword } from '../password.ts';
import type { AccountRecord, State } from '../../state/port.ts';
import { addAdminDoor } from './adminDoor.ts';
import { accountPage } from './accountPage.ts';
import {
  callbackAddress,
  callbackOf,
  formTarget,
  type Callback,
  SignInCodes,
  createTokenRoutes,
} from './tokenRoutes.ts';
import { type Html, embedScript, waitScript, styleSheet } from './html.ts';
import { addOidc } from './oidcPages.ts';
import { fieldsOf, isOwnForm, pageHeaders, ProviderSessions, type Call, type Env } from './session.ts';
import { messagePage, signInPage, signUpPage, type SignInForm } from './signInPage.ts';

export interface ProviderDeps {
  readonly state: Pick<State, 'users' | 'accounts' | 'pending'>;
  readonly signIn: SignIn;
  /** Origins the server is reached at; the first is the one to use in cookies. Known once it listens. */
  readonly origins: () => readonly string[];
  /** A clock in milliseconds that never jumps. */
  readonly monotonic: () => number;
  /** What codes, and sign-ins under way, end by. */
  readonly now: () => Date;
  /** Whether anyone who reaches the page may make an account. */
  readonly signUp: boolean;
  /** The identity provider that people sign in with besides their passwords, or instead of them; null for none. */
  readonly oidc: OidcClient | null;
  /** Counts a wrong token. Returns how many seconds its address has to wait before the next one, 0 for none. */
  readonly wrongToken: (address: string) => number;
  /** Receives sign-ins, and sign-outs of the app, with the user's id if there is one. */
  readonly onEvent: (event: ProviderEvent, user: number) => void;
  /** Receives why the identity provider has signed nobody in; `detail` is a word for it, or `''`. */
  readonly onOidcRefused: (reason: OidcReason, detail: string) => void;
}

/** `linked`: from now on the user's account is that of somebody at the identity provider. */
export type ProviderEvent = 'signed_in' | 'refused' | 'too_many' | 'signed_up' | 'signed_out' | 'linked';

/**
 * The membership provider's pages, below `/provider`, and the door from `/admin` to them. Bindings carry the caller's
 * `address`.
 */
export function createProviderApp(deps: ProviderDeps): Hono<Env> {
  const app = new Hono<Env>({ strict: false });
  const visits = new Visits(deps);

  app.get('/provider/embed.js', (call) => fileOf(call, embedScript, 'text/javascript'));
  app.get('/provider/wait.js', (call) => fileOf(call, waitScript, 'text/javascript'));
  app.get('/provider/provider.css', (call) => fileOf(call, styleSheet, 'text/css'));

  addSignIn(app, visits, deps);
  addSignUp(app, visits, deps);
  if (deps.oidc !== null) {
    addOidc(app, {
      ...deps,
      client: deps.oidc,
      withCallback,
      answer: (call, status, page) => answer(call, status, page),
      leave: (call, account, callback, tab) => visits.leave(call, { account, mark: '' }, callback, tab),
      onRefused: deps.onOidcRefused,
    });
  }
  const tokenFor = (userId: number): Promise<string> => visits.tokenFor(userId);
  const onRevoked = (user: number): void => deps.onEvent('signed_out', user);
  app.route('/', createTokenRoutes({ state: deps.state, codes: visits.codes, tokenDays, tokenFor, onRevoked }));
  addAccount(app, visits, deps);
  addAdminDoor(app, {
    state: deps.state,
    sessions: visits.sessions,
    now: deps.now,
    wrongToken: deps.wrongToken,
    ownFields: (call) => visits.ownFields(call),
    answer,
  });

  app.notFound((call) => answer(call, 404, messagePage('Page not found', 'This page does not exist.')));
  app.onError((error, call) => {
    const { code, message } = AppError.from(error);
    if (code === 'internal') throw error;
    return answer(call, code === 'forbidden' ? 403 : 400, messagePage('That didn’t work', message));
  });
  return app;
}

/** How many days a sign-in of the app is valid. */
const tokenDays = 90;

const noForm = { login: '', name: '', message: '', problems: {}, tab: 'profile' } as const;

function addSignIn(app: Hono<Env>, visits: Visits, { signIn, signUp, oidc, onEvent }: ProviderDeps): void {
  const passwords = hasPasswords(oidc);
  const show = (call: Call, form: SignInForm, status: 200 | 401 | 403 | 429 = 200): Response => {
    const provider = oidc === null ? null : { name: oidc.settings.name, isDown: oidc.isDown };
    return answer(call, status, signInPage(form, { signUp, passwords, oidc: provider }), form.callback);
  };

  app.get('/provider/login', (call) =>
    withCallback(call, call.req.query(), (callback) =>
      show(call, { ...noForm, callback, tab: tabOf(call.req.query('tab')) }),
    ),
  );

  app.post('/provider/login', async (call) => {
    const fields = await visits.ownFields(call);
    return withCallback(call, fields, async (callback) => {
      const { login = '', password = '' } = fields;
      const tab = tabOf(fields['tab']);
      if (!passwords) return show(call, { ...noForm, callback, tab, message: noPasswords }, 403);
      const outcome = await signIn.try(login, password, call.env.address, visits.sessions.markOf(call));
      if (outcome.kind === 'signed_in') {
        onEvent('signed_in', outcome.account.id);
        return visits.leave(call, outcome, callback, tab);
      }
      onEvent(outcome.kind, 0);
      const form = { ...noForm, callback, login, tab };
      if (outcome.kind === 'refused') return show(call, { ...form, message: 'Wrong email or password.' }, 401);
      call.header('Retry-After', String(outcome.retryAfter));
      return show(call, { ...form, message: waitMessage(outcome.retryAfter) }, 429);
    });
  });
}

/** Whether people may sign in with passwords. */
function hasPasswords(oidc: OidcClient | null): boolean {
  return oidc?.settings.isOnly !== true;
}

const noPasswords = 'Nobody signs in with a password here.';

function addSignUp(app: Hono<Env>, visits: Visits, { signIn, signUp, onEvent }: ProviderDeps): void {
  app.get('/provider/signup', (call) => {
    if (!signUp) return closed(call);
    return withCallback(call, call.req.query(), (callback) =>
      answer(call, 200, signUpPage({ ...noForm, callback }), callback),
    );
  });

  app.post('/provider/signup', async (call) => {
    if (!signUp) return closed(call);
    const fields = await visits.ownFields(call);
    return withCallback(call, fields, async (callback) => {
      const { password = '', name = '' } = fields;
      const login = loginOf(fields['login'] ?? '');
      const again = (status: 400 | 409 | 429, message: string, problems: AccountProblems = {}): Response =>
        answer(call, status, signUpPage({ ...noForm, callback, login, name, message, problems }), callback);
      const problems = problemsOf({ login, password, name });
      if (Object.keys(problems).length > 0) return again(400, '', problems);
      const retryAfter = await signIn.admit(call.env.address);
      if (retryAfter > 0) {
        call.header('Retry-After', String(retryAfter));
        return again(429, waitMessage(retryAfter));
      }
      const account = await signIn.signUp(login, name.trim(), password);
      if (account === 'login_taken') return again(409, '', { login: 'An account with this email already exists.' });
      if (account === 'name_taken') return again(409, '', { name: nameTakenText });
      onEvent('signed_up', account.id);
      return visits.leave(call, { account, mark: '' }, callback);
    });
  });
}

/** The page of one's own account, what can be changed on it, and the end of the session. */
function addAccount(app: Hono<Env>, visits: Visits, { state, signIn, oidc }: ProviderDeps): void {
  app.get('/provider/account', async (call) => {
    const account = await visits.accountOf(call);
    const tab = tabOf(call.req.query('tab'));
    if (account === undefined) return call.redirect(withTab('/provider/login', tab), 303);
    return visits.showAccount(call, account, tab);
  });

  app.post('/provider/account/name', (call) =>
    visits.withAccount(call, async (account, fields) => {
      const name = (fields['name'] ?? '').trim();
      const wrong = problemsOf({ login: account.login, password: 'x'.repeat(20), name }).name;
      if (wrong !== undefined) return visits.showAccount(call, account, 'profile', wrong, true);
      const outcome = await state.accounts.change(account.id, { name });
      if (outcome === 'name_taken') return visits.showAccount(call, account, 'profile', nameTakenText, true);
      return visits.showAccount(call, { ...account, name }, 'profile', 'Saved.');
    }),
  );

  app.post('/provider/account/password', (call) =>
    visits.withAccount(call, async (account, fields) => {
      const { current = '', password = '' } = fields;
      const refuse = (why: string): Promise<Response> => visits.showAccount(call, account, 'account', why, true);
      if (!hasPasswords(oidc)) return refuse(noPasswords);
      const wrong = problemsOf({ login: account.login, password, name: '' }).password;
      if (wrong !== undefined) return refuse(wrong);
      const outcome = await signIn.try(account.login, current, call.env.address, visits.sessions.markOf(call));
      if (outcome.kind === 'too_many') return refuse(waitMessage(outcome.retryAfter));
      if (outcome.kind === 'refused') return refuse('The current password is wrong.');
      await state.accounts.setPassword(account.id, await hashPassword(password));
      // Every session has ended, this one too; the user who changed the password continues.
      await visits.sessions.begin(call, account.id);
      return visits.showAccount(call, account, 'account', 'Password changed. Sign in again in the app.');
    }),
  );

  app.post('/provider/account/revoke', (call) =>
    visits.withAccount(call, async (account, fields) => {
      const done = await state.accounts.revokeToken(account.id, fields['token'] ?? '');
      const note = done ? 'The session has ended.' : 'That session had already ended.';
      return visits.showAccount(call, account, 'account', note, !done);
    }),
  );

  app.post('/provider/logout', (call) =>
    visits.withAccount(call, async (account) => {
      await visits.sessions.end(call, account.id);
      return call.redirect('/provider/login', 303);
    }),
  );
}

/** Visitors of the provider's pages: their sessions, their forms, and how they get back to the app. */
class Visits {
  readonly sessions: ProviderSessions;
  readonly codes: SignInCodes;
  readonly #deps: ProviderDeps;

  constructor(deps: ProviderDeps) {
    this.#deps = deps;
    this.sessions = new ProviderSessions(deps.state.users, deps.origins);
    this.codes = new SignInCodes(deps.state.pending, deps.now);
  }

  /** Begins a session and redirects to the account or, if the app asked for the sign-in, back to the app. */
  async leave(
    call: Call,
    { account: { id }, mark }: { readonly account: AccountRecord; readonly mark: string },
    callback: Callback | null,
    tab: ProfileTab = 'profile',
  ): Promise<Response> {
    await this.sessions.begin(call, id);
    if (mark !== '') this.sessions.leaveMark(call, mark);
    if (callback === null) return call.redirect(withTab('/provider/account', tab), 303);
    const { challenge, redirect } = callback;
    const grant =
      challenge === ''
        ? { access_token: await this.tokenFor(id) }
        : { code: await this.codes.issue({ userId: id, challenge, redirect }) };
    call.header('Cache-Control', 'no-store');
    return call.redirect(callbackAddress(callback, grant), 303);
  }

  tokenFor(userId: number): Promise<string> {
    const expires = new Date(Date.now() + tokenDays * 86_400_000).toISOString();
    return this.#deps.state.users.issueToken(userId, 'app', expires);
  }

  async accountOf(call: Call): Promise<AccountRecord | undefined> {
    const user = await this.sessions.userOf(call);
    return user === undefined ? undefined : this.#deps.state.accounts.byId(user.id);
  }

  async withAccount(
    call: Call,
    next: (account: AccountRecord, fields: Readonly<Record<string, string>>) => Promise<Response>,
  ): Promise<Response> {
    const fields = await this.ownFields(call);
    const account = await this.accountOf(call);
    return account === undefined ? call.redirect('/provider/login', 303) : next(account, fields);
  }

  async showAccount(call: Call, account: AccountRecord, tab: ProfileTab, note = '', isBad = false): Promise<Response> {
    const { accounts } = this.#deps.state;
    const everyone = await accounts.list();
    const now = new Date().toISOString();
    const tokens = (await accounts.tokens(account.id)).filter(
      ({ revokedAt, expiresAt }) => revokedAt === '' && (expiresAt === '' || expiresAt > now),
    );
    const { oidc } = this.#deps;
    const stored = hasPasswords(oidc) ? ((await accounts.byLogin(account.login))?.password ?? '') : '';
    const view = {
      account,
      hasPassword: stored !== '',
      tokens,
      team: account.role === 'staff' ? everyone : null,
      people: everyone.length,
      note,
      isBad,
    };
    return answer(call, isBad ? 400 : 200, accountPage(tab, view));
  }

  /** The fields of a form that was sent from one of our pages. Throws `forbidden` for any other. */
  async ownFields(call: Call): Promise<Record<string, string>> {
    if (!isOwnForm(call.req.raw, this.#deps.origins()))
      throw new AppError('forbidden', 'This form was not sent from this page.');
    return fieldsOf(call.req.raw);
  }
}

function withCallback(
  call: Call,
  fields: Readonly<Record<string, string>>,
  next: (callback: Callback | null) => Response | Promise<Response>,
): Response | Promise<Response> {
  const callback = callbackOf(fields);
  if (callback === 'none') return next(null);
  if (callback !== null) return next(callback);
  const text = 'This link does not come from Winnow. Start again from the app.';
  return answer(call, 400, messagePage('Sign-in refused', text));
}

function tabOf(name: string | undefined): ProfileTab {
  return profileTabs.find((tab) => tab === name) ?? 'profile';
}

function withTab(path: string, tab: ProfileTab): string {
  return tab === 'profile' ? path : `${path}?tab=${tab}`;
}

function closed(call: Call): Response {
  return answer(call, 404, messagePage('Sign-up is not open', 'Ask whoever runs this server for an account.'));
}

function waitMessage(seconds: number): string {
  return `Too many attempts. Try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`;
}

function answer(
  call: Call,
  status: 200 | 400 | 401 | 403 | 404 | 409 | 429 | 502 | 503,
  page: Html,
  callback: Callback | null = null,
): Response {
  for (const [name, value] of Object.entries(pageHeaders(formTarget(callback)))) call.header(name, value);
  return call.body(page.text, status);
}

function fileOf(call: Call, text: string, type: string): Response {
  call.header('Content-Type', `${type}; charset=utf-8`);
  call.header('Cache-Control', 'no-cache');
  call.header('X-Content-Type-Options', 'nosniff');
  return call.body(text);
}

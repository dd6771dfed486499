import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { SessionBench } from '#main/services/testing/sessionBench.ts';
import { password, StandaloneServer, callback } from '#server/testing/standaloneServer.ts';
import type { OidcSettings } from '#server/accounts/oidc/settings.ts';
import { parseDeepLink } from '#shared/bridge/links.ts';
import { IdentityProvider, type Claims } from '../oidc/identityProvider.ts';
import { TestBrowser, type Place } from '../oidc/testBrowser.ts';

const verifier = 'the-verifier-of-this-very-sign-in-of-the-app-1';
const challenge = createHash('sha256').update(verifier).digest('base64url');
const asked = { ...callback, code_challenge: challenge, code_challenge_method: 'S256' };

const ann = { email: 'ann@fund.example', email_verified: true, name: 'Ann Lindqvist' };

let provider: IdentityProvider;
let server: StandaloneServer;
const opened: { stop(): Promise<void> }[] = [];

beforeEach(async () => {
  provider = await startProvider();
  await serve();
});
afterEach(async () => {
  for (const each of opened.splice(0).toReversed()) await each.stop();
});

async function startProvider(options: Parameters<typeof IdentityProvider.start>[0] = {}): Promise<IdentityProvider> {
  const started = await IdentityProvider.start(options);
  started.people.set('ann', ann);
  started.signsIn = 'ann';
  opened.push(started);
  return started;
}

/** Starts a server that knows the provider, and that the provider knows. */
async function serve(settings: Partial<OidcSettings> = {}): Promise<void> {
  const started = await StandaloneServer.open({ oidc: provider.settings(settings) });
  opened.push({ stop: () => started.close() });
  server = started;
  provider.knows(`${server.url}/provider/oidc/callback`);
}

function newBrowser(): TestBrowser {
  return new TestBrowser((url) => url.protocol === 'winnow:' || url.href.startsWith(callback.redirect));
}

function startAddress(fields: Record<string, string> = asked): string {
  return `${server.url}/provider/oidc/start?${new URLSearchParams(fields).toString()}`;
}

/** Signs in with the provider, as the app's sign-in page does. */
function signIn(browser = newBrowser(), fields: Record<string, string> = asked): Promise<Place> {
  return browser.open(startAddress(fields));
}

/** The token that the app gets for the code in an address that has led back to it. */
async function tokenOf({ url }: Place): Promise<string> {
  expect(`${url.origin}${url.pathname}`).toBe(callback.redirect);
  expect([...url.searchParams.keys()]).toEqual(['code', 'state']);
  expect(url.searchParams.get('state')).toBe(callback.state);
  const body = new URLSearchParams({
    grant_type: 'authorization_code',
    code: url.searchParams.get('code') ?? '',
    code_verifier: verifier,
    redirect_uri: callback.redirect,
  });
  const answer = await fetch(`${server.url}/provider/token`, { method: 'POST', body });
  expect(answer.status).toBe(200);
  return ((await answer.json()) as { access_token: string }).access_token;
}

async function meOf(place: Place): Promise<unknown> {
  return (await server.ask('/api/users/me/', await tokenOf(place))).json();
}

/** Goes to the provider, and stops before the callback. */
async function interrupted(browser: TestBrowser): Promise<URL> {
  const stopping = new TestBrowser((url) => url.pathname === '/provider/oidc/callback');
  stopping.cookies = browser.cookies;
  const { url } = await signIn(stopping);
  browser.cookies = stopping.cookies;
  return url;
}

/** Expects a page of one sentence, with a way back, in place of a sign-in. */
function isRefused(place: Place, status: number, sentence: string): void {
  expect({ status: place.status, text: place.text }).toEqual({
    status,
    text: expect.stringContaining(sentence) as string,
  });
  expect(place.text).toContain('href="/provider/login');
  expect(place.text).not.toMatch(/<script/);
  expect(place.headers['content-security-policy']).toContain("default-src 'none'");
  expect(place.headers['cache-control']).toBe('no-store');
}

/** What the log says of sign-ins that came to nothing. */
function refusals(): unknown[] {
  return server.logLines
    .map((line) => JSON.parse(line) as Record<string, string>)
    .filter(({ event }) => event === 'oidc_refused')
    .map(({ reason, code }) => (code === undefined ? reason : `${reason}: ${code}`));
}

describe('signing in with an identity provider', () => {
  test('S38 leads to it and back to the app, which gets the token of the account with that address', async () => {
    const id = await server.addUser('ann@fund.example');
    const browser = newBrowser();
    expect(await meOf(await signIn(browser))).toMatchObject({ id, email: 'ann@fund.example' });
    const sent = new URL(browser.visited[1] ?? '');
    expect(sent.origin).toBe(provider.issuer);
    expect(Object.fromEntries(sent.searchParams)).toEqual({
      response_type: 'code',
      client_id: 'winnow',
      redirect_uri: `${server.url}/provider/oidc/callback`,
      scope: 'openid email profile',
      state: expect.stringMatching(/^[\w-]{43}$/) as string,
      nonce: expect.stringMatching(/^[\w-]{43}$/) as string,
      code_challenge: expect.stringMatching(/^[\w-]{43}$/) as string,
      code_challenge_method: 'S256',
    });
    // None of it is what the app has sent.
    expect(sent.search).not.toContain(callback.state);
    expect(sent.search).not.toContain(challenge);
    expect(browser.cookie('winnow_oidc')?.attributes).toBe('Max-Age=600; Path=/provider; HttpOnly; SameSite=Lax');
  });

  test('S35 of the app itself, to the end', async () => {
    await server.addUser('ann@fund.example');
    const bench = await SessionBench.start();
    opened.push({ stop: () => bench.stop() });
    const { signedIn } = await bench.beginSignIn(server.url);
    const fields = Object.fromEntries(bench.loginPage().searchParams);
    const page = await newBrowser().open(bench.loginPage().href);
    const [, link = ''] = /<a class="button" href="([^"]+)">Sign in with Test ID<\/a>/.exec(page.text) ?? [];
    const browser = new TestBrowser((url) => url.href.startsWith(fields['redirect'] ?? '-'));
    const back = await browser.open(server.url + link.replaceAll('&#38;', '&'));
    expect(await bench.session.completeSignIn(parseDeepLink(back.url.href))).toBe(true);
    expect(await signedIn).toMatchObject({ status: 'signedIn', server: server.url });
  });

  test('without an app leads to the profile page, on the tab that was asked for', async () => {
    await server.addUser('ann@fund.example');
    const place = await signIn(newBrowser(), { tab: 'account' });
    expect(`${place.url.pathname}${place.url.search}`).toBe('/provider/account?tab=account');
    expect(place.text).toContain('Change password');
  });

  test.each(['client_secret_basic', 'client_secret_post', 'none'] as const)('works for a client of %s', async (way) => {
    provider = await startProvider({ authentication: way });
    await serve();
    await server.addUser('ann@fund.example');
    expect(await meOf(await signIn())).toMatchObject({ email: 'ann@fund.example' });
  });

  test('asks the provider for what its ID token does not say', async () => {
    provider = await startProvider({ isThin: true });
    await serve();
    await server.addUser('ann@fund.example');
    expect(await meOf(await signIn())).toMatchObject({ email: 'ann@fund.example' });
  });

  test('S48 an account is made for a verified address of an allowed domain, without any rights', async () => {
    await serve({ createsAccounts: true, domains: ['fund.example'] });
    const me = await meOf(await signIn());
    expect(me).toMatchObject({ email: 'ann@fund.example', name: 'Ann Lindqvist', is_staff: false, addons: [] });
    expect(await meOf(await signIn())).toEqual(me);
    // It has no password that anybody could guess.
    for (const guess of ['', password]) {
      expect((await server.send('/provider/login', { login: 'ann@fund.example', password: guess })).status).toBe(401);
    }
    const page = await signIn(newBrowser(), { tab: 'account' });
    expect(page.text).toContain('Sessions');
    expect(page.text).not.toContain('Change password');
  });

  test('an account that is linked stays linked, whatever its address becomes, and nobody else gets it by that', async () => {
    const id = await server.addUser('ann@fund.example');
    expect(await meOf(await signIn())).toMatchObject({ id });
    provider.people.set('ann', { email: 'ann.berg@elsewhere.example', email_verified: false });
    expect(await meOf(await signIn())).toMatchObject({ id });
    provider.people.set('ann', {});
    expect(await meOf(await signIn())).toMatchObject({ id });
    // Her old address is given to somebody else.
    provider.people.set('new', ann);
    provider.signsIn = 'new';
    isRefused(await signIn(), 403, 'The account with your email address belongs to another sign-in of Test ID.');
    expect(refusals()).toEqual(['linked_otherwise']);
    expect(await server.workspace.state.accounts.unlink(id)).toBe(1);
    expect(await meOf(await signIn())).toMatchObject({ id });
  });
});

describe('who may not sign in with an identity provider', () => {
  test.each([
    ['no account', ann, {}, 'There is no account for you here yet.', 'no_account'],
    [
      'an address of another domain',
      { ...ann, email: 'eve@evil.example' },
      { domains: ['fund.example'] },
      'Email addresses of your domain may not sign in here.',
      'domain',
    ],
    [
      'a domain that only ends like ours',
      { ...ann, email: 'ann@notfund.example' },
      { domains: ['fund.example'], createsAccounts: true },
      'Email addresses of your domain may not sign in here.',
      'domain',
    ],
    [
      'an address that is not verified',
      { ...ann, email_verified: false },
      {},
      'Test ID has not verified your email address.',
      'unverified',
    ],
    [
      'one of which that is not said',
      { email: ann.email },
      { domains: ['fund.example'] },
      'Test ID has not verified your email address.',
      'unverified',
    ],
    [
      'one that is only said to be, in a text',
      { ...ann, email_verified: 'true' },
      {},
      'Test ID has not verified your email address.',
      'unverified',
    ],
    [
      'one that is not verified, however much the provider is trusted',
      { ...ann, email_verified: false },
      { domains: ['fund.example'], trustsEmail: true },
      'Test ID has not verified your email address.',
      'unverified',
    ],
    [
      'one that only looks like ours',
      { ...ann, email: 'ａnn@fund.example' },
      {},
      'Test ID has not verified your email address.',
      'unverified: not_an_address',
    ],
    [
      'no address',
      { name: 'Ann' },
      { createsAccounts: true, domains: ['fund.example'] },
      'Test ID did not say what your email address is.',
      'no_email',
    ],
  ] as const)('S34 who has %s', async (_, person, settings, sentence, reason) => {
    await serve(settings);
    if (reason !== 'no_account') await server.addUser('ann@fund.example');
    const before = await server.workspace.state.accounts.list();
    provider.people.set('ann', person);
    const browser = newBrowser();
    isRefused(await signIn(browser), 403, sentence);
    expect(refusals()).toEqual([reason]);
    expect(await server.workspace.state.accounts.list()).toEqual(before);
    expect(browser.cookie('winnow_profile')).toBeUndefined();
  });

  test('but a provider that says nothing of verifying is believed if the settings say so, for their domain', async () => {
    await serve({ domains: ['fund.example'], trustsEmail: true });
    const id = await server.addUser('ann@fund.example');
    provider.people.set('ann', { email: 'Ann@Fund.Example' });
    expect(await meOf(await signIn())).toMatchObject({ id });
  });

  test('S49 a user who was removed, even where accounts are made; an account made for them anew is theirs', async () => {
    await serve({ domains: ['fund.example'], createsAccounts: true });
    const id = await server.addUser('ann@fund.example');
    expect(await meOf(await signIn())).toMatchObject({ id });
    await server.workspace.state.accounts.remove(id);
    isRefused(await signIn(), 403, 'Your account here was closed.');
    expect(refusals()).toEqual(['removed']);
    const again = await server.addUser('ann@fund.example');
    expect(await meOf(await signIn())).toMatchObject({ id: again });
  });

  test('L1 a name that a colleague has keeps nobody out: a new account is called by its address, too', async () => {
    await serve({ domains: ['fund.example'], createsAccounts: true });
    const names: unknown[] = [];
    // The second and the third look like the first one.
    for (const [subject, name] of [
      ['ann', 'Ann Ray'],
      ['ann.ray', 'Аnn Ray'],
      ['ray', 'ann ray'],
      ['nameless', ''],
      ['other', 'nameless@fund.example'],
    ] as const) {
      provider.people.set(subject, { email: `${subject}@fund.example`, email_verified: true, name });
      provider.signsIn = subject;
      names.push(((await meOf(await signIn())) as { name: string }).name);
    }
    expect(names).toEqual(['Ann Ray', 'Аnn Ray (ann.ray)', 'ann ray (ray)', '', 'nameless@fund.example (other)']);
    provider.signsIn = 'ann';
    expect(await meOf(await signIn())).toMatchObject({ name: 'Ann Ray' });
  });

  test('who has changed their mind there', async () => {
    provider.refusesWith = 'access_denied';
    isRefused(await signIn(), 403, 'You were not signed in at Test ID.');
    expect(refusals()).toEqual(['declined: access_denied']);
  });
});

describe('what comes back to the callback', () => {
  const expired = 'This sign-in took too long, was used already, or began in another browser.';

  test('S34 counts once', async () => {
    await server.addUser('ann@fund.example');
    const browser = newBrowser();
    const url = await interrupted(browser);
    await tokenOf(await browser.open(url.href, 'cross-site'));
    isRefused(await browser.open(url.href, 'cross-site'), 400, expired);
    expect(refusals()).toEqual(['expired: state']);
  });

  test('S34 counts in the browser that began it alone, and is used up in any', async () => {
    await server.addUser('ann@fund.example');
    const [hers, his] = [newBrowser(), newBrowser()];
    const url = await interrupted(hers);
    await interrupted(his);
    isRefused(await his.open(url.href, 'cross-site'), 400, expired);
    isRefused(await newBrowser().open((await interrupted(hers)).href, 'cross-site'), 400, expired);
    isRefused(await hers.open(url.href, 'cross-site'), 400, expired);
    expect(refusals()).toEqual(['expired: browser', 'expired: browser', 'expired: state']);
    for (const { cookies } of [hers, his]) {
      expect(cookies.map(({ name }) => name)).not.toContain('winnow_profile');
    }
  });

  test('counts for two tabs of one browser', async () => {
    await server.addUser('ann@fund.example');
    const browser = newBrowser();
    const [one, two] = [await interrupted(browser), await interrupted(browser)];
    for (const url of [one, two]) await tokenOf(await browser.open(url.href, 'cross-site'));
  });

  test('S34 counts for ten minutes', async () => {
    await server.addUser('ann@fund.example');
    const browser = newBrowser();
    const [late, inTime] = [await interrupted(browser), await interrupted(browser)];
    server.clock += 599_000;
    await tokenOf(await browser.open(inTime.href, 'cross-site'));
    server.clock += 1000;
    isRefused(await browser.open(late.href, 'cross-site'), 400, expired);
  });

  test('S34 is refused with a state, code or issuer that is not its own', async () => {
    await server.addUser('ann@fund.example');
    for (const [name, value, status] of [
      ['state', 'x'.repeat(43), 400],
      ['state', '', 400],
      ['code', 'made-up', 400],
      ['iss', 'https://evil.example', 502],
    ] as const) {
      const browser = newBrowser();
      const url = await interrupted(browser);
      url.searchParams.set(name, value);
      const place = await browser.open(url.href, 'cross-site');
      expect([name, value, place.status]).toEqual([name, value, status]);
      expect(browser.cookie('winnow_profile')).toBeUndefined();
    }
    expect(refusals()).toEqual([
      'expired: state',
      'expired: state',
      'expired: invalid_grant',
      'untrusted: OAUTH_INVALID_RESPONSE',
    ]);
    isRefused(await newBrowser().open(`${server.url}/provider/oidc/callback`, 'cross-site'), 400, expired);
  });

  test('S19 shows nothing of what an address says', async () => {
    const browser = newBrowser();
    const url = await interrupted(browser);
    url.search = new URLSearchParams({
      state: url.searchParams.get('state') ?? '',
      error: '<img src=x onerror=alert(1)>',
      error_description: 'Call 555-0100 to unlock your account',
      iss: provider.issuer,
    }).toString();
    const place = await browser.open(url.href, 'cross-site');
    isRefused(place, 502, 'Test ID and this server are not set up for each other.');
    expect(place.text).not.toMatch(/img|555/);
    expect(refusals()).toEqual(['misconfigured']);
  });

  test.each([
    ['signed by another key', { key: 'foreign' }, 'untrusted'],
    ['L6 of nobody', { claims: (claims: Claims) => ({ ...claims, sub: '' }) }, 'untrusted'],
    ['L6 of blanks', { claims: (claims: Claims) => ({ ...claims, sub: ' ' }) }, 'untrusted'],
    ['for another sign-in', { claims: (claims: Claims) => ({ ...claims, nonce: 'x'.repeat(43) }) }, 'untrusted'],
    ['for no sign-in', { claims: (claims: Claims) => ({ ...claims, nonce: undefined }) }, 'untrusted'],
    ['for another client', { claims: (claims: Claims) => ({ ...claims, aud: 'another' }) }, 'untrusted'],
    ['of another issuer', { claims: (claims: Claims) => ({ ...claims, iss: 'https://evil.example' }) }, 'untrusted'],
    ['that has ended', { claims: (claims: Claims) => ({ ...claims, exp: Date.now() / 1000 - 120 }) }, 'clocks'],
    ['that has not begun', { claims: (claims: Claims) => ({ ...claims, nbf: Date.now() / 1000 + 120 }) }, 'clocks'],
  ] as const)('S34 is refused with an ID token %s', async (_, tampering, reason) => {
    await server.addUser('ann@fund.example');
    provider.tampering = tampering;
    const browser = newBrowser();
    const place = await signIn(browser);
    const sentence = reason === 'clocks' ? 'The clocks of Test ID and of this server' : 'is not an answer to this';
    isRefused(place, 502, sentence);
    expect(refusals()).toEqual([expect.stringMatching(new RegExp(`^${reason}: (?:OAUTH_\\w+|no_subject)$`))]);
    expect(browser.cookie('winnow_profile')).toBeUndefined();
    // With what it should be, it is taken: nothing else is wrong.
    provider.tampering = {};
    await tokenOf(await signIn());
  });
});

describe('how a sign-in with an identity provider begins', () => {
  test('S16 by a click on the sign-in page: a link of anybody else’s leads there first', async () => {
    await server.addUser('ann@fund.example');
    const browser = newBrowser();
    const place = await browser.open(startAddress(), 'cross-site');
    expect(place.url.pathname).toBe('/provider/login');
    expect(Object.fromEntries(place.url.searchParams)).toEqual({ ...asked, tab: 'profile' });
    expect(place.text).toContain('Sign in with Test ID');
    expect(browser.visited.some((url) => url.startsWith(provider.issuer))).toBe(false);
  });

  test('S34 behind a proxy that ends TLS with a cookie that no other host can set, and its address to come back to', async () => {
    const publicUrl = new URL('https://winnow.fund.example');
    const behind = await StandaloneServer.open({ oidc: provider.settings(), publicUrl });
    opened.push({ stop: () => behind.close() });
    provider.knows(`${publicUrl.origin}/provider/oidc/callback`);
    const { headers } = await fetch(`${behind.url}/provider/oidc/start`, { redirect: 'manual' });
    expect(headers.getSetCookie()).toEqual([
      expect.stringMatching(/^__Host-winnow_oidc=[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; Secure; SameSite=Lax$/),
    ]);
    const sent = new URL(headers.get('location') ?? '').searchParams;
    expect(sent.get('redirect_uri')).toBe('https://winnow.fund.example/provider/oidc/callback');
  });

  test('S34 for a callback of the app’s alone', async () => {
    for (const redirect of ['https://evil.example/auth', 'http://127.0.0.1/auth', 'winnow://open']) {
      const browser = newBrowser();
      const place = await signIn(browser, { ...asked, redirect });
      expect({ redirect, status: place.status }).toEqual({ redirect, status: 400 });
      expect(browser.cookies).toEqual([]);
    }
  });

  test('S22 not by the thousand from one address', async () => {
    for (let i = 0; i < 100; i += 1) {
      const { status } = await fetch(startAddress(), { redirect: 'manual' });
      expect(status).toBe(303);
    }
    const limited = await fetch(startAddress(), { redirect: 'manual' });
    expect([limited.status, limited.headers.get('retry-after')]).toEqual([429, '1']);
  });

  test('with a provider that is down the page says so; once it is back, the next click goes there', async () => {
    await server.addUser('ann@fund.example');
    const page = async (): Promise<string> => (await newBrowser().open(`${server.url}/provider/login`)).text;
    expect(await page()).not.toContain('could not be reached');
    await provider.stop();
    isRefused(await signIn(), 503, 'Test ID does not answer. Try again in a moment.');
    expect(await page()).toContain('Test ID could not be reached a moment ago.');
    // Passwords work meanwhile.
    expect(await server.tokenOf('ann@fund.example')).not.toBe('');
    await provider.listen();
    await tokenOf(await signIn());
    expect(await page()).not.toContain('could not be reached');
    // It need not be described again.
    const described = provider.described;
    await tokenOf(await signIn());
    expect(provider.described).toBe(described);
    expect(refusals()).toEqual(['unreachable: ECONNREFUSED']);
  });

  test('with a provider that goes down on the way is told, and can begin again', async () => {
    await server.addUser('ann@fund.example');
    const browser = newBrowser();
    const stopping = new TestBrowser((url) => url.pathname === '/provider/oidc/callback');
    const { url } = await signIn(stopping);
    browser.cookies = stopping.cookies;
    await provider.stop();
    isRefused(await browser.open(url.href, 'cross-site'), 503, 'Test ID does not answer.');
    await provider.listen();
    await tokenOf(await signIn(browser));
  });

  test('S34 not with a provider that goes by another name than the settings say', async () => {
    await serve({ issuer: new URL(`http://localhost:${new URL(provider.issuer).port}`) });
    isRefused(await signIn(), 502, 'Test ID and this server are not set up for each other.');
    expect(refusals()).toEqual(['misconfigured: other_issuer']);
  });

  test('a client that the provider does not know is told', async () => {
    await serve({ secret: 'not the secret' });
    await server.addUser('ann@fund.example');
    isRefused(await signIn(), 502, 'Test ID and this server are not set up for each other.');
    expect(refusals()).toEqual(['misconfigured: invalid_client']);
  });
});

describe('a server that takes no passwords', () => {
  beforeEach(() => serve({ isOnly: true }));

  test('shows the provider alone, and refuses a right password wherever one can be sent', async () => {
    const id = await server.addUser('ann@fund.example');
    await server.workspace.state.accounts.change(id, { role: 'staff' });
    const page = await newBrowser().open(`${server.url}/provider/login?${new URLSearchParams(asked).toString()}`);
    expect(page.text).toContain('Sign in with Test ID');
    expect(page.text).not.toMatch(/<form|<script|password/i);
    const refused = await server.send('/provider/login', { login: 'ann@fund.example', password, ...asked });
    expect([refused.status, refused.headers.get('location'), refused.headers.getSetCookie()]).toEqual([403, null, []]);
    expect(await refused.text()).toContain('Nobody signs in with a password here.');
    expect((await server.send('/provider/signup', { login: 'x@x.org', password, name: '' })).status).toBe(404);
    // Staff too: the admin's pages are behind the same door.
    const browser = newBrowser();
    const token = await tokenOf(await signIn(browser));
    const admin = await browser.open(`${server.url}/admin?token=${token}`);
    expect(`${admin.url.pathname}${admin.url.search}`).toBe('/provider/account?tab=team');
    const bare = await newBrowser().open(`${server.url}/provider/account?tab=team`);
    expect(bare.url.pathname).toBe('/provider/login');
    expect(bare.text).not.toContain('<form');
    // Nor can anybody with a session change to one.
    const Cookie = browser.cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
    const changed = await server.send(
      '/provider/account/password',
      { current: password, password: 'x'.repeat(12) },
      { Cookie },
    );
    expect(changed.status).toBe(400);
    const account = await browser.open(`${server.url}/provider/account?tab=account`);
    expect(account.text).not.toContain('Change password');
  });
});

test('S37 S47 no secret of a sign-in is in the log or the file, whatever came of it', async () => {
  await server.addUser('ann@fund.example');
  const browser = newBrowser();
  const token = await tokenOf(await signIn(browser));
  const visited = [...browser.visited];
  provider.tampering = { key: 'foreign' };
  await signIn(browser);
  provider.tampering = null;
  const back = await interrupted(browser);
  await provider.stop();
  await browser.open(back.href, 'cross-site');
  await browser.open(back.href, 'cross-site');
  expect(refusals()).toEqual([
    expect.stringMatching(/^untrusted: /),
    expect.stringMatching(/^unreachable: /),
    'expired: state',
  ]);
  const secrets = new Set([
    token,
    provider.secret,
    ...provider.handedOut,
    ...browser.cookies.map(({ value }) => value),
    ...[...visited, ...browser.visited].flatMap((url) =>
      ['state', 'nonce', 'code', 'code_challenge'].flatMap((name) => new URL(url).searchParams.get(name) ?? []),
    ),
  ]);
  secrets.delete('');
  expect(secrets.size).toBeGreaterThan(15);
  const log = server.logLines.join('');
  expect(log).toContain('"event":"linked"');
  for (const secret of [...secrets, 'ann@fund.example', 'Lindqvist']) expect(log).not.toContain(secret);
  const fields = server.logLines.flatMap((line) => Object.keys(JSON.parse(line) as object));
  expect([...new Set(fields)].toSorted()).toEqual(
    ['client', 'code', 'event', 'level', 'method', 'ms', 'path', 'reason', 'status', 'time', 'user'].toSorted(),
  );
});

import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { nameTakenText } from '#shared/domain/personName.ts';
import { callback, password, useStandaloneServer } from '../../testing/standaloneServer.ts';
import { callbackOf } from './tokenRoutes.ts';

const server = useStandaloneServer();

describe('signing in', () => {
  test('leads back to the app with a token that is good, and the state the app sent', async () => {
    const id = await server().addUser('ann@x.org');
    const token = await server().tokenOf('ann@x.org');
    expect(await (await server().ask('/api/users/me/', token)).json()).toMatchObject({
      id,
      is_staff: false,
      addons: [],
    });
    const [own] = await server().workspace.state.accounts.tokens(id);
    expect(own?.label).toMatch(/^(app|profile page)$/);
    const [native] = [
      await server().send('/provider/login', {
        login: 'ann@x.org',
        password,
        redirect: 'winnow://auth',
        state: callback.state,
      }),
    ];
    expect(native.headers.get('location')).toMatch(/^winnow:\/\/auth\?access_token=[\w-]{43}&state=state-of-the-app$/);
  });

  test('S34 a token goes nowhere but to the app: any other redirect is refused', async () => {
    await server().addUser('ann@x.org');
    for (const redirect of [
      'https://evil.test/auth',
      'http://127.0.0.1/auth',
      'http://127.0.0.1:80@evil.test/auth',
      'http://localhost:80/auth',
      'http://127.0.0.1:99999/auth',
      'http://127.0.0.1:80/auth?x=1',
      'http://127.0.0.1:80/auth/../x',
      'winnow://auth/x',
      'winnow://open',
      'WINNOW://auth',
      'javascript:alert(1)//auth',
      '//evil.test/auth',
    ]) {
      const fields = { login: 'ann@x.org', password, redirect, state: callback.state };
      const response = await server().send('/provider/login', fields);
      expect({ redirect, status: response.status, to: response.headers.get('location') }).toEqual({
        redirect,
        status: 400,
        to: null,
      });
      const page = await fetch(
        `${server().url}/provider/login?${new URLSearchParams({ redirect, state: 'x'.repeat(20) }).toString()}`,
      );
      expect(page.status).toBe(400);
    }
    fc.assert(fc.property(fc.webUrl(), fc.string(), (redirect, state) => callbackOf({ redirect, state }) === null));
    expect(callbackOf({ redirect: 'winnow://auth', state: 'short' })).toBeNull();
    expect(callbackOf({})).toBe('none');
  });

  test('S18 S22 wrong passwords are refused, then slowed down with Retry-After', async () => {
    await server().addUser('ann@x.org');
    const attempt = (on = server()): Promise<Response> =>
      on.send('/provider/login', { login: 'ann@x.org', password: 'wrong password' });
    for (let i = 0; i < 5; i++) expect((await attempt()).status).toBe(401);
    const limited = await attempt();
    expect(limited.status).toBe(429);
    expect(limited.headers.get('retry-after')).toBe('60');
    expect(await limited.text()).toContain('Too many attempts. Try again in 60 seconds.');
    server().clock += 61_000;
    expect(await server().tokenOf('ann@x.org')).not.toBe('');
  });

  test('S16 S20 a form that another page sends is refused, whatever it says', async () => {
    await server().addUser('ann@x.org');
    const fields = { login: 'ann@x.org', password };
    for (const headers of [
      { Origin: 'https://evil.test' },
      { Origin: 'null' },
      { Origin: '' },
      { 'Sec-Fetch-Site': 'cross-site' },
      { 'Sec-Fetch-Site': 'same-site' },
    ] as Record<string, string>[]) {
      expect((await server().send('/provider/login', fields, headers)).status, JSON.stringify(headers)).toBe(403);
    }
    expect((await server().send('/provider/login', fields, { 'Content-Type': 'text/plain' })).status).toBe(400);
    expect((await server().send('/provider/login', { ...fields, x: 'y'.repeat(20_000) })).status).toBe(400);
  });

  test('S3 S19 its pages have a strict policy of their own, escape what is typed, and load the provider’s script', async () => {
    const query = new URLSearchParams(callback).toString();
    const response = await fetch(`${server().url}/provider/login?${query}`);
    expect(response.headers.get('content-security-policy')).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; form-action 'self' http://127.0.0.1:5173; base-uri 'none'; frame-ancestors 'none'",
    );
    expect(response.headers.get('cache-control')).toBe('no-store');
    const text = await response.text();
    expect(text).toContain('<script src="/provider/embed.js" async></script>');
    expect(text).toContain('data-membership hidden');
    expect(text).not.toMatch(/<script>|style="| on\w+="/);
    const script = await fetch(`${server().url}/provider/embed.js`);
    expect(script.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    expect(await script.text()).toContain('window.winnowMembership');
    const wrong = await server().send('/provider/login', { login: '"><img src=x onerror=alert(1)>', password: 'x' });
    expect(await wrong.text()).not.toContain('<img');
  });

  test('sign-up makes an account without add-ons, tells what is wrong, and takes no address twice', async () => {
    const fields = { login: 'New@X.org', name: 'New', password, ...callback };
    const short = await server().send('/provider/signup', { ...fields, password: 'short' });
    expect({ status: short.status, text: await short.text() }).toMatchObject({
      status: 400,
      text: expect.stringContaining('10 to 200') as string,
    });
    const made = await server().send('/provider/signup', fields);
    const token = new URL(made.headers.get('location') ?? '').searchParams.get('access_token') ?? '';
    expect(await (await server().ask('/api/users/me/', token)).json()).toMatchObject({
      email: 'new@x.org',
      name: 'New',
      is_staff: false,
      addons: [],
    });
    expect((await server().send('/provider/signup', fields)).status).toBe(409);
  });

  test('L1 nobody signs up with a colleague’s name', async () => {
    await server().addUser('ann@x.org');
    const fields = { login: 'other@x.org', name: 'Аnn', password };
    const answer = await server().send('/provider/signup', fields);
    expect([answer.status, await answer.text()]).toEqual([409, expect.stringContaining(nameTakenText) as string]);
    expect((await server().send('/provider/signup', { ...fields, name: 'Annie' })).status).toBe(303);
  });
});

describe('the profile page', () => {
  test('has the five tabs, for whoever signed in only', async () => {
    await server().addUser('ann@x.org');
    const bare = await fetch(`${server().url}/provider/account`, { redirect: 'manual' });
    expect({ status: bare.status, to: bare.headers.get('location') }).toEqual({ status: 303, to: '/provider/login' });
    const Cookie = await server().cookieOf('ann@x.org');
    for (const [tab, text] of [
      ['profile', 'You sign in as ann@x.org.'],
      ['account', 'Change password'],
      ['team', '2 people are on this server'],
      ['plan', 'Export'],
      ['billing', 'No billing'],
      ['unknown', 'You sign in as'],
    ] as const) {
      const response = await fetch(`${server().url}/provider/account?tab=${tab}`, { headers: { Cookie } });
      expect(response.status).toBe(200);
      expect(await response.text()).toContain(text);
    }
    // The cookie is for these pages; the API wants a bearer.
    expect((await fetch(`${server().url}/api/users/me/`, { headers: { Cookie } })).status).toBe(401);
  });

  test('L1 nobody takes a colleague’s name, or one that looks like it', async () => {
    await server().addUser('ann@x.org');
    const id = await server().addUser('bob@x.org');
    const Cookie = await server().cookieOf('bob@x.org');
    for (const name of ['Ann', 'ANN', 'Аnn', 'ann@x.org', 'workspace owner']) {
      const answer = await server().send('/provider/account/name', { name }, { Cookie });
      expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining(nameTakenText) as string]);
    }
    expect(await server().workspace.state.accounts.byId(id)).toMatchObject({ name: 'Bob' });
    expect((await server().send('/provider/account/name', { name: 'Bob B' }, { Cookie })).status).toBe(200);
  });

  test('S49 a changed password and an ended session are felt by the next call', async () => {
    const id = await server().addUser('ann@x.org');
    const Cookie = await server().cookieOf('ann@x.org');
    const token = await server().tokenOf('ann@x.org');
    const app = (await server().workspace.state.accounts.tokens(id)).find(({ label }) => label === 'app');
    expect((await server().send('/provider/account/revoke', { token: app!.id }, { Cookie })).status).toBe(200);
    expect((await server().ask('/api/users/me/', token)).status).toBe(401);
    const second = await server().tokenOf('ann@x.org');
    const fields = { current: password, password: 'quite another one' };
    expect(
      (await server().send('/provider/account/password', { ...fields, current: 'wrong password' }, { Cookie })).status,
    ).toBe(400);
    const changed = await server().send('/provider/account/password', fields, { Cookie });
    expect(changed.status).toBe(200);
    expect((await server().ask('/api/users/me/', second)).status).toBe(401);
    const next = changed.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    expect((await server().send('/provider/account/name', { name: 'Ann B' }, { Cookie: next })).status).toBe(200);
    expect(await server().workspace.state.accounts.byId(id)).toMatchObject({ name: 'Ann B' });
    expect((await server().send('/provider/logout', {}, { Cookie: next })).headers.get('location')).toBe(
      '/provider/login',
    );
    expect((await server().send('/provider/account/name', { name: 'X' }, { Cookie: next })).status).toBe(303);
  });

  test('the admin site opens for staff only, and takes the token out of the address (product 2)', async () => {
    const { state } = server().workspace;
    const id = await server().addUser('ann@x.org');
    const token = await server().tokenOf('ann@x.org');
    const open = (value: string): Promise<Response> =>
      fetch(`${server().url}/admin/?token=${value}`, { redirect: 'manual' });
    for (const value of [token, 'wrong', '']) expect((await open(value)).status).toBe(403);
    await state.accounts.change(id, { role: 'staff' });
    const opened = await open(token);
    expect({ status: opened.status, to: opened.headers.get('location') }).toEqual({
      status: 303,
      to: '/provider/account?tab=team',
    });
    const Cookie = opened.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    const page = await fetch(`${server().url}/provider/account?tab=team`, { headers: { Cookie } });
    expect(await page.text()).toContain('ann@x.org');
    expect(server().logLines.join('')).not.toContain(token);
  });

  test('S16 S21 from another host one is taken to its pages in a tab, and to nothing else', async () => {
    await server().addUser('ann@x.org');
    const token = await server().tokenOf('ann@x.org');
    const navigate = { 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'document' };
    const query = new URLSearchParams(callback).toString();
    const open = (path: string, headers: Record<string, string>): Promise<number> =>
      statusOf(server().url, path, { Authorization: `Bearer ${token}`, ...headers });
    for (const site of ['cross-site', 'same-site', 'same-origin', 'none']) {
      const headers = { ...navigate, 'Sec-Fetch-Site': site };
      expect([site, await open(`/provider/login?${query}`, headers)]).toEqual([site, 200]);
      expect([site, await open('/provider/account', headers)]).toEqual([site, 303]);
      const isForeign = site.endsWith('-site');
      expect([site, await open('/api/users/me/', headers)]).toEqual([site, isForeign ? 403 : 200]);
      expect([site, await open('/provider/../api/users/me/', headers)]).toEqual([site, isForeign ? 403 : 200]);
      for (const [name, value] of [
        ['Sec-Fetch-Dest', 'iframe'],
        ['Sec-Fetch-Mode', 'cors'],
        ['Sec-Purpose', 'prefetch'],
      ] as const) {
        const status = await open(`/provider/login?${query}`, { ...headers, [name]: value });
        expect([site, name, status]).toEqual([site, name, isForeign ? 403 : 200]);
      }
    }
    // A form of another page is refused, whatever it claims to be.
    for (const Origin of ['http://localhost:1', 'https://evil.test', 'null']) {
      const headers = { ...navigate, 'Sec-Fetch-Site': 'cross-site', Origin };
      expect((await server().send('/provider/login', { login: 'ann@x.org', password }, headers)).status).toBe(403);
    }
  });

  test('S16 S34 a page of another site cannot sign a staff member in with a token of its own', async () => {
    const { state } = server().workspace;
    const ids = [await server().addUser('ann@x.org'), await server().addUser('mallory@x.org')];
    for (const id of ids) await state.accounts.change(id, { role: 'staff' });
    const [ann, mallory] = [await server().tokenOf('ann@x.org'), await server().tokenOf('mallory@x.org')];
    const Cookie = await server().cookieOf('ann@x.org');
    const foreign = { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'document' };
    const follow = async (token: string, headers: Record<string, string>): Promise<Response> => {
      const first = await get(server().url, `/admin?token=${token}`, headers);
      expect([first.status, first.headers.getSetCookie()]).toEqual([303, []]);
      const to = first.headers.get('location') ?? '';
      expect(to).toMatch(/^\/provider\/admin\?ticket=[\w-]{32}$/);
      return get(server().url, to, headers);
    };
    // Without a session and with someone else’s: nothing happens before a yes.
    const mail = { ...foreign, 'Sec-Fetch-Site': 'none' };
    for (const headers of [foreign, { ...foreign, Cookie }, mail, { ...foreign, 'Sec-Fetch-Site': 'same-site' }]) {
      const asked = await follow(mallory, headers);
      expect([asked.status, asked.headers.getSetCookie()]).toEqual([200, []]);
      const text = await asked.text();
      expect(text).toContain('Mallory, mallory@x.org');
      expect(text).not.toContain(mallory);
      const ticket = /name="ticket" value="([\w-]+)"/.exec(text)?.[1] ?? '';
      const elsewhere = { Origin: 'https://evil.test' };
      expect((await server().send('/provider/admin', { ticket }, elsewhere)).status).toBe(403);
      const said = await server().send('/provider/admin', { ticket });
      expect([said.status, said.headers.get('location')]).toEqual([303, '/provider/account?tab=team']);
      expect(said.headers.getSetCookie()[0]).toMatch(/^winnow_profile=[\w-]{43};/);
      expect((await server().send('/provider/admin', { ticket })).status).toBe(403);
    }
    // Anyone already signed in as that user continues where they are.
    const own = await follow(ann, { ...foreign, Cookie });
    expect([own.status, own.headers.get('location'), own.headers.getSetCookie()]).toEqual([
      303,
      '/provider/account?tab=team',
      [],
    ]);
    // A ticket ends when its time is up or the right to it is gone.
    const late = await get(server().url, `/admin?token=${mallory}`, foreign);
    const where = late.headers.get('location') ?? '';
    await state.accounts.change(ids[1]!, { role: 'analyst' });
    expect((await get(server().url, where, foreign)).status).toBe(403);
    await state.accounts.change(ids[1]!, { role: 'staff' });
    expect((await get(server().url, where, foreign)).status).toBe(200);
    server().clock += 300_001;
    expect((await get(server().url, where, foreign)).status).toBe(403);
  });

  test('S18 tokens cannot be guessed at the door of the admin site either', async () => {
    const statuses: number[] = [];
    for (let i = 0; i < 102; i++) {
      statuses.push((await fetch(`${server().url}/admin?token=guess${i}`, { redirect: 'manual' })).status);
    }
    expect(statuses).toEqual([...Array<number>(100).fill(403), 429, 429]);
  });
});

/** A GET with header fields that a browser sends but `fetch` does not let through. */
async function get(url: string, path: string, headers: Record<string, string>): Promise<Response> {
  const { port } = new URL(url);
  const sent = request({ host: '127.0.0.1', port, path, headers, agent: false });
  sent.end();
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  const parts: Buffer[] = [];
  for await (const part of answer) parts.push(part as Buffer);
  const fields = new Headers();
  for (let i = 0; i < answer.rawHeaders.length; i += 2) fields.append(answer.rawHeaders[i]!, answer.rawHeaders[i + 1]!);
  return new Response(Buffer.concat(parts), { status: answer.statusCode ?? 0, headers: fields });
}

async function statusOf(url: string, path: string, headers: Record<string, string>): Promise<number> {
  return (await get(url, path, headers)).status;
}

import { createHash } from 'node:crypto';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { callback, password, useStandaloneServer } from '../../testing/standaloneServer.ts';
import { callbackOf } from './tokenRoutes.ts';

const server = useStandaloneServer();

const verifier = 'the-verifier-of-this-very-sign-in-of-the-app-1';
const challenge = createHash('sha256').update(verifier).digest('base64url');
const asked = { ...callback, code_challenge: challenge, code_challenge_method: 'S256' };

/** Signs in as an app that supports PKCE does, and returns the code it gets. */
async function codeOf(login: string, fields: Record<string, string> = asked): Promise<string> {
  const response = await server().send('/provider/login', { login, password, ...fields });
  expect(response.status).toBe(303);
  const url = new URL(response.headers.get('location') ?? '');
  expect([...url.searchParams.keys()]).toEqual(['code', 'state']);
  expect(url.searchParams.get('state')).toBe(callback.state);
  return url.searchParams.get('code') ?? '';
}

/** Asks for the token, as the app does: no page, so no Origin. */
function exchange(fields: Record<string, string>): Promise<Response> {
  const body = new URLSearchParams({
    grant_type: 'authorization_code',
    code_verifier: verifier,
    redirect_uri: callback.redirect,
    ...fields,
  });
  return fetch(`${server().url}/provider/token`, { method: 'POST', body });
}

async function refused(response: Response, error = 'invalid_grant'): Promise<void> {
  expect({ status: response.status, body: await response.json() }).toEqual({ status: 400, body: { error } });
}

describe('a sign-in with PKCE', () => {
  test('S38 leads back with a code, which its verifier turns into a token that is good', async () => {
    const id = await server().addUser('ann@x.org');
    const answer = await exchange({ code: await codeOf('ann@x.org') });
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const reply = (await answer.json()) as { access_token: string; token_type: string; expires_in: number };
    expect(reply).toMatchObject({ token_type: 'Bearer', expires_in: 90 * 86_400 });
    const me = await server().ask('/api/users/me/', reply.access_token);
    expect(await me.json()).toMatchObject({ id });
  });

  test('S38 a wrong verifier is refused, and the code is used up by it', async () => {
    await server().addUser('ann@x.org');
    const code = await codeOf('ann@x.org');
    await refused(await exchange({ code, code_verifier: `${verifier}x` }));
    await refused(await exchange({ code }));
    for (const wrong of ['', 'short', challenge, 'x'.repeat(129)]) {
      await refused(await exchange({ code: await codeOf('ann@x.org'), code_verifier: wrong }));
    }
  });

  test('S38 a code is good once, for a minute, for its own callback and user', async () => {
    const id = await server().addUser('ann@x.org');
    const used = await codeOf('ann@x.org');
    expect((await exchange({ code: used })).status).toBe(200);
    await refused(await exchange({ code: used }));
    await refused(await exchange({ code: await codeOf('ann@x.org'), redirect_uri: 'winnow://auth' }));
    await refused(await exchange({ code: 'made-up' }));
    await refused(
      await exchange({ code: await codeOf('ann@x.org'), grant_type: 'password' }),
      'unsupported_grant_type',
    );
    const late = await codeOf('ann@x.org');
    server().clock += 60_001;
    await refused(await exchange({ code: late }));
    const orphan = await codeOf('ann@x.org');
    await server().workspace.state.accounts.remove(id);
    await refused(await exchange({ code: orphan }));
  });

  test('S38 only S256 is taken; the challenge goes through a wrong password and the way to sign up', async () => {
    await server().addUser('ann@x.org');
    for (const wrong of [
      { code_challenge_method: 'plain' },
      { code_challenge_method: '' },
      { code_challenge: '' },
      { code_challenge: 'short' },
    ]) {
      const fields = { login: 'ann@x.org', password, ...asked, ...wrong };
      expect((await server().send('/provider/login', fields)).status, JSON.stringify(wrong)).toBe(400);
    }
    const page = await server().send('/provider/login', { login: 'ann@x.org', password: 'wrong password', ...asked });
    const text = await page.text();
    expect(text).toContain(`name="code_challenge" value="${challenge}"`);
    expect(text).toContain(`code_challenge=${challenge}&#38;code_challenge_method=S256`);
    const signedUp = { login: 'new@x.org', name: 'New', password, ...asked };
    const made = await server().send('/provider/signup', signedUp);
    expect(new URL(made.headers.get('location') ?? '').searchParams.get('code')).toMatch(/^[\w-]{43}$/);
  });

  test('S37 neither code nor verifier nor token is in the log, and no code is in the file', async () => {
    await server().addUser('ann@x.org');
    const code = await codeOf('ann@x.org');
    const { access_token: token } = (await (await exchange({ code })).json()) as { access_token: string };
    const log = server().logLines.join('');
    for (const secret of [code, verifier, token]) expect(log).not.toContain(secret);
  });
});

test('S34 S38 no callback is read that the app has not asked for so, whatever stands there', () => {
  fc.assert(
    fc.property(
      fc.dictionary(
        fc.constantFrom('redirect', 'state', 'code_challenge', 'code_challenge_method', 'x'),
        fc.oneof(fc.string(), fc.constantFrom('winnow://auth', 'state-1234', 'S256', challenge, 'plain')),
      ),
      (fields) => {
        const read = callbackOf(fields);
        if (read === null || read === 'none') return;
        expect(read.redirect).toBe('winnow://auth');
        expect([challenge, '']).toContain(read.challenge);
        if (read.challenge !== '') expect(fields['code_challenge_method']).toBe('S256');
      },
    ),
  );
});

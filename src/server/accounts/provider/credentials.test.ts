import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { password, useStandaloneServer } from '../../testing/standaloneServer.ts';

const server = useStandaloneServer();

/** Everything that a sign-in leaves with whoever signs in, of one member of staff. */
interface Credentials {
  readonly token: string;
  readonly session: string;
  readonly code: string;
  readonly ticket: string;
  readonly device: string;
  readonly id: number;
}

const verifier = 'v'.repeat(43);
const challenge = createHash('sha256').update(verifier).digest('base64url');
const redirect = 'winnow://auth';

async function codeOf(login: string): Promise<string> {
  const asked = { redirect, state: 'state-of-the-app', code_challenge: challenge, code_challenge_method: 'S256' };
  const response = await server().send('/provider/login', { login, password, ...asked });
  return new URL(response.headers.get('location') ?? '').searchParams.get('code') ?? '';
}

async function credentialsOf(login: string, id: number): Promise<Credentials> {
  const token = await server().tokenOf(login);
  const session = (await server().cookieOf(login)).slice('winnow_profile='.length);
  const door = await fetch(`${server().url}/admin?token=${token}`, {
    redirect: 'manual',
    headers: { 'Sec-Fetch-Site': 'none' },
  });
  const ticket = new URL(door.headers.get('location') ?? '', server().url).searchParams.get('ticket') ?? '';
  const signedIn = await server().send('/provider/login', { login, password });
  const marked = signedIn.headers.getSetCookie().find((cookie) => cookie.startsWith('winnow_device='));
  const device = /^winnow_device=([^;]+)/.exec(marked ?? '')?.[1] ?? '';
  return { token, session, code: await codeOf(login), ticket, device, id };
}

/** Each door, and whether it opens for a secret. */
const doors: Readonly<Record<string, (secret: string) => Promise<boolean>>> = {
  'the API': async (secret) => (await server().ask('/api/users/me/', secret)).status === 200,
  'the stream of changes': async (secret) => {
    const response = await server().ask('/api/changes/', secret);
    await response.body?.cancel();
    return response.status === 200;
  },
  'the profile page': async (secret) => {
    const headers = { Cookie: `winnow_profile=${secret}` };
    const response = await fetch(`${server().url}/provider/account`, { headers, redirect: 'manual' });
    return response.status === 200;
  },
  'the admin door': async (secret) => {
    const response = await fetch(`${server().url}/admin?token=${secret}`, { redirect: 'manual' });
    return response.status === 303;
  },
  'the ticket of the admin door': async (secret) =>
    (await server().send('/provider/admin', { ticket: secret })).status === 303,
  'the exchange of a code': async (secret) => {
    const grant = { grant_type: 'authorization_code', code_verifier: verifier, redirect_uri: redirect };
    return (await server().send('/provider/token', { ...grant, code: secret })).status === 200;
  },
};

/** What opens which doors. */
const opens: Readonly<Record<Exclude<keyof Credentials, 'id'>, readonly string[]>> = {
  token: ['the API', 'the stream of changes', 'the admin door'],
  session: ['the profile page'],
  code: ['the exchange of a code'],
  ticket: ['the ticket of the admin door'],
  device: [],
};

let known: Credentials;
beforeEach(async () => {
  const id = await server().addUser('ann@x.org');
  await server().workspace.state.accounts.change(id, { role: 'staff' });
  known = await credentialsOf('ann@x.org', id);
});

test('P1 every credential opens the door that it was made for, and no other', async () => {
  for (const [kind, own] of Object.entries(opens)) {
    const secret = known[kind as keyof typeof opens];
    expect(secret, kind).not.toBe('');
    // Its own doors last: some credentials count once.
    const inOrder = Object.entries(doors).toSorted(([a], [b]) => Number(own.includes(a)) - Number(own.includes(b)));
    const opened: string[] = [];
    for (const [door, opensFor] of inOrder) if (await opensFor(secret)) opened.push(door);
    expect(opened.toSorted(), kind).toEqual(own.toSorted());
  }
});

describe('P1 nothing that was begun before opens anything', () => {
  const ends: readonly [string, () => Promise<void>][] = [
    ['closed', () => server().workspace.state.team.close(1, known.id, 1, new Date().toISOString())],
    ['removed', () => server().workspace.state.accounts.remove(known.id)],
  ];

  test.each(ends)('once the account was %s', async (_, end) => {
    await end();
    for (const kind of Object.keys(opens)) {
      const secret = known[kind as keyof typeof opens];
      for (const [door, opensFor] of Object.entries(doors)) {
        expect(await opensFor(secret), `${kind} at ${door}`).toBe(false);
      }
    }
    const again = await server().send('/provider/login', { login: 'ann@x.org', password });
    expect(again.status).toBe(401);
    expect((await server().workspace.state.accounts.tokens(known.id)).filter(isGood)).toEqual([]);
  });
});

function isGood({ revokedAt }: { readonly revokedAt: string }): boolean {
  return revokedAt === '';
}

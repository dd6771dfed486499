import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { keyHeader, uploadReplySchema } from '#shared/bridge/browserWire.ts';
import { systemClock } from '#main/shellCommon/system.ts';
import { createDownloads } from './tickets.ts';
import { LaunchKeys } from './edge.ts';
import { keptEvents, TabHub } from './tabHub.ts';
import { startTestShell, type TestShell } from './testing/testShell.ts';

let shell: TestShell;
beforeAll(async () => {
  shell = await startTestShell();
});
afterAll(() => shell.close());

const setTheme = (theme: string): Promise<unknown> => shell.call('preferences.set', { theme });

const upload = async (name: string, body: BodyInit, more = ''): Promise<Response> => {
  const { key } = await shell.signIn();
  return await fetch(`${shell.origin}/upload?name=${encodeURIComponent(name)}${more}`, {
    method: 'POST',
    headers: { origin: shell.origin, 'content-type': 'application/octet-stream', [keyHeader]: key },
    body,
  });
};

describe('events', () => {
  test('an event reaches every open tab, numbered', async () => {
    const { last } = await shell.signIn();
    const [one, two] = await Promise.all([
      shell.openSocket({ tab: 'tab-number-1', after: last }),
      shell.openSocket({ tab: 'tab-number-2', after: last }),
    ]);
    await setTheme('light');
    const expected = {
      type: 'event',
      name: 'preferences.changed',
      payload: expect.objectContaining({ theme: 'light' }),
    };
    expect(await nextNamed(one, 'preferences.changed')).toMatchObject(expected);
    expect(await nextNamed(two, 'preferences.changed')).toMatchObject(expected);
    one.socket.terminate();
    two.socket.terminate();
  });

  test('a tab that comes back gets what it missed, once and in order', async () => {
    const first = await shell.openSocket({ tab: 'tab-returning' });
    await setTheme('dark');
    const seen = await nextNamed(first, 'preferences.changed', (payload) => payload.theme === 'dark');
    first.socket.terminate();
    await setTheme('light');
    await setTheme('system');
    const second = await shell.openSocket({ tab: 'tab-returning', after: seen.id });
    const themes = [await nextNamed(second, 'preferences.changed'), await nextNamed(second, 'preferences.changed')].map(
      ({ payload }) => payload.theme,
    );
    expect(themes).toEqual(['light', 'system']);
    expect(second.messages).toEqual([]);
    second.socket.terminate();
  });

  test('a tab that asks for events the shell does not have is told to load anew', async () => {
    const asking = await shell.openSocket({ tab: 'tab-from-before', after: 1_000_000 });
    expect(await asking.next()).toEqual({ type: 'missed' });
    asking.socket.terminate();
  });

  test('a tab that was away for too many events is told so', () => {
    const hub = new TabHub(new LaunchKeys(systemClock()), systemClock());
    for (let count = 0; count <= 3 * keptEvents; count += 1) hub.publish('data.changed', { tags: [] });
    expect(hub.lastEvent).toBe(3 * keptEvents + 1);
    hub.close();
  });
});

describe('what a tab is asked to do', () => {
  test('S28 an address is opened by the tab that asked, through a ticket that works once', async () => {
    const asking = await shell.openSocket({ tab: 'tab-that-asks' });
    const other = await shell.openSocket({ tab: 'tab-that-does-not' });
    await shell.call('shell.openExternal', { url: 'https://example.com/path?access_token=abc' }, 'tab-that-asks');
    const message = await nextOf<{ url: string }>(asking, 'open');
    expect(JSON.stringify(message)).not.toContain('abc');
    const followed = await fetch(shell.origin + message.url, { redirect: 'manual' });
    expect(followed.status).toBe(302);
    expect(followed.headers.get('location')).toBe('https://example.com/path?access_token=abc');
    expect(followed.headers.get('referrer-policy')).toBe('no-referrer');
    expect((await fetch(shell.origin + message.url, { redirect: 'manual' })).status).toBe(404);
    expect(other.messages.filter((one) => (one as { type: string }).type === 'open')).toEqual([]);
    asking.socket.terminate();
    other.socket.terminate();
  });

  test('a company opens in a window of its own', async () => {
    const asking = await shell.openSocket({ tab: 'tab-with-window' });
    await shell.call('shell.openCompany', { companyId: 12 }, 'tab-with-window');
    expect(await nextOf(asking, 'open')).toEqual({ type: 'open', url: '/embed/company/12', ownWindow: true });
    // E13: it keeps the list that it is opened from.
    await shell.call('shell.openCompany', { companyId: 12, inboxId: 5 }, 'tab-with-window');
    expect(await nextOf(asking, 'open')).toEqual({ type: 'open', url: '/embed/company/12?list=5', ownWindow: true });
    asking.socket.terminate();
  });
});

describe('S34 the sign-in address', () => {
  test('a token that nobody waits for changes nothing and is taken out of the address', async () => {
    const before = await shell.call('session.get', null);
    const response = await fetch(`${shell.origin}/auth?access_token=stolen&state=guess`, { redirect: 'manual' });
    expect(response.status).toBe(303);
    expect(response.headers.get('location')).toBe('/not-signed-in');
    expect(await shell.call('session.get', null)).toEqual(before);
  });
});

describe('files', () => {
  test('a file handed over is known by a token and looked at by its content', async () => {
    const changed = new Date('2025-11-03T09:30:00Z');
    const more = `&changed=${String(changed.getTime())}`;
    const response = await upload('../../companies.csv', 'name,country\nAcme,France\n', more);
    const { token } = uploadReplySchema.parse(await response.json());
    const reply = (await shell.call('workspace.inspect', { tokens: [token] })) as { value: { file: string }[] };
    expect(reply).toMatchObject({ ok: true });
    const kept = readdirSync(path.join(shell.workspace, 'tmp', 'uploads'));
    expect(kept.length).toBe(1);
    expect(kept[0]).toMatch(/^[\w-]{36}\.csv$/);
    const copy = statSync(path.join(shell.workspace, 'tmp', 'uploads', kept[0] ?? ''));
    expect(copy.mode & 0o777).toBe(0o600);
    // An import goes by it where nothing else says of which day values are.
    expect(copy.mtime).toEqual(changed);
  });

  test('a token that was not given out is refused', async () => {
    expect(await shell.call('workspace.inspect', { tokens: ['../../etc/passwd'] })).toMatchObject({ ok: false });
  });

  test('a saved file is fetched once, under its own name, and is gone from the disk', async () => {
    const downloads = createDownloads(path.join(shell.workspace, 'tmp'));
    const target = await downloads.saver.choose('Übersicht "März" ../etc', 'csv', 'tab');
    if (target === null) throw new Error('The browser shell has no dialog to cancel.');
    writeFileSync(target.path, 'name\r\nAcme\r\n');
    const address = await target.finish();
    expect(address).toMatch(/^\/download\/[\w-]{32}$/);
    const ticket = address.replace('/download/', '');
    const server = createServer((_request, response) => void downloads.answer(ticket, response));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    try {
      // What only asks about it does not use it up.
      expect((await fetch(url, { method: 'HEAD' })).status).toBe(404);
      const [one, two] = await Promise.all([fetch(url), fetch(url)]);
      expect([one.status, two.status].toSorted((a, b) => a - b)).toEqual([200, 404]);
      const good = one.status === 200 ? one : two;
      const full = encodeURIComponent('Übersicht März .. etc.csv');
      expect(good.headers.get('content-disposition')).toBe(
        `attachment; filename="_bersicht M_rz .. etc.csv"; filename*=UTF-8''${full}`,
      );
      expect(await good.text()).toBe('name\r\nAcme\r\n');
      expect((await fetch(url)).status).toBe(404);
      await expect.poll(() => existsSync(target.path)).toBe(false);
    } finally {
      server.close();
      server.closeAllConnections();
    }
  });
});

interface NamedEvent {
  readonly type: string;
  readonly id: number;
  readonly name: string;
  readonly payload: Readonly<Record<string, unknown>>;
}

async function nextOf<T>(socket: { next(): Promise<unknown> }, type: string): Promise<T> {
  for (;;) {
    const message = (await socket.next()) as { type: string };
    if (message.type === type) return message as T;
  }
}

async function nextNamed(
  socket: { next(): Promise<unknown> },
  name: string,
  fits: (payload: Readonly<Record<string, unknown>>) => boolean = () => true,
): Promise<NamedEvent> {
  for (;;) {
    const event = await nextOf<NamedEvent>(socket, 'event');
    if (event.name === name && fits(event.payload)) return event;
  }
}

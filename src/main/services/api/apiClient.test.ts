import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FakeClock } from '../testing/fakeClock.ts';
import { sendJson, TestServer } from '../testing/httpServer.ts';
import { plainConfig, plainEntry, plainUser } from '../testing/records.ts';
import { ApiClient } from './apiClient.ts';
import type { ApiFailure } from './apiFailure.ts';
import { createRemoteTransport } from './remoteTransport.ts';

let server: TestServer;
let clock: FakeClock;
let denied: ApiFailure[];
let reached: boolean[];
let behind: number;
let client: ApiClient;

beforeEach(async () => {
  server = await TestServer.start((_, response) => sendJson(response, 200, plainUser));
  clock = new FakeClock();
  denied = [];
  reached = [];
  behind = 0;
  client = new ApiClient({
    transport: createRemoteTransport(),
    origin: server.origin,
    token: 'the-token',
    jar: { csrf: '' },
    clock,
    onDenied: (failure) => denied.push(failure),
    onReached: (yes) => reached.push(yes),
    onBehind: () => (behind += 1),
  });
});
afterEach(async () => {
  client.close();
  await server.stop();
});

const move = { params: { id: 12 }, body: { tag_watchlist: true } };

describe('requests', () => {
  it('carry the bearer and drop empty parameters (product 5, 7)', async () => {
    server.answerWith((_, response) => sendJson(response, 200, { count: 0, newCount: 0, items: [] }));
    await client.send('searchCompanies', {
      query: { text_search: 'a & b', regions: '', stages: undefined, page: 2 },
    });
    const [seen] = server.seen;
    expect(seen).toMatchObject({ method: 'GET', path: '/api/latest_companies/preview/', body: '' });
    expect(Object.fromEntries(seen?.query ?? [])).toEqual({ text_search: 'a & b', page: '2' });
    expect(seen?.headers.authorization).toBe('Bearer the-token');
    expect(seen?.headers['x-csrftoken']).toBeUndefined();
  });

  it('copy the cross-site cookie of the configuration into a header of non-GET calls (product 7)', async () => {
    server.answerWith((request, response) => {
      if (request.method === 'GET') {
        sendJson(response, 200, plainConfig(''), { 'set-cookie': 'csrftoken=abc123; Path=/; SameSite=Lax' });
      } else sendJson(response, 200, plainEntry(12, 1, 'Watchlist'));
    });
    await client.request('moveEntry', move);
    await client.request('getConfig');
    await client.request('moveEntry', move, { idempotencyKey: 'key-1' });
    expect(server.seen[0]?.headers['x-csrftoken']).toBeUndefined();
    expect(server.seen[2]?.headers).toMatchObject({ 'x-csrftoken': 'abc123', 'idempotency-key': 'key-1' });
    expect(JSON.parse(server.seen[2]?.body ?? '')).toEqual({ tag_watchlist: true });
  });

  it('are not made with a path parameter that is no id', async () => {
    await expect(client.send('getCompany', { params: { id: '../users/me' } })).rejects.toMatchObject({
      code: 'bad_request',
    });
    expect(server.seen).toEqual([]);
  });
});

/** Answers of servers that have so many changes each. */
function answering(...fields: Record<string, string>[]): void {
  let call = 0;
  server.answerWith((_, response) => sendJson(response, 200, plainUser, fields[call++] ?? {}));
}

async function seenAfter(calls: number): Promise<(string | undefined)[]> {
  for (let call = 0; call < calls; call++) await client.request('getMe');
  return server.seen.map(({ headers }) => headers['winnow-seen'] as string | undefined);
}

describe('servers of one team', () => {
  it('are told the newest change that any of them has answered with', async () => {
    answering({ 'Winnow-Generation': '7' }, { 'Winnow-Generation': '6', 'Winnow-Stale': 'true' }, {});
    expect(await seenAfter(4)).toEqual([undefined, '7', '7', '7']);
    expect(behind).toBe(1);
  });

  it('begin anew when their store was put back to an earlier day', async () => {
    answering({ 'Winnow-Generation': '7' }, { 'Winnow-Generation': '4' }, { 'Winnow-Generation': 'none' });
    expect(await seenAfter(4)).toEqual([undefined, '7', '4', '4']);
    expect(behind).toBe(0);
  });
});

describe('answers', () => {
  it.each([
    [400, 'bad_request'],
    [401, 'unauthenticated'],
    [402, 'addon_required'],
    [403, 'forbidden'],
    [404, 'not_found'],
    [409, 'conflict'],
    [413, 'payload_too_large'],
    [418, 'bad_request'],
    [422, 'unprocessable'],
    [429, 'rate_limited'],
    [500, 'internal'],
    [501, 'not_implemented'],
    [502, 'unavailable'],
    [503, 'unavailable'],
  ])('with status %i are told as %s, in the server’s words', async (status, code) => {
    server.answerWith((_, response) => sendJson(response, status, { code: 'x', detail: 'Why.', fields: { a: 'b' } }));
    await expect(client.request('getMe')).rejects.toMatchObject({ code, message: 'Why.', status });
    expect(denied.map((failure) => failure.status)).toEqual([401, 403].includes(status) ? [status] : []);
  });

  it('that ask to wait are waited for where something is only read, at most twice and not for long', async () => {
    const ticking = setInterval(() => clock.advance(100), 5);
    const asked: number[] = [];
    const refuse = (seconds: string, times: number): void => {
      asked.length = 0;
      server.answerWith((_, response) => {
        if (asked.push(clock.monotonic()) > times) sendJson(response, 200, plainUser);
        else sendJson(response, 429, { code: 'rate_limited', detail: 'Too many.' }, { 'retry-after': seconds });
      });
    };
    refuse('3', 1);
    await expect(client.request('getMe')).resolves.toEqual(plainUser);
    expect((asked[1] ?? 0) - (asked[0] ?? 0)).toBeGreaterThanOrEqual(3000);
    refuse('0', 3);
    await expect(client.request('getMe')).rejects.toMatchObject({ code: 'rate_limited', retryAfter: '0' });
    expect(asked).toHaveLength(3);
    refuse('1', 1);
    await expect(client.request('moveEntry', move)).rejects.toMatchObject({ code: 'rate_limited' });
    refuse('11', 1);
    await expect(client.request('getMe')).rejects.toMatchObject({ code: 'rate_limited' });
    expect(asked).toHaveLength(1);
    clearInterval(ticking);
  });

  it('F12 of a proxy are never taken for the API’s, but for 401 and 403', async () => {
    server.answerWith((_, response) => {
      response.writeHead(404, { 'content-type': 'text/html' });
      response.end('<h1>Not found</h1>');
    });
    await expect(client.request('getMe')).rejects.toMatchObject({ code: 'bad_reply' });
    server.answerWith((_, response) => {
      response.writeHead(403);
      response.end('<h1>Forbidden</h1>');
    });
    await expect(client.request('getMe')).rejects.toMatchObject({ code: 'forbidden' });
  });

  it.each([
    ['HTML', '<!doctype html><title>Hotel</title>'],
    ['another object', '{"ok":false}'],
    ['half an object', '{"id":7,"email":"a'],
    ['nothing', ''],
  ])('F12 with %s are a bad reply, never a success', async (_, body) => {
    server.answerWith((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(body);
    });
    await expect(client.request('getMe')).rejects.toMatchObject({ code: 'bad_reply' });
    expect(reached).toEqual([false]);
  });

  it('F12 that unpack to more than their limit are cut off', async () => {
    const bomb = gzipSync(Buffer.alloc(3 * 1024 * 1024, ' '));
    server.answerWith((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' });
      response.end(bomb);
    });
    await expect(client.request('getMe')).rejects.toMatchObject({ code: 'bad_reply' });
  });

  it('S26 that lead elsewhere are not followed: the bearer goes to nobody else', async () => {
    const stranger = await TestServer.start((_, response) => sendJson(response, 200, plainUser));
    server.answerWith((_, response) => {
      response.writeHead(302, { location: `${stranger.origin}/api/users/me/` });
      response.end();
    });
    await expect(client.request('getMe')).rejects.toMatchObject({ code: 'bad_reply' });
    expect(stranger.seen).toEqual([]);
    await stranger.stop();
  });

  it('with 204 are null', async () => {
    server.answerWith((_, response) => {
      response.writeHead(204);
      response.end();
    });
    expect(await client.request('deleteCollection', { params: { id: 3 } })).toBeNull();
  });
});

describe('connection', () => {
  it('that breaks is told as lost, and as there again after the next answer', async () => {
    server.answerWith((_, response) => void response.socket?.resetAndDestroy());
    await expect(client.request('getMe')).rejects.toMatchObject({ code: 'connection_lost', retryable: true });
    server.answerWith((_, response) => sendJson(response, 200, plainUser));
    await client.request('getMe');
    expect(reached).toEqual([false, true]);
  });

  it('F9 F11 has a deadline over the whole call, body and all', async () => {
    server.answerWith((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.write('{"id":');
    });
    const call = client.request('getMe');
    await server.received(1);
    clock.advance(29_999);
    clock.advance(1);
    await expect(call).rejects.toMatchObject({ code: 'timeout', retryable: true });
  });

  it('S32 ends with the session: what is under way is cancelled, and nothing more goes out', async () => {
    server.answerWith(() => undefined);
    const call = client.request('getMe');
    await server.received(1);
    client.close();
    await expect(call).rejects.toMatchObject({ code: 'cancelled' });
    await expect(client.request('getMe')).rejects.toMatchObject({ code: 'cancelled' });
    expect(server.seen).toHaveLength(1);
  });

  it('lets the caller cancel', async () => {
    server.answerWith(() => undefined);
    const own = new AbortController();
    const call = client.request('getMe', {}, { signal: own.signal });
    await server.received(1);
    own.abort();
    await expect(call).rejects.toMatchObject({ code: 'cancelled' });
    expect(reached).toEqual([]);
  });
});

import { once } from 'node:events';
import { readdirSync, statSync } from 'node:fs';
import { request, type ClientRequest } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { endpoints } from '#shared/api/endpoints.ts';
import { sentFileSchema } from '#shared/api/schemas.ts';
import { StandaloneServer } from '#server/testing/standaloneServer.ts';

const { path } = endpoints.sendFile;
const limit = 100_000;

let server: StandaloneServer;
let token: string;

/** Opens a server of its own that takes small files only, with one of its staff. */
async function open(spare = 0): Promise<void> {
  server = await StandaloneServer.open({ fileLimits: { bytes: limit, files: 3, spare, lifeMs: 3_600_000 } });
  token = await server.workspace.state.users.issueToken((await server.workspace.state.users.firstUser()).id, 'test');
}

beforeEach(() => open());
afterEach(() => server.close());

/** Files that were sent, or are on their way. */
function kept(): string[] {
  return readdirSync(server.folder).filter((name) => name.endsWith('.tmp'));
}

async function send(name: string, body: BodyInit, headers: Record<string, string> = {}): Promise<Response> {
  return await fetch(`${server.url}${path}?name=${name}`, {
    method: 'POST',
    body,
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/octet-stream', ...headers },
    ...(body instanceof ReadableStream ? { duplex: 'half' } : {}),
  });
}

async function tokenOf(response: Response): Promise<string> {
  return sentFileSchema.parse(await response.json()).token;
}

/** A file that is on its way, with this length announced. */
function begin(length: number): ClientRequest {
  const headers = {
    Authorization: `Bearer ${token}`,
    'Content-Type': 'application/octet-stream',
    'Content-Length': length,
  };
  const sending = request(`${server.url}${path}?name=slow.csv`, { method: 'POST', headers });
  sending.on('error', () => undefined);
  return sending;
}

describe('files that staff sends to a server', () => {
  test('S47 are kept beside the workspace, readable by its owner only', async () => {
    expect((await send('a.csv', 'name\nAcme\n')).status).toBe(201);
    const [name = ''] = kept();
    expect(statSync(join(server.folder, name)).mode & 0o777).toBe(0o600);
    expect(name).not.toContain('a.csv');
  });

  test('S22 too large are refused, announced or not, and leave nothing', async () => {
    const large = 'x'.repeat(limit + 1);
    const chunks = new Blob([large]).stream();
    for (const response of [await send('a.csv', large), await send('a.csv', chunks)]) {
      expect(response.status).toBe(413);
      expect(await response.json()).toMatchObject({
        code: 'payload_too_large',
        detail: 'The file is larger than 100000 bytes, the limit of this server.',
      });
    }
    expect(kept()).toEqual([]);
    expect((await send('a.csv', 'x'.repeat(limit))).status).toBe(201);
  });

  test('S22 of more than 1 MB are taken where the limit is higher, and no other body is', async () => {
    await server.close();
    server = await StandaloneServer.open();
    token = await server.workspace.state.users.issueToken((await server.workspace.state.users.firstUser()).id, 'test');
    const rows = Array.from({ length: 60_000 }, (_, n) => `Company ${n},https://company-${n}.example`);
    const response = await send('large.csv', `name,website\n${rows.join('\n')}\n`);
    expect(response.status).toBe(201);
    const other = await server.ask('/api/workspace/import/', token, { files: [], more: 'x'.repeat(1024 * 1024) });
    expect(other.status).toBe(413);
  });

  test('F5 are refused while the disk has no room for them', async () => {
    await server.close();
    await open(Number.MAX_SAFE_INTEGER);
    const response = await send('a.csv', 'name\nAcme\n');
    expect([response.status, await response.json()]).toMatchObject([
      413,
      { code: 'payload_too_large', detail: 'The server’s disk has no room for the file.' },
    ]);
    expect(kept()).toEqual([]);
  });

  test('F11 that break off leave nothing', async () => {
    const sending = begin(90_000);
    sending.write('name\n');
    await expect.poll(() => kept().length).toBe(1);
    sending.destroy();
    await expect.poll(kept).toEqual([]);
    expect((await server.ask('/api/workspace/', token)).status).toBe(200);
  });

  test('S22 may take longer than any other request, as long as they keep coming', async () => {
    // This server gives a request 600 ms.
    const sending = begin(30);
    const answered = once(sending, 'response');
    for (let part = 0; part < 10; part++) {
      sending.write('n,e');
      await sleep(150);
    }
    sending.end();
    const [{ statusCode }] = (await answered) as [{ statusCode: number }];
    expect(statusCode).toBe(201);

    const { port, host } = new URL(server.url);
    const socket = connect(Number(port), '127.0.0.1');
    const head = ['POST /api/workspace/import/ HTTP/1.1', `Host: ${host}`, `Authorization: Bearer ${token}`];
    socket.write(`${head.join('\r\n')}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{`);
    let answer = '';
    for await (const chunk of socket) answer += String(chunk);
    expect(answer).toMatch(/^HTTP\/1\.1 408 /);
  });

  test('of one user are so many at most: the oldest makes room', async () => {
    const tokens = [];
    for (const name of ['a', 'b', 'c', 'd']) tokens.push(await tokenOf(await send(`${name}.csv`, `name\n${name}\n`)));
    expect(kept()).toHaveLength(3);
    const asked = await Promise.all(
      tokens.map((sent) => server.ask('/api/workspace/files/inspect/', token, { token: sent })),
    );
    expect(asked.map(({ status }) => status)).toEqual([404, 200, 200, 200]);
  });

  test('go when their sender signs out, and nobody else’s do', async () => {
    const { users } = server.workspace.state;
    const other = await users.add({ email: 'b@example.com', name: 'B', role: 'staff', addons: [] });
    const others = await users.issueToken(other.id, 'test');
    const sent = await tokenOf(await send('theirs.csv', 'name\nB\n', { Authorization: `Bearer ${others}` }));
    await send('mine.csv', 'name\nA\n');
    expect(kept()).toHaveLength(2);
    await fetch(`${server.url}/provider/revoke`, { method: 'POST', body: new URLSearchParams({ token }) });
    await expect.poll(kept).toHaveLength(1);
    expect((await server.ask('/api/workspace/files/inspect/', others, { token: sent })).status).toBe(200);
  });

  test('S47 S18 the log says who began which job and how it ended, and nothing of the file', async () => {
    const secret = 'name,website\nSecret Holding,https://secret.example\n';
    const sent = await tokenOf(await send('secret.csv', secret));
    await server.ask('/api/workspace/import/', token, { files: [{ token: sent }] });
    await expect.poll(() => server.logLines.join(''), { timeout: 30_000 }).toContain('job.ended');
    const lines = server.logLines.map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(lines.filter(({ event }) => String(event).startsWith('job.'))).toMatchObject([
      { level: 'info', event: 'job.started', user: 1, action: 'import', count: 1 },
      { level: 'info', event: 'job.ended', user: 1, action: 'import', status: 'done', rows: 1 },
    ]);
    expect(server.logLines.join('')).not.toMatch(/secret/i);
  });
});

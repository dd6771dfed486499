import { mkdtempSync, readdirSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { configWithoutProvider, openWorkspace } from '../../workspace.ts';

/** Files below a folder that this process has open. Linux only. */
function openBelow(folder: string): number {
  const targets = readdirSync('/proc/self/fd').map((name) => {
    try {
      return readlinkSync(`/proc/self/fd/${name}`);
    } catch {
      // It was closed meanwhile.
      return '';
    }
  });
  return targets.filter((target) => target.startsWith(folder)).length;
}

test.skipIf(process.platform !== 'linux')(
  'I12 an export that is not read, asked for by HEAD or given up, keeps no file open',
  { timeout: 60_000 },
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'winnow-unread-'));
    const workspace = await openWorkspace({
      file: join(folder, 'w.db'),
      config: configWithoutProvider(''),
      now: () => new Date('2026-11-20T10:00:00Z'),
      onEvent: () => undefined,
      reportError: (error) => {
        throw error;
      },
    });
    await workspace.jobs.startSample(300);
    const { id } = await workspace.state.users.firstUser();
    const headers = { Authorization: `Bearer ${await workspace.state.users.issueToken(id, 'app')}` };
    const ask = (method: string): Response | Promise<Response> =>
      workspace.app.fetch(new Request('http://x/api/latest_companies/export/', { method, headers }));
    await (await ask('GET')).text();
    const before = openBelow(folder);
    for (let count = 0; count < 5; count += 1) {
      const head = await ask('HEAD');
      expect([head.status, head.body, head.headers.get('content-type')]).toEqual([
        200,
        null,
        'text/csv; charset=utf-8',
      ]);
      await (await ask('GET')).body?.cancel();
    }
    expect(openBelow(folder)).toBe(before);
    workspace.close();
    rmSync(folder, { recursive: true });
  },
);

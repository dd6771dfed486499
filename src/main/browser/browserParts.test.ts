import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Conf from 'conf';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Clock, Log } from '#main/ports.ts';
import { openPreferences, settingsName, type OpenedPreferences } from '#main/shellCommon/preferenceFile.ts';
import { EventBuffer, keptEvents } from './tabHub.ts';
import { LaunchKeys, maxWrongTries } from './edge.ts';
import { openerOf } from './run.ts';
import { startTestShell } from './testing/testShell.ts';

const silent: Log = { info: () => undefined, warn: () => undefined, error: () => undefined };

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'winnow-parts-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

const file = (): string => path.join(folder, 'settings.json');

describe('settings', () => {
  const now = new Date('2026-11-20T12:00:00.000Z');
  const open = (): OpenedPreferences =>
    openPreferences(folder, (options) => new Conf({ ...options, configName: settingsName }), now, silent);

  test('are written to a private file and read again', () => {
    open().preferences.write({ theme: 'light', columns: { 'a.b': [] } });
    expect(open().preferences.read()).toEqual({ theme: 'light', columns: { 'a.b': [] } });
    expect(statSync(file()).mode & 0o777).toBe(0o600);
    expect(open().notice).toBe('');
  });

  test.for(['', '{"theme": "li', '[]', 'null', '"text"', '\0\0\0'])(
    'F19 a file with %j is kept aside, told, and the defaults hold',
    (broken) => {
      writeFileSync(file(), broken);
      const { preferences, notice } = open();
      expect(preferences.read()).toEqual({});
      const kept = 'settings.json.bad-2026-11-20T12-00-00-000Z';
      expect(readFileSync(path.join(folder, kept), 'utf8')).toBe(broken);
      expect(notice).toContain(kept);
      preferences.write({ theme: 'dark' });
      expect(open()).toMatchObject({ notice: '' });
    },
  );
});

describe('keys', () => {
  test('S18 the lock ends a minute after the wrong tries, on the monotonic clock', () => {
    let at = 1000;
    const clock: Clock = { now: () => new Date(), monotonic: () => at, after: () => () => undefined };
    const keys = new LaunchKeys(clock);
    const secret = keys.newSecret();
    for (let count = 0; count < maxWrongTries; count += 1) expect(keys.exchange('wrong').kind).toBe('wrong');
    expect(keys.exchange('wrong').kind).toBe('locked');
    expect(keys.check('wrong').kind).toBe('locked');
    at += 59_999;
    // What is locked out is not counted, so that the lock ends however many guesses come meanwhile.
    for (let count = 0; count < 100; count += 1) expect(keys.exchange('wrong').kind).toBe('locked');
    // A right one is no guess.
    const outcome = keys.exchange(secret);
    if (outcome.kind !== 'good') throw new Error('The right secret was locked out.');
    expect(keys.check(outcome.key).kind).toBe('good');
    expect(keys.exchange(secret).kind).toBe('locked');
    at += 1;
    expect(keys.exchange(secret).kind).toBe('wrong');
  });

  test('S18 nothing is compared but by timingSafeEqual', () => {
    const source = readFileSync(new URL('./edge.ts', import.meta.url), 'utf8');
    expect(source.match(/timingSafeEqual\(/g)?.length).toBe(2);
    expect(source).not.toMatch(/===? (?:secret|key|hash)\b|\.(?:equals|compare|includes)\(/);
  });
});

describe('the event buffer', () => {
  test('gives all events behind a number, or says that some are gone', () => {
    const events = new EventBuffer();
    for (let count = 1; count <= 3 * keptEvents; count += 1) events.add('data.changed', count);
    expect(events.since(events.last)).toEqual([]);
    expect(events.since(events.last - 2)?.map(({ payload }) => payload)).toEqual([3 * keptEvents - 1, 3 * keptEvents]);
    expect(events.since(0)).toBeNull();
    expect(events.since(events.last + 1)).toBeNull();
  });
});

describe('opening the browser', () => {
  test('S18 the address is handed over in a file, so no argument holds the secret', () => {
    expect(openerOf('darwin', {})).toEqual({ command: 'open', args: [] });
    expect(openerOf('linux', { PATH: folder, DISPLAY: ':0' })).toBeNull();
    writeFileSync(path.join(folder, 'xdg-open'), '');
    expect(openerOf('linux', { PATH: folder })).toBeNull();
    expect(openerOf('linux', { PATH: folder, DISPLAY: ':0' })).toEqual({
      command: path.join(folder, 'xdg-open'),
      args: [],
    });
  });
});

describe('starting', () => {
  test('a workspace keeps its port from one start to the next, and S46 its files are private', async () => {
    const workspace = path.join(folder, 'workspace');
    const first = await startTestShell({ workspace });
    await first.close();
    const second = await startTestShell({ workspace });
    expect(second.port).toBe(first.port);
    expect(statSync(workspace).mode & 0o777).toBe(0o700);
    const files = readdirSync(workspace, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
    for (const { parentPath, name } of files) {
      expect([name, statSync(path.join(parentPath, name)).mode & 0o077]).toEqual([name, 0]);
    }
    await second.close();
  });

  test('a port that is in use is refused in one line', async () => {
    const first = await startTestShell();
    await expect(startTestShell({ port: first.port })).rejects.toMatchObject({
      exitCode: 1,
      message: `Port ${first.port} is in use.`,
    });
    await first.close();
  });

  test('a workspace that is a file is refused in one line', async () => {
    const workspace = path.join(folder, 'file');
    writeFileSync(workspace, '');
    await expect(startTestShell({ workspace })).rejects.toMatchObject({ exitCode: 1 });
  });

  test('with --json exactly one line of JSON is printed', async () => {
    const shell = await startTestShell({ json: true });
    expect(shell.printed).toEqual([JSON.stringify({ url: shell.shell.url })]);
    await shell.close();
  });
});

import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile, truncate } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { nameTakenText } from '#shared/domain/personName.ts';
import { openState } from '../state/sqlite/file.ts';

const cli = fileURLToPath(new URL('./cli.ts', import.meta.url));

let folder: string;
let running: ChildProcess[];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'winnow-cli-'));
  running = [];
});

afterEach(async () => {
  for (const child of running) child.kill('SIGKILL');
  await rm(folder, { recursive: true, force: true });
});

function start(args: string[]) {
  const child = spawn(process.execPath, [cli, ...args], {
    cwd: tmpdir(),
    env: { ...process.env, INIT_CWD: folder, NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.push(child);
  const code = new Promise<number | null>((resolve) => child.once('close', resolve));
  return { child, code, stdout: child.stdout, stderr: text(child.stderr) };
}

async function run(...args: string[]): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const { code, stdout, stderr } = start(args);
  const [out, err, exit] = await Promise.all([text(stdout), stderr, code]);
  return { code: exit, stdout: out, stderr: err };
}

/** Starts a server and returns its ready line. */
async function serve(...args: string[]): Promise<{ url: string; token: string; stop: () => Promise<number | null> }> {
  const { child, code, stdout } = start(['--json', ...args]);
  const line = await new Promise<string>((resolve, reject) => {
    stdout.once('data', (chunk) => resolve(String(chunk)));
    child.once('exit', () => reject(new Error('The server ended.')));
  });
  const stop = (): Promise<number | null> => {
    child.kill('SIGTERM');
    return code;
  };
  return { ...(JSON.parse(line) as { url: string; token: string }), stop };
}

describe('serving', () => {
  test('prints one line of JSON, answers with the token in it, and stops cleanly', async () => {
    const { url, token, stop } = await serve('--db', 'w.db', '--port', '0', '--sample', '300');
    const headers = { Authorization: `Bearer ${token}` };
    expect(await (await fetch(`${url}/api/users/me/`, { headers })).json()).toMatchObject({ is_staff: true });
    const digest = (await (await fetch(`${url}/api/digest/`, { headers })).json()) as { companies: number };
    expect(digest.companies).toBeGreaterThan(200);
    expect(await stop()).toBe(0);
  });

  test('what was done is there after a restart, and a port in use is told', async () => {
    const first = await serve('--db', 'w.db', '--port', '0');
    const headers = { Authorization: `Bearer ${first.token}`, 'Content-Type': 'application/json' };
    const body = JSON.stringify({ name: 'Kept' });
    expect((await fetch(`${first.url}/api/collection/`, { method: 'POST', headers, body })).status).toBe(201);
    const taken = await run('--db', 'other.db', '--port', new URL(first.url).port);
    expect(taken).toMatchObject({ code: 1, stdout: '' });
    expect(taken.stderr).toBe(`winnow: Port ${new URL(first.url).port} is in use.\n`);
    expect(await first.stop()).toBe(0);
    const second = await serve('--db', 'w.db', '--port', '0');
    const again = { Authorization: `Bearer ${second.token}` };
    const page = (await (await fetch(`${second.url}/api/collection/`, { headers: again })).json()) as { count: number };
    expect(page.count).toBe(1);
    expect(await second.stop()).toBe(0);
  });

  test('S49 of the tokens that starts have printed only the newest is good', async () => {
    const tokens: string[] = [];
    for (let start = 1; start <= 3; start += 1) {
      const { url, token, stop } = await serve('--db', 'w.db', '--port', '0');
      tokens.push(token);
      const statuses = await Promise.all(
        tokens.map(async (one) => {
          return (await fetch(`${url}/api/users/me/`, { headers: { Authorization: `Bearer ${one}` } })).status;
        }),
      );
      expect(statuses).toEqual([...Array<number>(start - 1).fill(401), 200]);
      expect(await stop()).toBe(0);
    }
    const { stdout } = await run('user', 'list', '--db', 'w.db', '--json');
    expect(JSON.parse(stdout)).toMatchObject({ users: [{ tokens: 1 }] });
  });
});

describe('an identity provider', () => {
  const named = ['--oidc-client-id', 'winnow', '--oidc-name', 'Test ID'];

  test('that does not go together is wrong usage, told before anything is made', async () => {
    for (const [flags, message] of [
      [['--oidc-only'], '--oidc-only needs --oidc-issuer URL.'],
      [['--oidc-issuer', 'http://accounts.example.com', ...named], '--oidc-issuer takes an address like'],
      [['--oidc-issuer', 'https://x.example', ...named, '--oidc-create'], '--oidc-create needs --oidc-domain'],
    ] as const) {
      const refused = await run('--db', 'w.db', '--port', '0', ...flags);
      expect(refused).toMatchObject({ code: 2, stdout: '' });
      expect(refused.stderr).toContain(`winnow: ${message}`);
      expect(refused.stderr.trim().split('\n')).toHaveLength(1);
    }
    expect(existsSync(join(folder, 'w.db'))).toBe(false);
  });

  test('that cannot be reached is told, with what to enter there; the server starts, and its page says so, too', async () => {
    // A port that was free a moment ago.
    const probe = createServer().listen(0, '127.0.0.1');
    await once(probe, 'listening');
    const issuer = `http://127.0.0.1:${(probe.address() as AddressInfo).port}`;
    probe.close();
    const { child, code, stdout, stderr } = start([
      '--db',
      'w.db',
      '--port',
      '0',
      '--json',
      '--oidc-issuer',
      issuer,
      ...named,
    ]);
    const [line] = (await once(stdout, 'data')) as [Buffer];
    const { url } = JSON.parse(String(line)) as { url: string };
    const asked = await fetch(`${url}/provider/oidc/start`, { redirect: 'manual' });
    expect(asked.status).toBe(503);
    const page = await (await fetch(`${url}/provider/login`)).text();
    expect(page).toContain('Test ID could not be reached a moment ago.');
    expect(page).toContain('type="password"');
    child.kill('SIGTERM');
    expect(await code).toBe(0);
    const told = await stderr;
    expect(told).toContain(`The redirect URI to enter at Test ID is ${url}/provider/oidc/callback\n`);
    expect(told).toContain(
      `Test ID (${issuer}/) does not answer as an identity provider: ECONNREFUSED. ` +
        'Passwords work meanwhile; it is asked again at each sign-in.\n',
    );
  });

  test('whom an account belongs to there is forgotten by user unlink', async () => {
    await run('user', 'add', 'ann@x.org', '--db', 'w.db');
    const none = await run('user', 'unlink', 'ann@x.org', '--db', 'w.db');
    expect(none).toMatchObject({ code: 0, stdout: 'ann@x.org is linked to nobody at an identity provider.\n' });
    const db = new DatabaseSync(join(folder, 'w.db'));
    db.exec(`INSERT INTO identity (issuer, subject, user_id, linked_at)
      SELECT 'https://x.example', 'a', id, '' FROM user WHERE login = 'ann@x.org'`);
    db.close();
    const unlinked = await run('user', 'unlink', 'ann@x.org', '--db', 'w.db', '--json');
    expect(JSON.parse(unlinked.stdout)).toMatchObject({ email: 'ann@x.org', unlinked: 1 });
    expect((await run('user', 'unlink', 'bob@x.org', '--db', 'w.db')).code).toBe(1);
  });
});

describe('watching a server', () => {
  test('it is up, ready, and tells its figures on this machine', async () => {
    const { url, token, stop } = await serve('--db', 'w.db', '--port', '0', '--sample', '50');
    expect(await (await fetch(`${url}/healthz`)).json()).toEqual({ status: 'ok' });
    const ready = await fetch(`${url}/readyz`);
    expect([ready.status, await ready.json()]).toEqual([200, { ready: true, reason: '', progress: null }]);
    await fetch(`${url}/api/latest_companies/preview/`, { headers: { Authorization: `Bearer ${token}` } });
    const metrics = await fetch(`${url}/metrics`);
    expect(metrics.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
    const figures = await metrics.text();
    expect(figures).toMatch(/^winnow_searches_total 1$/m);
    expect(figures).toMatch(/^winnow_ready 1$/m);
    expect((await fetch(`${url}/metrics`, { method: 'POST' })).status).toBe(405);
    expect(await stop()).toBe(0);
  });

  test('with a token for the figures nobody gets them without it, and behind a proxy nobody without one', async () => {
    await writeFile(join(folder, 'token'), 'a-token-of-some-length\n');
    const flags = ['--db', 'w.db', '--port', '0'];
    const { url, stop } = await serve(...flags, '--metrics-token-file', 'token');
    const asking = (authorization: string) => fetch(`${url}/metrics`, { headers: { authorization } });
    const statuses = [];
    for (const authorization of ['', 'Bearer a-token', 'Bearer a-token-of-some-length']) {
      statuses.push((await asking(authorization)).status);
    }
    expect(statuses).toEqual([404, 404, 200]);
    expect(await stop()).toBe(0);
    const behind = await serve(...flags, '--public-url', 'https://winnow.example');
    expect((await fetch(`${behind.url}/metrics`)).status).toBe(404);
    expect((await fetch(`${behind.url}/readyz`)).status).toBe(200);
    expect(await behind.stop()).toBe(0);
    await writeFile(join(folder, 'token'), 'short');
    const short = await run(...flags, '--metrics-token-file', 'token');
    expect(short).toMatchObject({ code: 2, stdout: '' });
    expect(short.stderr).toMatch(/must be at least 16 characters long/);
  });
});

describe('importing and refreshing', () => {
  test('one line of JSON says what became of every row', async () => {
    await writeFile(join(folder, 'a.csv'), 'name,website\nAcme,https://acme.example\nBeta,https://beta.example\n,\n');
    const { code, stdout } = await run('import', 'a.csv', '--db', 'w.db', '--json');
    expect(code).toBe(0);
    expect(stdout.trim().split('\n')).toHaveLength(1);
    const { files } = JSON.parse(stdout) as { files: { file: string; rows: number; rejected: unknown[] }[] };
    expect(files).toHaveLength(1);
    expect(files[0]).toMatchObject({ file: 'a.csv', imported: 2, updated: 0, duplicates: 0 });
    expect(files[0]?.rows).toBe(2 + (files[0]?.rejected.length ?? 0));
    const again = await run('import', 'a.csv', '--db', 'w.db');
    expect(again.stdout).toContain('2 duplicates');
  });

  test('a file that is no company list is told in one line beside those that are read', async () => {
    await writeFile(join(folder, 'a.csv'), 'name,website\nAcme,https://acme.example\n');
    await writeFile(join(folder, 'batches.json'), '["Winter 2022","Summer 2021"]');
    const { code, stdout, stderr } = await run('import', 'a.csv', 'batches.json', '--db', 'w.db', '--json');
    expect(code).toBe(0);
    const problem = 'this JSON holds no list of companies.';
    const { files } = JSON.parse(stdout) as { files: unknown[] };
    expect(files).toMatchObject([
      { file: 'a.csv', imported: 1, problem: '' },
      { file: 'batches.json', rows: 0, problem },
    ]);
    expect(stderr.split('\n')).toContain(`batches.json: ${problem}`);
    expect(stderr).not.toMatch(/\b00?%/);
  });

  test('a printed mapping can be corrected and given, and an import be undone', async () => {
    await writeFile(join(folder, 'a.csv'), 'company,who,city\nAcme,Ann,Paris\nBeta,Bob,Rome\n');
    const printed = await run('import', 'a.csv', '--print-map');
    expect(printed).toMatchObject({ code: 0, stderr: '' });
    const mapping = JSON.parse(printed.stdout) as Record<string, string>;
    expect(mapping).toEqual({ company: 'name', who: 'own', city: 'city' });
    await writeFile(join(folder, 'map.json'), JSON.stringify({ ...mapping, who: 'name', company: '' }));
    const { stdout } = await run('import', 'a.csv', '--map', 'map.json', '--db', 'w.db', '--json');
    expect(JSON.parse(stdout)).toMatchObject({ files: [{ imported: 2 }] });
    const undone = await run('undo-import', '--db', 'w.db', '--json');
    expect(undone.code).toBe(0);
    expect(JSON.parse(undone.stdout)).toMatchObject({ undone: { added: 2, changed: 0 }, companies: 0 });
    const again = await run('undo-import', '--db', 'w.db');
    expect(again).toMatchObject({ code: 1, stdout: '', stderr: 'winnow: There is no import to undo.\n' });
    await writeFile(join(folder, 'map.json'), '{"who": "nickname"}');
    const wrong = await run('import', 'a.csv', '--map', 'map.json', '--db', 'w.db');
    expect(wrong).toMatchObject({ code: 1, stdout: '' });
    expect(wrong.stderr).toContain('map.json: “who” is not mapped to a field, or to an object');
  });

  test('F57 F59 a printed mapping says how columns are read, and is read back so', async () => {
    await writeFile(join(folder, 'a.csv'), 'name,website,raised,last funding date\nAcme,acme.example,4.5,05/02/2022\n');
    await writeFile(
      join(folder, 'map.json'),
      JSON.stringify({ raised: { unit: 'millions', currency: 'EUR' }, '#4': { order: 'dayFirst' } }),
    );
    const printed = await run('import', 'a.csv', '--map', 'map.json', '--print-map');
    expect(JSON.parse(printed.stdout)).toEqual({
      name: 'name',
      website: 'website',
      raised: { field: 'fundingTotal', unit: 'millions', currency: 'EUR' },
      'last funding date': { field: 'fundedOn', order: 'dayFirst' },
    });
    await writeFile(join(folder, 'map.json'), printed.stdout);
    const { stdout } = await run('import', 'a.csv', '--map', 'map.json', '--db', 'w.db', '--json');
    expect(JSON.parse(stdout)).toMatchObject({ files: [{ imported: 1, asks: [], currencies: { EUR: 1 } }] });
    await writeFile(join(folder, 'map.json'), '{"raised": {"unit": "dozens"}}');
    const wrong = await run('import', 'a.csv', '--map', 'map.json', '--db', 'w.db');
    expect(wrong).toMatchObject({ code: 1, stdout: '' });
    expect(wrong.stderr).toContain('“unit” (ones, thousands, millions)');
  });

  test('E15 rows that may be companies that are here are told by the check, and matched or added by --likely', async () => {
    await writeFile(
      join(folder, 'a.csv'),
      'name,website,country\nDime,https://dime.example,Spain\nOrigami,https://origami.example,Japan\n',
    );
    await run('import', 'a.csv', '--db', 'w.db');
    await writeFile(join(folder, 'b.csv'), 'name,total funding\nDime,$5M\n"Origami, Inc.",$6M\n');
    const check = await run('import', 'b.csv', '--dry-run', '--db', 'w.db');
    expect(check.stdout.split('\n').slice(1)).toEqual([
      '2 rows may be companies that are here already: Dime and Origami. An import adds what is not said: --likely match gives each its company, --likely add keeps them apart.',
      '  Dime ($5M raised): Dime (dime.example · ES)',
      '  Origami, Inc. ($6M raised): Origami (origami.example · JP)',
      '',
    ]);
    const added = await run('import', 'b.csv', '--db', 'w.db');
    expect(added.stdout).toContain('2 added companies may be ones that were here already: Dime and Origami.');
    await run('undo-import', '--db', 'w.db');
    const matched = await run('import', 'b.csv', '--likely', 'match', '--db', 'w.db', '--json');
    expect(JSON.parse(matched.stdout)).toMatchObject({
      files: [{ imported: 0, updated: 2 }],
      likely: { count: 0, rows: [] },
    });
  });

  test('amounts stay in their currency unless --rate says what they are in dollars', async () => {
    await writeFile(join(folder, 'a.csv'), 'name,website,total funding\nDime,https://dime.example,€2M\n');
    const kept = await run('import', 'a.csv', '--dry-run', '--db', 'w.db');
    expect(kept.stdout).toContain('  1 company has an amount in EUR: kept so');
    const rated = await run('import', 'a.csv', '--rate', 'EUR=1.08', '--db', 'w.db', '--json');
    expect(JSON.parse(rated.stdout)).toMatchObject({ files: [{ imported: 1, currencies: {} }] });
    const wrong = await run('import', 'a.csv', '--rate', 'EUR', '--db', 'w.db');
    expect(wrong).toMatchObject({ code: 2, stdout: '' });
  });

  test('what a CRM knows is imported for a user, replaced, listed and taken back', async () => {
    await writeFile(join(folder, 'a.csv'), 'name,website\nAcme,https://acme.example\nBero,https://bero.example\n');
    await run('import', 'a.csv', '--db', 'w.db');
    await run('user', 'add', 'ann@x.org', '--db', 'w.db');
    const rows = ['1,Acme,acme.example,Passed', '2,Nowhere,,Lead', '3,,,Lead'];
    const deals = ['Organization Id,Organization Name,Website,Status', ...rows].join('\n');
    await writeFile(join(folder, 'deals_2026-11-03.csv'), deals);
    const whose = ['--user', 'ann@x.org', '--db', 'w.db'];
    const check = await run('known', 'import', 'deals_2026-11-03.csv', '--dry-run', ...whose);
    expect(check.stdout.split('\n')).toEqual([
      'deals_2026-11-03.csv, known from Affinity, 3 Nov 2026: 2 rows: 1 matched, 1 not in the database. 1 row is skipped.',
      '  Row 4: neither a name nor a website.',
      '',
    ]);
    expect((await run('known', 'list', ...whose)).stdout).toBe('Nothing is known.\n');

    const first = await run('known', 'import', 'deals_2026-11-03.csv', ...whose, '--json');
    const counts = { rows: 2, matched: 1, to_choose: 0, missing: 1, skipped: 1 };
    expect(JSON.parse(first.stdout)).toMatchObject({
      source: 'Affinity',
      day: '2026-11-03',
      is_same: false,
      ...counts,
    });
    const again = await run('known', 'import', 'deals_2026-11-03.csv', ...whose);
    expect(again.stdout).toContain('This file was imported before: nothing is changed.');
    await writeFile(join(folder, 'newer.csv'), `${deals}\n4,Bero,bero.example,Lead\n`);
    const newer = ['known', 'import', 'newer.csv', '--from', 'affinity', ...whose] as const;
    const older = await run(...newer, '--day', '2026-10-01');
    expect(older).toMatchObject({ code: 1, stdout: '' });
    expect(older.stderr).toContain('What is known from Affinity is newer');
    const { stdout } = await run(...newer, '--day', '2026-11-10');
    expect(stdout).toContain('It replaces “deals_2026-11-03.csv” of 3 Nov 2026.');
    // It is that user's alone.
    expect(JSON.parse((await run('known', 'list', '--db', 'w.db', '--json')).stdout)).toEqual({ sources: [] });
    const undone = await run('known', 'undo', 'Affinity', ...whose);
    expect(undone.stdout).toContain('“deals_2026-11-03.csv” of 3 Nov 2026 counts again.');
    const { sources } = JSON.parse((await run('known', 'list', ...whose, '--json')).stdout) as { sources: unknown[] };
    expect(sources).toMatchObject([{ name: 'Affinity', file: 'deals_2026-11-03.csv', ...counts }]);
  });

  test('what cannot be imported as known is told in one line that names the file', async () => {
    await writeFile(join(folder, 'a.csv'), 'name,website\nAcme,https://acme.example\n');
    await run('import', 'a.csv', '--db', 'w.db');
    await writeFile(join(folder, 'files.zip'), Buffer.concat([Buffer.from('PK\x03\x04'), Buffer.alloc(60)]));
    for (const [args, code, message] of [
      [['import', 'files.zip'], 1, 'winnow: files.zip: '],
      [['import', 'missing.csv'], 1, 'winnow: missing.csv: There is no such file.'],
      [['import', 'a.csv'], 1, 'winnow: a.csv: Say where these companies are known from.'],
      [['import', 'a.csv', '--from', 'any'], 2, 'winnow: --from: “any” means every source.'],
      [['import', 'a.csv', '--user', 'nobody@x.org'], 1, 'winnow: There is no user nobody@x.org.'],
      [['undo', 'HubSpot'], 1, 'winnow: Nothing is known from “HubSpot”.'],
      [['import'], 2, 'winnow: Name one file to import.'],
      [['frobnicate'], 2, 'winnow: Say what to do: known import, known undo, known list.'],
    ] as const) {
      const result = await run('known', ...args, '--db', 'w.db');
      expect(result, args.join(' ')).toMatchObject({ code, stdout: '' });
      expect(result.stderr).toContain(message);
      expect(result.stderr.trim().split('\n')).toHaveLength(1);
    }
  });

  test('a refresh names the week and the smart lists', async () => {
    await writeFile(join(folder, 'a.csv'), 'name,website\nAcme,https://acme.example\n');
    await run('import', 'a.csv', '--db', 'w.db');
    const { code, stdout } = await run('refresh', '--db', 'w.db', '--json');
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ week: expect.stringMatching(/^\d{4}-W\d\d$/) as string, lists: [] });
  });
});

describe('what cannot be done', () => {
  test.for([
    [['--bogus', '--db', 'w.db'], 'winnow: Unknown flag --bogus.'],
    [[], 'winnow: --db FILE is needed, or --store'],
    [['--db'], 'winnow: '],
    [['import', '--db', 'w.db', '--json'], 'winnow: Name at least one file to import.'],
    [['frobnicate'], 'winnow: Unknown command "frobnicate".'],
  ] as const)('%j: one line, exit code 2', async ([args, message]) => {
    const { code, stdout, stderr } = await run(...args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr.startsWith(message)).toBe(true);
    expect(stderr.trim().split('\n')).toHaveLength(1);
  });

  test('files that are no company list, damaged or newer workspaces: a clear line, exit code 1', async () => {
    await writeFile(join(folder, 'letter.pdf'), '%PDF-1.7\n');
    await writeFile(join(folder, 'bad.db'), 'no database '.repeat(400));
    await writeFile(join(folder, 'a.csv'), 'name,website\nAcme,https://acme.example\n');
    await run('import', 'a.csv', '--db', 'newer.db');
    const db = new DatabaseSync(join(folder, 'newer.db'));
    db.exec(`INSERT INTO schema_migration (version, name, hash, applied_at) VALUES (99, 'later', 'x', '')`);
    db.close();
    for (const [args, message] of [
      [['import', 'letter.pdf', '--db', 'w.db'], 'letter.pdf'],
      [['import', 'missing.csv', '--db', 'w.db'], 'missing.csv'],
      [['refresh', '--db', 'bad.db'], 'damaged'],
      [['refresh', '--db', 'newer.db'], 'newer version'],
      [['refresh', '--db', '.'], 'is a folder'],
      [['refresh', '--db', 'mistyped.db'], 'mistyped.db does not exist.'],
      [['undo-import', '--db', 'mistyped.db'], 'mistyped.db does not exist.'],
    ] as const) {
      const { code, stdout, stderr } = await run(...args);
      expect({ code, stdout }, stderr).toEqual({ code: 1, stdout: '' });
      expect(stderr.trim().split('\n').at(-1)).toContain(message);
    }
  });
});

function userCommand(action: string, ...rest: string[]) {
  return run('user', action, ...rest, '--db', 'w.db');
}

describe('users and backups', () => {
  test('F19 a command about users says what became of a damaged workspace', async () => {
    await run('user', 'add', 'ann@x.org', '--db', 'w.db');
    await truncate(join(folder, 'w.db'), 5000);
    const { code, stderr } = await run('user', 'list', '--db', 'w.db', '--json');
    expect(code).toBe(0);
    expect(stderr).toMatch(/damaged.*w\.db\.bad-/s);
  });

  test('a user is added in a folder that is still to be made, and named within the limits; files are named', async () => {
    expect(await run('user', 'add', 'ann@x.org', '--db', 'new/w.db')).toMatchObject({ code: 0, stderr: '' });
    const long = await run('user', 'change', 'ann@x.org', '--name', 'x'.repeat(101), '--db', 'new/w.db');
    expect(long).toMatchObject({ code: 2, stderr: 'winnow: A name can have up to 100 characters.\n' });
    // L1: the second one is Cyrillic in part.
    await run('user', 'change', 'ann@x.org', '--name', 'Ann Ray', '--db', 'new/w.db');
    for (const command of [
      ['user', 'add', 'bob@x.org', '--name', 'ann ray'],
      ['user', 'change', 'owner', '--name', 'Аnn Rау'],
    ]) {
      const taken = await run(...command, '--db', 'new/w.db');
      expect(taken).toMatchObject({ code: 1, stderr: `winnow: ${nameTakenText}\n` });
    }
    await writeFile(join(folder, 'rows.csv'), 'Name,Website\n'.repeat(100));
    const owner = await run('user', 'password', 'owner', '--db', 'new/w.db');
    expect(owner).toMatchObject({ code: 1, stdout: '' });
    expect(owner.stderr).toContain('own user has no password');
    expect((await run('user', 'list', '--db', 'rows.csv')).stderr).toMatch(/rows\.csv: The workspace file is damaged/);
    expect((await run('user', 'list', '--db', '.')).stderr).toMatch(/is a folder; --db must name a file/);
  });

  test('S47 a name that was chosen to turn the terminal of whoever lists the users does not', async () => {
    await run('user', 'add', 'ann@x.org', '--db', 'w.db');
    const db = new DatabaseSync(join(folder, 'w.db'));
    db.prepare("UPDATE user SET name = ? WHERE login = 'ann@x.org'").run('\u001b]0;owned\u0007An\nn');
    db.close();
    expect((await run('user', 'list', '--db', 'w.db')).stdout).toContain('2  ann@x.org (]0;ownedAnn): 0 sessions\n');
  });

  test('S49 a user added beside a running server signs in there, and is out within one call of the revocation', async () => {
    const { url, stop } = await serve('--db', 'w.db', '--port', '0', '--log', 'requests.log');
    const added = await run('user', 'add', 'Ann@x.org', '--name', 'Ann', '--addon', 'export', '--db', 'w.db', '--json');
    const { password } = JSON.parse(added.stdout) as { password: string };
    expect(password.length).toBeGreaterThanOrEqual(20);
    expect(await (await fetch(`${url}/api/config`)).json()).toMatchObject({
      domain: url,
      authenticationCallbackUrl: 'winnow://auth',
    });
    const form = { login: 'ann@x.org', password, redirect: 'winnow://auth', state: 'state-of-the-app' };
    const signedIn = await fetch(`${url}/provider/login`, {
      method: 'POST',
      body: new URLSearchParams(form),
      headers: { Origin: url },
      redirect: 'manual',
    });
    const token = new URL(signedIn.headers.get('location') ?? '').searchParams.get('access_token') ?? '';
    const me = async (): Promise<number> => {
      const response = await fetch(`${url}/api/users/me/`, { headers: { Authorization: `Bearer ${token}` } });
      await response.body?.cancel();
      return response.status;
    };
    expect(await me()).toBe(200);
    const { tokens } = JSON.parse((await run('user', 'tokens', 'ann@x.org', '--db', 'w.db', '--json')).stdout) as {
      tokens: { id: string; label: string }[];
    };
    const app = tokens.find(({ label }) => label === 'app');
    expect((await run('user', 'tokens', 'ann@x.org', '--revoke', app?.id ?? '', '--db', 'w.db')).code).toBe(0);
    expect(await me()).toBe(401);
    const listed = await run('user', 'list', '--db', 'w.db');
    expect(listed.stdout).toContain('2  ann@x.org (Ann): add-ons export, 1 session\n');
    expect((await run('backup', 'copy.db', '--db', 'w.db')).stdout).toContain('2 users');
    const refused = await run('user', 'remove', 'ann@x.org', '--db', 'w.db');
    expect(refused).toMatchObject({ code: 2, stdout: '' });
    expect(refused.stderr).toContain('say --delete-work if that is meant');
    expect((await userCommand('remove', 'ann@x.org', '--delete-work')).stdout).toContain('Removed ann@x.org');
    expect((await userCommand('remove', 'owner', '--delete-work')).code).toBe(1);
    expect(await stop()).toBe(0);
    const log = await readFile(join(folder, 'requests.log'), 'utf8');
    expect(log).toContain('"path":"/provider/login","status":303');
    for (const secret of [token, password, 'ann@x.org']) expect(log).not.toContain(secret);
    expect((await run('user', 'list', '--db', 'copy.db', '--json')).stdout).toContain('ann@x.org');
    // What was done by command is in the audit, as done by the workspace's own user.
    const state = await openState(join(folder, 'w.db'));
    await state.audit.seal(100);
    const events = await state.audit.after(0, 100);
    state.close();
    const acts = events.map(({ userId, kind, note }) => [userId, kind, JSON.parse(note) as unknown]);
    expect(acts).toEqual([
      [1, 'user', { added: 2, role: 'analyst' }],
      [1, 'backup', { name: 'copy.db' }],
      [1, 'removed', { user: 2 }],
    ]);
  });

  test('N9 whoever is closed is out at once, and only a lead or staff gets what they own', async () => {
    const { url, stop } = await serve('--db', 'w.db', '--port', '0');
    const added = await userCommand('add', 'ann@x.org', '--json');
    const { password } = JSON.parse(added.stdout) as { password: string };
    await userCommand('add', 'bob@x.org');
    const body = new URLSearchParams({ login: 'ann@x.org', password, redirect: 'winnow://auth', state: 'state-of-it' });
    const signIn = () =>
      fetch(`${url}/provider/login`, { method: 'POST', body, headers: { Origin: url }, redirect: 'manual' });
    const token = new URL((await signIn()).headers.get('location') ?? '').searchParams.get('access_token') ?? '';
    const me = () => fetch(`${url}/api/users/me/`, { headers: { Authorization: `Bearer ${token}` } });
    expect((await me()).status).toBe(200);
    expect(await userCommand('close', 'ann@x.org', '--to', 'bob@x.org')).toMatchObject({ code: 1, stdout: '' });
    expect((await userCommand('change', 'bob@x.org', '--role', 'lead')).code).toBe(0);
    expect((await userCommand('close', 'ann@x.org', '--to', 'bob@x.org')).stdout).toContain('Closed ann@x.org');
    expect((await me()).status).toBe(401);
    expect((await signIn()).headers.get('location')).toBeNull();
    expect((await userCommand('close', 'ann@x.org', '--to', 'bob@x.org')).code).toBe(1);
    expect((await userCommand('close', 'ann@x.org')).code).toBe(2);
    expect((await userCommand('change', 'bob@x.org', '--role', 'boss')).code).toBe(2);
    expect(await stop()).toBe(0);
  });
});

import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';

const cli = fileURLToPath(new URL('./cli.ts', import.meta.url));

let folder: string;
let file: string;
let running: ChildProcess[];

function start(args: readonly string[]): ChildProcess {
  const child = spawn(process.execPath, [cli, ...args], {
    cwd: tmpdir(),
    env: { ...process.env, INIT_CWD: folder, NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.push(child);
  return child;
}

async function run(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const child = start(args);
  const [[code], stdout, stderr] = await Promise.all([
    once(child, 'close') as Promise<[number]>,
    text(child.stdout!),
    text(child.stderr!),
  ]);
  return { code, stdout, stderr };
}

interface Server {
  readonly child: ChildProcess;
  call(path: string, body?: unknown): Promise<Response>;
}

async function serve(...args: string[]): Promise<Server> {
  const child = start(['--json', '--db', 'w.db', '--port', '0', ...args]);
  const told = text(child.stderr!);
  const line = await Promise.race([
    once(child.stdout!, 'data').then(([chunk]) => String(chunk)),
    once(child, 'exit').then(async () => Promise.reject(new Error(`The server ended: ${await told}`))),
  ]);
  const { url, token } = JSON.parse(line) as { url: string; token: string };
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
  return {
    child,
    call: (path, body) =>
      fetch(url + path, { headers, ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }) }),
  };
}

async function end({ child }: Server, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  const ended = once(child, 'exit');
  child.kill(signal);
  await ended;
}

const collections = async (server: Server): Promise<number> =>
  ((await (await server.call('/api/collection/')).json()) as { count: number }).count;

/** The folder of a workspace with companies and collections; every test gets a copy. */
let filled: string;

beforeAll(async () => {
  filled = mkdtempSync(join(tmpdir(), 'winnow-filled-'));
  [folder, running] = [filled, []];
  const server = await serve('--sample', '300');
  for (let made = 0; made < 40; made++) {
    expect((await server.call('/api/collection/', { name: `Before ${String(made)}` })).status).toBe(201);
  }
  await end(server);
});
afterAll(() => rmSync(filled, { recursive: true, force: true }));

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'winnow-damage-'));
  cpSync(filled, folder, { recursive: true });
  file = join(folder, 'w.db');
  running = [];
});
afterEach(async () => {
  for (const child of running) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
  rmSync(folder, { recursive: true, force: true });
});

/** Overwrites a page of an index: the file is damaged, but nearly all of it can be read. */
function damageState(): void {
  const db = new DatabaseSync(file);
  db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  const root = Number(
    db.prepare(`SELECT rootpage FROM sqlite_schema WHERE name = 'entry_special'`).get()?.['rootpage'],
  );
  db.close();
  const bytes = readFileSync(file);
  bytes.fill(0xa5, (root - 1) * 4096, root * 4096);
  writeFileSync(file, bytes);
}

const aside = (): string[] => readdirSync(folder).filter((name) => name.includes('.bad-'));

const index = (): string => join(folder, 'w.db.index');

function flip(path: string, share: number): void {
  const bytes = readFileSync(path);
  const at = Math.floor(bytes.length * share);
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  writeFileSync(path, bytes);
}

function cut(path: string): void {
  truncateSync(path, Math.floor(statSync(path).size * 0.99));
}

function emptyState(): void {
  for (const ending of ['-wal', '-shm']) rmSync(file + ending, { force: true });
  truncateSync(file);
}

function changeState(sql: string): void {
  const db = new DatabaseSync(file);
  db.exec(sql);
  db.close();
}

async function lockFor(milliseconds: number): Promise<void> {
  const source = `
    const { DatabaseSync } = require('node:sqlite');
    const db = new DatabaseSync(${JSON.stringify(file)}, { timeout: 5000 });
    db.exec('BEGIN IMMEDIATE');
    console.log('locked');
    setTimeout(() => { db.exec('ROLLBACK'); db.close(); }, ${String(milliseconds)});`;
  const child = spawn(process.execPath, ['-e', source], { stdio: ['ignore', 'pipe', 'inherit'] });
  running.push(child);
  await once(child.stdout, 'data');
}

function changeCatalogue(sql: string): void {
  const db = new DatabaseSync(join(index(), 'catalogue.db'));
  db.exec(sql);
  db.close();
}

describe('F19 F20 a damaged file that a server has open', () => {
  test.for([['user', 'list'], ['refresh'], ['undo-import']])(
    'is not set aside by “%s %s”, and what the server answers stays',
    async (command) => {
      const server = await serve();
      // While the server runs, as a disk does it; the tables themselves stay intact.
      damageState();
      const { code, stderr } = await run(...command, '--db', 'w.db');
      expect(code).toBe(1);
      expect(stderr).toMatch(/^winnow: .*is damaged and in use by another Winnow\..*\n$/);
      expect(aside()).toEqual([]);
      for (let made = 0; made < 40; made++) {
        expect((await server.call('/api/collection/', { name: `During ${String(made)}` })).status).toBe(201);
      }
      await end(server, 'SIGKILL');
      const again = await serve();
      expect(aside().length).toBeGreaterThan(0);
      expect(await collections(again)).toBe(80);
      await end(again);
    },
  );
});

describe('F19 a lost file of lists beside companies', () => {
  test.for([
    ['empty', () => truncateSync(file)],
    ['missing', () => rmSync(file)],
  ] as const)('that is %s keeps a server from starting until it is told to begin anew', async ([what, harm]) => {
    for (const ending of ['-wal', '-shm']) rmSync(file + ending, { force: true });
    const kept = join(folder, 'kept.db');
    cpSync(file, kept);
    harm();
    const csv = join(folder, 'a.csv');
    writeFileSync(csv, 'name,website\nAcme,https://acme.example\n');
    for (const args of [
      ['--port', '0'],
      ['import', csv],
      ['user', 'add', 'ann@example.com'],
    ]) {
      const refused = await run(...args, '--db', 'w.db');
      expect(refused, args.join(' ')).toMatchObject({ code: 1, stdout: '' });
      expect(refused.stderr).toContain(`The file of lists and decisions is ${what}, but its companies are there.`);
      expect(refused.stderr).toContain('--begin-anew');
      expect(refused.stderr.trim().split('\n')).toHaveLength(1);
    }
    const anew = await serve('--begin-anew');
    expect(await collections(anew)).toBe(0);
    await end(anew);
    // Once it is put back, everything is there.
    for (const name of readdirSync(folder)) if (/^w\.db(-wal|-shm)?$/.test(name)) rmSync(join(folder, name));
    cpSync(kept, file);
    const back = await serve();
    expect(await collections(back)).toBe(40);
    await end(back);
  });
});

describe('F19 check', () => {
  test('finds nothing in a sound workspace, also beside a server, and changes nothing', async () => {
    const server = await serve();
    const before = statSync(file);
    const { code, stdout } = await run('check', '--db', 'w.db', '--json');
    expect(JSON.parse(stdout)).toMatchObject({ sound: true, problems: [], entries: 0 });
    expect((JSON.parse(stdout) as { companies: number }).companies).toBeGreaterThan(200);
    expect(code).toBe(0);
    expect(statSync(file)).toMatchObject({ size: before.size, mtimeMs: before.mtimeMs });
    await end(server);
  });

  test.for([
    [
      'a flipped bit in a segment',
      () => flip(join(index(), 'seg-1.db'), 0.4),
      'Part 1 of the search index has changed in one place.',
    ],
    [
      'a segment that is cut',
      () => cut(join(index(), 'seg-1.db')),
      /Part 1 of the search index has \d+ bytes where it had \d+\./,
    ],
    ['a segment that is missing', () => rmSync(join(index(), 'seg-1.db')), 'Part 1 of the search index is missing.'],
    ['a damaged state', () => damageState(), 'The file of lists and decisions is damaged'],
    ['an empty state', () => emptyState(), 'The file of lists and decisions is empty.'],
    [
      'an entry without a company',
      () => changeState(`INSERT INTO collection_item (collection_id, company_id, added_at) VALUES (1, 999999, '')`),
      'Entries of lists and collections whose company is not there: 1.',
    ],
    [
      'a count of the catalogue that is wrong',
      () => changeCatalogue('UPDATE segment SET documents = documents + 1'),
      /Part 1 of the search index has \d+ companies where the list of the index says \d+\./,
    ],
    [
      'numbers that would be given again',
      () => changeCatalogue('UPDATE manifest SET next_company_id = 5'),
      'Companies have numbers that would be given to others.',
    ],
  ] as const)('tells %s', async ([, harm, said]) => {
    harm();
    const { code, stdout } = await run('check', '--db', 'w.db', '--json');
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({ sound: false, problems: [expect.stringMatching(said)] });
    expect(aside()).toEqual([]);
  });

  test('says in words what it has found', async () => {
    emptyState();
    const { code, stdout } = await run('check', '--db', 'w.db');
    expect(code).toBe(1);
    expect(stdout).toMatch(/The file of lists and decisions is empty\.\n(?:.*\n)*Problems found\.\n$/);
  });

  test('of what is not there says so in one line', async () => {
    expect(await run('check', '--db', 'none.db')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('does not exist'),
    });
  });
});

describe('F22 a file that another process has locked', () => {
  test('lets searches by others go on while a write waits, and the write succeeds when the lock goes', async () => {
    const server = await serve();
    await lockFor(2500);
    const written: number[] = [];
    const write = server.call('/api/collection/', { name: 'Waited for' }).then(({ status }) => written.push(status));
    let answered = 0;
    let longest = 0;
    while (written.length === 0) {
      const started = performance.now();
      expect((await server.call('/api/latest_companies/preview/?text_search=software')).status).toBe(200);
      longest = Math.max(longest, performance.now() - started);
      answered += 1;
    }
    await write;
    process.stdout.write(
      `F22: ${String(answered)} searches while a write waited 2.5 s, the longest ${longest.toFixed(0)} ms\n`,
    );
    expect(written).toEqual([201]);
    expect(answered).toBeGreaterThan(10);
    await end(server);
  });

  test('for longer than anyone waits makes a write fail with a 503 that may be tried again', async () => {
    const server = await serve();
    await lockFor(8000);
    const response = await server.call('/api/collection/', { name: 'Later' });
    expect(response.status).toBe(503);
    expect(await response.json()).toMatchObject({ code: 'busy' });
    await expect
      .poll(async () => (await server.call('/api/collection/', { name: 'Later' })).status, { timeout: 30_000 })
      .toBe(201);
    expect(await collections(server)).toBe(41);
    await end(server);
  });
});

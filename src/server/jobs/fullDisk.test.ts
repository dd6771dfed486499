import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { emptyFilters } from '#shared/domain/filters.ts';
import type { CompanyQuery } from '../index/port.ts';
import { configWithoutProvider, openWorkspace, type Workspace } from '../workspace.ts';
import { indexFolderOf } from './copies/workspaceFiles.ts';
import { filledMemory, fillMemory, memoryOf } from '../state/testing/memory.ts';
import { ageSegments } from '../index/testing/olderFiles.ts';
import { outdatedSegments } from '../index/rebuild.ts';

const everything: CompanyQuery = { filters: emptyFilters(), sortBy: 'best_match', onlyIds: null, withoutIds: null };

/** The system's tools for disks; not available everywhere. */
const tools = { mount: 'mount', unmount: 'umount' } as const;

/** Only root can mount a small disk, and not everywhere. */
function canMount(): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'winnow-mount-'));
  try {
    if (spawnSync(tools.mount, ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder]).status !== 0) return false;
    return spawnSync(tools.unmount, [folder]).status === 0;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

let folder: string;
let disk: string;
let opened: Workspace[];

function open(): Promise<Workspace> {
  return openWorkspace({
    file: join(disk, 'w.db'),
    config: configWithoutProvider(''),
    now: () => new Date('2026-11-20T10:00:00Z'),
    onEvent: () => undefined,
    reportError: (error) => {
      throw error;
    },
  }).then((workspace) => {
    opened.push(workspace);
    return workspace;
  });
}

function csv(name: string, companies: number): { path: string; name: string; mapping: Record<string, never> } {
  const path = join(folder, name);
  const text = 'A company that does things for other companies, again and again. '.repeat(4);
  const rows = Array.from(
    { length: companies },
    (_, index) => `${name} ${index},https://${name}-${index}.example,"${text}"`,
  );
  writeFileSync(path, `name,website,description\n${rows.join('\n')}\n`);
  return { path, name: basename(path), mapping: {} };
}

const choices = { removeSample: false, dryRun: false };

describe.skipIf(!canMount())('on a disk of its own', () => {
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'winnow-disk-'));
    disk = join(folder, 'disk');
    mkdirSync(disk);
    execFileSync(tools.mount, ['-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', disk]);
    opened = [];
  });

  afterEach(() => {
    for (const workspace of opened) workspace.close();
    execFileSync(tools.unmount, ['-l', disk]);
    rmSync(folder, { recursive: true });
  });

  test('F5 F6 that is full an import says so and leaves nothing; with room again it works', async () => {
    const workspace = await open();
    await workspace.jobs.startImport([csv('first', 50)], choices);
    await workspace.jobs.startImport([csv('second', 30_000)], choices);
    expect(workspace.jobs.job).toMatchObject({ state: 'failed', reason: 'The disk is full.' });
    expect((await workspace.companies.search(everything, 0, 25)).count).toBe(50);
    expect(readdirSync(indexFolderOf(join(disk, 'w.db'))).filter((name) => name.startsWith('seg-'))).toHaveLength(1);
    await workspace.jobs.startImport([csv('third', 50)], choices);
    expect(workspace.jobs.job).toMatchObject({ state: 'done', reports: [{ imported: 50 }] });
  });

  test('F5 that is full older segments stay, the reason is told, and with room they are written again', async () => {
    const first = await open();
    await first.jobs.startImport([csv('first', 3000)], choices);
    first.close();
    opened = [];
    const index = indexFolderOf(join(disk, 'w.db'));
    ageSegments(index);
    // The start finds room; the rebuild is cut off in the middle.
    const workspace = await open();
    await workspace.jobs.cancel();
    const filler = join(disk, 'filler');
    spawnSync('dd', ['if=/dev/zero', `of=${filler}`, 'bs=4096']);
    for (const room of [300_000, 0]) {
      truncateSync(filler, Math.max(0, statSync(filler).size - room));
      await workspace.jobs.startRebuild();
      expect(workspace.jobs.upkeep).toMatchObject({
        state: 'failed',
        reason: 'The disk is full. Free some space; Winnow tries again when it next starts.',
      });
      expect(outdatedSegments(index)).toHaveLength(1);
      expect(readdirSync(index).filter((name) => /^(?:seg|rebuild)-.*db/.test(name))).toEqual(['seg-1.db']);
      expect((await workspace.companies.search(everything, 0, 25)).count).toBe(3000);
    }
    rmSync(filler);
    await workspace.jobs.startRebuild();
    expect(workspace.jobs.upkeep).toBeNull();
    expect(outdatedSegments(index)).toEqual([]);
    expect((await workspace.companies.search(everything, 0, 25)).count).toBe(3000);
  });

  test('F5 that is full a decision is refused as such, and taken when there is room', async () => {
    const workspace = await open();
    await workspace.jobs.startImport([csv('first', 50)], choices);
    const user = (await workspace.state.users.firstUser()).id;
    const now = '2026-11-20T10:00:00.000Z';
    const filler = join(disk, 'filler');
    const fill = spawnSync('dd', ['if=/dev/zero', `of=${filler}`, 'bs=4096']);
    expect(fill.status).not.toBe(0);
    let refused: unknown;
    for (let tries = 0; tries < 200 && refused === undefined; tries++) {
      refused = await workspace.state.collections
        .create(user, `${tries} ${'x'.repeat(70)}`, 'y'.repeat(500), now)
        .then(() => undefined)
        .catch((error: unknown) => error);
    }
    expect(refused).toMatchObject({ code: 'storage_full' });
    expect((await workspace.companies.search(everything, 0, 25)).count).toBe(50);
    rmSync(filler);
    expect(await workspace.state.collections.create(user, 'Kept', '', now)).toMatchObject({ name: 'Kept' });
  });

  test.for([
    ['and all files are as it left them', []],
    ['and what readers share is gone', ['w.db-shm', 'w.db.index/catalogue.db-shm']],
  ] as const)(
    'F5 that is full a workspace whose process was killed %s opens for searching and loses nothing',
    async ([, gone]) => {
      const child = spawn(process.execPath, [
        '--input-type=module',
        '-e',
        `import { openWorkspace, configWithoutProvider } from ${JSON.stringify(new URL('../workspace.ts', import.meta.url).href)};
       import { fillMemory } from ${JSON.stringify(new URL('../state/testing/memory.ts', import.meta.url).href)};
       const workspace = await openWorkspace({
         file: ${JSON.stringify(join(disk, 'w.db'))},
         config: configWithoutProvider(''),
         now: () => new Date('2026-11-20T10:00:00Z'),
         onEvent: () => undefined,
         reportError: (error) => console.error(error),
       });
       await workspace.jobs.startImport([${JSON.stringify(csv('first', 50))}], ${JSON.stringify(choices)});
       const { id } = await workspace.state.users.firstUser();
       await workspace.state.collections.create(id, 'In the journal', '', '2026-11-20T10:00:00.000Z');
       await fillMemory(workspace.state, id);
       console.log('made');
       setInterval(() => workspace, 1000);`,
      ]);
      const [line] = (await once(child.stdout, 'data')) as [Buffer];
      expect(String(line).trim()).toBe('made');
      child.kill('SIGKILL');
      await once(child, 'exit');
      for (const name of gone) rmSync(join(disk, name));
      const filler = join(disk, 'filler');
      expect(spawnSync('dd', ['if=/dev/zero', `of=${filler}`, 'bs=4096']).status).not.toBe(0);
      const workspace = await open();
      expect((await workspace.status()).readOnly).toContain('The disk is full: you can search');
      expect(workspace.isReady).toBe(true);
      expect((await workspace.companies.search(everything, 0, 25)).count).toBe(50);
      const user = (await workspace.state.users.firstUser()).id;
      const token = await workspace.state.users.issueToken(user, 'this start');
      expect(await workspace.state.users.byToken(token)).toMatchObject({ id: user });
      const there = async (state: Workspace['state']): Promise<string[]> =>
        (await state.collections.list(user, { offset: 0, limit: 9 })).rows.map(({ name }) => name);
      expect(await there(workspace.state)).toEqual(['In the journal']);
      const remembered = await memoryOf(workspace.state, user);
      expect(remembered).toMatchObject(filledMemory);
      await expect(workspace.state.collections.create(user, 'No room', '', '')).rejects.toMatchObject({
        code: 'storage_readonly',
      });
      workspace.close();
      rmSync(filler);
      const again = await open();
      opened = [again];
      expect((await again.status()).readOnly).toBe('');
      expect(await there(again.state)).toEqual(['In the journal']);
      expect(await memoryOf(again.state, user)).toEqual(remembered);
      await again.state.collections.create(user, 'Room', '', '2026-11-20T10:00:00.000Z');
    },
  );

  test('F7 that is read-only the workspace opens for searching and says why nothing can be written', async () => {
    const first = await open();
    await first.jobs.startImport([csv('first', 50)], choices);
    const user = (await first.state.users.firstUser()).id;
    await fillMemory(first.state, user);
    const remembered = await memoryOf(first.state, user);
    expect(remembered).toMatchObject(filledMemory);
    first.close();
    opened = [];
    execFileSync(tools.mount, ['-o', 'remount,ro', disk]);
    const workspace = await open();
    expect((await workspace.status()).readOnly).toBe('The workspace cannot be written to.');
    const { state } = workspace;
    expect(await memoryOf(state, user)).toEqual(remembered);
    const refused = { code: 'storage_readonly' };
    await expect(state.notes.write(user, 1, { id: 'x', text: 'x' }, '', null)).rejects.toMatchObject(refused);
    await expect(state.known.undo(user, remembered.sources[0]!.id)).rejects.toMatchObject(refused);
    await expect(state.exports.add(user, { ...remembered.exports[0]!, id: 'x' })).rejects.toMatchObject(refused);
    expect((await workspace.companies.search(everything, 0, 25)).count).toBe(50);
    await workspace.jobs.startImport([csv('second', 5)], choices);
    expect(workspace.jobs.job).toMatchObject({ state: 'failed', reason: 'The workspace cannot be written to.' });
    await workspace.jobs.startRemovingSample();
    expect(workspace.jobs.job).toMatchObject({ state: 'failed', reason: 'The workspace cannot be written to.' });
    execFileSync(tools.mount, ['-o', 'remount,rw', disk]);
  });

  test('F7 M10 that is read-only a workspace of the oldest version opens with its lists and their history', async () => {
    const released = join(import.meta.dirname, '../../../tests/fixtures/released/1.1.3');
    const file = gunzipSync(readFileSync(join(released, 'winnow.db.gz')));
    writeFileSync(join(disk, 'w.db'), file);
    const index = indexFolderOf(join(disk, 'w.db'));
    mkdirSync(index);
    for (const name of readdirSync(join(released, 'winnow.db.index'))) {
      const packed = readFileSync(join(released, 'winnow.db.index', name));
      writeFileSync(join(index, name.slice(0, -'.gz'.length)), gunzipSync(packed));
    }
    // As that version leaves it when it ends: nothing is in the journal only.
    const catalogue = new DatabaseSync(join(index, 'catalogue.db'));
    catalogue.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    catalogue.close();
    execFileSync(tools.mount, ['-o', 'remount,ro', disk]);
    const workspace = await open();
    expect((await workspace.status()).readOnly).toBe('The workspace cannot be written to.');
    const { state } = workspace;
    const { id: user } = await state.users.firstUser();
    expect((await workspace.companies.search(everything, 0, 25)).count).toBeGreaterThan(50);
    const { rows } = await state.entries.page(user, { list: 'Archive' }, { offset: 0, limit: 9 });
    const history = await state.ledger.ofCompany(user, rows[0]!.companyId);
    expect(history).toMatchObject([{ kind: 'before', to: 'Archive' }]);
    expect(readFileSync(join(disk, 'w.db'))).toEqual(file);
    execFileSync(tools.mount, ['-o', 'remount,rw', disk]);
  });
});

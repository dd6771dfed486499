import { beforeEach, describe, expect, test, vi } from 'vitest';
import { SentFiles } from '#server/state/postgres/sentFiles.ts';
import { openPostgresState } from '#server/state/postgres/open.ts';
import type { Workspace } from '#server/workspace.ts';
import { TestTeam } from '../../postgres/testTeam.ts';
import { Caller, jobEnded } from '../api/apiUnderTest.ts';

vi.setConfig({ testTimeout: 180_000 });

const team = new TestTeam();
let nodes: readonly [Workspace, Workspace];
let token: string;

beforeEach(async () => {
  nodes = [await team.node('one'), await team.node('two')];
  const { users } = nodes[0].state;
  token = await users.issueToken((await users.firstUser()).id, 'test');
});

/** The owner, each of whose calls goes to the next of the servers given. */
function through(...servers: readonly Workspace[]): Caller {
  return somebody(token, servers);
}

function somebody(theirs: string, servers: readonly Workspace[]): Caller {
  let calls = 0;
  return new Caller(
    {
      tokens: { owner: '', staff: '', other: '', plain: '' },
      close: async () => undefined,
      fetch: async (path, init) =>
        servers[calls++ % servers.length]!.app.fetch(new Request(`http://team${path}`, init)),
    },
    theirs,
  );
}

/** A file of companies; 12,000 have more than one part of a sent file. */
function csvOf(count: number): string {
  const rows = Array.from(
    { length: count },
    (_, at) => `Company ${at},https://company${at}.example,${'Robots for farms. '.repeat(4)}\n`,
  );
  return `name,website,description\n${rows.join('')}`;
}

async function running(caller: Caller, job: object): Promise<void> {
  await vi.waitFor(async () => expect((await caller.ok('getWorkspace')).job).toMatchObject(job), { timeout: 60_000 });
}

describe('P6 any server of a team', () => {
  test.for([0, 1])('takes over after each call of an import, first the one at %i', async (first) => {
    const caller = through(nodes[first]!, nodes[1 - first]!);
    const { token: file, previews } = await caller.ok('sendFile', {
      query: { name: 'deals.csv', changed: '2026-11-20T10:00:00Z' },
      file: csvOf(12_000),
    });
    const again = await caller.ok('inspectFile', { body: { token: file } });
    expect(again.previews).toEqual(previews);
    expect(again.previews).toMatchObject([{ file: 'deals.csv' }]);
    for (const dryRun of [true, false]) {
      await caller.ok('importFiles', { body: { files: [{ token: file }], dry_run: dryRun } });
      expect(await jobEnded(caller)).toMatchObject({ dryRun, state: 'done', reports: [{ imported: 12_000 }] });
    }
    await caller.fails('inspectFile', { body: { token: file } }, 404, 'not_found');
    await caller.ok('undoImport');
    expect(await jobEnded(caller)).toMatchObject({ kind: 'undo', state: 'done' });
    await vi.waitFor(async () => expect((await caller.ok('getWorkspace')).companies).toBe(0), { timeout: 20_000 });
  });

  test('takes over after each call about known companies', async () => {
    const caller = through(...nodes);
    const sent = await caller.ok('sendKnownFile', {
      query: { name: 'hubspot.csv' },
      file: 'Record ID,Company name,Stage\n1,Acme,Lead\n2,Bolt,Lost\n',
    });
    const body = { token: sent.token };
    const preview = await caller.ok('previewKnown', { body });
    expect(preview).toMatchObject({ rows: 2, missing: 2 });
    expect(await caller.ok('previewKnown', { body })).toEqual(preview);
    const source = await caller.ok('importKnown', { body });
    await caller.fails('previewKnown', { body }, 404, 'not_found');
    await caller.fails('previewKnown', { body }, 404, 'not_found');
    expect(await caller.ok('listKnownRows', { params: { id: source.id }, query: { part: 'missing' } })).toMatchObject({
      count: 2,
    });
    await caller.ok('undoKnown', { params: { id: source.id } });
  });

  test('shows the job of another one, begins none beside it, and ends it', async () => {
    const [one, two] = nodes.map((node) => through(node));
    const { token: file } = await one!.ok('sendFile', { query: { name: 'a.csv' }, file: csvOf(60_000) });
    await one!.ok('importFiles', { body: { files: [{ token: file }] } });
    await running(two!, { kind: 'import', state: 'running' });
    for (const name of ['undoImport', 'refreshWorkspace'] as const) await two!.fails(name, {}, 409, 'busy');
    const other = await two!.ok('sendFile', { query: { name: 'b.csv' }, file: csvOf(1) });
    await two!.fails('importFiles', { body: { files: [{ token: other.token }] } }, 409, 'busy');
    await two!.ok('cancelJob');
    for (const caller of [one!, two!]) await running(caller, { kind: 'import', state: 'cancelled' });
    expect((await two!.ok('getWorkspace')).companies).toBe(0);
    // What was refused is still there.
    await one!.ok('importFiles', { body: { files: [{ token: other.token }] } });
    for (const caller of [one!, two!]) await running(caller, { state: 'done', reports: [{ imported: 1 }] });
  });

  test('says that a job ended with the server that ran it, and begins the next', async () => {
    const [one, two] = nodes.map((node) => through(node));
    const { token: file } = await one!.ok('sendFile', { query: { name: 'a.csv' }, file: csvOf(60_000) });
    await one!.ok('importFiles', { body: { files: [{ token: file }] } });
    await running(two!, { state: 'running' });
    nodes[0].close();
    team.nodes.shift();
    await running(two!, {
      kind: 'import',
      state: 'failed',
      reason: expect.stringContaining('The server that ran it ended'),
    });
    await two!.ok('importFiles', { body: { files: [{ token: file }] } });
    expect(await jobEnded(two!)).toMatchObject({ state: 'done', reports: [{ imported: 60_000 }] });
  });

  test('has no file of somebody else, of somebody who has signed out, or of another kind', async () => {
    const [one, two] = nodes.map((node) => through(node));
    const sent = await one!.ok('sendFile', { query: { name: 'a.csv' }, file: csvOf(1) });
    const body = { token: sent.token };
    await two!.fails('previewKnown', { body }, 404, 'not_found');
    const { users } = nodes[0].state;
    const sam = await users.add({ email: 'sam@x.example', name: 'Sam', role: 'staff', addons: [] });
    const sams = somebody(await users.issueToken(sam.id, 'test'), [nodes[1]]);
    await sams.fails('inspectFile', { body }, 404, 'not_found');
    await two!.ok('inspectFile', { body });
    nodes[0].forgetFiles((await users.firstUser()).id);
    await vi.waitFor(() => two!.fails('inspectFile', { body }, 404, 'not_found'));
  });

  test('keeps the newest files of each, for a time', async () => {
    const state = await openPostgresState(team.address, { onLost: () => undefined });
    let now = Date.parse('2026-11-28T10:00:00Z');
    const files = new SentFiles(state.database, 'companies', () => new Date(now));
    const path = team.csv('a', ['Alpha']);
    // All at the same time.
    for (const name of ['a', 'b', 'c']) {
      await files.put(name, 1, { name, changed: null, bytes: 1 }, path);
    }
    await files.put('other', 2, { name: 'other', changed: null, bytes: 1 }, path);
    await files.makeRoom(1, 2);
    const there = async () => {
      const uses = await Promise.all(['a', 'b', 'c'].map((name) => files.use(name, 1)));
      return [...uses, await files.use('other', 2)].map((file) => file?.name);
    };
    expect(await there()).toEqual([undefined, 'b', 'c', 'other']);
    now += 3_600_000;
    await files.expire(3_600_000);
    expect(await there()).toEqual([undefined, 'b', 'c', 'other']);
    now += 3_600_001;
    await files.expire(3_600_000);
    expect(await there()).toEqual([undefined, undefined, undefined, undefined]);
    expect(await state.database.number('SELECT COUNT(*) FROM sent_part')).toBe(0);
    await state.end();
  });
});

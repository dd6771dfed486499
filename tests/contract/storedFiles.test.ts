import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openQueue, queueMigrations } from '#main/services/moves/queueStore.ts';
import { FakeClock } from '#main/services/testing/fakeClock.ts';
import { RecordingLog } from '#main/services/testing/recordingLog.ts';
import { indexFolderOf, workspaceFile } from '#server/jobs/copies/workspaceFiles.ts';
import { ageSegments } from '#server/index/testing/olderFiles.ts';
import { segmentFormat } from '#server/index/segment/segmentFormat.ts';
import { catalogueMigrations } from '#server/index/catalogue.ts';
import { stateMigrations } from '#server/state/sqlite/schema.ts';
import { configWithoutProvider, openWorkspace, type Workspace } from '#server/workspace.ts';
import { emptyFilters, filterSetSchema } from '#shared/domain/filters.ts';
import { canExclude, filterFieldNames } from '#shared/fields/filterFields.ts';

/**
 * What has been done to files that users have. A step may be added at the end; one that is here never changes, because
 * files that it was applied to know what it was.
 */
const pinned = {
  state: [
    '17088ff4502f7972',
    '836f61eab3fe2196',
    '36784007b85b265c',
    '4695f6f8ac0d6fa2',
    'a389c25219bebcaa',
    '2de1f3c43e4e5836',
    '06165296baa30df5',
    '4be4e1451dc7050f',
    '4bb92af3b41189a8',
    'cf403333e4d53615',
    'b87972d9965bec8c',
    'd8787bca24bce182',
    '6935951dbdd5b8b2',
    '2db51062bc53375a',
    '7dc031b55b3b25dc',
    'fd7a9a3c95bed441',
    '9097aa1ed962a2aa',
    '509291a732db99c5',
    '5184b17eba39425f',
    '2ba4f8501e7ee7cf',
    'fb345c433292d77c',
    'c3b23fa343e792b2',
    '5358587ae681964d',
    '75ab0651438fbeac',
    '5c155dd3c183bf9b',
  ],
  catalogue: [
    '8029cace1f8682ab',
    'c3c93e4758f74aba',
    '39658e7e7324fbec',
    '1fc30a3465a71d2e',
    '23a5774f90ccab19',
    '7965ede09112c8c2',
  ],
  queue: [
    'c553371831724235',
    '85069bcf1f9ec812',
    '843e5cadfb1f4997',
    '1b788e30ce6cb0f9',
    '8f330b0ece6d9c43',
    '29e5cb534556ab5e',
  ],
};
const migrations = { state: stateMigrations, catalogue: catalogueMigrations, queue: queueMigrations };

/** Names under which smart lists keep what they ask for. */
const pinnedFilters = [
  'stages',
  'regions',
  'countries',
  'industries',
  'industryGroups',
  'employeeCount',
  'companyHighlights',
  'companyHighlightGroup',
  'companyHighlightFunding',
  'fundedTags',
  'fundedTagGroup',
  'digestWeek',
  'bookmarkList',
  'textSearch',
  'translated',
  'universities',
  'incorporatedYears',
  'businessModels',
  'digestDays',
];

describe.each(['state', 'catalogue', 'queue'] as const)('the migrations of the %s', (name) => {
  test('are numbered without a gap, and those that were released are what they were', () => {
    expect(migrations[name].map(({ version }) => version)).toEqual(migrations[name].map((_, index) => index + 1));
    const sums = migrations[name].map(({ sql }) => createHash('sha256').update(sql).digest('hex').slice(0, 16));
    expect(sums).toEqual(pinned[name]);
  });
});

describe('what a smart list keeps', () => {
  test('names each filter as it always has', () => {
    expect(filterFieldNames).toEqual(expect.arrayContaining(pinnedFilters));
  });

  test.each(filterFieldNames)('is read where it is from before the filter %s was there', (field) => {
    const { include, exclude } = emptyFilters();
    const without = (part: object): object =>
      Object.fromEntries(Object.entries(part).filter(([name]) => name !== field));
    expect(filterSetSchema.parse({ include: without(include), exclude })).toEqual(emptyFilters());
    if (canExclude(field)) {
      expect(filterSetSchema.parse({ include, exclude: without(exclude) })).toEqual(emptyFilters());
    }
  });
});

describe('F19 F30 a workspace of a newer version', () => {
  let folder: string;
  let opened: Workspace | undefined;

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'winnow-newer-'));
    const workspace = await open();
    await workspace.jobs.startSample(60);
    workspace.close();
    openQueue(join(folder, 'queue.db'), new FakeClock(), new RecordingLog()).store.close();
    opened = undefined;
  });

  afterEach(() => {
    opened?.close();
    rmSync(folder, { recursive: true });
  });

  async function open(): Promise<Workspace> {
    opened = await openWorkspace({
      file: workspaceFile(folder),
      config: configWithoutProvider(''),
      now: () => new Date('2026-11-20T10:00:00Z'),
      onEvent: () => undefined,
      reportError: (error) => {
        throw error;
      },
    });
    return opened;
  }

  test.each([
    ['state', () => addMigration(workspaceFile(folder))],
    ['catalogue', () => addMigration(join(indexFolderOf(workspaceFile(folder)), 'catalogue.db'))],
    ['segment', () => ageSegments(indexFolderOf(workspaceFile(folder)), { format: segmentFormat + 1, without: [] })],
  ] as const)('is refused for its %s, in a sentence, and no byte of it changes', async (_what, make) => {
    make();
    const before = bytesIn(folder);
    expect(before.size).toBeGreaterThan(3);
    await expect(open()).rejects.toMatchObject({
      code: 'storage_newer',
      message: 'This workspace was written by a newer version of Winnow.',
    });
    expect(bytesIn(folder)).toEqual(before);
  });

  test('is refused for its queue, and no byte of it changes', () => {
    addMigration(join(folder, 'queue.db'));
    const before = bytesIn(folder);
    expect(() => openQueue(join(folder, 'queue.db'), new FakeClock(), new RecordingLog())).toThrow(
      'This workspace was written by a newer version of Winnow.',
    );
    expect(bytesIn(folder)).toEqual(before);
  });
});

/** A step that this version does not know was applied. */
function addMigration(path: string): void {
  const db = new DatabaseSync(path);
  db.exec(`INSERT INTO schema_migration SELECT max(version) + 1, 'later', 'x', '' FROM schema_migration`);
  db.close();
}

/** Every byte of what users have: not of locks, and of what readers share while they are open. */
function bytesIn(path: string, prefix = ''): Map<string, string> {
  const bytes = new Map<string, string>();
  for (const name of readdirSync(path)) {
    const file = join(path, name);
    if (statSync(file).isDirectory()) for (const [each, sum] of bytesIn(file, `${name}/`)) bytes.set(each, sum);
    else if (!/(?:-shm|-wal|[.]lock)$/.test(name)) {
      bytes.set(prefix + name, createHash('sha256').update(readFileSync(file)).digest('hex'));
    }
  }
  return bytes;
}

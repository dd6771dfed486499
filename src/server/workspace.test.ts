import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { emptyFilters } from '#shared/domain/filters.ts';
import { configWithoutProvider, openWorkspace, type Workspace } from './workspace.ts';

let folder: string;
let workspace: Workspace;

async function open(): Promise<Workspace> {
  return openWorkspace({
    file: join(folder, 'w.db'),
    config: configWithoutProvider(''),
    now: () => new Date('2026-11-20T10:00:00Z'),
    onEvent: () => undefined,
    reportError: (error) => {
      throw error;
    },
  });
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'winnow-workspace-'));
  workspace = await open();
});

afterEach(async () => {
  workspace.close();
  await rm(folder, { recursive: true, force: true });
});

test('a start forgets lists that were deleted more than 30 days ago, and no others', async () => {
  const { id: user } = await workspace.state.users.firstUser();
  const ids: number[] = [];
  for (const deletedAt of ['2026-10-20T09:00:00.000Z', '2026-10-22T09:00:00.000Z']) {
    const list = { name: deletedAt, filters: emptyFilters(), matchedWeek: '2026-W40', now: '2026-10-01T09:00:00.000Z' };
    const created = await workspace.state.smartLists.create(user, list, [], []);
    if (created === 'name_taken') throw new Error('taken');
    await workspace.state.smartLists.remove(user, created.id, deletedAt);
    ids.push(created.id);
  }
  workspace.close();
  workspace = await open();
  const [longAgo = 0, lately = 0] = ids;
  expect(await workspace.state.smartLists.restore(user, longAgo)).toBeUndefined();
  expect(await workspace.state.smartLists.restore(user, lately)).toMatchObject({ id: lately });
});

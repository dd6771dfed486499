import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import type { FilterSet } from '#shared/domain/filters.ts';
import type { EntrySeed } from '../../state/port.ts';
import { configWithoutProvider, openWorkspace, type Workspace } from '../../workspace.ts';

/** A workspace of one user for each test, in the third week of November 2026 unless `now` is set. */
export interface ListWorkspace {
  now: Date;
  readonly folder: string;
  readonly file: string;
  readonly workspace: Workspace;
  readonly user: number;
  /** As after a restart. */
  reopen(): Promise<void>;
  /** Imports a file of this content. */
  load(name: string, content: string): Promise<void>;
  /** A smart list with these entries; returns its id. */
  list(name: string, filters: FilterSet, seeds: readonly EntrySeed[]): Promise<number>;
}

/** Call it where `beforeEach` is allowed. */
export function useListWorkspace(): ListWorkspace {
  let folder = '';
  let workspace: Workspace;
  let user = 0;
  let opened: Workspace | null = null;
  const the: ListWorkspace = {
    now: new Date(0),
    get folder() {
      return folder;
    },
    get file() {
      return join(folder, 'w.db');
    },
    get workspace() {
      return workspace;
    },
    get user() {
      return user;
    },
    async reopen() {
      opened?.close();
      opened = null;
      workspace = await openWorkspace({
        file: the.file,
        config: configWithoutProvider(''),
        now: () => the.now,
        onEvent: () => undefined,
        reportError: (error) => {
          throw error;
        },
        isBrief: true,
      });
      opened = workspace;
    },
    async load(name, content) {
      const path = join(folder, name);
      await writeFile(path, content);
      const choices = { dryRun: false, removeSample: false };
      await workspace.jobs.startImport([{ path, name: basename(path), mapping: {} }], choices);
    },
    async list(name, filters, seeds) {
      const made = { name, filters, matchedWeek: '2026-W47', now: the.now.toISOString() };
      const created = await workspace.state.smartLists.create(user, made, seeds, []);
      if (created === 'name_taken') throw new Error(`“${name}” is taken.`);
      return created.list.id;
    },
  };
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'winnow-lists-'));
    the.now = new Date(2026, 10, 20, 12);
    await the.reopen();
    user = (await workspace.state.users.firstUser()).id;
  });
  afterEach(async () => {
    await opened?.jobs.cancel();
    opened?.close();
    opened = null;
    await rm(folder, { recursive: true, force: true });
  });
  return the;
}

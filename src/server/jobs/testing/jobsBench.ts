import { basename } from 'node:path';
import type { ImportSource, LocalApiEvent } from '#node/localApi.ts';
import { emptyFilters } from '#shared/domain/filters.ts';
import type { CompanyQuery } from '../../index/port.ts';
import { configWithoutProvider, openWorkspace, type Workspace } from '../../workspace.ts';

/** Opens a workspace on 20 November 2026. Unexpected errors are thrown. */
export async function openOnThatDay(
  file: string,
  onEvent: (event: LocalApiEvent) => void = ignore,
): Promise<Workspace> {
  return openWorkspace({
    file,
    config: configWithoutProvider(''),
    now: () => new Date('2026-11-20T10:00:00Z'),
    onEvent,
    reportError: (error) => {
      throw error;
    },
  });
}

function ignore(): void {
  // Nobody listens.
}

/** Makes a smart list of every company, matched up to that week, and returns its id. */
export async function smartList({ state }: Workspace, name: string, matchedWeek: string): Promise<number> {
  const list = { name, filters: emptyFilters(), matchedWeek, now: '2026-11-20T09:00:00.000Z' };
  const created = await state.smartLists.create((await state.users.firstUser()).id, list, [], []);
  if (created === 'name_taken') throw new Error('taken');
  return created.list.id;
}

/** The companies of a smart list, by their ids. */
export async function companiesOf({ state }: Workspace, listId: number): Promise<number[]> {
  return (await state.entries.companyIds(listId, 'all')).toSorted((a, b) => a - b);
}

/** A search without filters. */
export const everything: CompanyQuery = {
  filters: emptyFilters(),
  sortBy: 'best_match',
  onlyIds: null,
  withoutIds: null,
};

/** A file to import under its own name. */
export function source(path: string): ImportSource {
  return { path, name: basename(path), mapping: {} };
}

import { expect, test } from 'vitest';
import { useListWorkspace } from '#server/lists/testing/listWorkspace.ts';
import { emptyFilters } from '#shared/domain/filters.ts';

const the = useListWorkspace();

function file(...names: readonly string[]): string {
  return `name,website,country\n${names.map((name) => `${name},${name.toLowerCase()}.example,France\n`).join('')}`;
}

async function newIn(list: number): Promise<string[]> {
  const { state, companies } = the.workspace;
  const { seen = 0 } = (await state.smartLists.get(the.user, list)) ?? {};
  const scope = { smartListId: list, newest: { seen, only: 'new' as const } };
  const { rows, count } = await state.entries.page(the.user, scope, { offset: 0, limit: 99 });
  const counts = (await state.smartLists.counts(the.user, [list])).get(list);
  expect(counts?.newCount).toBe(count);
  const found = await companies.getMany(rows.map(({ companyId }) => companyId));
  return found.map(({ name }) => name).toSorted();
}

async function leave(list: number): Promise<void> {
  const { smartLists } = the.workspace.state;
  await smartLists.haveSeen(the.user, list, (await smartLists.get(the.user, list))?.arrival ?? 0);
}

test('E4 the first import of an empty workspace is not new, a second one of the same week is, until it was seen', async () => {
  const list = await the.list('All', emptyFilters(), []);
  await the.load('a.csv', file('Acme', 'Bluebird'));
  expect(await newIn(list)).toEqual([]);
  await the.load('b.csv', file('Acme', 'Cobalt'));
  expect(await newIn(list)).toEqual(['Cobalt']);
  // Nobody has been there since: what the import after it brings is new as well.
  await the.load('c.csv', file('Dunlin'));
  expect(await newIn(list)).toEqual(['Cobalt', 'Dunlin']);
  await the.reopen();
  expect(await newIn(list)).toEqual(['Cobalt', 'Dunlin']);
  await leave(list);
  expect(await newIn(list)).toEqual([]);
  await the.load('d.csv', file('Egret'));
  expect(await newIn(list)).toEqual(['Egret']);
  await the.workspace.jobs.startUndo();
  expect(await newIn(list)).toEqual([]);
  await the.load('d.csv', file('Egret'));
  expect(await newIn(list)).toEqual(['Egret']);
});

test('E4 a list that is made is not new to whoever made it', async () => {
  await the.load('a.csv', file('Acme', 'Bluebird'));
  const seeds = [1, 2].map((companyId) => ({ companyId, merit: -1, topMatch: false, week: '2026-W47' }));
  const list = await the.list('All', emptyFilters(), seeds);
  expect(await newIn(list)).toEqual([]);
});

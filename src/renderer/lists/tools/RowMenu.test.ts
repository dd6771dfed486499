import { describe, expect, it } from 'vitest';
import { listNames, type ListName } from '#shared/domain/listName.ts';
import { commandOf } from '#shared/commands.ts';
import { emptyFilters, type FilterSet } from '#shared/domain/filters.ts';
import { company } from '#shared/domain/testing/company.ts';
import { rowOfCompany } from '../../grid/cells/companyRow.ts';
import { linkOfCompany } from '../../features/company/useOpenPage.ts';
import { parseDeepLink } from '#shared/bridge/links.ts';
import { entriesOf } from './RowMenu.tsx';

const row = rowOfCompany(
  company(1, {
    stages: ['inv_stage_seed'],
    description: { short: '', long: 'Robots that sort what others throw away. '.repeat(4), llm: '' },
  }),
);
const at = { x: 0, y: 0 };
const labels = (count: number, list: ListName = 'None', column = 'name'): string[] =>
  entriesOf({ row, column, at, count, list })
    .flat()
    .map((entry) => entry.label ?? ('id' in entry ? commandOf(entry.id).title : ''));

describe('the menu of a row', () => {
  it.each(listNames)('of one in %s offers every other list, and not its own', (list) => {
    const offered = labels(0, list);
    const titles = { None: 'Back to undecided', Watchlist: 'Move to Watchlist' } as const;
    // What is put off can be put off anew.
    expect(offered).toContain('Put off until …');
    for (const to of listNames.filter((name) => name !== 'Later')) {
      const title = to in titles ? titles[to as keyof typeof titles] : `Move to ${to}`;
      expect(offered.includes(title), to).toBe(to !== list);
    }
  });

  it('of a selection says how many companies everything is about that changes or takes them along', () => {
    const about = labels(12).filter((label) => !['Select all matches', 'Clear selection'].includes(label));
    expect(about).not.toHaveLength(0);
    for (const label of about) expect(label).toMatch(/\b12 /);
    expect(labels(2)).toContain('Merge two companies');
    expect(labels(3)).not.toContain('Merge two companies');
  });

  it('offers the value of the cell that was clicked on, shortened', () => {
    expect(labels(0, 'None', 'stages').some((label) => label.startsWith('Copy “'))).toBe(true);
    expect(labels(0, 'None', 'name').some((label) => label.startsWith('Copy “'))).toBe(false);
    const text = labels(0, 'None', 'text').find((label) => label.startsWith('Copy “')) ?? '';
    expect(text).toMatch(/^Copy “Robots.*…”$/);
    expect(text.length).toBeLessThan(45);
  });
});

it('a menu narrows the list by the cell that was clicked on, and leads to the other values of the row', () => {
  let filters = emptyFilters();
  const narrowed = { filters, set: (next: FilterSet) => (filters = next) };
  const entries = (column: string) => entriesOf({ row, column, at, count: 0, list: 'None' }, narrowed).flat();
  const named = (column: string) => entries(column).flatMap((entry) => ('run' in entry ? [entry] : []));
  expect(named('stages').map(({ label }) => label)).toEqual(['Copy “Seed”', 'Only Seed', 'Without Seed']);
  named('stages')[2]?.run();
  expect(filters.exclude.stages).toEqual(['inv_stage_seed']);
  named('stages')[1]?.run();
  expect(filters.include.stages).toEqual(['inv_stage_seed']);
  expect(named('name')).toEqual([]);
  for (const column of ['name', 'stages']) {
    const ids = entries(column).flatMap((entry) => ('id' in entry ? [entry.id] : []));
    expect(ids).toEqual(expect.arrayContaining(['list.onlyValue', 'list.withoutValue']));
  }
  const unfiltered = entriesOf({ row, column: 'stages', at, count: 0, list: 'None' }).flat();
  expect(unfiltered.filter((entry) => 'id' in entry && entry.id === 'list.onlyValue')).toEqual([]);
});

it('a copied link opens the company: in a browser its page, elsewhere an address that the app takes', () => {
  expect(linkOfCompany(12, { protocol: 'http:', origin: 'http://127.0.0.1:4000' })).toBe(
    'http://127.0.0.1:4000/company/12',
  );
  const link = linkOfCompany(12, { protocol: 'winnow-app:', origin: 'winnow-app://app' });
  expect(parseDeepLink(link)).toEqual({ kind: 'open', path: '/company/12' });
});

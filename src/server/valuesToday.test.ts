import { describe, expect, test } from 'vitest';
import { filtersFromQuery } from '#shared/domain/filterQuery.ts';
import { matchesFilters } from '#shared/domain/filterMatch.ts';
import type { Company } from '#shared/domain/company.ts';
import { useListWorkspace } from './lists/testing/listWorkspace.ts';

const the = useListWorkspace();

const recent = filtersFromQuery({ funded_tag_group: 'recent' });

async function found(filters = recent): Promise<string[]> {
  const query = { filters, sortBy: 'company_name' as const, onlyIds: null, withoutIds: null };
  return (await the.workspace.companies.search(query, 0, 100)).items.map(({ name }) => name);
}

async function everyCompany(): Promise<Company[]> {
  const { lastCompanyId } = await the.workspace.companies.status();
  return the.workspace.companies.getMany(Array.from({ length: lastCompanyId }, (_, index) => index + 1));
}

describe('E7 the age of a round counts from today', () => {
  test('E7 rounds of today, of yesterday and of later days are recent, and age without a refresh', async () => {
    the.now = new Date(2026, 10, 20, 12);
    const days = ['2026-11-19', '2026-11-20', '2026-11-21', '2027-06-01', '2026-02-21', '2026-02-20'];
    const rows = days.map((day) => `On ${day},on-${day}.example,${day}\n`).join('');
    await the.load('a_2026-11-20.csv', `Name,Website,Last funding date\n${rows}`);
    const all = await everyCompany();
    expect(all.map(({ funded }) => funded)).toEqual([
      ...Array.from({ length: 4 }, () => 'funded'),
      'funded 6',
      'funded 9',
    ]);
    expect(await found()).toEqual(
      days
        .slice(0, 5)
        .map((day) => `On ${day}`)
        .toSorted(),
    );
    the.now = new Date(2026, 10, 20, 23, 59, 59);
    expect(await found()).toContain('On 2026-02-21');
    // Midnight: the same server, nothing refreshed.
    the.now = new Date(2026, 10, 21);
    expect(await found()).not.toContain('On 2026-02-21');
    the.now = new Date(2027, 5, 2, 12);
    for (const moment of ['2026-12-20', '2027-03-28', '2027-06-02'].map((day) => new Date(`${day}T12:00`))) {
      the.now = moment;
      const context = { today: moment.toLocaleDateString('sv-SE') };
      const own = (await everyCompany()).filter((company) => matchesFilters(company, recent, context));
      expect(await found()).toEqual(own.map(({ name }) => name).toSorted());
    }
  });

  test('E7 what was found is newly added for the seven days of its week, without a refresh', async () => {
    the.now = new Date(2026, 10, 20, 12);
    await the.load('a_2026-11-20.csv', 'Name,Website\nAda,ada.example\n');
    const isNew = filtersFromQuery({ company_highlights: 'newly_added' });
    const query = { filters: filtersFromQuery({}), sortBy: 'company_name' as const, onlyIds: null, withoutIds: null };
    for (const [moment, names] of [
      [new Date(2026, 10, 20, 12), ['Ada']],
      [new Date(2026, 10, 22, 23, 59, 59), ['Ada']],
      [new Date(2026, 10, 23), []],
    ] as const) {
      the.now = moment;
      expect(await found(isNew)).toEqual(names);
      expect((await the.workspace.companies.search(query, 0, 1)).newCount).toBe(names.length);
      expect((await everyCompany()).filter(({ tags }) => tags.includes('newly_added')).map(({ name }) => name)).toEqual(
        names,
      );
    }
  });
});

/** States of a workspace that has released a week, and then a file of another day is imported. */
const moments = [
  ['nine days later, before any refresh', new Date(2026, 11, 6, 12), '2026-12-06'],
  ['on a Monday before 06:00', new Date(2026, 10, 23, 5, 59), '2026-11-23'],
  ['on Sunday night', new Date(2026, 10, 22, 23, 59), '2026-11-22'],
  ['months later', new Date(2027, 2, 28, 12), '2027-03-28'],
] as const;

describe('D1 a newer file never loses to an older one', () => {
  test.each(moments)('D1 %s', async (_name, moment, day) => {
    await the.load('a_2026-11-20.csv', 'Name,Website,Employees\nZed Works,zedworks.com,40\n');
    the.now = moment;
    await the.load(`b_${day}.csv`, 'Name,Website,Employees\nZed Works,zedworks.com,61\nNew One,newone.example,3\n');
    const companies = await everyCompany();
    expect(companies.map(({ name, size, values_on: on }) => [name, size.count, on])).toEqual([
      ['Zed Works', 61, day],
      ['New One', 3, day],
    ]);
    expect((await found(filtersFromQuery({}))).toSorted()).toEqual(['New One', 'Zed Works']);
  });
});

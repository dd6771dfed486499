import { beforeAll, describe, expect, it } from 'vitest';
import { matchesFilters } from '#shared/domain/filterMatch.ts';
import { defaultFilters, emptyFilters, filterSetSchema } from '#shared/domain/filters.ts';
import { company as testCompany } from '#shared/domain/testing/company.ts';
import { canExclude, filterFields, cellValuesOf } from '#shared/fields/filterFields.ts';
import { noNames } from '#shared/fields/filterRows.ts';
import { columnOf, columns } from '../../grid/columns.ts';
import { knownMarks } from '../../ui/knownMarks.ts';
import { cellFilters, narrowChoices } from './cellFilters.ts';

const context = { today: '2026-11-26' };
const ofCompany = testCompany(1, {
  stages: ['inv_stage_seed', 'inv_stage_series_a'],
  region: 'Europe',
  location: { country: { name: 'Germany', code: 'DE' }, city: 'Berlin' },
  founded: 2021,
  sizeCategory: '51-200',
  funding_total: 3_000_000,
  tags: 'female_founder, phd_founder',
  industry: ['Logistics', 'Robotics'],
  funded: 'funded 6',
  discovered: '2026-W47',
  status: 'operating',
  employee_growth: 0.3,
  from_files: ['deals.csv'],
  values_on: '2026-10-01',
  own: [
    { name: 'Owner', value: 'Ada' },
    { name: 'Region', value: 'North' },
  ],
});
const company = { ...ofCompany, knownFrom: ['Affinity'] };
beforeAll(() => {
  const mark = { company_id: 1, source: 'Affinity', status: 'Passed', contact: '' };
  knownMarks.set(new Map([[1, [mark]]]));
});
const ids = [...columns.map(({ id }) => id), 'own:Owner', 'own:Region'];
const withFilters = ids.filter((id) => columnOf(id)?.filters !== undefined);

describe('the filters of a cell', () => {
  it('are there for every column that has some', () => {
    expect(withFilters.filter((id) => cellFilters(company, id).length === 0)).toEqual([]);
    expect(ids.filter((id) => !withFilters.includes(id) && cellFilters(company, id).length > 0)).toEqual([]);
  });

  it.each(withFilters)('of %s ask for each of its values alone, and leave it out where that can be done', (id) => {
    const cell = cellFilters(company, id);
    for (const { field, value, label, only, without } of cell) {
      expect(label).toBe(filterFields[field].chip(value, noNames));
      const asked = filterSetSchema.parse(only(defaultFilters()));
      expect(asked.include[field]).toHaveLength(1);
      expect(matchesFilters(company, asked, context)).toBe(true);
      expect(without === null).toBe(!canExclude(field));
      if (without !== null) expect(matchesFilters(company, without(emptyFilters()), context)).toBe(false);
      // Once it is left out, asking for it alone takes that back.
      if (without !== null) expect(matchesFilters(company, only(without(emptyFilters())), context)).toBe(true);
    }
    const fields = columnOf(id)?.filters ?? [];
    if (!id.startsWith('own:')) {
      expect(cell.length).toBe(fields.flatMap((field) => cellValuesOf(field, company)).length);
    }
  });

  it('of an own column are those of that column', () => {
    expect(cellFilters(company, 'own:Owner').map(({ value }) => value)).toEqual(['Owner=Ada', 'Owner']);
  });
});

describe('what a row can be narrowed by', () => {
  it('has names of their own for an industry and its group of one name', () => {
    const twin = testCompany(1, { industry: ['Information Technology', 'Robotics'] });
    const labels = cellFilters(twin, 'industries').map(({ label }) => label);
    expect(labels).toEqual(expect.arrayContaining(['Information Technology', 'Information Technology (group)']));
    expect(new Set(labels).size).toBe(labels.length);
  });

  it('is each value by name and column, without what is unknown', () => {
    const choices = narrowChoices(
      testCompany(1, { stages: ['inv_stage_seed'] }),
      ['stages', 'founded'],
      emptyFilters(),
      'only',
    );
    expect(choices.map(({ title, label }) => `${title}: ${label}`)).toEqual(['Stage: Seed']);
  });

  it('leaves nothing out twice, and only what can be left out', () => {
    const [first, second, ...others] = narrowChoices(company, ['stages', 'size'], emptyFilters(), 'without');
    expect([first?.label, second?.label, others]).toEqual(['Seed', 'Series A', []]);
    const next = narrowChoices(company, ['stages'], first?.filters ?? emptyFilters(), 'without');
    expect(next.map(({ label }) => label)).toEqual(['Series A']);
  });
});

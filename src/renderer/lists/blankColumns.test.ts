import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import type { CompanyRow } from '../grid/cells/companyRow.ts';
import { blankable, columnOf } from '../grid/columns.ts';
import { BlankColumns } from './blankColumns.ts';
import { entryRow } from './testing/rows.ts';

const bare = {
  description: { short: '', long: '', llm: '' },
  score: null,
  stages: [],
  industry: [],
  location: { country: { name: '', code: '' }, city: '' },
  founded: null,
  size: { label: '', count: null },
  sizeCategory: 'unknown',
  employee_band: '',
  funded: '',
  tags: '',
  funding_total: null,
};
/** What fills each column. */
const parts: Readonly<Record<string, Partial<CompanyRow['company']>>> = {
  text: { description: { short: 'Robots', long: '', llm: '' } },
  score: { score: 0 },
  stages: { stages: ['inv_stage_seed'] },
  industries: { industry: ['Robotics'] },
  place: { location: { country: { name: '', code: '' }, city: 'Ulm' } },
  founded: { founded: 2020 },
  size: { employee_band: '11-50' },
  funded: { funded: 'funded 3' },
  highlights: { tags: 'phd_founder' },
  funding_total: { funding_total: 2_500_000 },
};
/** The same of columns that are not about the company. */
const rowParts: Readonly<Record<string, Partial<CompanyRow>>> = {
  decided: { decidedAt: '2026-11-20T09:00:00.000Z' },
  from: { smartList: 'Seed' },
  later: { later: { until: '2026-12-26' } },
  reason: { decision: { at: '', reason: 'Too early' } },
};
const rowWith = (...ids: readonly string[]): CompanyRow =>
  Object.assign(
    entryRow(1, 'None', Object.assign({}, bare, ...ids.map((id) => parts[id])) as Partial<CompanyRow['company']>),
    ...ids.map((id) => rowParts[id]),
  ) as CompanyRow;

it('knows every column that can be hidden, and a row that fills it', () => {
  expect([...Object.keys(parts), ...Object.keys(rowParts)].toSorted()).toEqual(blankable.toSorted());
  for (const id of blankable) {
    const text = (row: CompanyRow): string | undefined => columnOf(id)?.text?.(row);
    expect(text(rowWith()), id).toBe('');
    expect(text(rowWith(id)), id).not.toBe('');
  }
});

const someColumns = fc.subarray([...blankable]);

it('hides what is blank in the whole list; nothing that was shown goes within a visit, whatever comes', () => {
  const step = fc.oneof(
    fc.record({ kind: fc.constant('read' as const), filled: someColumns, blank: someColumns }),
    fc.record({ kind: fc.constant('seen' as const), filled: someColumns }),
    fc.record({ kind: fc.constant('show' as const), id: fc.constantFrom(...blankable) }),
  );
  fc.assert(
    fc.property(someColumns, fc.array(step, { maxLength: 12 }), (first, steps) => {
      const columns = new BlankColumns();
      const hidden = (): ReadonlySet<string> => columns.state.get().hidden;
      columns.read([rowWith()], first, 'a');
      expect([...hidden()].toSorted()).toEqual(first.toSorted());
      for (const each of steps) {
        const before = hidden();
        if (each.kind === 'show') columns.show(each.id);
        else if (each.kind === 'seen') columns.seen([rowWith(), rowWith(...each.filled)]);
        else columns.read([rowWith(...each.filled)], each.blank, 'a');
        for (const id of hidden()) expect(before.has(id), `${id} was shown before ${each.kind}`).toBe(true);
        if (each.kind === 'show') expect(hidden().has(each.id)).toBe(false);
        else for (const id of each.filled) expect(hidden().has(id)).toBe(false);
      }
      // Another visit begins anew, but an empty list says nothing.
      const before = hidden();
      columns.read([], blankable, 'b');
      expect(hidden()).toBe(before);
      columns.read([rowWith()], blankable, 'b');
      expect(hidden().size).toBe(blankable.length);
    }),
  );
});

it('says which columns are blank even if the user sees them', () => {
  const columns = new BlankColumns();
  columns.read([rowWith()], ['score', 'stages'], '');
  columns.show('score');
  expect([...columns.state.get().blank]).toEqual(['score', 'stages']);
  expect([...columns.state.get().hidden]).toEqual(['stages']);
  columns.seen([rowWith('stages')]);
  expect([...columns.state.get().blank]).toEqual(['score']);
});

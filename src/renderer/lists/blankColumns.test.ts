import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import type { CompanyRow } from '../grid/cells/companyRow.ts';
import { blankable, columnOf, sameable } from '../grid/columns.ts';
import { lastChanges } from '../ui/lastChanges.ts';
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
  changed: { id: 77 },
};
lastChanges.set(new Map([[77, [{ company_id: 77, kind: 'closed', was: 'operating', now: 'closed' }]]]));
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

const staged = (...stages: string[]): CompanyRow => entryRow(1, 'None', { ...bare, stages });
const many = (count: number, row: CompanyRow): CompanyRow[] => Array.from({ length: count }, () => row);

/** A list of 97 seed companies and three of another stage. */
const nearlyAll = [...many(97, staged('inv_stage_seed')), ...many(3, staged('inv_stage_series_a'))];

it('E10 hides a column that says the same on 95 % of the loaded rows, and says on how many', () => {
  const columns = new BlankColumns();
  columns.read(nearlyAll, [], 'a');
  expect(columns.state.get().hidden.has('stages')).toBe(true);
  expect(columns.state.get().same.get('stages')).toEqual({ value: 'Seed', share: 0.97 });
  columns.read([...nearlyAll, ...many(3, staged('inv_stage_series_a'))], [], 'b');
  expect(columns.state.get().hidden.has('stages')).toBe(false);
  // Of a few rows nobody can say.
  columns.read(many(19, staged('inv_stage_seed')), [], 'c');
  expect(columns.state.get().hidden.has('stages')).toBe(false);
});

it('E10 shows it again once other rows come, and then it stays', () => {
  const columns = new BlankColumns();
  columns.read(many(25, staged('inv_stage_seed')), [], 'a');
  expect(columns.state.get().hidden.has('stages')).toBe(true);
  columns.seen(many(25, staged('inv_stage_seed')));
  expect(columns.state.get().hidden.has('stages')).toBe(true);
  columns.seen(many(5, staged('inv_stage_series_a')));
  expect(columns.state.get().hidden.has('stages')).toBe(false);
  columns.seen(many(500, staged('inv_stage_seed')));
  columns.read(many(25, staged('inv_stage_seed')), [], 'a');
  expect(columns.state.get().hidden.has('stages')).toBe(false);
});

it('E10 hides neither what the user has chosen nor what the list is in order by', () => {
  const columns = new BlankColumns();
  columns.choose(['stages']);
  columns.read(nearlyAll, [], 'a');
  expect(columns.state.get().hidden.has('stages')).toBe(false);
  columns.choose([]);
  columns.sortedBy('stages');
  columns.read(nearlyAll, [], 'b');
  expect(columns.state.get().hidden.has('stages')).toBe(false);
  columns.sortedBy(null);
  columns.read(nearlyAll, [], 'c');
  expect(columns.state.get().hidden.has('stages')).toBe(true);
  columns.sortedBy('stages');
  expect(columns.state.get().hidden.has('stages')).toBe(false);
});

it('E10 knows the columns of facts: neither the name, nor what it does, nor what is about the user', () => {
  expect([...sameable].toSorted()).toEqual(
    [
      'discovered',
      'founded',
      'funded',
      'funding_total',
      'highlights',
      'industries',
      'place',
      'score',
      'size',
      'stages',
    ].toSorted(),
  );
});

import { expect, it } from 'vitest';
import { decisionPartsOf, exportColumns, exportColumnsOf, notesCell } from './exportColumns.ts';
import { emptyFilters, type FilterSet } from './filters.ts';
import { company } from './testing/company.ts';

it('gives the columns asked for, in that order and once each', () => {
  expect(exportColumnsOf(['score', 'name', 'score'])?.map((column) => column.key)).toEqual(['score', 'name']);
  expect(exportColumnsOf([])).toBe(exportColumns);
});

it('refuses a column that there is not', () => {
  expect(exportColumnsOf(['name', 'password'])).toBeUndefined();
  expect(exportColumnsOf(['constructor'])).toBeUndefined();
});

it('has one key and one readable header for each column', () => {
  expect(new Set(exportColumns.map((column) => column.key)).size).toBe(exportColumns.length);
  expect(new Set(exportColumns.map((column) => column.header)).size).toBe(exportColumns.length);
  for (const { header } of exportColumns) expect(header).toMatch(/^[A-Z]/);
});

it('has a column for whatever imported files say under a header of their own', () => {
  const one = company(1, { own: [{ name: 'Batch', value: '=W21' }] });
  const [batch, pitch] = exportColumnsOf(['own:Batch', 'own:Pitch']) ?? [];
  expect([batch?.header, batch?.value(one)]).toEqual(['Batch', '=W21']);
  expect([pitch?.header, pitch?.value(one)]).toEqual(['Pitch', '']);
});

it('has what was decided only where that is asked for', () => {
  const decision = {
    list: 'Archive',
    day: '2026-03-12',
    smartList: 'AI',
    reason: '=Early',
    later: 'it raises',
    notes: '=Met',
    known: 'Affinity: Passed',
    by: 'Ada',
    collections: 'Robots; Berlin',
    changed: 'Closed',
  };
  const keys = 'list decided_on decided_in reason later notes known_status by collections changed'.split(' ');
  const columns = exportColumnsOf(keys, { decisions: new Map([[1, decision]]) }) ?? [];
  expect(columns.map(({ header }) => header)).toEqual([
    'List',
    'Decided on',
    'Decided in',
    'Reason',
    'Later until',
    'Notes',
    'Known status',
    'By',
    'Collections',
    'Changed by the last import',
  ]);
  expect(columns.map((column) => column.value(company(1)))).toEqual([
    'Archive',
    '2026-03-12',
    'AI',
    '=Early',
    'it raises',
    '=Met',
    'Affinity: Passed',
    'Ada',
    'Robots; Berlin',
    'Closed',
  ]);
  expect(columns.map((column) => column.value(company(2)))).toEqual(keys.map(() => ''));
  expect([...decisionPartsOf(exportColumns.map(({ key }) => key))]).toEqual([]);
  expect([...decisionPartsOf(['name', 'reason', 'known_status'])]).toEqual(['reason', 'known']);
});

it('has the founders only where they are asked for', () => {
  const [founders] = exportColumnsOf(['founders']) ?? [];
  const person = { job_title: '', logo_url: '', linkedin_url: '' };
  const people = [
    { ...person, first_name: 'Ana', last_name: 'Ruiz' },
    { ...person, first_name: '', last_name: '王芳' },
  ];
  expect([founders?.header, founders?.value({ ...company(1), people })]).toEqual(['Founders', 'Ana Ruiz; 王芳']);
  expect(founders?.value(company(1))).toBe('');
  expect(exportColumns.map(({ key }) => key)).not.toContain('founders');
});

it('has notes in one cell, newest first, each with its day', () => {
  const notes = [
    { createdAt: '2026-11-05T10:00:00.000Z', text: 'Two\nlines' },
    { createdAt: '2026-11-03T10:00:00.000Z', text: 'One' },
  ];
  expect(notesCell(notes)).toBe('2026-11-05: Two\nlines\n\n2026-11-03: One');
  expect(notesCell([])).toBe('');
});

it('has the band that a source gives as the size where there is no number of employees', () => {
  const [count, size] = exportColumnsOf(['employees', 'size']) ?? [];
  const band = company(1, {
    size: { label: '51-100 employees', count: null },
    sizeCategory: '51-200',
    employee_band: '51-100',
  });
  expect([count?.value(band), size?.value(band)]).toEqual([null, '51-100']);
  const exact = company(1, {
    size: { label: '75 employees', count: 75 },
    sizeCategory: '51-200',
    employee_band: '51-100',
  });
  expect([count?.value(exact), size?.value(exact)]).toEqual([75, '51-200']);
});

it('says why a company matched only where there are filters', () => {
  const filters = emptyFilters();
  filters.include.textSearch = 'acme';
  filters.include.incorporatedYears = ['2024'];
  const found = company(1, { name: 'Acme', founded: 2024 });
  const why = (given?: FilterSet) => exportColumnsOf(['why'], { filters: given })?.map((column) => column.value(found));
  expect(why(filters)).toEqual(['“acme” in the name; Founded 2024']);
  expect(why()).toEqual(['']);
  expect(exportColumns.map(({ key }) => key)).not.toContain('why');
});

import { expect, test } from 'vitest';
import { wireFieldsOf, type Field } from '../fields/companyFields.ts';
import type { Company } from './company.ts';
import { generalColumn } from './exportColumns.ts';
import { generalFieldsOf, generalText } from './generalFields.ts';
import { company } from './testing/company.ts';

const invented = {
  motto: { kind: 'text', id: 40, blank: '', merge: 'filled', wire: 'motto', label: 'Motto' },
  closedOn: { kind: 'day', id: 41, blank: '', merge: 'later', wire: 'closed_on', label: 'Closed on' },
  patents: { kind: 'number', id: 42, blank: null, merge: 'larger', wire: 'patents', label: 'Patents' },
  churn: { kind: 'number', id: 43, blank: null, merge: 'filled', wire: 'churn', label: 'Churn', measure: 'share' },
  isListed: { kind: 'flag', id: 44, blank: false, merge: 'either', wire: 'is_listed', label: 'Listed' },
  awards: { kind: 'list', id: 45, blank: [], merge: 'united', wire: 'awards', label: 'Awards' },
  // Delivered, but shown in a place of its own.
  slogan: { kind: 'text', id: 46, blank: '', merge: 'filled', wire: 'slogan' },
} as const satisfies Record<string, Field>;

const fields = generalFieldsOf(wireFieldsOf(invented));

/** What is read, and what a file has, of each invented field. */
function told(values: object): (readonly [string, string, string | number | null])[] {
  const one: Company = { ...company(1), ...values };
  return fields.map((field) => [field.label, generalText(field, one), generalColumn(field).value(one)]);
}

test('a field without a place of its own is read, and written into files, by its kind', () => {
  const values = { motto: ' Paid on time ', closed_on: '2026-11-01', patents: 1200, churn: 0.126, is_listed: true };
  expect(told({ ...values, awards: ['Best', 'First'] })).toEqual([
    ['Motto', 'Paid on time', 'Paid on time'],
    ['Closed on', '1 Nov 2026', '2026-11-01'],
    ['Patents', '1,200', 1200],
    ['Churn', '13 %', 0.126],
    ['Listed', 'Yes', 'yes'],
    ['Awards', 'Best, First', 'Best; First'],
  ]);
});

test('of what is not known nothing is read', () => {
  const values = { motto: 'bad data', closed_on: '', patents: null, churn: null, is_listed: false, awards: [] };
  expect(told(values).map(([, text]) => text)).toEqual(['', '', '', '', '', '']);
  expect(told(values).map(([, , cell]) => cell)).toEqual(['', '', null, null, 'no', '']);
});

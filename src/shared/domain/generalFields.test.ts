import { expect, test } from 'vitest';
import { wireFieldsOf, type Field } from '../fields/companyFields.ts';
import type { Company } from './company.ts';
import { generalColumn } from './exportColumns.ts';
import { fundingText, generalFields, generalFieldsOf, generalText, investorsText } from './generalFields.ts';
import { company } from './testing/company.ts';

const invented = {
  motto: { kind: 'text', id: 40, blank: '', merge: 'newest', wire: 'motto', label: 'Motto' },
  closedOn: { kind: 'day', id: 41, blank: '', merge: 'later', wire: 'closed_on', label: 'Closed on' },
  patents: { kind: 'number', id: 42, blank: null, merge: 'larger', wire: 'patents', label: 'Patents' },
  churn: { kind: 'number', id: 43, blank: null, merge: 'newest', wire: 'churn', label: 'Churn', measure: 'share' },
  isListed: { kind: 'flag', id: 44, blank: false, merge: 'either', wire: 'is_listed', label: 'Listed' },
  kind: {
    kind: 'text',
    id: 47,
    blank: '',
    merge: 'newest',
    wire: 'kind',
    label: 'Kind',
    choices: [{ value: 'a', label: 'First kind' }],
  },
  value: { kind: 'number', id: 48, blank: null, merge: 'larger', wire: 'value', label: 'Value', measure: 'dollars' },
  awards: { kind: 'list', id: 45, blank: [], merge: 'united', wire: 'awards', label: 'Awards' },
  // Delivered, but shown in a place of its own.
  slogan: { kind: 'text', id: 46, blank: '', merge: 'newest', wire: 'slogan' },
} as const satisfies Record<string, Field>;

const fields = generalFieldsOf(wireFieldsOf(invented));

/** What is read, and what a file has, of each invented field. */
function told(values: object): (readonly [string, string, string | number | null])[] {
  const one: Company = { ...company(1), ...values };
  return fields.map((field) => [field.label, generalText(field, one), generalColumn(field).value(one)]);
}

test('a field without a place of its own is read, and written into files, by its kind', () => {
  const values = { motto: ' Paid on time ', closed_on: '2026-11-01', patents: 1200, churn: 0.126, is_listed: true };
  expect(told({ ...values, kind: 'a', value: 25_500_000, awards: ['Best', 'First'] })).toEqual([
    ['Motto', 'Paid on time', 'Paid on time'],
    ['Closed on', '1 Nov 2026', '2026-11-01'],
    ['Patents', '1,200', 1200],
    ['Churn', '13%', 0.126],
    ['Listed', 'Yes', 'yes'],
    ['Kind', 'First kind', 'First kind'],
    ['Value', '$25.5M', 25_500_000],
    ['Awards', 'Best, First', 'Best; First'],
  ]);
});

test('of what is not known nothing is read', () => {
  const values = {
    motto: 'bad data',
    closed_on: '',
    patents: null,
    churn: null,
    is_listed: false,
    kind: '',
    value: null,
    awards: [],
  };
  expect(told(values).map(([, text]) => text)).toEqual(['', '', '', '', '', '', '', '']);
  expect(told(values).map(([, , cell]) => cell)).toEqual(['', '', null, null, 'no', '', null, '']);
});

test('funding is one line: what was raised, which round was the last, and when', () => {
  const known = { funding_total: 25_500_000, last_round: 'Series B', funded_on: '2015-10-14', funded: 'funded 15' };
  expect(fundingText(company(1, known))).toBe('$25.5M raised · Series B, Oct 2015');
  expect(fundingText(company(1, { ...known, last_round: '' }))).toBe('$25.5M raised · Oct 2015');
  expect(fundingText(company(1, { ...known, funding_total: null, funded_on: '' }))).toBe('Series B');
  // A server of an older version knows no day.
  expect(fundingText(company(1, { funded: 'funded 3' }))).toBe('Last round 3 to 6 months ago');
  expect(fundingText(company(1))).toBe('');
});

test('investors are named as far as they are known, and the others counted', () => {
  expect(investorsText(company(1, { investors: ['Kite Fund', 'Alma'], investor_count: 11 }))).toBe(
    'Kite Fund, Alma and 9 more',
  );
  expect(investorsText(company(1, { investors: ['Kite Fund'], investor_count: null }))).toBe('Kite Fund');
  expect(investorsText(company(1, { investors: [], investor_count: 11 }))).toBe('11');
  expect(investorsText(company(1))).toBe('');
});

test('E22 former names are those that a company is not called by now', () => {
  const former = generalFields.find(({ wire }) => wire === 'former_names');
  const one = { ...company(1), name: 'Alma', former_names: ['ALMA', 'Bero'] };
  expect(former === undefined ? '' : generalText(former, one)).toBe('Bero');
});

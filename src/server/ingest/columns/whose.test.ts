import { expect, test } from 'vitest';
import { makeLookups } from './content.ts';
import { fieldColumns } from './fieldColumns.ts';
import { recogniseColumns } from './recognise.ts';

/** The fields of columns, each given as its header and two values. */
const fieldsOf = (...columns: [header: string, first: string, second: string][]): string[] =>
  recogniseColumns(
    columns.map(([header]) => header),
    [columns.map(([, first]) => first), columns.map(([, , second]) => second)],
    makeLookups(),
  ).map(({ field }) => field);

const names: [string, string, string] = ['Company', 'Alma', 'Birk'];

test('addresses and countries of others are left out, mail to founders is not', () => {
  const fields = fieldsOf(
    names,
    ['Investor Country', 'United States', 'Sweden'],
    ['Investor Website', 'accel.com', 'eqt.se'],
    ['Lead Investor LinkedIn', 'https://www.linkedin.com/company/accel', 'https://www.linkedin.com/company/eqt'],
    ['Founder LinkedIn', 'https://www.linkedin.com/in/ida', 'https://www.linkedin.com/in/bo'],
    ['City of birth', 'Lyon', 'Oslo'],
    ['Previous Website', 'oldalma.de', 'oldbirk.se'],
    ['CEO mail', 'ida@alma.de', 'bo@birk.se'],
  );
  expect(fields).toEqual(['name', '', '', '', '', '', '', 'emails']);
});

test("a person's page on LinkedIn does not show itself as the company's", () => {
  expect(fieldsOf(names, ['Profile link', 'linkedin.com/in/ida', 'linkedin.com/in/bo'])).toEqual(['name', '']);
});

test('the address of a search, the same in each row, is no profile', () => {
  const search = 'https://www.linkedin.com/sales/search/company?query=x';
  expect(fieldsOf(names, ['Query', search, search])).toEqual(['name', '']);
});

test("in a list of people the plain city is a person's", () => {
  const fields = fieldsOf(
    ['First Name', 'Ida', 'Bo'],
    names,
    ['City', 'Paris', 'Denver'],
    ['Country', 'France', 'United States'],
    ['Company City', 'Kiel', 'Toledo'],
    ['Company Country', 'Germany', 'United States'],
  );
  expect(fields).toEqual(['', 'name', '', '', 'city', 'country']);
});

test('else the plain country stands behind that of the headquarters', () => {
  const columns = recogniseColumns(['Name', 'Country', 'HQ Country'], [['Alma', 'France', 'Germany']], makeLookups());
  expect(fieldColumns(columns).get('country')).toEqual([2, 1]);
});

test.each([
  ['Billing City', 'Kiel', 'city'],
  ['Billing State/Province', 'MA', 'state'],
  ['Primary location > Country code', 'DE', 'country'],
  ['Location (City)', 'Wuppertal', 'city'],
  ['Location (Country)', 'Germany', 'country'],
  ['Total funding (USD M)', '3.5', 'fundingTotal'],
  ['Founder 2', 'Ida Ott', 'founders'],
  ['libelleCommuneEtablissement', 'RENNES', 'city'],
  ['# of Employees', '12', 'employees'],
])('the header %j over %j is %j', (header, value, field) => {
  expect(fieldsOf(names, [header, value, value])[1]).toBe(field);
});

test.each([
  ['Last round', 'Seed', 'Series A', 'lastRound'],
  ['Last round', '2022-01-02', '2023-05-06', 'fundedOn'],
  ['Latest funding', '$2M', '$3M', 'lastRoundAmount'],
  ['Phase', '1', '2', ''],
])('%j may be its type, its day or its amount', (header, first, second, field) => {
  expect(fieldsOf(names, [header, first, second])[1]).toBe(field);
});

test('columns are not taken for what they only look like', () => {
  const fields = fieldsOf(
    names,
    ['Company Category', 'Private Limited Company', 'Public Limited Company'],
    ['Markets', 'Germany, France', 'Europe'],
    ['Customers', '120', '4000'],
    ['Language', 'de', 'fr'],
  );
  expect(fields).toEqual(['name', '', 'regions', '', '']);
});

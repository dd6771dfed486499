import { expect, test } from 'vitest';
import { readTable } from '#node/resources.ts';
import { importFieldNames } from '#shared/domain/importFields.ts';
import { HeaderNames } from './fields.ts';

const names = new HeaderNames();

test('every field that a column can be has names, and every name is of such a field', () => {
  const named = new Set(
    readTable('import/headers.tsv', ['field', 'language', 'name', 'weight']).rows.map(({ field }) => field),
  );
  // A column of its own is one that no name is known for.
  expect([...named].toSorted()).toEqual(importFieldNames.filter((name) => name !== 'own').toSorted());
});

test.each([
  ['What is the name of your startup?', 'name'],
  ['Please share the URL of your website', 'website'],
  ['How many employees do you have?', 'employees'],
  ['How much have you raised so far?', 'fundingTotal'],
  ['Where are you based?', 'location'],
  ['Which stage are you at?', 'stage'],
  ['What problem do you solve?', 'customerProblem'],
  ['When was your company founded?', 'founded'],
  ['Describe your product in two sentences', 'descriptionShort'],
  ['How did you hear about us?', undefined],
  ['May we store your data and contact you?', undefined],
])('%j asks for %j', (header, field) => {
  expect(names.match(header)?.field).toBe(field);
});

test.each([
  ['Country / Land', 'country'],
  ['Gegründet | Founded', 'founded'],
  ['City / Employees', undefined],
  ['1. Company', 'name'],
  ['3. HQ Country', 'country'],
  ['account_country', 'country'],
])('the header %j is %j', (header, field) => {
  expect(names.match(header)?.field).toBe(field);
});

test.each([
  ['name_en', 'name'],
  ['name_zh', 'name'],
  ['nameEn', 'name'],
  ['Name EN', 'name'],
  ['name.en', 'name'],
  ['name_zh_CN', 'name'],
  ['Company Name (English)', 'name'],
  ['Company name in English', 'name'],
  ['English name', 'name'],
  ['en_name', 'name'],
  ['英文名称', 'name'],
  ['公司英文名', 'name'],
  ['公司名称(英文)', 'name'],
  ['description_en', 'descriptionShort'],
  ['Description [DE]', 'descriptionShort'],
  ['Kurzbeschreibung (englisch)', 'descriptionShort'],
  ['中文简介', 'descriptionShort'],
  ['long_description-fr', 'descriptionLong'],
  ['city_en', 'city'],
  ['industry_en', 'industries'],
  // Numbers, codes and sectors, and what is the same in all languages.
  ['company_id', undefined],
  ['company_no', undefined],
  ['Company IT', undefined],
  ['website_en', undefined],
  ['employees_de', undefined],
])('a header in one of several languages: %j is %j', (header, field) => {
  expect(names.match(header)?.field).toBe(field);
});

test.each([
  ['total_funding_till_date', 'fundingTotal'],
  ['Total funding so far (USD)', 'fundingTotal'],
  ['Cumulative capital raised', 'fundingTotal'],
  ['Investment to date', 'fundingTotal'],
  ['Funds secured up to date', 'fundingTotal'],
  ['Overall VC financing', 'fundingTotal'],
  ['MOST RECENT DEAL TYPE/STAGE', 'stage'],
  ['Latest known round series', 'stage'],
  ['Type of the latest funding round', 'stage'],
  ['MOST RECENT DEAL DATE', 'fundedOn'],
  ['Recent fundraise year', 'fundedOn'],
  ['last_equity_round_closed_on', 'fundedOn'],
  ['Date of most recent financing', 'fundedOn'],
  ['Most recent deal size', 'lastRoundAmount'],
  ['Amount raised in last round', 'lastRoundAmount'],
  ['Last VC round amount (USD)', 'lastRoundAmount'],
  ['Launch', 'founded'],
  ['EMPLOYEES LATEST NUMBER', 'employees'],
  ['Exact employee count', 'employees'],
  ['Headcount (latest)', 'employees'],
  ['Number of full-time staff today', 'employees'],
  // Other things with the same words.
  ['Last round valuation', undefined],
  ['Last round investors', undefined],
  ['Most recent deal lead', undefined],
  ['Latest news date', undefined],
  ['Number of funding rounds', 'fundingRounds'],
  ['Total rounds', 'fundingRounds'],
  ['Total capital', undefined],
  ['Total equity', undefined],
  ['Total amount', undefined],
  ['Funding goal', undefined],
  ['Total revenue to date', undefined],
  ['Employee growth', undefined],
  ['Female employees', undefined],
  ['Employee rating count', undefined],
  ['Last employee change', undefined],
])('a header of words put together: %j is %j', (header, field) => {
  expect(names.match(header)?.field).toBe(field);
});

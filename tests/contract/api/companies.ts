import { assert, asyncProperty, constantFrom, oneof, string } from 'fast-check';
import { expect, test } from 'vitest';
import { emptyFilters } from '#shared/domain/filters.ts';
import { preferredDescription, type Company } from '#shared/domain/company.ts';
import { matchesFilters } from '#shared/domain/filterMatch.ts';
import { longer } from '#server/testing/propertyRuns.ts';
import { Caller, releasedWeek, type ApiUnderTest } from './apiUnderTest.ts';

/** Search, facets, details and people. */
export function companySpecs(open: () => ApiUnderTest): void {
  const owner = (): Caller => new Caller(open(), open().tokens.owner);

  test('search answers count, newCount and pages without gaps', async () => {
    const caller = owner();
    const first = await caller.ok('searchCompanies');
    expect(first.items).toHaveLength(25);
    const seen = new Set<number>();
    for (let page = 0; page * 100 < first.count; page++) {
      const { items } = await caller.ok('searchCompanies', { query: { page, page_size: 100 } });
      for (const { id } of items) seen.add(id);
    }
    expect(seen.size).toBe(first.count);
    const { items } = await caller.ok('searchCompanies', { query: { digest_week: releasedWeek, page_size: 1000 } });
    expect(items).toHaveLength(first.newCount);
  });

  test('companies of weeks that are not released are nowhere', async () => {
    const caller = owner();
    const { items, count } = await caller.ok('searchCompanies', { query: { page_size: 1000 } });
    expect(count).toBeLessThan(400);
    expect(items.every((company) => company.discovered <= releasedWeek)).toBe(true);
    const there = new Set(items.map(({ id }) => id));
    const hidden = Array.from({ length: 400 }, (_, index) => index + 1).find((id) => !there.has(id)) ?? 0;
    await caller.fails('getCompany', { params: { id: hidden } }, 404, 'not_found');
    await caller.fails('listPeople', { query: { company_id: hidden } }, 404, 'not_found');
  });

  test('filters agree with the client and exclusion inverts them', async () => {
    const caller = owner();
    const all = (await caller.ok('searchCompanies', { query: { page_size: 1000 } })).items;
    const filters = emptyFilters();
    filters.include.stages = ['inv_stage_seed', 'inv_stage_pre_seed'];
    filters.exclude.regions = ['North America'];
    const expected = all.filter((company) => matchesFilters(company, filters, { today: '2026-11-20' }));
    const query = { stages: ['inv_stage_seed', 'Pre-Seed'], regions: '-North America', page_size: 1000 };
    const { items } = await caller.ok('searchCompanies', { query });
    expect(items.map(({ id }) => id)).toEqual(expected.map(({ id }) => id));
    expect(items.length).toBeGreaterThan(0);
  });

  test('a window of days counts from the day it is on the server, in a search, its counts and a smart list', async () => {
    const caller = owner();
    const { today, date } = await caller.ok('getDigest');
    if (today === undefined) throw new Error('The server does not tell its day.');
    expect(today > date).toBe(true);
    const all = (await caller.ok('searchCompanies', { query: { page_size: 1000 } })).items;
    // The windows of the panel, and for each company's day the one that it is just in, and the one that it is just out
    // of.
    const ages = all.map(({ discovered_date: found }) => (Date.parse(today) - Date.parse(found)) / 86_400_000);
    const { facets } = await caller.ok('getFacets');
    for (const days of new Set([30, 90, 365, ...ages, ...ages.map((age) => age + 1)])) {
      if (days < 1) continue;
      const expected = ages.filter((age) => age < days).length;
      const { count } = await caller.ok('searchCompanies', { query: { n_days_in_digest: days } });
      expect(count, `${days} days`).toBe(expected);
      if ([30, 90, 365].includes(days)) expect(facets['n_days_in_digest']?.[days]).toBe(expected);
    }
    const body = { name: 'Newest', filters: { include: { digestDays: 30 } } };
    const list = await caller.ok('createSmartList', { body });
    const { count } = await caller.ok('listEntries', { query: { user_smart_list_id: list.id } });
    expect(count).toBe(ages.filter((age) => age < 30).length);
  });

  test('ids for select-all are those of the pages, in order', async () => {
    const caller = owner();
    const query = { regions: 'Europe', sort_by: 'company_name' };
    const { items } = await caller.ok('searchCompanies', { query: { ...query, page_size: 1000 } });
    const { ids, count } = await caller.ok('searchCompanyIds', { query });
    expect(ids).toEqual(items.map(({ id }) => id));
    expect(count).toBe(ids.length);
  });

  test('facets count what choosing one value would give', async () => {
    const caller = owner();
    const { count, facets } = await caller.ok('getFacets', { query: { stages: 'inv_stage_seed' } });
    const europe = await caller.ok('searchCompanies', { query: { stages: 'inv_stage_seed', regions: 'Europe' } });
    expect(facets['regions']?.['Europe']).toBe(europe.count);
    expect(count).toBe((await caller.ok('searchCompanies', { query: { stages: 'inv_stage_seed' } })).count);
  });

  test('a company and its founders', async () => {
    const caller = owner();
    const { items } = await caller.ok('searchCompanies', {
      query: { company_highlights: 'founding_team_more_than_one' },
    });
    const company = items[0]!;
    expect(await caller.ok('getCompany', { params: { id: company.id } })).toEqual(company);
    const people = await caller.ok('listPeople', { query: { company_id: company.id } });
    expect(people.count).toBeGreaterThan(1);
    expect(people.results).toHaveLength(people.count);
    const fields = await caller.fails('listPeople', {}, 400, 'bad_request');
    expect(fields).toHaveProperty('company_id');
  });

  test('a score has a rank among all scores, equal ones the same; a company without one has none', async () => {
    const caller = owner();
    const { items } = await caller.ok('searchCompanies', { query: { page_size: 1000 } });
    const scores = items.flatMap(({ score }) => score ?? []);
    expect(scores.length).toBeLessThan(items.length);
    for (const { id, score } of items) {
      const rank = score === null ? null : 1 + scores.filter((other) => other > score).length;
      expect(await caller.ok('getScoreRank', { params: { id } })).toEqual({ rank, of: scores.length });
    }
    await caller.fails('getScoreRank', { params: { id: 9_999_999 } }, 404, 'not_found');
  });

  test('the first page of every list says which fields are blank in all of it, later pages do not', async () => {
    const caller = owner();
    const isBlank: Readonly<Record<string, (company: Company) => boolean>> = {
      description: ({ description }) => preferredDescription(description) === '',
      score: ({ score }) => score === null,
      stages: ({ stages }) => stages.length === 0,
      industry: ({ industry }) => industry.length === 0,
      location: ({ location: { city, country } }) => city === '' && country.code === '',
      founded: ({ founded }) => founded === null,
      size: ({ sizeCategory }) => sizeCategory === 'unknown',
      funded: ({ funded }) => funded === '',
      tags: ({ tags }) => tags === '',
    };
    const blankIn = (companies: readonly Company[]): string[] =>
      Object.keys(isBlank).filter((field) => companies.every((company) => isBlank[field]!(company)));
    const all = (await caller.ok('searchCompanies', { query: { page_size: 1000 } })).items;
    const first = all.find(({ score, stages }) => score === null && stages.length > 0);
    if (first === undefined) throw new Error('Every company has a score.');
    const query = { text_search: `"${first.name}"` };
    const found = await caller.ok('searchCompanies', { query });
    expect(found.items.map(({ id }) => id)).toEqual([first.id]);
    expect(found.blank).toEqual(blankIn([first]));
    expect(found.blank).toContain('score');
    expect((await caller.ok('searchCompanies', { query: { ...query, page: 1 } })).blank).toBeUndefined();
    expect((await caller.ok('searchCompanies', {})).blank).toEqual([]);

    const filters = { include: { textSearch: query.text_search } };
    const list = await caller.ok('createSmartList', { body: { name: 'One without a score', filters } });
    const ofList = { user_smart_list_id: list.id };
    expect((await caller.ok('listEntries', { query: ofList })).blank).toEqual(found.blank);
    expect((await caller.ok('listEntries', { query: { ...ofList, page: 1 } })).blank).toBeUndefined();

    const { id } = await caller.ok('createCollection', { body: { name: 'Blank fields' } });
    const add = (company: Company) =>
      caller.ok('addCollectionItem', { body: { collection: id, company_id: company.id } });
    await add(first);
    expect((await caller.ok('listCollectionCompanies', { params: { id } })).blank).toEqual(found.blank);
    const scored = all[0]!;
    await add(scored);
    const both = { params: { id }, query: { page_size: 1 } };
    expect((await caller.ok('listCollectionCompanies', both)).blank).toEqual(blankIn([first, scored]));
  });

  test('S24 any text at all is searched for, never an error', async () => {
    const caller = owner();
    const texts = oneof(
      string({ unit: 'binary', maxLength: 30 }),
      string({
        unit: constantFrom('"', '*', '(', ')', '^', '-', ':', ' ', 'NEAR', 'AND', 'OR', 'a', '字', '\0'),
        maxLength: 20,
      }),
    );
    await assert(
      asyncProperty(texts, async (text) => {
        const response = await caller.raw('searchCompanies', { query: { text_search: text.toWellFormed() } });
        expect(response.status, JSON.stringify(text)).toBe(200);
        await response.body?.cancel();
      }),
      { numRuns: longer(150) },
    );
  });

  test('a text of one or two characters does not restrict a search', async () => {
    const caller = owner();
    const all = await caller.ok('searchCompanies');
    for (const text of ['a', 'zz', ' q ', '水', ' 한 ', 'ト']) {
      expect((await caller.ok('searchCompanies', { query: { text_search: text } })).count).toBe(all.count);
    }
  });

  test('two characters of Chinese, Japanese or Korean are searched for, and left out', async () => {
    const caller = owner();
    const all = await caller.ok('searchCompanies');
    for (const text of ['鱻鱻', 'ゑゑ', 'ヱヱ', '뷁뷁']) {
      expect((await caller.ok('searchCompanies', { query: { text_search: text } })).count).toBe(0);
      expect((await caller.ok('searchCompanies', { query: { exclude_text_search: text } })).count).toBe(all.count);
    }
  });
}

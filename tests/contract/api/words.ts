import { expect, test } from 'vitest';
import type { Company } from '#shared/domain/company.ts';
import { foundPatterns } from '#shared/domain/searchText.ts';
import { foldLetters, withoutPlaceholder } from '#shared/domain/text.ts';
import { Caller, type ApiUnderTest } from './apiUnderTest.ts';
import { idsIn } from './exports.ts';

/** Texts that each find some companies of the sample, and not all. */
const texts = [
  'company',
  'hospital',
  'hospitals',
  'hosp*',
  'customers -software',
  '"the company"',
  '(hospital | bank) customers',
  'hospital OR "supply chain"',
  'company -"the company"',
];

/** Which tier of the order a company is in after a search for a word. */
function placeOf(company: Company, word: string): number {
  const [exact, any] = [`"${word}"`, word].map((search) => new RegExp(foundPatterns(search).join('|'), 'v'));
  const name = foldLetters(withoutPlaceholder(company.name));
  if (exact!.test(name)) return 0;
  return any!.test(name) ? 1 : 2;
}

/** What the words of a search find (docs/api.md 3). */
export function wordSpecs(open: () => ApiUnderTest): void {
  const owner = (): Caller => new Caller(open(), open().tokens.owner);
  const count = async (text: string): Promise<number> => {
    return (await owner().ok('searchCompanies', { query: { text_search: text, page_size: 1 } })).count;
  };

  test('I14 a text finds the same companies in every page, count, export, smart list and report', async () => {
    const caller = owner();
    const all = (await caller.ok('searchCompanies', { query: { page_size: 1 } })).count;
    for (const text of texts) {
      const query = { text_search: text };
      const { ids } = await caller.ok('searchCompanyIds', { query });
      expect(ids.length, text).toBeGreaterThan(0);
      expect(ids.length, text).toBeLessThan(all);
      const paged: number[] = [];
      for (let page = 0; page * 50 < ids.length; page++) {
        const found = await caller.ok('searchCompanies', { query: { ...query, page, page_size: 50 } });
        expect(found.count).toBe(ids.length);
        paged.push(...found.items.map(({ id }) => id));
      }
      expect(paged, text).toEqual(ids);
      expect((await caller.ok('getFacets', { query })).count).toBe(ids.length);
      expect((await caller.ok('getSearchWords', { query })).count).toBe(ids.length);
      expect(idsIn(await caller.ok('exportCompanies', { query }))).toEqual(ids);
      expect((await caller.ok('getSectorReport', { query })).sector.figures.companies, text).toBe(ids.length);
      const filters = { include: { textSearch: text } };
      const list = await caller.ok('createSmartList', { body: { name: `Words ${text}`, filters } });
      const { entries } = await caller.ok('listEntryIds', { query: { user_smart_list_id: list.id } });
      expect(entries.map((entry) => entry.company_id).toSorted((a, b) => a - b)).toEqual(ids.toSorted((a, b) => a - b));
      await caller.ok('deleteSmartList', { params: { id: list.id } });
      expect((await caller.ok('searchCompanyIds', { query: { exclude_text_search: text } })).count).toBe(
        all - ids.length,
      );
    }
  });

  test('a word is whole, in either number; a beginning, quotes and a minus say otherwise', async () => {
    const [plain, plural, beginning] = [await count('hospital'), await count('hospitals'), await count('hospital*')];
    expect(plural).toBe(plain);
    expect(beginning).toBeGreaterThan(plain);
    expect(await count('hospita')).toBe(0);
    const [one, several] = [await count('"hospital"'), await count('"hospitals"')];
    expect(Math.max(one, several)).toBeLessThan(plain);
    expect(await count('("hospital" | "hospitals")')).toBe(plain);
    expect((await count('hospital customers')) + (await count('hospital -customers'))).toBe(plain);
    expect(await count('hospital OR hospitality OR hospitable')).toBeLessThanOrEqual(beginning);
  });

  test('names with the words come first, then those with the other number, then texts, each in their order', async () => {
    const caller = owner();
    const seen = new Set<number>();
    for (const text of ['system', 'systems', 'health', 'robotics', 'lab*']) {
      const { items } = await caller.ok('searchCompanies', { query: { text_search: text, page_size: 1000 } });
      const places = items.map((company) => placeOf(company, text.replace('*', '')));
      expect(places, text).toEqual(places.toSorted((a, b) => a - b));
      for (const place of places) seen.add(place);
      const merits = items.filter((_, index) => places[index] === 2).map(({ score }) => score ?? -1);
      expect(merits, text).toEqual(merits.toSorted((a, b) => b - a));
    }
    expect([...seen].toSorted((a, b) => a - b)).toEqual([0, 1, 2]);
  });

  test('other texts are offered with the companies that they find', async () => {
    const caller = owner();
    const query = { text_search: 'hospital', exclude_text_search: 'bank' };
    const { longer, without, any } = await caller.ok('getSearchWords', { query });
    expect(longer.map((offer) => [offer.word, offer.text_search])).toEqual([['hospital', 'hospital*']]);
    const wider = await caller.ok('searchCompanies', { query: { ...query, text_search: 'hospital*' } });
    const plain = await caller.ok('searchCompanies', { query });
    expect(longer[0]?.count).toBe(wider.count - plain.count);
    expect([without, any]).toEqual([[], null]);

    const none = await caller.ok('getSearchWords', { query: { text_search: 'hospital qqxyzzy -bank' } });
    expect(none.count).toBe(0);
    expect(none.without.map(({ word }) => word)).toEqual(['qqxyzzy']);
    for (const offer of none.without) expect(offer.count).toBe(await count(offer.text_search));
    expect(none.any).toEqual({ text_search: '(hospital | qqxyzzy) -bank', count: await count('hospital -bank') });
    for (const text of ['', 'ab', '???', 'qqxyzzy']) {
      const offered = await caller.ok('getSearchWords', { query: { text_search: text } });
      expect([offered.longer, offered.without, offered.any], text).toEqual([[], [], null]);
    }
  });

  test('each word of a text says what it finds and adds, and words of kept companies are suggested', async () => {
    const caller = owner();
    const query = { text_search: '(hospital | bank | "supply chain") software -school', regions: 'Europe' };
    const countOf = async (text: string): Promise<number> =>
      (await caller.ok('searchCompanies', { query: { ...query, text_search: text, page_size: 1 } })).count;
    const said = await caller.ok('getThesis', { query });
    expect(said.count).toBe(await countOf(query.text_search));
    expect(said.groups.map(({ words }) => words.map(({ word }) => word))).toEqual([
      ['hospital', 'bank', '"supply chain"'],
      ['software'],
    ]);
    const [any, all] = said.groups.map(({ words }) => words);
    for (const { word, count: found } of any!) expect(found, word).toBe(await countOf(`${word} software -school`));
    expect(any![0]!.adds).toBe(said.count - (await countOf('(bank | "supply chain") software -school')));
    expect(all).toEqual([{ word: 'software', count: said.count, adds: null }]);

    // Without kept companies the first results say what else there is; each suggestion finds more.
    expect(said.from).toBe('results');
    for (const text of ['hospital', '(hospital | bank)']) {
      const { suggestions, count: now } = await caller.ok('getThesis', { query: { text_search: text } });
      expect(suggestions.length, text).toBeGreaterThan(0);
      expect(suggestions.length, text).toBeLessThanOrEqual(8);
      for (const { word, adds, text_search: wider } of suggestions) {
        expect(wider).toContain(word);
        expect(adds).toBe((await count(wider)) - now);
      }
    }
    for (const text of ['', 'ab', '???', '-hospital']) {
      const nothing = await caller.ok('getThesis', { query: { text_search: text } });
      expect([nothing.groups, nothing.suggestions], text).toEqual([[], []]);
    }
  });

  test('words are suggested from the companies that the user keeps of a search, or of a smart list', async () => {
    const caller = new Caller(open(), open().tokens.staff);
    const filters = { include: { textSearch: 'hospital' } };
    const list = await caller.ok('createSmartList', { body: { name: 'Thesis', filters } });
    const { results } = await caller.ok('listEntries', { query: { user_smart_list_id: list.id } });
    const flags = [
      { tag_watchlist: true },
      { tag_opportunities: true },
      { tag_watchlist: true },
      { tag_archive: true },
    ];
    for (const [index, body] of flags.entries()) {
      await caller.ok('moveEntry', { params: { id: results[index]!.inboxEntryId }, body });
    }
    const query = { text_search: 'hospital' };
    expect(await caller.ok('getThesis', { query })).toMatchObject({ from: 'kept', of: 3 });
    // Of the list also where the text that is being edited finds none of them.
    const ofList = { text_search: 'logistics -hospital', user_smart_list_id: list.id };
    expect(await caller.ok('getThesis', { query: ofList })).toMatchObject({ from: 'kept', of: 3 });
    expect(await caller.ok('getThesis', { query: { text_search: 'logistics -hospital' } })).toMatchObject({
      from: 'results',
    });
    await owner().fails('getThesis', { query: ofList }, 404, 'not_found');
    await caller.ok('deleteSmartList', { params: { id: list.id } });
  });

  test('companies are found by the beginning of their names, from the first letter on', async () => {
    const caller = owner();
    const { items } = await caller.ok('searchCompanies', { query: { page_size: 1000 } });
    for (const { name } of items.slice(0, 20)) {
      const text = name.slice(0, 6);
      const { results } = await caller.ok('findCompanyNames', { query: { text, page_size: 25 } });
      const found = results.filter((company) =>
        foldLetters(company.name).includes(foldLetters(text).trim().split(' ')[0]!),
      );
      expect(found, text).toEqual(results);
      expect(results.length, text).toBeGreaterThan(0);
    }
    const first = items[0]!;
    const { results } = await caller.ok('findCompanyNames', { query: { text: first.name } });
    expect(results.map(({ id }) => id)).toContain(first.id);
    const nothing = await caller.ok('findCompanyNames', { query: { text: ' ?! ' } });
    expect(nothing.results).toEqual([]);
  });
}

import type { EndpointRequest } from '#shared/api/messages.ts';
import type { ThesisCounts } from '#shared/api/schemas.ts';
import { maxSearchLength } from '#shared/domain/choices.ts';
import type { ListName } from '#shared/domain/listName.ts';
import { isActiveText } from '#shared/domain/searchText.ts';
import {
  thesisOf,
  thesisText,
  widestGroup,
  withOnlyWord,
  withoutWord,
  withWord,
  type Thesis,
} from '#shared/domain/thesis.ts';
import type { CompanyQuery, CompanyReader } from '../../index/port.ts';
import { found } from '../http/answers.ts';
import type { SignedInContext } from './handler.ts';

/** Of a longer text only the first words are counted: each costs two searches. */
const mostWords = 24;
/** How many words are suggested, and how many are looked at for that: not every one finds a company more. */
const suggested = { most: 8, tried: 14 } as const;
/** What too few companies share is chance; those that were kept were chosen for something. */
const fewest = { kept: 3, results: 10 } as const;
/** How many kept companies, or else first results, words are suggested from. */
const most = { kept: 200, results: 50 } as const;
const keptIn: readonly ListName[] = ['Watchlist', 'Opportunities'];

/** A search text word by word, and words that would go with it (docs/api.md 3). */
export async function thesisCounts(
  query: CompanyQuery,
  context: SignedInContext,
  smartListId: EndpointRequest<'getThesis'>['query']['user_smart_list_id'],
): Promise<ThesisCounts> {
  const { companies } = context.deps;
  const text = query.filters.include.textSearch;
  const count = await companies.count(query);
  const { ids, from } = await exampleCompanies(query, context, smartListId);
  if (!isActiveText(text)) return { count, groups: [], of: ids.length, from, suggestions: [] };
  const thesis = thesisOf(text);
  const counter = new Counter(query, companies);
  return {
    count,
    groups: await groupCounts(thesis, count, counter),
    of: ids.length,
    from,
    suggestions: ids.length < fewest[from] ? [] : await suggestionsFrom(ids, thesis, { count, counter, companies }),
  };
}

/** Counts what other texts find with the same filters. */
class Counter {
  readonly #query: CompanyQuery;
  readonly #companies: CompanyReader;

  constructor(query: CompanyQuery, companies: CompanyReader) {
    this.#query = query;
    this.#companies = companies;
  }

  of(thesis: Thesis): Promise<number> {
    const { include, exclude } = this.#query.filters;
    const filters = { include: { ...include, textSearch: thesisText(thesis) }, exclude };
    return this.#companies.count({ ...this.#query, filters });
  }
}

async function groupCounts(thesis: Thesis, count: number, counter: Counter): Promise<ThesisCounts['groups']> {
  const groups: ThesisCounts['groups'] = [];
  let counted = 0;
  for (const [index, group] of thesis.groups.entries()) {
    const words: ThesisCounts['groups'][number]['words'] = [];
    for (const word of group) {
      counted += 1;
      const isCounted = counted <= mostWords;
      words.push({
        word,
        count: isCounted ? await counter.of(withOnlyWord(thesis, index, word)) : null,
        adds: isCounted && group.length > 1 ? count - (await counter.of(withoutWord(thesis, index, word))) : null,
      });
    }
    groups.push({ words });
  }
  return groups;
}

async function suggestionsFrom(
  ids: readonly number[],
  thesis: Thesis,
  {
    count,
    counter,
    companies,
  }: { readonly count: number; readonly counter: Counter; readonly companies: CompanyReader },
): Promise<ThesisCounts['suggestions']> {
  if (thesis.groups.length === 0) return [];
  const suggestions: ThesisCounts['suggestions'] = [];
  for (const { word, among } of await companies.tellingWords(ids, thesisText(thesis), suggested.tried)) {
    const wider = withWord(thesis, widestGroup(thesis), word);
    const text = thesisText(wider);
    const adds = text.length > maxSearchLength ? 0 : (await counter.of(wider)) - count;
    if (adds > 0) suggestions.push({ word, among, adds, text_search: text });
    if (suggestions.length === suggested.most) break;
  }
  return suggestions;
}

/**
 * The companies whose words are suggested: those that the user keeps of the smart list, else of the search; where these
 * are too few, the first results.
 */
async function exampleCompanies(
  query: CompanyQuery,
  { deps: { state, companies }, user }: SignedInContext,
  smartListId: number | undefined,
): Promise<{ readonly ids: readonly number[]; readonly from: ThesisCounts['from'] }> {
  const kept = new Set(await state.entries.decidedCompanyIds(user.id, keptIn));
  const ids = smartListId === undefined ? await keptOfSearch() : await keptOfList(smartListId);
  if (ids.length >= fewest.kept) return { ids, from: 'kept' };
  return { ids: await companies.searchIds(query, most.results), from: 'results' };

  async function keptOfSearch(): Promise<readonly number[]> {
    const only = query.onlyIds === null ? kept : new Set([...query.onlyIds].filter((id) => kept.has(id)));
    return companies.searchIds({ ...query, onlyIds: only }, most.kept);
  }

  async function keptOfList(id: number): Promise<readonly number[]> {
    const list = found(await state.smartLists.get(user.id, id), 'smart list');
    const members = await state.entries.companyIds(list.id, 'all');
    return members.filter((company) => kept.has(company)).slice(0, most.kept);
  }
}

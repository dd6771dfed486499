import type { SearchWords } from '#shared/api/schemas.ts';
import { anyOfText, longerTexts, textsWithout, type OfferedText } from '#shared/domain/searchOffers.ts';
import type { CompanyQuery, CompanyReader } from '../../index/port.ts';

/** Other texts that a search may have meant, with how many companies they find; those that find most come first. */
export async function searchWordsOf(query: CompanyQuery, companies: CompanyReader): Promise<SearchWords> {
  const text = query.filters.include.textSearch;
  const countWith = async (other: string): Promise<number> => companies.count(withText(query, other));
  const counted = async (offers: readonly OfferedText[], less: number): Promise<SearchWords['longer']> => {
    const found: SearchWords['longer'] = [];
    for (const { word, text: other } of offers) {
      found.push({ word, count: (await countWith(other)) - less, text_search: other });
    }
    return found.filter(({ count }) => count > 0).toSorted((a, b) => b.count - a.count);
  };
  const count = await companies.count(query);
  const longer = await counted(longerTexts(text), count);
  if (count > 0) return { count, longer, without: [], any: null };
  const any = anyOfText(text);
  const inAny = any === null ? 0 : await countWith(any);
  return {
    count,
    longer,
    without: await counted(textsWithout(text), 0),
    any: any === null || inAny === 0 ? null : { count: inAny, text_search: any },
  };
}

function withText(query: CompanyQuery, textSearch: string): CompanyQuery {
  const { include, exclude } = query.filters;
  return { ...query, filters: { include: { ...include, textSearch }, exclude } };
}

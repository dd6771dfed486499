import { conditionsOf, filterFields, panelFields, valuesOfRow, wireValues } from '../fields/filterFields.ts';
import { noNames } from '../fields/filterRows.ts';
import type { Company } from './company.ts';
import type { FilterSet } from './filters.ts';
import { foundPattern, isActiveText, readSearchText, wantedParts, writeSearchText } from './searchText.ts';
import { foldLetters } from './text.ts';

/**
 * Tells why a company matched filters: which words and phrases were found in it, and where, and the filter values it
 * has. What depends on the user's lists is not said: a company alone does not know it.
 */
export function matchReasons(filters: FilterSet): (company: Company) => string[] {
  const { textSearch } = filters.include;
  const words = isActiveText(textSearch) ? patternsOf(textSearch) : [];
  const asked = panelFields.map((field) => ({ field, values: wireValues(filters.include[field]) }));
  const fields = asked.filter(({ values }) => values.length > 0);
  return (company) => [
    ...foundWords(company, words),
    ...fields.flatMap(({ field, values }) => {
      const conditions = conditionsOf(field);
      const has = valuesOfRow(field, company) ?? [];
      const isMet = (value: string): boolean => conditions?.test(value)(company) ?? has.includes(value);
      return values.filter(isMet).map((value) => filterFields[field].chip(value, noNames));
    }),
  ];
}

/** A word or phrase as it is said, and the pattern for where it is found. */
interface WantedPart {
  readonly said: string;
  readonly pattern: RegExp;
}

function patternsOf(text: string): WantedPart[] {
  return wantedParts(readSearchText(text)).flatMap((part) => {
    const source = foundPattern(part);
    if (source === null) return [];
    const said = `“${part.kind === 'phrase' ? part.text : writeSearchText(part)}”`;
    return [{ said, pattern: new RegExp(source, 'v') }];
  });
}

function foundWords(company: Company, words: readonly WantedPart[]): string[] {
  if (words.length === 0) return [];
  const { llm, short, long } = company.description;
  const name = foldLetters(company.name);
  const description = foldLetters(`${llm} ${short} ${long}`);
  return words.flatMap(({ said, pattern }) => {
    if (pattern.test(name)) return [`${said} in the name`];
    return pattern.test(description) ? [`${said} in the description`] : [];
  });
}

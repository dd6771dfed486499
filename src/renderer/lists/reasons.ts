import type { Company } from '#shared/domain/company.ts';
import type { FilterSet } from '#shared/domain/filters.ts';
import { foundPattern, isActiveText, readSearchText, wantedParts, writeSearchText } from '#shared/domain/searchText.ts';
import { foldLetters } from '#shared/domain/text.ts';
import { filterFields, noNames, panelFields, valuesOfRow, wireValues } from '#shared/fields/filterFields.ts';

/** Why a company matched: the filter values it has, and which words and phrases were found in it, and where. */
export function reasonsOf(company: Company, filters: FilterSet): string[] {
  const reasons: string[] = [];
  const { textSearch } = filters.include;
  if (isActiveText(textSearch)) reasons.push(...foundWords(company, textSearch));
  for (const field of panelFields) {
    const has = valuesOfRow(field, company) ?? [];
    const met = wireValues(filters.include[field]).filter((value) => has.includes(value));
    reasons.push(...met.map((value) => filterFields[field].chip(value, noNames)));
  }
  return reasons;
}

function foundWords(company: Company, text: string): string[] {
  const { llm, short, long } = company.description;
  const name = foldLetters(company.name);
  const description = foldLetters(`${llm} ${short} ${long}`);
  return wantedParts(readSearchText(text)).flatMap((part) => {
    const source = foundPattern(part);
    if (source === null) return [];
    const pattern = new RegExp(source, 'v');
    const said = `“${part.kind === 'phrase' ? part.text : writeSearchText(part)}”`;
    if (pattern.test(name)) return [`${said} in the name`];
    return pattern.test(description) ? [`${said} in the description`] : [];
  });
}

import { businessModelsOf, highlightsOf, type Company } from '#shared/domain/company.ts';
import { isActiveText, type FilterSet } from '#shared/domain/filters.ts';
import { searchTerms, termPattern } from '#shared/domain/searchTerms.ts';
import { foldLetters } from '#shared/domain/text.ts';
import type { ListField } from '#shared/fields/filterFields.ts';
import { groupsOfIndustry } from '#shared/reference/industries.ts';
import { valuesOf } from '../features/filters/filterEdits.ts';
import { valueLabel } from '../features/filters/filterFields.ts';

/** A company's values for each filter that is a list; null if they do not follow from the company alone. */
export const valuesOfCompany: Readonly<Record<ListField, ((company: Company) => readonly string[]) | null>> = {
  stages: ({ stages }) => stages,
  regions: ({ region }) => [region],
  countries: ({ location }) => [location.country.code],
  industryGroups: ({ industry }) => industry.flatMap((name) => [...groupsOfIndustry(name)]),
  industries: ({ industry }) => industry,
  companyHighlightGroup: null,
  companyHighlights: ({ tags }) => highlightsOf(tags),
  companyHighlightFunding: ({ tags }) => highlightsOf(tags),
  fundedTagGroup: null,
  fundedTags: ({ funded }) => [funded],
  employeeCount: ({ sizeCategory }) => [sizeCategory],
  incorporatedYears: ({ founded }) => [founded === null ? 'unknown' : String(founded)],
  businessModels: (company) => businessModelsOf(company.business_model),
  universities: ({ allTopUnis }) => allTopUnis,
  digestWeek: ({ discovered }) => [discovered],
  bookmarkList: null,
};

/** Why a company matched: the filter values it has, and which words and phrases were found in it, and where. */
export function reasonsOf(company: Company, filters: FilterSet): string[] {
  const reasons: string[] = [];
  const { textSearch } = filters.include;
  if (isActiveText(textSearch)) reasons.push(...foundWords(company, textSearch));
  for (const field of Object.keys(valuesOfCompany) as ListField[]) {
    const has = valuesOfCompany[field]?.(company) ?? [];
    const met = valuesOf(filters, 'include', field).filter((value) => has.includes(value));
    reasons.push(...met.map((value) => valueLabel(field, value)));
  }
  return reasons;
}

function foundWords(company: Company, text: string): string[] {
  const { llm, short, long } = company.description;
  const name = foldLetters(company.name);
  const description = foldLetters(`${llm} ${short} ${long}`);
  return searchTerms(text).flatMap((term) => {
    const pattern = new RegExp(termPattern(foldLetters(term)), 'u');
    if (pattern.test(name)) return [`“${term}” in the name`];
    return pattern.test(description) ? [`“${term}” in the description`] : [];
  });
}

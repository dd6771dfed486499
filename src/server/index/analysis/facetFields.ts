import { digestWeekOf } from '#shared/domain/digestWeek.ts';
import { amountRaisedOf, employeeGrowthChoice, sizeCategoryOf } from '#shared/domain/choices.ts';
import { groupsOfIndustry } from '#shared/reference/industries.ts';
import { regionOfCountry } from '#shared/reference/countries.ts';
import type { CompanyRecord } from '../../record/companyRecord.ts';
import { lastingHighlightsOf } from '../../record/toCompany.ts';

/**
 * Fields with one stored set of documents per value, under the query parameter's name, each with the number that stands
 * for it in segment files. A number is for ever: a new field takes one that no row of `postingKinds` has or ever had.
 */
export const storedFieldIds = {
  stages: 4,
  regions: 5,
  country_codes: 6,
  industries: 7,
  industry_groups: 8,
  company_sizes: 9,
  company_highlights: 10,
  top_unis: 11,
  incorporated_years: 12,
  business_model: 13,
  is_translated: 14,
  digest_week: 15,
  status: 16,
  amount_raised: 17,
  own_columns: 18,
  is_sample: 19,
  employee_growth: 20,
  values_of: 21,
  from_files: 22,
} as const;
export type StoredField = keyof typeof storedFieldIds;
export const storedFields = Object.keys(storedFieldIds) as readonly StoredField[];

/** Whether a field is one of the stored ones. */
export function isStored(field: string): field is StoredField {
  return Object.hasOwn(storedFieldIds, field);
}

/** A value of a stored field. */
export interface FacetValue {
  readonly field: StoredField;
  readonly value: string;
}

/** Numbers the values of the stored fields, in the order in which they come. */
export class FacetDictionary {
  readonly values: FacetValue[] = [];
  readonly #ids = new Map<StoredField, Map<string, number>>(storedFields.map((field) => [field, new Map()]));
  readonly #industries = new Map<string, readonly number[]>();
  readonly #weeks = new Map<string, number>();

  /** Calls `visit` with the number of each value of a record; a number may come twice. */
  visit(record: CompanyRecord, visit: (id: number) => void): void {
    for (const stage of record.stages) visit(this.#idOf('stages', stage));
    for (const highlight of lastingHighlightsOf(record)) visit(this.#idOf('company_highlights', highlight));
    for (const university of record.universities) visit(this.#idOf('top_unis', university));
    for (const model of record.businessModels) visit(this.#idOf('business_model', model));
    for (const industry of record.industries) for (const id of this.#industryIds(industry)) visit(id);
    const region = regionOfCountry(record.countryCode);
    if (region !== '') visit(this.#idOf('regions', region));
    if (record.countryCode !== '') visit(this.#idOf('country_codes', record.countryCode));
    visit(this.#idOf('company_sizes', sizeCategoryOf(record.employeeCount, record.employeeBand)));
    visit(this.#idOf('incorporated_years', record.founded === null ? 'unknown' : String(record.founded)));
    visit(this.#idOf('is_translated', String(record.isTranslated)));
    visit(this.#idOf('is_sample', String(record.isSample)));
    visit(this.#weekId(record.discoveredDate));
    if (record.status !== '') visit(this.#idOf('status', record.status));
    visit(this.#idOf('amount_raised', amountRaisedOf(record.fundingTotal)));
    for (const { name } of record.own) visit(this.#idOf('own_columns', name));
    const growth = employeeGrowthChoice(record.employeeGrowth);
    if (growth !== '') visit(this.#idOf('employee_growth', growth));
    for (const file of record.fromFiles) visit(this.#idOf('from_files', file));
    if (record.valuesOn !== '') visit(this.#idOf('values_of', record.valuesOn.slice(0, 4)));
  }

  /** The number of a value, new or known. */
  idOf({ field, value }: FacetValue): number {
    return this.#idOf(field, value);
  }

  #idOf(field: StoredField, text: string): number {
    // A lone surrogate has no UTF-8 form to be stored in.
    const value = text.toWellFormed();
    const ids = this.#ids.get(field)!;
    let id = ids.get(value);
    if (id === undefined) {
      id = this.values.push({ field, value }) - 1;
      ids.set(value, id);
    }
    return id;
  }

  #industryIds(industry: string): readonly number[] {
    let ids = this.#industries.get(industry);
    if (ids === undefined) {
      const groups = groupsOfIndustry(industry).map((group) => this.#idOf('industry_groups', group));
      ids = [this.#idOf('industries', industry), ...groups];
      this.#industries.set(industry, ids);
    }
    return ids;
  }

  #weekId(date: string): number {
    let id = this.#weeks.get(date);
    if (id === undefined) {
      id = this.#idOf('digest_week', digestWeekOf(date));
      this.#weeks.set(date, id);
    }
    return id;
  }
}

/** A date (`YYYY-MM-DD`) as a number that keeps the order of dates: 20261120. 0 for `''`. */
export function dateNumber(date: string): number {
  return date === '' ? 0 : Number(date.slice(0, 4) + date.slice(5, 7) + date.slice(8, 10));
}

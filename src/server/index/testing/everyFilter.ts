import { sortOptions, type SortOption } from '#shared/domain/choices.ts';
import type { Company } from '#shared/domain/company.ts';
import { filtersFromQuery } from '#shared/domain/filterQuery.ts';
import { emptyFilters } from '#shared/domain/filters.ts';
import { filterFieldNames, filterFields, type FilterField } from '#shared/fields/filterFields.ts';
import { isNumberParameter, unknownNumber, writeRange } from '#shared/fields/numberRanges.ts';
import type { CompanyRecord } from '../../record/companyRecord.ts';
import type { CompanyReader } from '../port.ts';
import { naiveFacets, naiveSearch } from './naiveSearch.ts';

/** A filter set as a query: one value of one filter, included or excluded. */
type Question = Readonly<Record<string, string>>;

/** Values to ask a filter for if no facet lists them. */
interface Unfaceted {
  readonly words: readonly string[];
  /** Lists that companies were decided into; none if nobody decides. */
  readonly lists: readonly string[];
  /** Ids of smart lists and collections with companies in them. */
  readonly smartLists: readonly string[];
  readonly collections: readonly string[];
}

/**
 * Every value of every filter in the table, included and, if possible, excluded. `facets` are those of the store
 * itself, so that a filter added tomorrow is asked, too.
 */
export function everyQuestion(
  facets: Readonly<Record<string, Readonly<Record<string, number>>>>,
  unfaceted: Unfaceted,
): Map<FilterField, Question[]> {
  const questions = new Map<FilterField, Question[]>();
  for (const field of filterFieldNames) {
    const { parameter, excluded } = filterFields[field];
    const asked: Question[] = [];
    for (const value of valuesOf(field, facets, unfaceted)) {
      // A comma separates values.
      if (value.includes(',')) continue;
      asked.push({ [parameter]: value });
      if (excluded !== null) asked.push(excluded === 'minus' ? { [parameter]: `-${value}` } : { [excluded]: value });
    }
    questions.set(field, asked);
  }
  return questions;
}

/** Below and above zero, with each end open, and for numbers of every size. */
const ranges = [
  { from: null, to: 0 },
  { from: 0, to: null },
  { from: 1, to: 10 },
  { from: 5, to: 20 },
  { from: 50, to: null },
  { from: 200_000, to: 5_000_000 },
  { from: 2_000_000, to: null },
] as const;

function valuesOf(
  field: FilterField,
  facets: Readonly<Record<string, Readonly<Record<string, number>>>>,
  { words, lists, smartLists, collections }: Unfaceted,
): readonly string[] {
  const { kind, parameter } = filterFields[field];
  if (kind === 'flag') return ['true', 'false'];
  if (kind === 'text') return words;
  if (kind === 'days') return ['1', '30', '365'];
  if (isNumberParameter(parameter)) return [unknownNumber, ...ranges.map(writeRange)];
  if (field === 'smartLists') return smartLists;
  if (field === 'collections') return collections;
  // Notes are asked about where there are some.
  if (field === 'notes' || field === 'noteWords' || field === 'reasons' || field === 'colleagues') return [];
  if (field === 'changes') return [];
  return field === 'bookmarkList' ? lists : Object.keys(facets[parameter] ?? {});
}

/** What every question, every order and all counts should be answered with, worked out from the companies alone. */
export class Oracle {
  readonly #expected: readonly {
    readonly asked: Question;
    readonly sortBy: SortOption;
    readonly ids: readonly number[];
  }[];
  readonly #counts: ReadonlyMap<string, number>;

  /** `rows` are the companies that should be found, on `today`, and `stored` their records. */
  constructor(
    rows: readonly Company[],
    stored: ReadonlyMap<number, CompanyRecord>,
    today: string,
    words: readonly string[],
  ) {
    this.#counts = naiveFacets(rows, emptyFilters(), today);
    const facets: Record<string, Record<string, number>> = {};
    for (const [key, count] of this.#counts) {
      const at = key.indexOf('=');
      (facets[key.slice(0, at)] ??= {})[key.slice(at + 1)] = count;
    }
    const asked = [...everyQuestion(facets, { words, lists: [], smartLists: [], collections: [] }).values()].flat();
    const expect = (question: Question, sortBy: SortOption) => {
      const ids = naiveSearch(rows, stored, filtersFromQuery(question), sortBy, today).map(({ id }) => id);
      return { asked: question, sortBy, ids };
    };
    this.#expected = [
      ...asked.map((question) => expect(question, 'best_match')),
      ...sortOptions.map(({ value }) => expect({}, value)),
    ];
  }

  /** How many questions are asked. */
  get size(): number {
    return this.#expected.length;
  }

  /** What a reader answers differently, one line each; nothing if all is right. */
  async differences(reader: Pick<CompanyReader, 'searchIds' | 'facets'>): Promise<string[]> {
    const found: string[] = [];
    for (const { asked, sortBy, ids } of this.#expected) {
      const query = { filters: filtersFromQuery(asked), sortBy, onlyIds: null, withoutIds: null };
      const answered = await reader.searchIds(query, Number.MAX_SAFE_INTEGER);
      if (answered.join() !== ids.join()) {
        found.push(`${JSON.stringify(asked)} by ${sortBy}: ${answered.join()} instead of ${ids.join()}`);
      }
    }
    const everything = { filters: emptyFilters(), sortBy: 'best_match', onlyIds: null, withoutIds: null } as const;
    const { facets } = await reader.facets(everything);
    const counted = new Map<string, number>(
      Object.entries(facets).flatMap(([parameter, values]) =>
        Object.entries(values).map(([value, count]) => [`${parameter}=${value}`, count] as const),
      ),
    );
    for (const key of new Set([...counted.keys(), ...this.#counts.keys()])) {
      const [count, right] = [counted.get(key) ?? 0, this.#counts.get(key) ?? 0];
      if (count !== right) found.push(`${key} is counted ${String(count)} times instead of ${String(right)}`);
    }
    return found;
  }
}

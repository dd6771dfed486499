import {
  digestWindows,
  fundedTagGroups,
  fundedTags,
  fundingHighlights,
  highlightGroups,
} from '#shared/domain/choices.ts';
import { isNumberParameter, numberParameters, type NumberParameter } from '#shared/fields/numberRanges.ts';
import { andInto, popcount, type Bitmap } from '../bits/bitmap.ts';
import { evaluate, matchesOf, postingsOf, type DerivedField, type FilterField, type Plan } from './evaluate.ts';
import { isStored, storedFields, type StoredField } from '../analysis/facetFields.ts';
import { addPostings, countPostings, isDense } from '../bits/postings.ts';
import { notedFields, type NotedField } from '../../record/knownOf.ts';
import type { SegmentView } from '../segment/segmentView.ts';

/** Query parameter → wire value → companies. */
export type FacetCounts = Record<string, Record<string, number>>;
type Counts = Map<string, number>;

interface Facets {
  readonly count: number;
  readonly facets: FacetCounts;
  /** How many matches have something in a field of the company, where that is asked for. */
  readonly filled?: Record<string, number>;
}

/** Fields whose values are conditions, of which only those are counted that are asked for. */
type ConditionField = DerivedField & (NumberParameter | 'own');

const derivedValues: Readonly<Record<Exclude<DerivedField, ConditionField>, readonly string[]>> = {
  company_highlight_group: highlightGroups.map((group) => group.value),
  company_highlight_funding: fundingHighlights,
  funded_tags: fundedTags.map((tag) => tag.value),
  funded_tag_group: fundedTagGroups.map((group) => group.value),
  n_days_in_digest: digestWindows.map(String),
};

const fields: readonly FilterField[] = [
  ...storedFields,
  ...(Object.keys(derivedValues) as DerivedField[]),
  ...numberParameters,
  'own',
];

function isCondition(field: FilterField): field is ConditionField {
  return field === 'own' || isNumberParameter(field);
}

/**
 * For each field of the filter panel and each value: how many companies would match if that value alone were chosen in
 * its field and everything else stayed. A value that is excluded counts as if it were not, since choosing it ends that.
 * Values without a match are left out where the field is open (industries, years …). `withFilled`: also how many
 * matches have something in a field of the company. That reads as much as all other counts: only who shows it asks.
 */
export function countFacets(views: readonly SegmentView[], plan: Plan, withFilled: boolean): Facets {
  // Maps, because a value is whatever an imported file says: `constructor` is one too.
  const facets = new Map<FilterField, Counts>(fields.map((field) => [field, new Map()]));
  const filled = new Map<NotedField, number>();
  let count = 0;
  for (const view of views) {
    const evaluation = evaluate(view, plan, true);
    const matches = matchesOf(evaluation);
    const counter = new SparseCounter(view, matches);
    count += popcount(matches);
    if (withFilled) countFilled(view, matches, filled);
    const { scratch } = view.segment;
    for (const field of fields) {
      const mark = scratch.mark();
      const base = evaluation.included.has(field) ? matchesOf(evaluation, field) : matches;
      countField(view, plan, field, base, counter, facets.get(field)!);
      recountExcluded(view, plan, field, facets.get(field)!);
      scratch.release(mark);
    }
  }
  return {
    count,
    facets: Object.fromEntries([...facets].map(([field, counts]) => [field, Object.fromEntries(counts)])),
    ...(withFilled ? { filled: Object.fromEntries(filled) } : {}),
  };
}

/** Counts the matches that have something in a field; all of a segment of an older Winnow, which does not say. */
function countFilled(view: SegmentView, matches: Bitmap, into: Map<NotedField, number>): void {
  for (const field of notedFields) {
    const postings = view.segment.filled(field);
    const counted =
      postings === null ? popcount(matches) : postings === undefined ? 0 : countPostings(matches, postings);
    into.set(field, (into.get(field) ?? 0) + counted);
  }
}

function countField(
  view: SegmentView,
  plan: Plan,
  field: FilterField,
  base: Bitmap,
  counter: SparseCounter,
  into: Counts,
): void {
  const add = (value: string, counted: number): void => {
    if (counted > 0 || !isStored(field)) into.set(value, (into.get(value) ?? 0) + counted);
  };
  if (isStored(field)) counter.count(field, base, (value, counted) => shows(view, field, value) && add(value, counted));
  for (const value of otherValuesOf(view, field, plan)) add(value, countValue(view, field, value, base));
}

/** Counts the values that few documents have, all fields of one set of matches at a time. */
class SparseCounter {
  readonly #view: SegmentView;
  readonly #matches: Bitmap;
  #ofMatches: Uint32Array | undefined;

  constructor(view: SegmentView, matches: Bitmap) {
    this.#view = view;
    this.#matches = matches;
  }

  count(field: StoredField, base: Bitmap, visit: (value: string, count: number) => void): void {
    const { segment } = this.#view;
    const { values, ranges } = segment.sparseFacets();
    const [from, to] = ranges.get(field) ?? [0, 0];
    // Another set than the matches is looked at for the sake of one field, so that the field's own lists may be
    // shorter.
    const inLists = base === this.#matches ? 0 : values.slice(from, to).reduce((sum, { count }) => sum + count, 0);
    const byList = base !== this.#matches && inLists < popcount(base) * listsInsteadOf;
    const counts = byList ? null : base === this.#matches ? (this.#ofMatches ??= this.#all(base)) : this.#all(base);
    for (let place = from; place < to; place++) {
      const { value } = values[place]!;
      visit(value, counts === null ? countValue(this.#view, field, value, base) : counts[place]!);
    }
  }

  #all(base: Bitmap): Uint32Array {
    const { live, segment } = this.#view;
    return segment.sparseFacets().index.count(base, live, this.#view.sparseCounts(), segment.scratch);
  }
}

/** Entries of a field's lists that are passed over in the time that the index takes for one match. */
const listsInsteadOf = 5;

/** Weeks that are not released yet have no place in an answer. */
function shows(view: SegmentView, field: StoredField, value: string): boolean {
  return field !== 'digest_week' || value <= view.asOf.week;
}

/** Values that the index does not count: those that many documents have, and those that are derived. */
function otherValuesOf(view: SegmentView, field: FilterField, { include }: Plan): readonly string[] {
  if (isCondition(field)) return include.find(([name]) => name === field)?.[1] ?? [];
  if (!isStored(field)) return derivedValues[field];
  const { segment } = view;
  const dense = segment.values(field).filter(({ count }) => isDense(count, segment.size));
  const values = dense.map(({ value }) => value).filter((value) => shows(view, field, value));
  return field === 'company_highlights' ? [...values, 'newly_added'] : values;
}

function countValue(view: SegmentView, field: FilterField, value: string, base: Bitmap): number {
  const all = postingsOf(view, field, value);
  if (all.length === 1) return countPostings(base, all[0]!);
  const bits = view.segment.scratch.empty();
  for (const postings of all) addPostings(bits, postings);
  andInto(bits, base);
  return popcount(bits);
}

function recountExcluded(view: SegmentView, plan: Plan, field: FilterField, into: Counts): void {
  const excluded = plan.exclude.find(([name]) => name === field)?.[1] ?? [];
  for (const value of excluded) {
    const others = plan.exclude.map(([name, values]) => {
      return [name, name === field ? values.filter((other) => other !== value) : values] as const;
    });
    const base = matchesOf(evaluate(view, { ...plan, exclude: others }, true), field);
    const counted = countValue(view, field, value, base);
    if (counted > 0) into.set(value, (into.get(value) ?? 0) + counted);
  }
}

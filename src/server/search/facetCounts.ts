import {
  digestWindows,
  fundedTagGroups,
  fundedTags,
  fundingHighlights,
  highlightGroups,
} from '#shared/domain/choices.ts';
import { andInto, popcount, type Bitmap } from './bitmap.ts';
import {
  derivedFields,
  evaluate,
  matchesOf,
  postingsOf,
  type DerivedField,
  type Evaluation,
  type FilterField,
  type Plan,
} from './evaluate.ts';
import { isStored, storedFields } from './facetFields.ts';
import { addPostings, countPostings } from './postings.ts';
import type { SegmentView } from './segmentView.ts';

/** Query parameter → wire value → companies. */
export type FacetCounts = Record<string, Record<string, number>>;
type Counts = Map<string, number>;

const derivedValues: Readonly<Record<DerivedField, readonly string[]>> = {
  company_highlight_group: highlightGroups.map((group) => group.value),
  company_highlight_funding: fundingHighlights,
  funded_tags: fundedTags.map((tag) => tag.value),
  funded_tag_group: fundedTagGroups.map((group) => group.value),
  n_days_in_digest: digestWindows.map(String),
};

const fields: readonly FilterField[] = [...storedFields, ...derivedFields];

/**
 * For each field of the filter panel and each value: how many companies would match if that value alone were chosen in
 * its field and everything else stayed. A value that is excluded counts as if it were not, since choosing it ends that.
 * Values without a match are left out where the field is open (industries, years …).
 */
export function countFacets(views: readonly SegmentView[], plan: Plan): { count: number; facets: FacetCounts } {
  // Maps, because a value is whatever an imported file says: `constructor` is one too.
  const facets = new Map<FilterField, Counts>(fields.map((field) => [field, new Map()]));
  let count = 0;
  for (const view of views) {
    const evaluation = evaluate(view, plan, true);
    const matches = matchesOf(evaluation);
    count += popcount(matches);
    const { scratch } = view.segment;
    for (const field of fields) {
      const mark = scratch.mark();
      const base = evaluation.included.has(field) ? matchesOf(evaluation, field) : matches;
      countField(evaluation, field, base, facets.get(field)!);
      recountExcluded(view, plan, field, facets.get(field)!);
      scratch.release(mark);
    }
  }
  return {
    count,
    facets: Object.fromEntries([...facets].map(([field, counts]) => [field, Object.fromEntries(counts)])),
  };
}

function countField({ view }: Evaluation, field: FilterField, base: Bitmap, into: Counts): void {
  for (const value of valuesOf(view, field)) {
    const counted = countValue(view, field, value, base);
    if (counted > 0 || !isStored(field)) into.set(value, (into.get(value) ?? 0) + counted);
  }
}

function valuesOf(view: SegmentView, field: FilterField): readonly string[] {
  if (!isStored(field)) return derivedValues[field];
  const values = view.segment.values(field).map(({ value }) => value);
  if (field === 'digest_week') return values.filter((week) => week <= view.asOf.week);
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

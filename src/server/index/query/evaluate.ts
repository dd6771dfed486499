import { fundedTagGroups, type FundedTag, type HighlightGroup } from '#shared/domain/choices.ts';
import { assertNever } from '#shared/errors.ts';
import { highlightGroupRules } from '#shared/domain/company.ts';
import {
  canExclude,
  filterFieldNames,
  filterFields,
  memberFields,
  wireValues,
  type FilterParameter,
} from '#shared/fields/filterFields.ts';
import { isNumberParameter } from '#shared/fields/numberRanges.ts';
import { ownColumnOf } from '#shared/fields/ownValues.ts';
import type { CompanyQuery } from '../port.ts';
import { andInto, clearBit, setBit, type Bitmap } from '../bits/bitmap.ts';
import { isStored, type StoredField } from '../analysis/facetFields.ts';
import { addPostings, removePostings, type Postings } from '../bits/postings.ts';
import type { SegmentView } from '../segment/segmentView.ts';
import { type PhraseCheck, keepMatching, phraseChecksOf, removeTextMatches, wordMatches } from './textMatch.ts';
import { hasPhrasesIn, isIntricate, readTextQuery, type TextQuery } from '../words/textQuery.ts';

/** Parameters that name lists of the user's, which come as sets of ids. */
type MemberParameter = (typeof filterFields)[(typeof memberFields)[number]]['parameter'];

/** Fields of the filter panel, by their query parameter, that the index itself knows. */
export type FilterField = Exclude<FilterParameter, MemberParameter | 'text_search' | 'exclude_text_search'>;

/** Fields whose documents follow from the stored ones and from the day. */
export type DerivedField = Exclude<FilterField, StoredField>;

type Selection = readonly (readonly [FilterField, readonly string[]])[];

/** A search with its texts read, ready for every segment. */
export interface Plan {
  readonly query: Pick<CompanyQuery, 'onlyIds' | 'withoutIds'>;
  /** Included values by field, empty fields left out. */
  readonly include: Selection;
  /** Excluded values by field. */
  readonly exclude: Selection;
  readonly text: TextQuery | null;
  readonly excludedText: TextQuery | null;
}

/** Reads a filter set once for all segments; the ids are the user's, see `CompanyQuery`. */
export function planOf({
  filters,
  onlyIds,
  withoutIds,
}: Pick<CompanyQuery, 'filters' | 'onlyIds' | 'withoutIds'>): Plan {
  const { include, exclude } = filters;
  const included: [FilterField, string[]][] = [];
  const excluded: [FilterField, string[]][] = [];
  for (const name of filterFieldNames) {
    const { parameter } = filterFields[name];
    // Lists of the user's come as ids, and texts are read as such.
    if (isOfMembers(parameter) || parameter === 'text_search') continue;
    included.push([parameter, wireValues(include[name])]);
    if (canExclude(name)) excluded.push([parameter, wireValues(exclude[name])]);
  }
  return {
    query: { onlyIds, withoutIds },
    include: included.filter(([, values]) => values.length > 0),
    exclude: excluded.filter(([, values]) => values.length > 0),
    text: readTextQuery(include.textSearch),
    excludedText: readTextQuery(exclude.textSearch),
  };
}

function isOfMembers(parameter: FilterParameter): parameter is MemberParameter {
  return memberFields.some((field) => filterFields[field].parameter === parameter);
}

/** Documents that have one value of a field on the view's day. Values that nothing has give nothing. */
export function postingsOf(view: SegmentView, field: FilterField, value: string): readonly Postings[] {
  const { segment } = view;
  if (isStored(field)) {
    if (field === 'company_highlights' && value === 'newly_added') return some(view.newest());
    return some(segment.postings(field, value.toWellFormed()));
  }
  if (isNumberParameter(field)) return [view.numbers(field, value)];
  switch (field) {
    case 'own':
      return [view.own(value)];
    case 'company_highlight_funding':
      return some(segment.postings('company_highlights', value));
    case 'funded_tags':
      return [view.funded(value as FundedTag)];
    case 'funded_tag_group':
      return (fundedTagGroups.find((group) => group.value === value)?.tags ?? []).map((tag) => view.funded(tag));
    case 'company_highlight_group':
      return groupPostings(view, value as HighlightGroup);
    case 'n_days_in_digest':
      return [view.discoveredWithin(Number(value))];
    default:
      return assertNever(field);
  }
}

function some(postings: Postings | undefined): readonly Postings[] {
  return postings === undefined ? [] : [postings];
}

function groupPostings(view: SegmentView, group: HighlightGroup): readonly Postings[] {
  const { anyHighlight, anyFunded } = highlightGroupRules[group];
  const highlights = anyHighlight.flatMap((value) => postingsOf(view, 'company_highlights', value));
  if (anyFunded.length === 0) return highlights;
  const bits = unionOf(view, highlights);
  andInto(
    bits,
    unionOf(
      view,
      anyFunded.map((tag) => view.funded(tag)),
    ),
  );
  return [{ form: 'bitmap', count: view.segment.size, bits }];
}

function unionOf(view: SegmentView, all: readonly Postings[]): Bitmap {
  const bits = view.segment.scratch.empty();
  for (const postings of all) addPostings(bits, postings);
  return bits;
}

/**
 * What of one segment a plan matches, kept in parts so that facet counts can leave one out: `fixed` is everything but
 * the included fields, each of which has its own bitmap.
 */
export interface Evaluation {
  readonly view: SegmentView;
  readonly fixed: Bitmap;
  readonly included: ReadonlyMap<FilterField, Bitmap>;
}

/** Evaluates a plan. With `keepParts` the parts hold for themselves; without, only their meeting is sure. */
export function evaluate(view: SegmentView, plan: Plan, keepParts: boolean): Evaluation {
  const { segment } = view;
  const fixed = fixedOf(view, plan);
  const included = includedOf(view, plan);
  if (plan.text !== null && isIntricate(plan.text)) {
    // Reading texts is the dear part, so everything else narrows the field first.
    if (!keepParts) for (const bits of included.values()) andInto(fixed, bits);
    keepMatching(segment, plan.text, fixed);
  }
  if (plan.excludedText !== null) removeTextMatches(segment, plan.excludedText, fixed);
  return { view, fixed, included };
}

/** Whether a plan leaves nothing out. */
export function isEverything({ include, exclude, text, excludedText }: Plan): boolean {
  return include.length === 0 && exclude.length === 0 && text === null && excludedText === null;
}

/** Whether a plan looks for quoted phrases, for which stored texts may have to be read. */
export function hasPhrases({ text, excludedText }: Plan): boolean {
  return (text !== null && hasPhrasesIn(text)) || (excludedText !== null && hasPhrasesIn(excludedText));
}

/** What `evaluate`, without parts, would have to look up in stored texts; nothing where that has been done. */
export function phraseChecks(view: SegmentView, plan: Plan): PhraseCheck[] {
  const { segment } = view;
  const fixed = fixedOf(view, plan);
  for (const bits of includedOf(view, plan).values()) andInto(fixed, bits);
  const checks = plan.text === null ? [] : phraseChecksOf(segment, plan.text, fixed);
  if (plan.excludedText === null) return checks;
  const excluded = wordMatches(segment, plan.excludedText);
  andInto(excluded, fixed);
  return [...checks, ...phraseChecksOf(segment, plan.excludedText, excluded)];
}

/** What all but the included fields and the phrases leave. */
function fixedOf(view: SegmentView, plan: Plan): Bitmap {
  const { segment } = view;
  const fixed = plan.text === null ? segment.scratch.copy(view.live) : wordMatches(segment, plan.text);
  if (plan.text !== null && view.liveCount < segment.size) andInto(fixed, view.live);
  for (const [field, values] of plan.exclude) {
    for (const value of values) for (const postings of postingsOf(view, field, value)) removePostings(fixed, postings);
  }
  applyIds(view, plan, fixed);
  return fixed;
}

function includedOf(view: SegmentView, plan: Plan): Map<FilterField, Bitmap> {
  return new Map(plan.include.map(([field, values]) => [field, metBy(view, field, values)]));
}

/** The documents that have any of a field's values; of columns of imported files any of those asked of each column. */
function metBy(view: SegmentView, field: FilterField, values: readonly string[]): Bitmap {
  const anyOf = (some: readonly string[]): Bitmap =>
    unionOf(
      view,
      some.flatMap((value) => postingsOf(view, field, value)),
    );
  if (field !== 'own') return anyOf(values);
  const [first = [], ...others] = Map.groupBy(values, ownColumnOf).values();
  const all = anyOf(first);
  for (const each of others) andInto(all, anyOf(each));
  return all;
}

/** Whether a plan asks for ranges of numbers. */
export function asksForNumbers({ include, exclude }: Plan): boolean {
  return [...include, ...exclude].some(([field]) => isNumberParameter(field));
}

/** The columns of imported files that a plan asks for values of. */
export function ownColumnsOf({ include, exclude }: Plan): ReadonlySet<string> {
  const asked = [...include, ...exclude].filter(([field]) => field === 'own');
  return new Set(asked.flatMap(([, values]) => values.map((value) => ownColumnOf(value))));
}

function applyIds(view: SegmentView, { query }: Plan, fixed: Bitmap): void {
  const { segment } = view;
  if (query.onlyIds !== null) {
    const only = segment.scratch.empty();
    for (const id of query.onlyIds) {
      const document = segment.documentOf(id);
      if (document !== -1) setBit(only, document);
    }
    andInto(fixed, only);
  }
  for (const id of query.withoutIds ?? []) {
    const document = segment.documentOf(id);
    if (document !== -1) clearBit(fixed, document);
  }
}

/** The documents that match; `without` leaves one field's selection out. */
export function matchesOf({ view, fixed, included }: Evaluation, without?: FilterField): Bitmap {
  const matches = view.segment.scratch.copy(fixed);
  for (const [field, bits] of included) if (field !== without) andInto(matches, bits);
  return matches;
}

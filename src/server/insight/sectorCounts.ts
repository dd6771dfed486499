import { fundedTags, employeeSizes, labelOf, stages, type Choice } from '#shared/domain/choices.ts';
import type { SectorBucket, SectorFigures } from '#shared/domain/sector.ts';
import { countryByCode } from '#shared/reference/countries.ts';
import { popcount, type Bitmap } from '../index/bits/bitmap.ts';
import { countPostings } from '../index/bits/postings.ts';
import { sectorFields, type SectorCounts, type SectorField } from '../index/port.ts';
import { evaluate, matchesOf, postingsOf, type Plan } from '../index/query/evaluate.ts';
import { scoredAmong } from '../index/query/scores.ts';
import type { SegmentView } from '../index/segment/segmentView.ts';

/** Counts of all companies that a plan matches, by the values of each field. */
export function countSector(views: readonly SegmentView[], plan: Plan, score: number | null): SectorCounts {
  // Maps, because a value is whatever an imported file says, `constructor` included.
  const counts = new Map<SectorField, Map<string, number>>(sectorFields.map((field) => [field, new Map()]));
  let companies = 0;
  let scored = 0;
  let below = 0;
  for (const view of views) {
    const matches = matchesOf(evaluate(view, plan, false));
    companies += popcount(matches);
    for (const field of sectorFields) countField(view, field, matches, counts.get(field)!);
    const ranked = scoredAmong(view, matches, score);
    scored += ranked.scored;
    below += ranked.below;
  }
  return { companies, counts, scored, below };
}

function countField(view: SegmentView, field: SectorField, matches: Bitmap, into: Map<string, number>): void {
  const values =
    field === 'funded_tags' ? fundedTags.map((tag) => tag.value) : view.segment.values(field).map(({ value }) => value);
  for (const value of values) {
    const [postings] = postingsOf(view, field, value);
    const count = postings === undefined ? 0 : countPostings(matches, postings);
    if (count > 0) into.set(value, (into.get(value) ?? 0) + count);
  }
}

/** How many countries and industries figures have at most. */
const maxOpenValues = 40;

/**
 * Counts as the buckets the API returns: stages and sizes in the order of the filter panel, years in time order with
 * unknown last, countries and industries by count, at most 40. Empty buckets are left out.
 */
export function figuresOf(counts: SectorCounts): SectorFigures {
  return {
    companies: counts.companies,
    byStage: inOrder(counts, 'stages', stages),
    byCountry: countries(counts),
    byFoundedYear: years(counts),
    bySize: inOrder(counts, 'company_sizes', employeeSizes),
    byIndustry: byCount(counts, 'industries', (name) => name),
  };
}

/** How many companies have a value. */
export function countOf(counts: SectorCounts, field: SectorField, value: string): number {
  return counts.counts.get(field)?.get(value) ?? 0;
}

/** All values of a field, most companies first. */
export function valuesByCount(counts: SectorCounts, field: SectorField): [value: string, count: number][] {
  return [...(counts.counts.get(field) ?? [])].toSorted((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
}

/** Founding years with their companies, in time order, without unknown ones. */
export function foundingYears(counts: SectorCounts): { year: number; count: number }[] {
  return [...(counts.counts.get('incorporated_years') ?? [])]
    .filter(([value]) => value !== 'unknown')
    .map(([value, count]) => ({ year: Number(value), count }))
    .toSorted((a, b) => a.year - b.year);
}

/** The year by which half of the companies with a known year were founded; null if none is known. */
export function medianYear(counts: SectorCounts): number | null {
  const known = foundingYears(counts);
  const total = known.reduce((sum, { count }) => sum + count, 0);
  let passed = 0;
  for (const { year, count } of known) {
    passed += count;
    if (passed * 2 >= total) return year;
  }
  return null;
}

function inOrder(counts: SectorCounts, field: SectorField, choices: readonly Choice[]): SectorBucket[] {
  return choices
    .map(({ value }) => ({ value, label: labelOf(choices, value), count: countOf(counts, field, value) }))
    .filter(({ count }) => count > 0);
}

function byCount(counts: SectorCounts, field: SectorField, label: (value: string) => string): SectorBucket[] {
  const all = valuesByCount(counts, field).slice(0, maxOpenValues);
  return all.map(([value, count]) => ({ value, label: label(value), count }));
}

/** Countries by count, and last how many companies are in none that is known. */
function countries(counts: SectorCounts): SectorBucket[] {
  const known = byCount(counts, 'country_codes', (code) => countryByCode(code)?.name ?? code);
  const unknown = counts.companies - valuesByCount(counts, 'country_codes').reduce((sum, [, count]) => sum + count, 0);
  return unknown <= 0 ? known : [...known, { value: 'unknown', label: 'Unknown', count: unknown }];
}

function years(counts: SectorCounts): SectorBucket[] {
  const known = foundingYears(counts).map(({ year, count }) => ({ value: String(year), label: String(year), count }));
  const unknown = countOf(counts, 'incorporated_years', 'unknown');
  return unknown === 0 ? known : [...known, { value: 'unknown', label: 'Unknown', count: unknown }];
}

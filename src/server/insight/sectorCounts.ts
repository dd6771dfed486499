import { hasBit, popcount, type Bitmap } from '../index/bits/bitmap.ts';
import { evaluate, matchesOf, postingsOf, type Plan } from '../index/query/evaluate.ts';
import { fundedTags } from '#shared/domain/choices.ts';
import { countPostings } from '../index/bits/postings.ts';
import type { SegmentView } from '../index/segment/segmentView.ts';
import { sectorFields, type SectorCounts, type SectorField } from '../index/port.ts';

/** Counts of all companies a plan matches, by the values of each field. */
export function countSector(views: readonly SegmentView[], plan: Plan, score: number | null): SectorCounts {
  // Maps, because a value is whatever an imported file says: `constructor` is one too.
  const counts = new Map<SectorField, Map<string, number>>(sectorFields.map((field) => [field, new Map()]));
  let companies = 0;
  let scored = 0;
  let below = 0;
  for (const view of views) {
    const matches = matchesOf(evaluate(view, plan, false));
    companies += popcount(matches);
    for (const field of sectorFields) countField(view, plan, field, matches, counts.get(field)!);
    const ranked = rankIn(view, matches, score);
    scored += ranked.scored;
    below += ranked.below;
  }
  return { companies, counts, scored, below };
}

function countField(
  view: SegmentView,
  plan: Plan,
  field: SectorField,
  matches: Bitmap,
  into: Map<string, number>,
): void {
  const values =
    field === 'funded_tags' ? fundedTags.map((tag) => tag.value) : view.segment.values(field).map(({ value }) => value);
  for (const value of values) {
    const [postings] = postingsOf(view, field, value, plan);
    const count = postings === undefined ? 0 : countPostings(matches, postings);
    if (count > 0) into.set(value, (into.get(value) ?? 0) + count);
  }
}

/** How many matches have a score, and how many of those a lower one. Documents lie in the order of their scores. */
function rankIn({ segment }: SegmentView, matches: Bitmap, score: number | null): { scored: number; below: number } {
  const blanks = firstBelow(segment, 0);
  const lower = score === null ? blanks : firstBelow(segment, score);
  return { scored: countBetween(matches, 0, blanks), below: countBetween(matches, lower, blanks) };
}

/** The first document whose score is below `score`; a blank score is below 0. */
function firstBelow(segment: SegmentView['segment'], score: number): number {
  let low = 0;
  let high = segment.size;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (segment.at('score', middle) < score) high = middle;
    else low = middle + 1;
  }
  return low;
}

function countBetween(bits: Bitmap, from: number, to: number): number {
  let count = 0;
  let at = from;
  for (; at < to && (at & 31) !== 0; at++) count += Number(hasBit(bits, at));
  const words = Math.max(0, (to - at) >>> 5);
  count += popcount(bits.subarray(at >>> 5, (at >>> 5) + words));
  for (at += words * 32; at < to; at++) count += Number(hasBit(bits, at));
  return count;
}

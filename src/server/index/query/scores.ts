import { hasBit, popcount, type Bitmap } from '../bits/bitmap.ts';
import type { SegmentView } from '../segment/segmentView.ts';

/**
 * How many of some companies of a segment have a score, and how many of those a lower or a higher one than `score` (0
 * for null). Looks at few of them: a segment's documents are in the order of their merits, which are below 0 without a
 * score.
 */
export function scoredAmong(
  { segment }: SegmentView,
  among: Bitmap,
  score: number | null,
): { readonly scored: number; readonly below: number; readonly above: number } {
  const merit = (document: number): number => segment.at('merit', document);
  const end = firstWhere(segment.size, (document) => merit(document) < 0);
  const scored = countBetween(among, 0, end);
  if (score === null) return { scored, below: 0, above: 0 };
  const lower = firstWhere(end, (document) => merit(document) < score);
  const same = firstWhere(lower, (document) => merit(document) <= score);
  return { scored, below: countBetween(among, lower, end), above: countBetween(among, 0, same) };
}

/** The first of `count` documents for which `holds`, which it does for all after it; `count` if there is none. */
function firstWhere(count: number, holds: (document: number) => boolean): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (holds(middle)) high = middle;
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

import { listFields, type ListField } from '#shared/domain/company.ts';
import type { NotedField } from '../../record/knownOf.ts';
import { nextBit, type Bitmap } from '../bits/bitmap.ts';
import { hasPostings } from '../bits/postings.ts';
import type { SegmentView } from '../segment/segmentView.ts';

/** What matches in one segment. */
interface Matches {
  readonly view: SegmentView;
  readonly all: Bitmap;
}

/**
 * The fields that are blank in every match. Not all of them may be named if a segment of an older Winnow is searched,
 * which does not say who has what. None if nothing matches. Stops at the first match that has something in a field.
 */
export function blankFields(matches: readonly Matches[]): ListField[] {
  const filled = matches.filter(({ all }) => nextBit(all, 0) !== -1);
  return filled.length === 0 ? [] : listFields.filter((field) => !filled.some((part) => hasAny(part, field)));
}

function hasAny({ view, all }: Matches, field: ListField): boolean {
  // Companies with a score come first in a segment.
  if (field === 'score') return view.segment.at('merit', nextBit(all, 0)) >= 0;
  if (field === 'tags') {
    const newest = view.newest();
    if (newest !== undefined && hasPostings(all, newest)) return true;
  }
  return isFilled(view, all, field);
}

function isFilled(view: SegmentView, all: Bitmap, field: NotedField): boolean {
  const postings = view.segment.filled(field);
  return postings === null || (postings !== undefined && hasPostings(all, postings));
}

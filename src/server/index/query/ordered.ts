import type { SortOption } from '#shared/domain/choices.ts';
import { andInto, andNotInto, hasBit, nextBit, skipBits, type Bitmap } from '../bits/bitmap.ts';
import { compareNames } from '../segment/segmentColumns.ts';
import type { ColumnName } from '../segment/segmentFormat.ts';
import type { SegmentView } from '../segment/segmentView.ts';

/** What matches in one segment; `hits` are the matches whose name has the text, or null without a text. */
export interface Matches {
  readonly view: SegmentView;
  readonly all: Bitmap;
  readonly hits: Bitmap | null;
}

/** A company found: its segment's view and its document there. */
export interface Found {
  readonly view: SegmentView;
  readonly document: number;
}

const orders = {
  digest_qualified_date: { order: 'orderDiscovered', start: 'startDiscovered' },
  company_name: { order: 'orderName', start: 'startName' },
  incorporated_year: { order: 'orderFounded', start: 'startFounded' },
} as const satisfies Record<Exclude<SortOption, 'best_match'>, { order: ColumnName; start: ColumnName }>;

/** Walks the matches of one segment in the order asked for. `next` gives -1 at the end. */
interface Walk {
  next(): number;
  /** Passes over up to `count` matches and returns how many there were. */
  skip(count: number): number;
}

/** The matches of all segments from `offset` on, at most `limit`, in the order asked for (docs/api.md 3). */
export function takeInOrder(matches: readonly Matches[], sortBy: SortOption, offset: number, limit: number): Found[] {
  const filled = matches.filter(({ all }) => nextBit(all, 0) !== -1);
  const found: Found[] = [];
  if (filled.length <= 1) {
    for (const { view, all, hits } of filled) {
      const walk = walkOf(view, all, hits, sortBy);
      if (walk.skip(offset) < offset) break;
      for (let document = walk.next(); document !== -1 && found.length < limit; document = walk.next()) {
        found.push({ view, document });
      }
    }
    return found;
  }
  let passed = 0;
  for (const item of merged(filled, sortBy)) {
    if (passed++ < offset) continue;
    if (found.length === limit) break;
    found.push(item);
  }
  return found;
}

/**
 * All matches in the order asked for, one at a time. They are copied, because their bitmaps are given back when the
 * call ends that found them, and this may be walked in several.
 */
export function inOrder(matches: readonly Matches[], sortBy: SortOption): Generator<Found> {
  const filled = matches.filter(({ all }) => nextBit(all, 0) !== -1);
  const own = filled.map(({ view, all, hits }) => ({ view, all: all.slice(), hits: hits?.slice() ?? null }));
  return walkAll(own, sortBy);
}

function* walkAll(own: readonly Matches[], sortBy: SortOption): Generator<Found> {
  if (own.length > 1) {
    yield* merged(own, sortBy, true);
    return;
  }
  for (const { view, all, hits } of own) {
    const walk = walkOf(view, all, hits, sortBy, true);
    for (let document = walk.next(); document !== -1; document = walk.next()) yield { view, document };
  }
}

/** `isLasting`: it may be walked after the call that found the matches. */
function walkOf(view: SegmentView, all: Bitmap, hits: Bitmap | null, sortBy: SortOption, isLasting = false): Walk {
  const inName = hits === null || nextBit(hits, 0) === -1 ? null : hits;
  if (sortBy !== 'best_match') return new OrderWalk(view, all, inName, orders[sortBy]);
  if (inName === null) return new BitWalk(all);
  const others = isLasting ? all.slice() : view.segment.scratch.copy(all);
  andNotInto(others, inName);
  return new ChainWalk(new BitWalk(inName), new BitWalk(others));
}

class BitWalk implements Walk {
  readonly #bits: Bitmap;
  #position = 0;

  constructor(bits: Bitmap) {
    this.#bits = bits;
  }

  next(): number {
    const document = nextBit(this.#bits, this.#position);
    this.#position = document === -1 ? this.#bits.length * 32 : document + 1;
    return document;
  }

  skip(count: number): number {
    const { next, skipped } = skipBits(this.#bits, this.#position, count);
    this.#position = next;
    return skipped;
  }
}

class ChainWalk implements Walk {
  readonly #first: Walk;
  readonly #second: Walk;

  constructor(first: Walk, second: Walk) {
    this.#first = first;
    this.#second = second;
  }

  next(): number {
    const document = this.#first.next();
    return document === -1 ? this.#second.next() : document;
  }

  skip(count: number): number {
    const skipped = this.#first.skip(count);
    return skipped + this.#second.skip(count - skipped);
  }
}

/** Walks a stored order. Among documents with the same sort value name hits go first, so it passes such a run twice. */
class OrderWalk implements Walk {
  readonly #view: SegmentView;
  readonly #all: Bitmap;
  readonly #hits: Bitmap | null;
  readonly #columns: { readonly order: ColumnName; readonly start: ColumnName };
  #position = 0;
  #runStart = 0;
  #runEnd = 0;
  #hitsTurn = false;

  constructor(view: SegmentView, all: Bitmap, hits: Bitmap | null, columns: { order: ColumnName; start: ColumnName }) {
    this.#view = view;
    this.#all = all;
    this.#hits = hits;
    this.#columns = columns;
    if (hits === null) this.#runEnd = view.segment.size;
  }

  next(): number {
    const { segment } = this.#view;
    for (;;) {
      while (this.#position < this.#runEnd) {
        const document = segment.at(this.#columns.order, this.#position++);
        if (hasBit(this.#all, document) && (this.#hits === null || hasBit(this.#hits, document) === this.#hitsTurn)) {
          return document;
        }
      }
      if (this.#hitsTurn) {
        this.#hitsTurn = false;
        this.#position = this.#runStart;
      } else {
        if (this.#position >= segment.size) return -1;
        this.#beginRun();
      }
    }
  }

  #beginRun(): void {
    const { segment } = this.#view;
    this.#runStart = this.#position;
    this.#runEnd = this.#position + 1;
    const starts = (position: number): boolean => {
      return ((segment.at(this.#columns.start, position >>> 5) >>> (position & 31)) & 1) === 1;
    };
    while (this.#runEnd < segment.size && !starts(this.#runEnd)) this.#runEnd += 1;
    this.#hitsTurn = true;
  }

  skip(count: number): number {
    let skipped = 0;
    while (skipped < count && this.next() !== -1) skipped += 1;
    return skipped;
  }
}

/** The next match of one segment with what decides its place among those of the others. */
interface Head {
  readonly matches: Matches;
  readonly walk: Walk;
  document: number;
  key: number | string;
  hit: boolean;
  merit: number;
  id: number;
}

function* merged(all: readonly Matches[], sortBy: SortOption, isLasting = false): Generator<Found> {
  const heads: Head[] = all.map((matches) => {
    const walk = walkOf(matches.view, matches.all, matches.hits, sortBy, isLasting);
    return { matches, walk, document: 0, key: 0, hit: false, merit: 0, id: 0 };
  });
  for (const head of heads) advance(head, sortBy);
  for (;;) {
    let best: Head | undefined;
    for (const head of heads) {
      if (head.document !== -1 && (best === undefined || isBefore(head, best))) best = head;
    }
    if (best === undefined) return;
    yield { view: best.matches.view, document: best.document };
    advance(best, sortBy);
  }
}

function advance(head: Head, sortBy: SortOption): void {
  const { view, hits } = head.matches;
  const { segment } = view;
  head.document = head.walk.next();
  if (head.document === -1) return;
  head.hit = hits !== null && hasBit(hits, head.document);
  head.merit = segment.at('merit', head.document);
  head.id = segment.idOf(head.document);
  if (sortBy === 'company_name') head.key = segment.sortName(head.id);
  else if (sortBy === 'incorporated_year') head.key = segment.at('founded', head.document);
  else if (sortBy === 'digest_qualified_date') head.key = -segment.at('discovered', head.document);
}

function isBefore(a: Head, b: Head): boolean {
  if (a.key !== b.key) {
    if (typeof a.key === 'number' || typeof b.key === 'number') return Number(a.key) < Number(b.key);
    return compareNames(a.key, b.key) < 0;
  }
  if (a.hit !== b.hit) return a.hit;
  return a.merit === b.merit ? a.id < b.id : a.merit > b.merit;
}

/** Name hits among the matches. */
export function hitsAmong(all: Bitmap, nameHits: Bitmap | null): Bitmap | null {
  if (nameHits === null) return null;
  andInto(nameHits, all);
  return nameHits;
}

import type { SortOption } from '#shared/domain/choices.ts';
import { andNotInto, hasBit, nextBit, skipBits, type Bitmap } from '../bits/bitmap.ts';
import { compareNames } from '../segment/segmentColumns.ts';
import type { ColumnName } from '../segment/segmentFormat.ts';
import type { SegmentView } from '../segment/segmentView.ts';

/** What matches in one segment; `tiers` are those of the matches that go before the others (`nameTiers`). */
export interface Matches {
  readonly view: SegmentView;
  readonly all: Bitmap;
  readonly tiers: readonly Bitmap[];
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
    for (const each of filled) {
      const { view } = each;
      const walk = walkOf(each, sortBy);
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
  const own = filled.map(({ view, all, tiers }) => ({
    view,
    all: all.slice(),
    tiers: tiers.map((tier) => tier.slice()),
  }));
  return walkAll(own, sortBy);
}

function* walkAll(own: readonly Matches[], sortBy: SortOption): Generator<Found> {
  if (own.length > 1) {
    yield* merged(own, sortBy, true);
    return;
  }
  for (const each of own) {
    const walk = walkOf(each, sortBy, true);
    for (let document = walk.next(); document !== -1; document = walk.next()) yield { view: each.view, document };
  }
}

/** `isLasting`: it may be walked after the call that found the matches. */
function walkOf({ view, all, tiers }: Matches, sortBy: SortOption, isLasting = false): Walk {
  const filled = tiers.filter((tier) => nextBit(tier, 0) !== -1);
  if (sortBy !== 'best_match') return new OrderWalk(view, all, filled, orders[sortBy]);
  if (filled.length === 0) return new BitWalk(all);
  const others = isLasting ? all.slice() : view.segment.scratch.copy(all);
  for (const tier of filled) andNotInto(others, tier);
  return new ChainWalk([...filled, others].map((bits) => new BitWalk(bits)));
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
  readonly #walks: readonly Walk[];
  #at = 0;

  constructor(walks: readonly Walk[]) {
    this.#walks = walks;
  }

  next(): number {
    for (; this.#at < this.#walks.length; this.#at++) {
      const document = this.#walks[this.#at]!.next();
      if (document !== -1) return document;
    }
    return -1;
  }

  skip(count: number): number {
    let skipped = 0;
    for (let at = this.#at; at < this.#walks.length && skipped < count; at++) {
      skipped += this.#walks[at]!.skip(count - skipped);
    }
    return skipped;
  }
}

/**
 * Walks a stored order. Among documents with the same sort value those of a tier go before the others, so it passes
 * such a run once for each tier and once for the rest.
 */
class OrderWalk implements Walk {
  readonly #view: SegmentView;
  readonly #all: Bitmap;
  readonly #tiers: readonly Bitmap[];
  readonly #columns: { readonly order: ColumnName; readonly start: ColumnName };
  #position = 0;
  #runStart = 0;
  #runEnd = 0;
  /** Whose turn it is within the run: a tier's, or after them the others'. */
  #turn: number;

  constructor(
    view: SegmentView,
    all: Bitmap,
    tiers: readonly Bitmap[],
    columns: { order: ColumnName; start: ColumnName },
  ) {
    this.#view = view;
    this.#all = all;
    this.#tiers = tiers;
    this.#columns = columns;
    this.#turn = tiers.length;
    if (tiers.length === 0) this.#runEnd = view.segment.size;
  }

  next(): number {
    const { segment } = this.#view;
    for (;;) {
      while (this.#position < this.#runEnd) {
        const document = segment.at(this.#columns.order, this.#position++);
        if (hasBit(this.#all, document) && this.#isOnTurn(document)) return document;
      }
      if (this.#turn < this.#tiers.length) {
        this.#turn += 1;
        this.#position = this.#runStart;
      } else {
        if (this.#position >= segment.size) return -1;
        this.#beginRun();
      }
    }
  }

  #isOnTurn(document: number): boolean {
    const last = this.#tiers.length;
    return last === 0 || Math.min(tierOf(this.#tiers, document), last) === this.#turn;
  }

  #beginRun(): void {
    const { segment } = this.#view;
    this.#runStart = this.#position;
    this.#runEnd = this.#position + 1;
    const starts = (position: number): boolean => {
      return ((segment.at(this.#columns.start, position >>> 5) >>> (position & 31)) & 1) === 1;
    };
    while (this.#runEnd < segment.size && !starts(this.#runEnd)) this.#runEnd += 1;
    this.#turn = 0;
  }

  skip(count: number): number {
    let skipped = 0;
    while (skipped < count && this.next() !== -1) skipped += 1;
    return skipped;
  }
}

/** Which of some tiers a document is of; of none it comes after all, however many a segment has. */
function tierOf(tiers: readonly Bitmap[], document: number): number {
  const tier = tiers.findIndex((bits) => hasBit(bits, document));
  return tier === -1 ? Number.POSITIVE_INFINITY : tier;
}

/** The next match of one segment with what decides its place among those of the others. */
interface Head {
  readonly matches: Matches;
  readonly walk: Walk;
  document: number;
  key: number | string;
  tier: number;
  merit: number;
  id: number;
}

function* merged(all: readonly Matches[], sortBy: SortOption, isLasting = false): Generator<Found> {
  const heads: Head[] = all.map((matches) => {
    const walk = walkOf(matches, sortBy, isLasting);
    return { matches, walk, document: 0, key: 0, tier: 0, merit: 0, id: 0 };
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
  const { view, tiers } = head.matches;
  const { segment } = view;
  head.document = head.walk.next();
  if (head.document === -1) return;
  head.tier = tierOf(tiers, head.document);
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
  if (a.tier !== b.tier) return a.tier < b.tier;
  return a.merit === b.merit ? a.id < b.id : a.merit > b.merit;
}

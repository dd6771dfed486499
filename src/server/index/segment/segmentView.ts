import { fundedTagOf } from '#shared/domain/company.ts';
import { fundedTags, type FundedTag } from '#shared/domain/choices.ts';
import { addDays } from '#shared/domain/digestWeek.ts';
import { readRange, unknownNumber, type NumberParameter } from '#shared/fields/numberRanges.ts';
import { meetsText, readOwnCondition } from '#shared/fields/ownValues.ts';
import type { AsOf } from '../../record/toCompany.ts';
import { clearBit, fillBits, hasBit, popcount, setBit, type Bitmap } from '../bits/bitmap.ts';
import { dateNumber } from '../analysis/facetFields.ts';
import { columnsOfNumbers } from '../analysis/numberColumns.ts';
import { scoreOfMerit } from '../analysis/merit.ts';
import { yearOfKey } from '../analysis/recordAnalysis.ts';
import { bitmapPostings, countPostings, removePostings, type Postings } from '../bits/postings.ts';
import type { Numbers } from './lookup.ts';
import type { Segment } from './segment.ts';
import { chunkLength, type ColumnName } from './segmentFormat.ts';

/** A segment as one generation sees it on one day: without what was replaced, and without weeks not released yet. */
export class SegmentView {
  readonly segment: Segment;
  readonly asOf: AsOf;
  /** The documents that this generation shows. Read only. */
  readonly live: Bitmap;
  readonly liveCount: number;
  readonly #hidesReplaced: boolean;
  #sparseCounts: Uint32Array | undefined;

  constructor(segment: Segment, asOf: AsOf, tombstones: readonly number[]) {
    this.segment = segment;
    this.asOf = asOf;
    this.#hidesReplaced = tombstones.length > 0;
    this.live = segment.newBitmap();
    fillBits(this.live, segment.size);
    for (const week of segment.valuesAfter('digest_week', asOf.week)) {
      const unreleased = segment.postings('digest_week', week);
      if (unreleased !== undefined) removePostings(this.live, unreleased);
    }
    for (const id of tombstones) {
      const document = segment.documentOf(id);
      if (document !== -1) clearBit(this.live, document);
    }
    this.liveCount = popcount(this.live);
  }

  /** Releases what the view holds. Call it when its generation is over. */
  release(): void {
    this.segment.giveBack(this.live);
  }

  /** Whether this generation shows a document; false for -1. */
  shows(document: number): boolean {
    return document !== -1 && hasBit(this.live, document);
  }

  /** The counts of `Segment.sparseFacets` among all documents that this generation shows. */
  sparseCounts(): Uint32Array {
    const { index, values } = this.segment.sparseFacets();
    this.#sparseCounts ??=
      this.liveCount === this.segment.size
        ? Uint32Array.from(values, ({ count }) => count)
        : index.count(this.live, this.live, null, this.segment.scratch);
    return this.#sparseCounts;
  }

  /** Documents that are newly added. */
  newest(): Postings | undefined {
    return this.segment.postings('digest_week', this.asOf.newWeek);
  }

  /** The newest released week in which a document was discovered that this generation shows; `''` if there is none. */
  newestWeek(): string {
    for (const week of this.segment.valuesUpTo('digest_week', this.asOf.week)) {
      const found = this.#hidesReplaced ? this.segment.postings('digest_week', week) : null;
      if (found === null || (found !== undefined && countPostings(this.live, found) > 0)) return week;
    }
    return '';
  }

  /** Documents with a funded tag, which follows from the date of the last funding and from the day. */
  funded(tag: FundedTag): Postings {
    const { today } = this.asOf;
    return this.segment.derived(`funded:${today}:${tag}`, () => {
      const [from, to] = fundedRange(tag, today);
      return this.#between('funded', from, to);
    });
  }

  /** Documents discovered less than `days` days ago, or later. */
  discoveredWithin(days: number): Postings {
    const from = dateNumber(addDays(this.asOf.today, 1 - days));
    return this.segment.derived(`within:${from}`, () => this.#between('discovered', from, latestDay));
  }

  /** Documents with a value of a filter of ranges. */
  numbers(parameter: NumberParameter, value: string): Postings {
    return this.segment.derived(`number:${parameter}:${value}`, () => {
      if (value === unknownNumber) return this.#inRange(parameter, null);
      const { from, to } = readRange(value) ?? { from: 1, to: 0 };
      return this.#inRange(parameter, [from ?? Number.NEGATIVE_INFINITY, to ?? Number.POSITIVE_INFINITY]);
    });
  }

  /** Documents whose number is in a range, or of which none is known. */
  #inRange(parameter: NumberParameter, range: readonly [from: number, to: number] | null): Postings {
    const { size } = this.segment;
    const bits = this.segment.newBitmap();
    const [from, to] = range ?? [0, 0];
    let count = 0;
    for (let first = 0; first < size; first += chunkLength) {
      const [lows, highs] = this.#numbersOf(parameter, first / chunkLength);
      const length = Math.min(chunkLength, size - first);
      for (let i = 0; i < length; i++) {
        const low = lows[i] ?? Number.NaN;
        // What is not a number is in no range.
        if (range === null ? !Number.isNaN(low) : !(low >= from && highs[i]! <= to)) continue;
        setBit(bits, first + i);
        count += 1;
      }
    }
    return bitmapPostings(bits, count);
  }

  /** The least and the most that a number of some documents can be. */
  #numbersOf(parameter: NumberParameter, chunk: number): readonly [Numbers, Numbers] {
    const { segment } = this;
    if (parameter === 'score' || parameter === 'founded') {
      const stored = segment.chunk(parameter === 'score' ? 'merit' : 'founded', chunk);
      const values = Float64Array.from(stored, parameter === 'score' ? scoreOfMerit : yearOfKey);
      return [values, values];
    }
    const [low, high] = columnsOfNumbers[parameter];
    const lows = segment.chunk(low, chunk);
    return [lows, low === high ? lows : segment.chunk(high, chunk)];
  }

  /** Documents that meet a condition in a column of imported files. */
  own(value: string): Postings {
    const condition = readOwnCondition(value);
    const column = condition === undefined ? undefined : this.segment.ownColumn(condition.name);
    if (condition === undefined || column === undefined) return nothing;
    return this.segment.derived(`own:${value}`, () => column.having(meetsText(condition)));
  }

  #between(column: ColumnName, from: number, to: number): Postings {
    const { size } = this.segment;
    const bits = this.segment.newBitmap();
    let count = 0;
    for (let first = 0; first < size; first += chunkLength) {
      const values = this.segment.chunk(column, first / chunkLength);
      for (let i = 0; i < values.length; i++) {
        if (values[i]! < from || values[i]! > to) continue;
        setBit(bits, first + i);
        count += 1;
      }
    }
    return bitmapPostings(bits, count);
  }
}

/** Later than any day, as `dateNumber`. */
const latestDay = Number.MAX_SAFE_INTEGER;

/** First and last day (as `dateNumber`) of a funding that has `tag` as of `date`. Empty ranges have first > last. */
function fundedRange(tag: FundedTag, date: string): [number, number] {
  const index = fundedTags.findIndex(({ value }) => value === tag);
  const isTagOrOlder = (day: string): boolean =>
    fundedTags.findIndex((t) => t.value === fundedTagOf(day, date)) >= index;
  const isOlder = (day: string): boolean => fundedTags.findIndex((t) => t.value === fundedTagOf(day, date)) > index;
  const older = index === fundedTags.length - 1 ? 0 : lastDay(isOlder, date);
  return [older + 1, index === 0 ? latestDay : lastDay(isTagOrOlder, date)];
}

/** Further back than any tag reaches, in days. */
const longAgo = 4000;

/** The last day up to `date` for which `holds` is true; it is true for all days before a certain one. */
function lastDay(holds: (day: string) => boolean, date: string): number {
  let low = 0;
  let high = longAgo;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (holds(addDays(date, -middle))) high = middle;
    else low = middle + 1;
  }
  return dateNumber(addDays(date, -low));
}

/** No documents. */
const nothing: Postings = { form: 'list', count: 0, halves: new Uint16Array(0) };

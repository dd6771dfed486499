import { popcount, setBit } from '#server/index/bits/bitmap.ts';
import { countPostings } from '#server/index/bits/postings.ts';
import type { RowList, RowSource } from '#server/index/csv/rowWriter.ts';
import { blankFields } from '#server/index/query/blankFields.ts';
import { evaluate, matchesOf, type Plan } from '#server/index/query/evaluate.ts';
import { inOrder, takeInOrder, type Found, type Matches } from '#server/index/query/ordered.ts';
import { scoredAmong } from '#server/index/query/scores.ts';
import { nameTiers, typedNameMatches } from '#server/index/query/textMatch.ts';
import { readNameQuery } from '#server/index/words/textQuery.ts';
import type { SegmentView } from '#server/index/segment/segmentView.ts';
import type { SortOption } from '#shared/domain/choices.ts';
import type { Company, ListField } from '#shared/domain/company.ts';
import type { ExportColumn, ExportContext } from '#shared/domain/exportColumns.ts';
import { AppError } from '#shared/errors.ts';
import { bytesOfText, companyJson } from '../record/companyJson.ts';
import { toCompany, type AsOf } from '../record/toCompany.ts';
import { type Manifest, segmentPath } from './catalogue.ts';
import type { ScoreRank } from './port.ts';

/** A manifest with its segments open, on one day: what one call sees from beginning to end. */
export interface Generation {
  readonly manifest: Manifest;
  readonly asOf: AsOf;
  readonly views: readonly SegmentView[];
}

/** How many ids are found, and companies written, before another turn may come. */
const idsBetween = 500;
const rowsBetween = 25;

/** The matches in each segment. */
function match({ views }: Generation, plan: Plan): Matches[] {
  return views.map((view) => {
    const all = matchesOf(evaluate(view, plan, false));
    return { view, all, tiers: plan.text === null ? [] : nameTiers(view.segment, plan.text, all) };
  });
}

/**
 * One page of the matches, and how many there are: in all and newly added. With the first page come the fields that are
 * blank in all matches.
 */
export function pageOf(
  generation: Generation,
  plan: Plan,
  sortBy: SortOption,
  page: number,
  pageSize: number,
): { count: number; newCount: number; blank: ListField[] | undefined; found: Found[] } {
  const matches = match(generation, plan);
  let count = 0;
  let newCount = 0;
  for (const { view, all } of matches) {
    count += popcount(all);
    const newest = view.newest();
    if (newest !== undefined) newCount += countPostings(all, newest);
  }
  const blank = page === 0 ? blankFields(matches) : undefined;
  return { count, newCount, blank, found: takeInOrder(matches, sortBy, page * pageSize, pageSize) };
}

/** How many match. */
export function countOf({ views }: Generation, plan: Plan): number {
  return views.reduce((sum, view) => sum + popcount(matchesOf(evaluate(view, plan, false))), 0);
}

/** The best companies whose names have words that begin like those of a text. */
export function namedLike({ views }: Generation, text: string, limit: number): Found[] {
  const query = readNameQuery(text);
  const matches = views.map((view) => {
    const { all, own } = typedNameMatches(view.segment, query, view.live);
    return { view, all, tiers: [own] };
  });
  return takeInOrder(matches, 'best_match', 0, limit);
}

/** Ids of the matches in the order requested, at most `limit`. Works in steps, so that other calls get their turn. */
export function* idsIn(
  generation: Generation,
  plan: Plan,
  sortBy: SortOption,
  limit: number,
): Generator<undefined, number[]> {
  const ids: number[] = [];
  for (const { view, document } of inOrder(match(generation, plan), sortBy)) {
    if (ids.length >= limit) break;
    ids.push(view.segment.idOf(document));
    if (ids.length % idsBetween === 0) yield;
  }
  return ids;
}

/** A page of the matches as JSON in UTF-8, a few companies at a time. */
export function* pageJson(
  generation: Generation,
  plan: Plan,
  sortBy: SortOption,
  page: number,
  pageSize: number,
): Generator<undefined, Uint8Array<ArrayBuffer>> {
  const { count, newCount, blank, found } = pageOf(generation, plan, sortBy, page, pageSize);
  const said = blank === undefined ? '' : `"blank":${JSON.stringify(blank)},`;
  const parts = [bytesOfText(`{"count":${count},"newCount":${newCount},${said}"items":[`)];
  for (let from = 0; from < found.length; from += rowsBetween) {
    if (from > 0) yield;
    const texts = companiesJson(found.slice(from, from + rowsBetween)).join(',');
    parts.push(bytesOfText(from > 0 ? `,${texts}` : texts));
  }
  parts.push(bytesOfText(']}'));
  return Buffer.concat(parts);
}

/** The companies with these ids that this generation shows. */
export function companiesIn(generation: Generation, ids: readonly number[]): Company[] {
  return ids
    .map((id) => locate(generation, id))
    .filter((found) => found !== undefined)
    .map(companyOf);
}

/** What best match sorts companies by (`meritOf`), by id; missing ones are left out. */
export function meritsIn(generation: Generation, ids: readonly number[]): Map<number, number> {
  const merits = new Map<number, number>();
  for (const id of ids) {
    const found = locate(generation, id);
    if (found !== undefined) merits.set(id, found.view.segment.at('merit', found.document));
  }
  return merits;
}

/** The fields that are blank in all companies with these ids. */
export function blankAmong({ views }: Generation, ids: readonly number[]): ListField[] {
  const matches = views.map((view) => {
    const all = view.segment.scratch.empty();
    for (const id of ids) {
      const document = view.segment.documentOf(id);
      if (view.shows(document)) setBit(all, document);
    }
    return { view, all };
  });
  return blankFields(matches);
}

/** Where a company's score stands among all; undefined if there is no such company. */
export function scoreRankIn(generation: Generation, id: number): ScoreRank | undefined {
  const found = locate(generation, id);
  if (found === undefined) return undefined;
  const score = found.view.segment.at('merit', found.document);
  const all = generation.views.map((view) => scoredAmong(view, view.live, score));
  const above = all.reduce((sum, part) => sum + part.above, 0);
  return { rank: score < 0 ? null : above + 1, of: all.reduce((sum, { scored }) => sum + scored, 0) };
}

/** A found company. Throws `storage_corrupt`. */
export function companyOf({ view, document }: Found): Company {
  const id = view.segment.idOf(document);
  const record = view.segment.record(id);
  if (record === undefined) throw new AppError('storage_corrupt', 'The search index is damaged.');
  return toCompany(id, record, view.asOf);
}

/** The JSON texts of found companies, in their order, as byte texts. Throws `storage_corrupt`. */
function companiesJson(found: readonly Found[]): string[] {
  const records = new Map<SegmentView, Iterator<string, undefined>>();
  for (const view of new Set(found.map((each) => each.view))) {
    const documents = found.filter((each) => each.view === view).map(({ document }) => document);
    records.set(view, view.segment.encodedRecords(documents).values());
  }
  return found.map(({ view, document }) => {
    const record = records.get(view)?.next().value ?? '';
    return companyJson(view.segment.idOf(document), record, view.asOf, view.segment.origin);
  });
}

/** Where a company is, if this generation shows it. */
export function locate({ views }: Generation, id: number): Found | undefined {
  for (const view of views) {
    const document = view.segment.documentOf(id);
    if (view.shows(document)) return { view, document };
  }
  return undefined;
}

/** Releases what a generation holds, once it is over. */
export function release({ views }: Generation): void {
  for (const view of views) view.release();
}

/** How many rows are found before another turn may come. */
const locatedBetween = 500;

/** What an export of a generation is written from. */
export function sourceOf(
  folder: string,
  { manifest, asOf }: Generation,
  columns: readonly ExportColumn[],
  context: ExportContext,
): RowSource {
  return {
    files: manifest.segments.map((segment) => segmentPath(folder, segment)),
    origins: manifest.segments.map(({ origin }) => origin),
    columns: columns.map(({ key }) => key),
    context,
    asOf,
  };
}

/** The rows of an export of these companies, in this order; missing ones are left out. */
export function rowsOfIds({ views }: Generation, wanted: readonly number[]): RowList {
  const ids = new Uint32Array(wanted.length);
  const files = new Uint16Array(wanted.length);
  let rows = 0;
  for (const id of wanted) {
    const file = views.findIndex((view) => view.shows(view.segment.documentOf(id)));
    if (file === -1) continue;
    ids[rows] = id;
    files[rows++] = file;
  }
  return { ids: ids.subarray(0, rows), files: files.subarray(0, rows) };
}

/**
 * The rows of an export of all matches: six bytes a row, because a million of them are in memory at once. Works in
 * steps, so that other calls get their turn.
 */
export function* rowsOfSearch(generation: Generation, plan: Plan, sortBy: SortOption): Generator<undefined, RowList> {
  const found = match(generation, plan);
  const count = found.reduce((sum, { all }) => sum + popcount(all), 0);
  const ids = new Uint32Array(count);
  const files = new Uint16Array(count);
  const fileOf = new Map(generation.views.map((view, file) => [view, file]));
  let rows = 0;
  for (const { view, document } of inOrder(found, sortBy)) {
    ids[rows] = view.segment.idOf(document);
    files[rows++] = fileOf.get(view)!;
    if (rows % locatedBetween === 0) yield;
  }
  return { ids, files };
}

import type { SortOption } from '#shared/domain/choices.ts';
import type { ExportColumn } from '#shared/domain/exportColumns.ts';
import type { RowList, RowSource } from '#server/index/csv/rowWriter.ts';
import { popcount } from '#server/index/bits/bitmap.ts';
import type { Plan } from '#server/index/query/evaluate.ts';
import { inOrder } from '#server/index/query/ordered.ts';
import { asOfManifest, segmentPath } from './catalogue.ts';
import { match, type Generation } from './generation.ts';

/** Rows that are found before there may be another turn. */
const rowsBetween = 500;

/** What an export of a generation is written from. */
export function sourceOf(folder: string, { manifest }: Generation, columns: readonly ExportColumn[]): RowSource {
  return {
    files: manifest.segments.map((segment) => segmentPath(folder, segment)),
    columns: columns.map(({ key }) => key),
    asOf: asOfManifest(manifest),
  };
}

/** The rows of an export of these companies, in this order; those that are not there are left out. */
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
 * The rows of an export of all matches: six bytes a row, for a million of them are in memory at once. Found some at a
 * time, so that other calls can have their turn.
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
    if (rows % rowsBetween === 0) yield;
  }
  return { ids, files };
}

import { exportPageSize, maxIdsPerCall } from '#shared/api/schemas.ts';
import type { ExportRequest } from '#shared/bridge/exports.ts';
import { filtersToQuery } from '#shared/domain/filterQuery.ts';
import { assertNever } from '#shared/errors.ts';

type Query = Record<string, string | number>;

/** The calls an export is made of. `paged`: one query, page after page until the total is reached; else each once. */
export interface ExportPlan {
  readonly paged: boolean;
  readonly queries: readonly Query[];
}

/** The queries of an export; ids go in groups of 500 (docs/api.md 1). */
export function planExport({ source, columns }: ExportRequest): ExportPlan {
  const common: Query = columns.length === 0 ? {} : { columns: columns.join(',') };
  switch (source.kind) {
    case 'ids': {
      const queries: Query[] = [];
      const ids = [...new Set(source.ids)];
      for (let start = 0; start < ids.length; start += maxIdsPerCall) {
        queries.push({ ...common, ids: ids.slice(start, start + maxIdsPerCall).join(',') });
      }
      return { paged: false, queries };
    }
    case 'tag':
      return { paged: true, queries: [{ ...common, tag: source.tag }] };
    case 'smartList':
      return { paged: true, queries: [{ ...common, user_smart_list_id: source.id }] };
    case 'collection':
      return { paged: true, queries: [{ ...common, collection_id: source.id }] };
    case 'search': {
      // Best match is the default and is left out, as in a search (product 7).
      const sort: Query = source.sortBy === '' || source.sortBy === 'best_match' ? {} : { sort_by: source.sortBy };
      return { paged: true, queries: [{ ...common, ...sort, ...filtersToQuery(source.filters) }] };
    }
    default:
      return assertNever(source);
  }
}

/** Rows of a full page. */
export const rowsPerPage = exportPageSize;

/** The name to begin with, without a folder in it; the shell that saves makes it one that its system takes. */
export function csvFileName(name: string): string {
  const plain = name
    .replaceAll(/[\\/:*?"<>|\p{Cc}\p{Cf}]+/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/^[. ]+|[. ]+$/g, '');
  return `${plain === '' ? 'Companies' : plain}.csv`;
}

import type { EndpointRequest } from '#shared/api/messages.ts';
import { exportPageSize, maxIdsPerCall } from '#shared/api/schemas.ts';
import { exportAddon } from '#shared/domain/account.ts';
import { exportColumnsOf, type ExportColumn } from '#shared/domain/exportColumns.ts';
import { filterParameters } from '#shared/domain/filterQuery.ts';
import { AppError } from '#shared/errors.ts';
import { csvHeader, csvRows } from '../http/csv.ts';
import { found, sliceOf } from '../http/answers.ts';
import { badInput } from '../http/requestInput.ts';
import { companyQueryOf, filtersOf } from '../lists/companyQuery.ts';
import type { CompanySnapshot } from '../store/companies.ts';
import { listNameOfSlug } from './entryViews.ts';
import type { Guards, Handlers, SignedInContext } from './handler.ts';

type ExportQuery = EndpointRequest<'exportCompanies'>['query'];

/** Companies read and written at a time. */
const chunkSize = 500;

/** Most companies an export can have. */
const maxRows = 10_000_000;

const sources = ['ids', 'tag', 'user_smart_list_id', 'collection_id'] as const;

export const exportHandlers: Pick<Handlers, 'exportCompanies'> = {
  async exportCompanies({ query }, context) {
    const columns = columnsOf(query);
    // All rows of an answer are of one generation, whatever lands while it is read (QUALITY I12).
    const companies = await context.deps.companies.snapshot();
    try {
      const { total, ids } = await rowsOf(query, context, companies);
      return { total, body: csvStream(companies, columns, ids, query.page === 0) };
    } catch (error) {
      companies.close();
      throw error;
    }
  },
};

export const exportGuards: Pick<Guards, 'exportCompanies'> = {
  async exportCompanies(_id, { user }) {
    if (!user.addons.includes(exportAddon)) {
      throw new AppError('addon_required', 'Export needs the export add-on.');
    }
  },
};

function columnsOf(query: ExportQuery): readonly ExportColumn[] {
  const columns = exportColumnsOf(valuesOf(query.columns));
  if (columns === undefined) throw badInput({ columns: 'One of these is not a column.' });
  return columns;
}

/** Ids of one page's companies, in order, and how many rows all pages have. */
async function rowsOf(
  query: ExportQuery,
  context: SignedInContext,
  companies: CompanySnapshot,
): Promise<{ total: number; ids: number[] }> {
  const { deps, user } = context;
  const slice = sliceOf({ page: query.page, page_size: exportPageSize });
  const named = sources.filter((source) => query[source] !== undefined);
  if (named.length > 1) {
    throw badInput(Object.fromEntries(named.map((source) => [source, 'An export has one source.'])));
  }
  if (named.length === 1) refuseFilters(query);

  if (query.tag !== undefined) {
    const page = await deps.state.entries.page(user.id, { list: listNameOfSlug(query.tag) }, slice);
    return { total: page.count, ids: page.rows.map((row) => row.companyId) };
  }
  if (query.user_smart_list_id !== undefined) {
    const list = found(await deps.state.smartLists.get(user.id, query.user_smart_list_id), 'smart list');
    const page = await deps.state.entries.page(user.id, { smartListId: list.id }, slice);
    return { total: page.count, ids: page.rows.map((row) => row.companyId) };
  }
  if (query.collection_id !== undefined) {
    const collection = found(await deps.state.collections.get(user.id, query.collection_id), 'collection');
    const page = await deps.state.collections.itemPage(collection.id, slice);
    return { total: page.count, ids: page.rows.map((row) => row.company_id) };
  }
  const all =
    query.ids === undefined ? await searchedIds(query, context, companies) : await namedIds(query.ids, companies);
  return { total: all.length, ids: all.slice(slice.offset, slice.offset + slice.limit) };
}

/** Companies by id, those that are there, each once, in the order asked for. */
async function namedIds(ids: string | string[], companies: CompanySnapshot): Promise<number[]> {
  const values = [...new Set(valuesOf(ids))];
  if (values.some((value) => !/^[1-9]\d{0,14}$/.test(value))) throw badInput({ ids: 'Ids are positive integers.' });
  if (values.length > maxIdsPerCall) throw badInput({ ids: `At most ${maxIdsPerCall} ids a call.` });
  const there = await companies.getMany(values.map(Number));
  return there.map((company) => company.id);
}

async function searchedIds(
  query: ExportQuery,
  { deps, user }: SignedInContext,
  companies: CompanySnapshot,
): Promise<number[]> {
  const search = await companyQueryOf(deps.state, user.id, filtersOf(filterPart(query)), {
    sortBy: query.sort_by,
    excludeSmartList: query.exclude_smartlist,
  });
  return companies.searchIds(search, maxRows);
}

function filterPart(query: ExportQuery): Record<string, string | string[] | undefined> {
  const values: Record<string, unknown> = query;
  return Object.fromEntries(filterParameters.map((name) => [name, values[name] as string | string[] | undefined]));
}

/** A list is exported whole: filters beside it would promise something else. */
function refuseFilters(query: ExportQuery): void {
  const given = Object.entries(filterPart(query)).filter(([, value]) => value !== undefined);
  if (given.length === 0) return;
  throw badInput(Object.fromEntries(given.map(([name]) => [name, 'Filters export a search, not a list.'])));
}

function valuesOf(raw: string | readonly string[] | undefined): string[] {
  const texts = raw === undefined ? [] : typeof raw === 'string' ? [raw] : raw;
  return texts
    .flatMap((part) => part.split(','))
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

/** Made chunk by chunk as the receiver takes it, so that a large export is never whole in memory. */
function csvStream(
  companies: CompanySnapshot,
  columns: readonly ExportColumn[],
  ids: readonly number[],
  withHeader: boolean,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let next = 0;
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        if (withHeader) controller.enqueue(encoder.encode(csvHeader(columns)));
      },
      async pull(controller) {
        if (next >= ids.length) {
          companies.close();
          controller.close();
          return;
        }
        const chunk = ids.slice(next, next + chunkSize);
        next += chunk.length;
        try {
          // Also an empty text: a chunk whose companies are all gone would otherwise never be pulled again.
          controller.enqueue(encoder.encode(csvRows(columns, await companies.getMany(chunk))));
        } catch (error) {
          companies.close();
          throw error;
        }
      },
      cancel() {
        companies.close();
      },
    },
    new CountQueuingStrategy({ highWaterMark: 2 }),
  );
}

import type { EndpointRequest } from '#shared/api/messages.ts';
import { exportPageSize, maxIdsPerCall } from '#shared/api/schemas.ts';
import { exportAddon } from '#shared/domain/account.ts';
import {
  decisionPartsOf,
  everyColumnKey,
  everyKey,
  exportColumnsOf,
  ownColumn,
  whyKey,
  type ExportColumn,
  type ExportContext,
  joined,
  notesCell,
  type ExportedDecision,
  type ExportedDecisions,
} from '#shared/domain/exportColumns.ts';
import { changesInFull, type CompanyChange } from '#shared/domain/companyChange.ts';
import { laterCell } from '#shared/domain/later.ts';
import { filterParameters } from '#shared/domain/filterQuery.ts';
import type { FilterSet } from '#shared/domain/filters.ts';
import { isEntryOrder, parseOrder } from '#shared/domain/listOrder.ts';
import { knownCell } from '#shared/domain/knownText.ts';
import { AppError } from '#shared/errors.ts';
import { csvHeader } from '../http/csv.ts';
import { found, sliceOf } from '../http/answers.ts';
import { badInput } from '../http/requestInput.ts';
import { companyQueryOf, filtersOf } from '../../lists/companyQuery.ts';
import type { CompanyExport, ExportChoice } from '../../index/port.ts';
import { reasonNames } from './decisions.ts';
import { askedOf, listNameOfSlug } from './entries.ts';
import type { CsvAnswer, Guards, Handlers, SignedInContext } from './handler.ts';
import { audited } from './team.ts';

/** Which companies a query is about: exactly one source. */
export type ExportSources = Omit<EndpointRequest<'exportCompanies'>['query'], 'columns' | 'page' | 'export'>;
type ExportQuery = EndpointRequest<'exportCompanies'>['query'];

/** The most companies an export can have. */
const maxRows = 10_000_000;

const decidedLists = ['Watchlist', 'Opportunities', 'Archive', 'Later'] as const;

const sources = ['ids', 'tag', 'user_smart_list_id', 'collection_id'] as const;

export const exportHandlers: Pick<Handlers, 'exportCompanies'> = {
  async exportCompanies({ query }, context) {
    const columns = await columnsOf(query, context);
    if (query.export !== undefined) return nextPage(query.export, query.page, context);
    const choice = await choiceOf(query, context);
    const opened = await context.deps.companies.openExport(
      choice,
      columns,
      await contextOf(columns, query, choice, context),
    );
    if (query.page === 0) {
      const what = await auditedSource(query, context);
      const detail = { what, rows: opened.total, columns: columns.map(({ header }) => header) };
      await audited({ kind: 'export', detail, isForTeam: true }, context);
    }
    const header = query.page === 0 ? new TextEncoder().encode(csvHeader(columns)) : null;
    if (query.page > 0 || opened.total <= exportPageSize) {
      return pageOf(opened, query.page, header, () => opened.close());
    }
    const { deps, user } = context;
    const id = deps.exports.keep(user.id, opened);
    deps.exports.use(user.id, id);
    return { ...pageOf(opened, 0, header, () => deps.exports.release(id, false)), next: id };
  },
};

export const exportGuards: Pick<Guards, 'exportCompanies'> = {
  exportCompanies: needsExport,
};

/** Refuses a user who may not export. */
export async function needsExport(_id: number, { user }: SignedInContext): Promise<void> {
  if (!user.addons.includes(exportAddon)) throw new AppError('addon_required', 'Export needs the export add-on.');
}

/** A page of an export that was opened by its first page. */
function nextPage(id: string, page: number, { deps, user }: SignedInContext): CsvAnswer {
  const opened = deps.exports.use(user.id, id);
  const isLast = (page + 1) * exportPageSize >= opened.total;
  return pageOf(opened, page, null, (isWhole) => deps.exports.release(id, isLast && isWhole));
}

/** One page. Calls `done` once: when the page was sent, was given up or failed. */
function pageOf(
  opened: CompanyExport,
  page: number,
  header: Uint8Array | null,
  done: (isWhole: boolean) => void,
): CsvAnswer {
  const { offset, limit } = sliceOf({ page, page_size: exportPageSize });
  const reader = opened.csv(offset, Math.min(offset + limit, opened.total)).getReader();
  let isOpen = true;
  const end = (isWhole: boolean): void => {
    if (isOpen) done(isWhole);
    isOpen = false;
  };
  const body = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        if (header !== null) controller.enqueue(header);
      },
      async pull(controller) {
        try {
          const { value, done: isAll } = await reader.read();
          if (!isAll) {
            controller.enqueue(value);
            return;
          }
        } catch (error) {
          end(false);
          throw error;
        }
        end(true);
        controller.close();
      },
      async cancel() {
        await reader.cancel();
        end(false);
      },
    },
    new CountQueuingStrategy({ highWaterMark: 1 }),
  );
  return { total: opened.total, body };
}

/** The chosen columns; without a choice all about companies, those of imported files last. */
async function columnsOf(query: ExportQuery, { deps }: SignedInContext): Promise<readonly ExportColumn[]> {
  const keys = valuesOf(query.columns);
  const isEvery = keys.length === 1 && keys[0] === everyColumnKey;
  const columns = exportColumnsOf(isEvery ? everyKey(query.tag !== undefined) : keys);
  if (columns === undefined) throw badInput({ columns: 'One of these is not a column.' });
  if (keys.length > 0 && !isEvery) return columns;
  return [...columns, ...(await deps.companies.ownColumns()).map((name) => ownColumn(name))];
}

/** What columns say that companies do not have. */
async function contextOf(
  columns: readonly ExportColumn[],
  query: ExportQuery,
  choice: ExportChoice,
  context: SignedInContext,
): Promise<ExportContext> {
  const keys = columns.map(({ key }) => key);
  const parts = decisionPartsOf(keys);
  return {
    ...(parts.size === 0 ? {} : { decisions: await decisionsOf(parts, choice, context) }),
    ...(keys.includes(whyKey) ? await filtersWithNames(query, context) : {}),
  };
}

/** Names by ids, as filters have them. */
function named(of: Iterable<readonly [number, string]>): Map<string, string> {
  return new Map(Array.from(of, ([id, name]) => [String(id), name]));
}

/** The filters that companies were found by, and what the user calls the lists in them. */
async function filtersWithNames(
  query: ExportQuery,
  context: SignedInContext,
): Promise<Pick<ExportContext, 'filters' | 'names'>> {
  const filters = await filtersAsked(query, context);
  if (filters === undefined) return {};
  const { state } = context.deps;
  const userId = context.user.id;
  const { include, exclude } = filters;
  const listIds = [...include.smartLists, ...exclude.smartLists].map(Number);
  const namesCollections = include.collections.length + exclude.collections.length > 0;
  const [lists, reasons, collections] = await Promise.all([
    state.smartLists.names(userId, listIds),
    reasonNames(context),
    namesCollections ? state.collections.list(userId, { offset: 0, limit: maxRows }).then(({ rows }) => rows) : [],
  ]);
  const names = {
    smartLists: named(lists),
    collections: named(collections.map(({ id, name }) => [id, name] as const)),
    reasons: named(reasons),
  };
  return { filters, names };
}

/** The filters that companies were found by, those of a search or a smart list; undefined for other sources. */
async function filtersAsked(query: ExportQuery, { deps, user }: SignedInContext): Promise<FilterSet | undefined> {
  const { user_smart_list_id: smartListId } = query;
  if (smartListId !== undefined) return (await deps.state.smartLists.get(user.id, smartListId))?.filters;
  return sources.some((source) => query[source] !== undefined) ? undefined : filtersOf(filterPart(query));
}

/** What the user has decided about a company. */
type Decided = Omit<ExportedDecision, 'notes' | 'known' | 'collections' | 'changed'>;

/** Of what the user has decided and written, and knows from elsewhere, those parts about the chosen companies. */
async function decisionsOf(
  parts: ReadonlySet<keyof ExportedDecision>,
  choice: ExportChoice,
  context: SignedInContext,
): Promise<ExportedDecisions> {
  const { state } = context.deps;
  const userId = context.user.id;
  const has = <T>(part: keyof ExportedDecision, read: () => Promise<readonly T[]>): Promise<readonly T[]> =>
    parts.has(part) ? read() : Promise.resolve([]);
  const chosen = 'ids' in choice ? choice.ids : undefined;
  const isDecided = [...parts].some((part) => Object.hasOwn(undecided, part));
  const decided = isDecided ? await decidedBy(context) : new Map<number, Decided>();
  const notes = Map.groupBy(await has('notes', () => state.notes.all(userId, chosen)), ({ companyId }) => companyId);
  const marks = Map.groupBy(await has('known', () => state.known.marks(userId)), ({ companyId }) => companyId);
  const collections = parts.has('collections') ? await collectionNames(context) : new Map<number, readonly string[]>();
  const changes = Map.groupBy(await has('changed', () => lastChanges(context)), ({ company_id: id }) => id);
  const all = new Set([...decided.keys(), ...notes.keys(), ...marks.keys(), ...collections.keys(), ...changes.keys()]);
  const ids = chosen === undefined ? [...all] : chosen.filter((id) => all.has(id));
  return new Map(
    ids.map((id) => {
      const besides = {
        notes: notesCell(notes.get(id) ?? []),
        known: knownCell(marks.get(id) ?? []),
        collections: joined(collections.get(id) ?? []),
        changed: joined(changesInFull(changes.get(id) ?? [])),
      };
      return [id, { ...(decided.get(id) ?? undecided), ...besides }] as const;
    }),
  );
}

/** What the last import has changed. */
async function lastChanges({ deps: { state } }: SignedInContext): Promise<CompanyChange[]> {
  const { id } = await state.imports.newest();
  return state.imports.changesOf(id);
}

/** What the user has decided, by company. */
export async function decidedBy(context: SignedInContext): Promise<ReadonlyMap<number, Decided>> {
  const { deps, user } = context;
  const { entries, smartLists } = deps.state;
  const all = { offset: 0, limit: maxRows };
  const pages = await Promise.all(decidedLists.map((list) => entries.page(user.id, { list }, all)));
  const rows = pages.flatMap((page) => page.rows);
  const names = await smartLists.names(user.id, [...new Set(rows.map(({ smartListId }) => smartListId))]);
  const reasons = await reasonNames(context);
  return new Map(
    rows.map(({ companyId, list, decidedAt, smartListId, reason, later }) => [
      companyId,
      {
        list,
        day: decidedAt.slice(0, 10),
        smartList: names.get(smartListId) ?? '',
        reason: reasons.get(reason) ?? '',
        later: laterCell(later),
        by: user.name === '' ? user.email : user.name,
      },
    ]),
  );
}

/** The names of the user's collections that each company is in. */
async function collectionNames({ deps, user }: SignedInContext): Promise<ReadonlyMap<number, readonly string[]>> {
  const { collections } = deps.state;
  const { rows } = await collections.list(user.id, { offset: 0, limit: maxRows });
  const items = await collections.items(rows.map(({ id }) => id));
  const named = rows.flatMap(({ id, name }) => (items.get(id) ?? []).map((item) => [item.company_id, name] as const));
  const byCompany = Map.groupBy(named, ([companyId]) => companyId);
  return new Map([...byCompany].map(([companyId, all]) => [companyId, all.map(([, name]) => name)]));
}

const undecided: Decided = { list: '', day: '', smartList: '', reason: '', later: '', by: '' };

/** Which companies to export. */
export async function choiceOf(query: ExportSources, context: SignedInContext): Promise<ExportChoice> {
  const { deps, user } = context;
  const { state, lists } = deps;
  const named = sources.filter((source) => query[source] !== undefined);
  if (named.length > 1) {
    throw badInput(Object.fromEntries(named.map((source) => [source, 'An export has one source.'])));
  }
  if (named.length === 1) refuseFilters(query);
  refuseOrder(query);
  const all = askedOf(query, { offset: 0, limit: maxRows }, context);

  if (query.tag !== undefined) {
    const { rows } = await lists.entries({ list: listNameOfSlug(query.tag) }, all);
    return { ids: rows.map((row) => row.companyId) };
  }
  if (query.user_smart_list_id !== undefined) {
    const list = found(await state.smartLists.get(user.id, query.user_smart_list_id), 'smart list');
    const { rows } = await lists.entries({ smartListId: list.id, newest: { seen: list.seen } }, all);
    return { ids: rows.map((row) => row.companyId) };
  }
  if (query.collection_id !== undefined) {
    const collection = found(await state.collections.get(user.id, query.collection_id), 'collection');
    const { rows } = await lists.items(collection.id, all);
    return { ids: rows.map((row) => row.company_id) };
  }
  if (query.ids !== undefined) return { ids: namedIds(query.ids) };
  const search = await companyQueryOf(state, user.id, filtersOf(filterPart(query)), {
    sortBy: query.sort_by,
    excludeSmartList: query.exclude_smartlist,
  });
  return { search };
}

/** The name of the list or collection that is exported; `''` for a search and for companies by id. */
export async function sourceName(query: ExportSources, { deps: { state }, user }: SignedInContext): Promise<string> {
  const { tag, user_smart_list_id: smartListId, collection_id: collectionId } = query;
  if (tag !== undefined) return listNameOfSlug(tag);
  if (smartListId !== undefined) return (await state.smartLists.get(user.id, smartListId))?.name ?? '';
  if (collectionId !== undefined) return (await state.collections.get(user.id, collectionId))?.name ?? '';
  return '';
}

/** The same as the audit may say it to staff: of what only the user has, no name. */
export async function auditedSource(query: ExportSources, context: SignedInContext): Promise<string> {
  const { deps, user } = context;
  const { user_smart_list_id: smartListId, collection_id: collectionId } = query;
  if (smartListId !== undefined) {
    const list = await deps.state.smartLists.get(user.id, smartListId);
    return list?.shared === null ? 'a smart list of their own' : (list?.name ?? '');
  }
  if (collectionId !== undefined) {
    const members = await deps.state.sharing.collectionMembers(collectionId);
    return members.length === 0 ? 'a collection of their own' : sourceName(query, context);
  }
  return sourceName(query, context);
}

/** A search has `sort_by`, ids come as they are named, and a collection has companies only. */
function refuseOrder({ ordering, ids, tag, user_smart_list_id: smartListId, collection_id: id }: ExportSources): void {
  if (ordering === undefined) return;
  if (ids !== undefined || (tag === undefined && smartListId === undefined && id === undefined)) {
    throw badInput({ ordering: 'Only a list can be put in order.' });
  }
  if (id !== undefined && isEntryOrder(parseOrder(ordering)?.by ?? '')) {
    throw badInput({ ordering: 'Only entries can be put in this order.' });
  }
}

/** Companies by id, each once, in the order requested. */
function namedIds(ids: string | string[]): number[] {
  const values = [...new Set(valuesOf(ids))];
  if (values.some((value) => !/^[1-9]\d{0,14}$/.test(value))) throw badInput({ ids: 'Ids are positive integers.' });
  if (values.length > maxIdsPerCall) throw badInput({ ids: `At most ${maxIdsPerCall} ids a call.` });
  return values.map(Number);
}

function filterPart(query: ExportSources): Record<string, string | string[] | undefined> {
  const values: Record<string, unknown> = query;
  return Object.fromEntries(filterParameters.map((name) => [name, values[name] as string | string[] | undefined]));
}

/** A list is exported whole: filters with it would promise something else. */
function refuseFilters(query: ExportSources): void {
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

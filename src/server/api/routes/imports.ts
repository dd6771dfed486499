import type { EndpointResponse } from '#shared/api/messages.ts';
import type { BackCounts } from '#shared/domain/later.ts';
import type { Handlers, SignedInContext } from './handler.ts';

/** How many imports are told of. */
const shownImports = 3;

/** What imports have changed, for everybody who has the companies. */
export const importHandlers: Pick<Handlers, 'listImports' | 'listImportChanges'> = {
  async listImportChanges({ query: { company_ids: ids = [] } }, { deps: { state } }) {
    const { id, hasChanges } = await state.imports.newest();
    const results = ids.length === 0 || !hasChanges ? [] : await state.imports.changesOf(id, ids);
    return { import: id, has_changes: hasChanges, results };
  },

  async listImports(_request, context) {
    const runs = await context.deps.state.imports.list(shownImports);
    return { results: await Promise.all(runs.map((run) => importView(run.id, run.batchId, run, context))) };
  },
};

type ImportView = EndpointResponse<'listImports'>['results'][number];

async function importView(
  id: number,
  batchId: number,
  run: Pick<ImportView, 'at' | 'changed' | 'added' | 'updated' | 'same' | 'repeated'> & {
    readonly files: readonly string[];
  },
  { deps: { state }, user }: SignedInContext,
): Promise<ImportView> {
  const { at, files, added, updated, same, repeated, changed } = run;
  const companies = new Set(await state.imports.companyIds(id, 'changed'));
  const watched = await state.entries.decidedCompanyIds(user.id, ['Watchlist']);
  const { rows } = await state.smartLists.list(user.id, { offset: 0, limit: 1000 });
  const lists = await Promise.all(
    rows.map(async (list) => {
      const came = await state.entries.cameBy(list.id, batchId);
      return { id: list.id, name: list.name, now_match: came.length };
    }),
  );
  const back: BackCounts = {};
  for (const { why } of await state.ledger.broughtBack(user.id, batchId)) {
    // A day comes by itself.
    if (why !== 'day') back[why] = (back[why] ?? 0) + 1;
  }
  return {
    id,
    at,
    back,
    files: [...files],
    added,
    updated,
    same,
    repeated,
    changed,
    watchlist: watched.filter((company) => companies.has(company)).length,
    lists: lists.filter((list) => list.now_match > 0),
  };
}

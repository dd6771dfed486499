import { crossingOf, type Crossing } from '#shared/domain/crossing.ts';
import { factsOf } from '#shared/domain/decisionFacts.ts';
import type { CompanyReader, EarlierCompanies } from '../index/port.ts';
import type { ImportNote, SmartListRecord, State } from '../state/port.ts';

/** How many companies are compared at a time. */
const chunkSize = 500;

/** Companies that an import or a merge has changed, and how they were before its batch. */
export interface ChangedCompanies {
  readonly batchId: number;
  readonly before: EarlierCompanies;
  readonly ids: ReadonlySet<number>;
  /** Those that the batch has merged into others, by the one that stayed. */
  readonly merged: ReadonlyMap<number, readonly number[]>;
}

interface Stores {
  readonly companies: CompanyReader;
  readonly state: State;
}

/** What the import or merge of a note has changed; null if it was cut off before anything was. */
export async function changedBy(
  { companies, state }: Stores,
  { lastBatch }: Pick<ImportNote, 'lastBatch'>,
): Promise<ChangedCompanies | null> {
  const { lastImport } = await companies.status();
  if (lastImport === null || lastImport.batchId <= lastBatch) return null;
  const { batchId } = lastImport;
  const ids = new Set(await companies.replacedBy(batchId));
  const merges = lastImport.merged === 0 ? [] : (await state.merges.notes()).filter(({ gone }) => ids.has(gone));
  const byKept = Map.groupBy(merges, ({ kept }) => kept);
  return {
    batchId,
    before: companies.before(batchId),
    ids,
    merged: new Map([...byKept].map(([kept, of]) => [kept, of.map(({ gone }) => gone)])),
  };
}

/**
 * Those of `matching`, companies that match a list's filters and are not in the list, that did not match them before
 * the batch, with what has happened to each. One that was two matched if either did.
 */
export async function crossingsOf(
  companies: CompanyReader,
  { filters }: Pick<SmartListRecord, 'filters'>,
  matching: readonly number[],
  { before, merged }: ChangedCompanies,
): Promise<Map<number, Crossing>> {
  const formerly = (id: number): readonly number[] => [id, ...(merged.get(id) ?? [])];
  const matched = await before.filterIds(matching.flatMap(formerly), filters);
  const crossed = matching.filter((id) => !formerly(id).some((each) => matched.has(each)));
  const crossings = new Map<number, Crossing>();
  for (let start = 0; start < crossed.length; start += chunkSize) {
    const chunk = crossed.slice(start, start + chunkSize);
    const then = new Map((await before.getMany(chunk)).map((company) => [company.id, factsOf(company)]));
    for (const company of await companies.getMany(chunk)) {
      const facts = then.get(company.id);
      // One that was not there, such as a company that was hidden by a merge, is found as a new one is.
      if (facts !== undefined) crossings.set(company.id, crossingOf(facts, factsOf(company)));
    }
  }
  return crossings;
}

/** Takes out of the lists what came to match them by a batch that was undone, and does not match their filters now. */
export async function withdrawCrossings({ companies, state }: Stores, batchId: number): Promise<void> {
  for (const list of await state.smartLists.allSearches()) {
    const came = await state.entries.cameBy(list.id, batchId);
    if (came.length === 0) continue;
    const matching = await companies.filterIds(came, list.filters);
    await state.smartLists.withdraw(
      list.id,
      came.filter((id) => !matching.has(id)),
    );
  }
}

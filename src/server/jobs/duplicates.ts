import type { Duplicates } from '#shared/bridge/workspace.ts';
import { AppError } from '#shared/errors.ts';
import type { CompanyReader } from '../index/port.ts';
import { duplicateReason } from '../ingest/company/duplicates.ts';
import { mergeByHand } from '../ingest/company/mergeCompanies.ts';
import { completenessOf } from '../record/knownOf.ts';
import type { CompanyRecord } from '../record/companyRecord.ts';
import { toCompany } from '../record/toCompany.ts';
import type { State } from '../state/port.ts';

interface Stores {
  readonly companies: CompanyReader;
  readonly state: State;
}

/** How many pairs that share a hash are read. */
const mostRead = 20_000;
/** How many likely duplicates are counted, and how many of them are delivered. */
const mostCounted = 200;
const mostShown = 50;

/** The likely duplicates among imported companies, without those that somebody has said are two. */
export async function findDuplicates(stores: Stores): Promise<Duplicates> {
  const { companies, state } = stores;
  const apart = new Set((await state.merges.apart()).map((ids) => ids.join()));
  const pairs: Duplicates['pairs'] = [];
  let count = 0;
  for (const { ids } of await companies.lookalikes(mostRead)) {
    if (count === mostCounted) break;
    if (apart.has(ids.join())) continue;
    const [a, b] = [await companies.record(ids[0]), await companies.record(ids[1])];
    const reason = a === undefined || b === undefined ? null : duplicateReason(a, b);
    if (reason === null) continue;
    if (count < mostShown) pairs.push({ reason, ...(await pairOf(stores, ids)) });
    count += 1;
  }
  return { count, isMore: count === mostCounted, pairs };
}

/**
 * Two companies and what they would be as one. The one that stays is the one that the lists name, else the one that
 * more is known of, else the older. Throws `not_found` if one is gone, `unprocessable` if it is of the sample.
 */
export async function pairOf(
  { companies, state }: Stores,
  ids: readonly [number, number],
): Promise<Omit<Duplicates['pairs'][number], 'reason'>> {
  const [a, b] = [await candidate(companies, state, ids[0]), await candidate(companies, state, ids[1])];
  const isFirst = a.uses !== b.uses ? a.uses > b.uses : a.known >= b.known;
  const [kept, gone] = isFirst ? [a, b] : [b, a];
  const asOf = await companies.status();
  return {
    kept: toCompany(kept.id, kept.record, asOf),
    gone: toCompany(gone.id, gone.record, asOf),
    merged: toCompany(kept.id, mergeByHand(kept.record, gone.record), asOf),
  };
}

async function candidate(
  companies: CompanyReader,
  state: State,
  id: number,
): Promise<{ id: number; record: CompanyRecord; uses: number; known: number }> {
  const record = await companies.record(id);
  if (record === undefined) throw new AppError('not_found', 'This company is no longer here.');
  if (record.isSample) throw new AppError('unprocessable', 'A sample company cannot be merged.');
  const { entries, decided, items } = await state.upkeep.countUses([id]);
  return { id, record, uses: decided * 1_000_000 + entries + items, known: completenessOf(record) };
}

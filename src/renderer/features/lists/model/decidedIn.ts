import type { ListName } from '#shared/domain/listName.ts';
import { pendingAt, shownList, type Overlay } from '../../moves/overlay.ts';

/** Entries of one company that the special lists had when they were asked for at `askedAt`, on the monotonic clock. */
export interface DecidedEntries {
  readonly askedAt: number;
  readonly byCompany: ReadonlyMap<number, readonly { readonly entryId: number; readonly list: ListName }[]>;
}

/** An answer of a special list by ids. */
interface EntryIds {
  readonly list: ListName;
  readonly entries: readonly {
    readonly id: number;
    readonly company_id: number;
    readonly doubles: readonly number[];
  }[];
}

/** Gathers what the special lists have, each company's other entries in the same list too. */
export function decidedEntries(askedAt: number, answers: readonly EntryIds[]): DecidedEntries {
  const byCompany = new Map<number, { entryId: number; list: ListName }[]>();
  for (const { list, entries } of answers) {
    for (const { id, company_id: companyId, doubles } of entries) {
      const decided = [id, ...doubles].map((entryId) => ({ entryId, list }));
      byCompany.set(companyId, [...(byCompany.get(companyId) ?? []), ...decided]);
    }
  }
  return { askedAt, byCompany };
}

/**
 * The lists that a company is in: by the row that stands for it, by its other entries, and by what was decided about it
 * in this session, wherever that was.
 */
export function decidedIn(
  companyId: number,
  listOfRow: ListName,
  decided: DecidedEntries | undefined,
  overlay: Overlay,
): readonly ListName[] {
  const company = { id: companyId };
  const { askedAt = -Infinity, byCompany } = decided ?? {};
  const others = (byCompany?.get(companyId) ?? []).map((entry) => shownList({ ...entry, company, askedAt }, overlay));
  const newest = pendingAt(overlay, null, companyId);
  const isKnown = newest !== undefined && newest.state === 'settled' && newest.at < askedAt;
  return [listOfRow, ...others, ...(newest === undefined || isKnown ? [] : [newest.list])].filter(
    (list) => list !== 'None',
  );
}

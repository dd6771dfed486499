import type { ListName } from '#shared/domain/listName.ts';
import { isAfter, moveAt, shownList, type Overlay } from '../decide/overlay.ts';

/** Entries of each company that the special lists had at a revision of the queue. */
export interface DecidedEntries {
  readonly revision: number;
  readonly byCompany: ReadonlyMap<number, readonly { readonly entryId: number; readonly list: ListName }[]>;
}

/** An answer of a special list by ids. */
interface EntryIds {
  readonly list: ListName;
  readonly revision: number;
  readonly entries: readonly {
    readonly id: number;
    readonly company_id: number;
    readonly doubles: readonly number[];
  }[];
}

/** Gathers what the special lists have, each company's other entries in the same list too. */
export function decidedEntries(answers: readonly EntryIds[]): DecidedEntries {
  const byCompany = new Map<number, { entryId: number; list: ListName }[]>();
  for (const { list, entries } of answers) {
    for (const { id, company_id: companyId, doubles } of entries) {
      const decided = [id, ...doubles].map((entryId) => ({ entryId, list }));
      byCompany.set(companyId, [...(byCompany.get(companyId) ?? []), ...decided]);
    }
  }
  return { revision: Math.min(...answers.map((answer) => answer.revision)), byCompany };
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
  const { revision = -1, byCompany } = decided ?? {};
  const others = (byCompany?.get(companyId) ?? []).map((entry) => shownList({ ...entry, company, revision }, overlay));
  const newest = moveAt(overlay, null, companyId);
  return [listOfRow, ...others, ...(newest !== undefined && isAfter(newest, revision) ? [newest.list] : [])].filter(
    (list) => list !== 'None',
  );
}

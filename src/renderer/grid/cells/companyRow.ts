import type { CollectionCompany } from '#shared/domain/collection.ts';
import type { Company } from '#shared/domain/company.ts';
import { crossingLabels, crossingText, type Crossing } from '#shared/domain/crossing.ts';
import { listOfEntry, type InboxEntry } from '#shared/domain/inboxEntry.ts';
import { backLabel, backText, type Back, type Later } from '#shared/domain/later.ts';
import type { ListName } from '#shared/domain/listName.ts';

/**
 * A row of the company grid. `id` is unique within a list and stable across refreshes; `entryId` is null if the company
 * is shown without an inbox entry (search, collection, similar), `inboxId` is the entry's smart list; `list` is what
 * the server last said, before any pending move, and `revision` the queue's when it was read; `itemId` is the company's
 * collection item, if it is shown in a collection.
 */
export interface CompanyRow {
  readonly id: string;
  readonly company: Company;
  readonly entryId: number | null;
  readonly inboxId?: number;
  readonly siblings: readonly number[];
  readonly doubles: readonly number[];
  readonly list: ListName;
  readonly revision?: number;
  readonly itemId: number | null;
  /** In a special list: when the entry was put there (ISO 8601), and the name of its smart list. */
  readonly decidedAt?: string;
  readonly smartList?: string;
  /** Until when it is put off. */
  readonly later?: Later | null;
  /** The newest note about the company, as the server last said; absent where rows do not say. */
  readonly note?: string;
  /** Why one that was put off is undecided again. */
  readonly back?: Back | null;
  /** Why one that was known before is in its list only now. */
  readonly came?: Crossing | null;
  /** Whether it has come into its list since the user was last there. */
  readonly isNew?: boolean;
  /** Of an entry: when it was put into its list and why, as the server last said. */
  readonly decision?: RowDecision;
}

/** When a company was decided (ISO 8601), and the reason that was given; both may be `''`. */
export interface RowDecision {
  readonly at: string;
  readonly reason: string;
}

/** A row for a company without an inbox entry. */
export function rowOfCompany(company: Company): CompanyRow {
  return { id: `c${company.id}`, company, entryId: null, siblings: [], doubles: [], list: 'None', itemId: null };
}

/** A row for an inbox entry. */
export function rowOfEntry(entry: InboxEntry): CompanyRow {
  return {
    id: `e${entry.inboxEntryId}`,
    company: entry,
    entryId: entry.inboxEntryId,
    inboxId: entry.inboxId,
    siblings: entry.siblings,
    doubles: entry.doubles,
    list: listOfEntry(entry),
    itemId: null,
    later: entry.later,
    back: entry.back,
    came: entry.came,
    isNew: entry.is_new,
    note: entry.note,
    decision: { at: entry.decided_at, reason: entry.reason },
  };
}

/** Why a row is here (again), for reading, and in a word or two for the table; null where that needs no saying. */
export function whyHere({ back, came }: CompanyRow): { readonly label: string; readonly text: string } | null {
  if (back !== null && back !== undefined) return { label: backLabel(back), text: backText(back) };
  if (came !== null && came !== undefined) return { label: crossingLabels[came.why], text: crossingText(came) };
  return null;
}

/** A row of a special list, which also says when and where the company was decided. */
export function rowOfDecidedEntry(entry: InboxEntry): CompanyRow {
  return { ...rowOfEntry(entry), decidedAt: entry.decided_at, smartList: entry.smart_list };
}

/** A row for a company in a collection. */
export function rowOfCollectionCompany(company: CollectionCompany): CompanyRow {
  return { ...rowOfCompany(company), itemId: company.collection_item_id, note: company.note };
}

import type { FilterSet } from '#shared/domain/filters.ts';
import type { SmartList, SmartListOverview } from '#shared/domain/smartList.ts';
import type { Opinion, SmartListCounts, SmartListRecord } from '../../state/port.ts';

/** A smart list as the API answers it. */
export function smartListView({ id, name, filters }: SmartListRecord): SmartList {
  return { id, name, filters: withAlias(filters) };
}

/** A smart list with its counts. */
export function overviewView(list: SmartListRecord, counts: SmartListCounts | undefined): SmartListOverview {
  const none = { topCompanies: 0, newCount: 0, totalCount: 0, unratedCount: 0 };
  return { ...smartListView(list), ...(counts ?? none), refreshed: list.refreshedAt };
}

/** `text_search` stands beside `textSearch` on the wire (docs/api.md 2). */
function withAlias({ include, exclude }: FilterSet): FilterSet {
  const alias = { text_search: include.textSearch };
  return { include: { ...include, ...alias }, exclude };
}

/** Opinions that say something; an absent one says nothing (docs/api.md). */
export function opinionsOf(
  feedback: readonly { readonly company_id: number; readonly feedback?: boolean | undefined }[],
): Opinion[] {
  return feedback.flatMap(({ company_id: companyId, feedback: positive }) =>
    positive === undefined ? [] : [{ companyId, positive }],
  );
}

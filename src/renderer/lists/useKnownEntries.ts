import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { EndpointInput } from '#shared/api/messages.ts';
import { listSlugs, type ListName } from '#shared/domain/listName.ts';
import { api, stampedApi } from '../bridge/bridge.ts';
import { keys } from '../data/keys.ts';
import type { KnownEntries, KnownEntry } from './shown.ts';
import type { ListModel } from './list.ts';
import { undecidedQuery } from './sources.ts';

type EntriesQuery = EndpointInput<'listEntryIds'>['query'];

/**
 * Tells a list whose rows have no entries of their own (search, collection) which companies have one in the user's
 * lists, so that nothing is decided twice and a decision clears the inboxes too (docs/api.md). Queried when the list
 * opens, and when the user comes back after possibly deciding on another device: this window knows its own decisions.
 */
export function useKnownEntries(model: ListModel): void {
  const { data } = useQuery({ queryKey: keys.knownEntries, queryFn: loadKnown, gcTime: 0 });
  useEffect(() => {
    if (data !== undefined) model.setKnown(data);
  }, [model, data]);
}

/** Later ones win: a company decided somewhere shows that, even while it waits in an inbox. */
async function loadKnown(): Promise<KnownEntries> {
  const { results } = await api('listSmartLists', { query: { page_size: 500 } });
  const inboxes = results.filter(({ unratedCount }) => unratedCount > 0).map(({ id }) => undecidedQuery(id));
  const sources: readonly { list: ListName; query: EntriesQuery }[] = [
    ...inboxes.map((query) => ({ list: 'None' as const, query })),
    { list: 'Later', query: { [`tag_${listSlugs.Later}`]: 'true' } },
    { list: 'Archive', query: { [`tag_${listSlugs.Archive}`]: 'true' } },
    { list: 'Watchlist', query: { [`tag_${listSlugs.Watchlist}`]: 'true' } },
    { list: 'Opportunities', query: { [`tag_${listSlugs.Opportunities}`]: 'true' } },
  ];
  const answers = await Promise.all(sources.map(({ query }) => stampedApi('listEntryIds', { query })));
  const byCompany = new Map<number, KnownEntry>();
  answers.forEach(({ value: { entries } }, index) => {
    const list = sources[index]?.list ?? 'None';
    for (const { id, company_id: companyId, siblings, doubles, decided_at: at, reason } of entries) {
      byCompany.set(companyId, { entryId: id, list, siblings, doubles, decision: { at, reason } });
    }
  });
  // What was done by the first of these answers is in all of them.
  return { revision: Math.min(...answers.map(({ revision }) => revision)), byCompany };
}

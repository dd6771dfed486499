import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { listNames, listSlugs, type ListName } from '#shared/domain/listName.ts';
import { stampedApi } from '../../bridge/bridge.ts';
import { keys } from '../../data/keys.ts';
import type { CompanyRow } from '../../grid/cells/companyRow.ts';
import { decidedEntries, decidedIn, type DecidedEntries } from '../decidedIn.ts';
import type { ListModel } from '../list.ts';

/** Says which lists the company of a row has been decided into, as a search on the server does; asked while `enabled`. */
export function useDecidedIn(model: ListModel, enabled: boolean): (row: CompanyRow) => readonly ListName[] {
  const { data } = useQuery({ queryKey: keys.decidedEntries, queryFn: loadDecided, enabled });
  return useCallback((row) => decidedIn(row.company.id, model.listOf(row), data, model.triage.overlay), [model, data]);
}

async function loadDecided(): Promise<DecidedEntries> {
  const answers = await Promise.all(
    listNames
      .filter((list) => list !== 'None')
      .map(async (list) => {
        const { value, revision } = await stampedApi('listEntryIds', { query: { [`tag_${listSlugs[list]}`]: 'true' } });
        return { list, entries: value.entries, revision };
      }),
  );
  return decidedEntries(answers);
}

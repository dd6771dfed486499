import { useEffect, useRef } from 'react';
import { api } from '../bridge/bridge.ts';
import { lastChanges } from '../ui/lastChanges.ts';
import { AskShown } from './askShown.ts';
import { useApiQuery } from './useApi.ts';

const asked = new AskShown(lastChanges, async (ids) => {
  const { results } = await api('listImportChanges', { query: { company_ids: ids.join(',') } });
  return results;
});

/** These companies are shown: what the last import has changed about them is asked for, if it has changed any. */
export function wantChanges(companyIds: readonly number[]): void {
  asked.want(companyIds);
}

/** Keeps what is shown of the last import up to date while somebody is signed in. An older server has no such call. */
export function useKeepChanges(isSignedIn: boolean): void {
  const { data } = useApiQuery('listImportChanges', {}, { staleTime: Infinity, retry: false, enabled: isSignedIn });
  const known = useRef(0);
  const newest = data?.import ?? 0;
  const hasAny = isSignedIn && data?.has_changes === true;
  useEffect(() => {
    asked.turn(hasAny);
    if (hasAny && known.current !== newest) asked.renew();
    known.current = newest;
  }, [hasAny, newest]);
}

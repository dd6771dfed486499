import { useEffect } from 'react';
import { useSession } from '../data/bridgeValues.ts';
import { clearSearchMessage } from '../data/searchMessage.ts';
import { useSearchStore } from '../data/searchState.tsx';

/**
 * Keeps the search to the session: another account begins with its own, and nothing of it outlives the session (SPEC 4).
 * It stands above the screens, because a screen that goes with the session sees neither its end nor who comes next.
 */
export function SearchOfSession(): null {
  const { status, account } = useSession();
  const search = useSearchStore();
  useEffect(() => {
    if (status === 'signedIn') search.openSearchFor(account);
    if (status !== 'signedOut') return;
    clearSearchMessage();
    search.forgetTabSearch();
  }, [account, status, search]);
  return null;
}

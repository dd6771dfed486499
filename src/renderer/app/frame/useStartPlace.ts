import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { usePreferences, useSession } from '../../data/bridgeValues.ts';
import { readLastPlace, rememberPlace } from '../../data/lastPlace.ts';
import { fullestInbox, useSmartLists } from '../../data/smartLists.ts';

/** Set once a window has shown what it starts with: a reload stays where it is. */
const startedKey = 'winnow.started';

/** Leads a new window to what the user wants to start with, and remembers where they are for the next start. */
export function useStartPlace(): void {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const { account, status } = useSession();
  const { startsAt } = usePreferences();
  const isStart = status === 'signedIn' && pathname === '/' && sessionStorage.getItem(startedKey) === null;
  const lists = useSmartLists(isStart && startsAt === 'inbox');
  useEffect(() => {
    if (status !== 'signedIn') return;
    if (!isStart) {
      sessionStorage.setItem(startedKey, account);
      rememberPlace(account, pathname + search);
      return;
    }
    if (startsAt === 'inbox' && lists === undefined) return;
    const inbox = fullestInbox(lists ?? []);
    const places = {
      dashboard: null,
      inbox: inbox === undefined ? null : `/list/smart/${inbox.id}`,
      last: readLastPlace(account),
    };
    sessionStorage.setItem(startedKey, account);
    const place = places[startsAt];
    if (place !== null) void navigate(place, { replace: true });
  }, [status, isStart, startsAt, lists, account, pathname, search, navigate]);
}

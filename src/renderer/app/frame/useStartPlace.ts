import { startTransition, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import type { Preferences } from '#shared/bridge/preferences.ts';
import type { SmartListOverview } from '#shared/domain/smartList.ts';
import { usePreferences, useSession } from '../../data/bridgeValues.ts';
import { readLastPlace, rememberPlace } from '../../data/lastPlace.ts';
import { fullestInbox, useSmartListsQuery } from '../../data/smartLists.ts';

/** Set once a window has shown what it starts with: a reload stays where it is. */
const startedKey = 'winnow.started';

/**
 * Leads a new window to what the user wants to start with, and remembers where they are for the next start. True until
 * it is there: the dashboard in between would only flash.
 */
export function useStartPlace(): boolean {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const { account, status } = useSession();
  const { startsAt } = usePreferences();
  const led = useRef(false);
  const [isOver, setOver] = useState(false);
  const isStart = status === 'signedIn' && pathname === '/' && !isOver && sessionStorage.getItem(startedKey) === null;
  const { data, isError } = useSmartListsQuery(isStart && startsAt === 'inbox');
  const lists = isError ? [] : data?.results;
  const place = isStart ? placeOf(startsAt, account, lists) : '/';
  useLayoutEffect(() => {
    if (!isStart || place === null || led.current) return;
    if (place === '/') {
      sessionStorage.setItem(startedKey, account);
      return;
    }
    led.current = true;
    // After the screen that it leads to, which React draws as a transition, or at once if the user has gone elsewhere.
    const over = (): void => startTransition(() => setOver(true));
    void Promise.resolve(navigate(place, { replace: true })).finally(over);
  }, [isStart, place, account, navigate]);
  useEffect(() => {
    if (status !== 'signedIn' || isStart) return;
    sessionStorage.setItem(startedKey, account);
    rememberPlace(account, pathname + search);
  }, [status, isStart, account, pathname, search]);
  return place !== '/';
}

/** The address to start with; null until it is known. */
function placeOf(
  startsAt: Preferences['startsAt'],
  account: string,
  lists: readonly SmartListOverview[] | undefined,
): string | null {
  if (startsAt === 'dashboard') return '/';
  if (startsAt === 'last') return readLastPlace(account) ?? '/';
  if (lists === undefined) return null;
  const inbox = fullestInbox(lists);
  return inbox === undefined ? '/' : `/list/smart/${inbox.id}`;
}

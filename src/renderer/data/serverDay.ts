import { useEffect, useState } from 'react';
import { addDays } from '#shared/domain/digestWeek.ts';
import { useApiQuery } from './useApi.ts';

const dayMs = 86_400_000;

/** What the server has said about its day, and when by this computer's clock. */
interface ToldDay {
  readonly today: string;
  readonly endsIn: number;
  readonly at: number;
}

/** The server's day (`YYYY-MM-DD`) at a moment of this computer's clock, and how many milliseconds of it are left. */
export function dayAt({ today, endsIn, at }: ToldDay, now: number): { readonly day: string; readonly left: number } {
  const since = now - at - endsIn;
  const days = since < 0 ? 0 : Math.floor(since / dayMs) + 1;
  return { day: addDays(today, days), left: days * dayMs - since };
}

/** This computer's day, for a server that does not report its own. */
function ownDay(at: number): ToldDay {
  const now = new Date(at);
  const midnight = new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1).getTime();
  const parts = [now.getFullYear(), now.getMonth() + 1, now.getDate()];
  return { today: parts.map((part) => String(part).padStart(2, '0')).join('-'), endsIn: midnight - at, at };
}

/** The server's current day, from which windows of days are counted; re-renders when the next one begins. */
export function useServerDay(): string {
  const { data, dataUpdatedAt } = useApiQuery('getDigest');
  const [now, setNow] = useState(() => Date.now());
  const told =
    data?.today === undefined || data.today_ends_in === undefined
      ? ownDay(now)
      : { today: data.today, endsIn: data.today_ends_in, at: dataUpdatedAt };
  const { day, left } = dayAt(told, Math.max(now, told.at));
  useEffect(() => {
    const timer = setTimeout(() => setNow(Date.now()), left);
    return () => clearTimeout(timer);
  }, [left]);
  return day;
}

import { useEffect, useState, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { isoDate } from '#shared/domain/digestWeek.ts';
import { counted, formatCount, formatPercent } from '#shared/domain/formats.ts';
import { useApiQuery } from '../../data/useApi.ts';
import { Keys } from '../../keyboard/Keys.tsx';
import { WeekRecord } from './WeekRecord.tsx';
import classes from './Dashboard.module.css';

/** What was decided this week: companies in all, and entries by smart list (id → decided). */
export interface DecidedThisWeek {
  /** When it began. */
  readonly start: Date;
  readonly decided: number;
  readonly kept: number;
  readonly of: ReadonlyMap<number, number>;
}

/** The Monday, by this computer's clock, of the week in which a moment is. */
export function weekStart(now: Date): Date {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() - ((now.getDay() + 6) % 7));
}

function localDay(date: Date): string {
  return isoDate(new Date(Date.UTC(date.getFullYear(), date.getMonth(), date.getDate())));
}

/** Re-renders when the week ends, for a window that stays open over a weekend. */
function useWeekStart(): Date {
  const [start, setStart] = useState(() => weekStart(new Date()));
  useEffect(() => {
    const hour = 3_600_000;
    const timer = setInterval(() => setStart((before) => same(before, weekStart(new Date()))), hour);
    return () => clearInterval(timer);
  }, []);
  return start;
}

function same(before: Date, now: Date): Date {
  return before.getTime() === now.getTime() ? before : now;
}

/** `undefined` until it has arrived. */
export function useDecidedThisWeek(): DecidedThisWeek | undefined {
  const start = useWeekStart();
  const { data } = useApiQuery('countDecidedSince', { query: { since: start.toISOString() } });
  if (data === undefined) return undefined;
  const of = new Map(data.smart_lists.map(({ user_smart_list_id: id, decided }) => [id, decided]));
  return { start, decided: data.decided, kept: data.kept, of };
}

/** One line over all lists: what was done this week, what came with the newest digest, and the key to go on. */
export function ThisWeek({
  fresh,
  week,
  next,
}: {
  /** New companies, undecided, in all smart lists. */
  readonly fresh: number;
  readonly week: DecidedThisWeek | undefined;
  /** The inbox with the most to review. */
  readonly next: { readonly id: number; readonly name: string } | undefined;
}): ReactNode {
  const [isOpen, setOpen] = useState(false);
  if (week === undefined) return null;
  const { start, decided, kept } = week;
  return (
    <>
      <p className={classes.week}>
        <span title="Each company once, by the decision that stands, in all windows and on all devices">
          This week: <strong>{counted(decided, 'company', 'companies')}</strong> decided
          {decided > 0 && (
            <>
              , <strong>{formatCount(kept)}</strong> kept ({formatPercent(kept / decided)})
            </>
          )}
        </span>
        {fresh > 0 && <span>{formatCount(fresh)} new and undecided</span>}
        <button type="button" className={classes.weekMore} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Hide the week’s record' : 'By day, list and reason'}
        </button>
        <span className={classes.weekWays}>
          {next !== undefined && (
            <>
              <Link to={`/list/smart/${next.id}`}>Review {next.name}</Link> <Keys id="go.inbox" />
            </>
          )}
        </span>
      </p>
      {isOpen && <WeekRecord since={start.toISOString()} monday={localDay(start)} />}
    </>
  );
}

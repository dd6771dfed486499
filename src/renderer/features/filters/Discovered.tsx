import { useState, type ReactNode } from 'react';
import { digestWindows } from '#shared/domain/choices.ts';
import { formatWeek } from '#shared/domain/digestWeek.ts';
import type { FilterSet } from '#shared/domain/filters.ts';
import { formatCount } from '#shared/domain/formats.ts';
import { Choices } from './Choices.tsx';
import { including, valuesOf } from './filterEdits.ts';
import choiceClasses from './Choices.module.css';
import { typeGroup } from '../../keyboard/typeAhead.ts';
import classes from './FilterPanel.module.css';

/** Weeks that are offered before the user asks for all. */
const firstShown = 12;

/** Digest weeks to choose from, newest first, and how many there are in all. */
interface OfferedWeeks {
  readonly weeks: readonly string[];
  readonly all: number;
}

/**
 * The weeks that have matches, of many the newest twelve until `isOpen`. What is chosen stays there to be taken back,
 * however old it is and whether or not it has matches.
 */
export function offeredWeeks(
  counts: Readonly<Record<string, number>>,
  chosen: readonly string[],
  isOpen: boolean,
): OfferedWeeks {
  const matched = Object.keys(counts).filter((week) => (counts[week] ?? 0) > 0);
  const weeks = [...new Set([...matched, ...chosen])].toSorted().toReversed();
  const isShown = (week: string, index: number): boolean => isOpen || index < firstShown || chosen.includes(week);
  return { weeks: weeks.filter((week, index) => isShown(week, index)), all: weeks.length };
}

type Counts = Readonly<Record<string, Readonly<Record<string, number>>>>;

/** When the company was found: a window in days (product 9), or single digest weeks. */
export function Discovered({
  filters,
  counts,
  onChange,
}: {
  readonly filters: FilterSet;
  readonly counts: Counts | undefined;
  readonly onChange: (filters: FilterSet) => void;
}): ReactNode {
  const { digestDays } = filters.include;
  const [isOpen, setOpen] = useState(false);
  const chosen = valuesOf(filters, 'include', 'digestWeek');
  const counted = counts?.['digest_week'] ?? {};
  const { weeks, all } = offeredWeeks(counted, chosen, isOpen);
  return (
    <>
      <fieldset className={classes.segments} aria-label="Discovered in the last" {...typeGroup}>
        {[null, ...digestWindows].map((days) => {
          const count = days === null ? undefined : counts?.['n_days_in_digest']?.[String(days)];
          return (
            <button
              key={days ?? 'any'}
              type="button"
              className={classes.segment}
              aria-pressed={digestDays === days}
              title={count === undefined ? '' : `${formatCount(count)} matches`}
              onClick={() => onChange(including(filters, { digestDays: days }))}
            >
              {days === null ? 'Any' : `${days} days`}
            </button>
          );
        })}
      </fieldset>
      {weeks.length > 0 && (
        <Choices
          field="digestWeek"
          list={{
            title: 'Digest week',
            choices: () => weeks.map((week) => ({ value: week, label: formatWeek(week) })),
            layout: 'rows',
          }}
          filters={filters}
          counts={counts?.['digest_week']}
          onChange={onChange}
        />
      )}
      {offeredWeeks(counted, chosen, false).weeks.length < all && (
        <button
          type="button"
          className={choiceClasses.more}
          aria-expanded={isOpen}
          onClick={() => setOpen((open) => !open)}
        >
          {isOpen ? 'Show fewer weeks' : `Show all ${all} weeks`}
        </button>
      )}
      {counts !== undefined && all === 0 && <p className={choiceClasses.nothing}>No matches in any week.</p>}
    </>
  );
}

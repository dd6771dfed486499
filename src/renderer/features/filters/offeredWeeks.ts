/** Weeks that are offered before the user asks for all. */
const firstShown = 12;

/** Digest weeks to choose from, newest first, and how many there are in all. */
export interface OfferedWeeks {
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

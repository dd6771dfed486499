import { z } from 'zod';
import { decidedListSchema, type DecidedList } from './listName.ts';

/**
 * How many companies were decided on a day (`YYYY-MM-DD`) into a list, in a smart list, for a reason: names, `''` where
 * there is none. Each company counts once, for its decision that stands.
 */
export const decisionTallySchema = z.object({
  day: z.iso.date(),
  list: decidedListSchema,
  smart_list: z.string(),
  reason: z.string(),
  companies: z.number().int().positive(),
});
export type DecisionTally = z.infer<typeof decisionTallySchema>;

/** One decision to count; `at` is when it was taken (ISO 8601, UTC). */
export interface CountedDecision {
  readonly at: string;
  readonly list: DecidedList;
  readonly smartList: string;
  readonly reason: string;
}

/** Whether a name is that of a time zone. */
export function isTimeZone(name: string): boolean {
  try {
    dayIn(name);
    return true;
  } catch {
    return false;
  }
}

/** Tells the day (`YYYY-MM-DD`) of a moment in a time zone. Throws `RangeError` if there is no such zone. */
function dayIn(timeZone: string): (moment: Date) => string {
  const form = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
  return (moment) => form.format(moment);
}

/** Decisions counted by day in a time zone (an IANA name), list, smart list and reason; oldest first. */
export function tallyOf(decisions: readonly CountedDecision[], zone: string): DecisionTally[] {
  const dayOf = dayIn(zone);
  const tallies = Map.groupBy(
    decisions.map(({ at, list, smartList, reason }) => ({
      day: dayOf(new Date(at)),
      list,
      smart_list: smartList,
      reason,
    })),
    ({ day, list, smart_list: smartList, reason }) => JSON.stringify([day, list, smartList, reason]),
  );
  return [...tallies.entries()]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([, same]) => same.slice(0, 1).map((one) => ({ ...one, companies: same.length })));
}

/** Adds tallies up by one of what they are counted by; those with most companies first, or by day. */
export function addedUp<K extends 'day' | 'list' | 'reason' | 'smart_list'>(
  tallies: readonly DecisionTally[],
  by: K,
): { readonly of: DecisionTally[K]; readonly companies: number }[] {
  const sums = new Map<DecisionTally[K], number>();
  for (const tally of tallies) sums.set(tally[by], (sums.get(tally[by]) ?? 0) + tally.companies);
  const all = [...sums].map(([of, companies]) => ({ of, companies }));
  if (by === 'day') return all.toSorted((a, b) => (a.of < b.of ? -1 : 1));
  return all.toSorted((a, b) => b.companies - a.companies);
}

import { z } from 'zod';
import { addDays } from './digestWeek.ts';

/**
 * What one source says of a company: the field as the API calls it (`employees`, `country_code`, `own` with its
 * `header`), the value, and the day (`YYYY-MM-DD`) and name of the source. `source` is `''` where it is not known.
 */
export const seenValueSchema = z.object({
  field: z.string(),
  header: z.string(),
  value: z.union([z.string(), z.number(), z.array(z.string())]),
  day: z.string(),
  source: z.string(),
});
export type SeenValue = z.infer<typeof seenValueSchema>;

/**
 * All that the sources of a company say of what they say with a day, oldest first within each field; and the domains of
 * its own besides that of its website, which companies had that were merged into it.
 */
export const companyHistorySchema = z.object({
  values: z.array(seenValueSchema),
  other_domains: z.array(z.string()).default([]),
});
export type CompanyHistory = z.infer<typeof companyHistorySchema>;

/** A number on a day (`YYYY-MM-DD`). */
export interface Point {
  readonly day: string;
  readonly value: number;
}

/** How much a number has changed: by `share` of what it was on the day `since`. */
export interface Growth {
  readonly share: number;
  readonly since: string;
}

const halfAYear = 183;
/** Two values closer than this say nothing about growth. */
const leastDays = 28;

/**
 * How the newest of some numbers, oldest first, has changed in half a year: against the newest that is at least so old,
 * or else the oldest; null where nothing is old enough to compare with.
 */
export function growthOf(points: readonly Point[]): Growth | null {
  const newest = points.at(-1);
  if (newest === undefined) return null;
  const longAgo = addDays(newest.day, -halfAYear);
  const before = points.findLast(({ day }) => day <= longAgo) ?? points[0]!;
  if (before.day > addDays(newest.day, -leastDays) || before.value <= 0) return null;
  return { share: newest.value / before.value - 1, since: before.day };
}

/** The points of a history in one field of numbers, oldest first; the last one counts of several on a day. */
export function pointsOf(values: readonly SeenValue[], field: string): Point[] {
  const points = new Map<string, Point>();
  for (const { field: of, value, day } of values) {
    if (of === field && typeof value === 'number') points.set(day, { day, value });
  }
  return [...points.values()].toSorted((a, b) => (a.day < b.day ? -1 : 1));
}

/** A value that a newer source says otherwise than the one before it. */
export interface Change {
  readonly field: string;
  readonly header: string;
  readonly from: SeenValue['value'];
  readonly to: SeenValue['value'];
  readonly day: string;
  readonly source: string;
}

/** What has changed from source to source, the newest first. */
export function changesOf(values: readonly SeenValue[]): Change[] {
  const before = new Map<string, SeenValue>();
  const changes: Change[] = [];
  for (const seen of values.toSorted(byDay)) {
    const { field, header, value, day, source } = seen;
    const key = `${field}\n${header}`;
    const last = before.get(key);
    if (last !== undefined && JSON.stringify(last.value) !== JSON.stringify(value)) {
      changes.push({ field, header, from: last.value, to: value, day, source });
    }
    before.set(key, seen);
  }
  return changes.toSorted((a, b) => byDay(b, a));
}

function byDay(a: { readonly day: string }, b: { readonly day: string }): number {
  if (a.day === b.day) return 0;
  return a.day < b.day ? -1 : 1;
}

/** The newest of the values of some fields; undefined where there is none. */
export function newestOf(values: readonly SeenValue[], fields: readonly string[]): SeenValue | undefined {
  return values
    .filter(({ field }) => fields.includes(field))
    .toSorted(byDay)
    .at(-1);
}

/** The sources of some values, newest first, each once with its newest day. */
export function sourcesOf(values: readonly SeenValue[]): { readonly source: string; readonly day: string }[] {
  const sources = new Map<string, string>();
  for (const { source, day } of values.toSorted((a, b) => byDay(b, a))) {
    if (!sources.has(source)) sources.set(source, day);
  }
  return [...sources].map(([source, day]) => ({ source, day }));
}

import { z } from 'zod';
import { isoDate } from './digestWeek.ts';
import { formatDay } from './formats.ts';
import type { DecisionFacts } from './ledger.ts';
import { listNameSchema, type ListName } from './listName.ts';

/** What a company can be put off for: it raises money, its stage changes, it grows by a quarter. */
export const laterRules = ['raises', 'stage', 'grows'] as const;
export type LaterRule = (typeof laterRules)[number];

/** Until when a company is put off: a day (`YYYY-MM-DD`), or that something happens. */
export const laterSchema = z.union([
  z.strictObject({ until: z.iso.date() }),
  z.strictObject({ when: z.enum(laterRules) }),
]);
export type Later = z.infer<typeof laterSchema>;

/** Why a company that was put off is back: its day, or what happened, in `what` (“Series A”, “32%”). */
export const backSchema = z.object({ why: z.enum(['day', ...laterRules]), what: z.string(), from: listNameSchema });
export type Back = z.infer<typeof backSchema>;

/** By how much a company must grow to be back, as a part of what it was. */
const growth = 0.25;

/**
 * Why a company that was put off is back by now, or null while it is not. `then` is what was known when it was put off,
 * `today` a day (`YYYY-MM-DD`), `stageOf` names stages. What was not known then has not happened since.
 */
export function backOf(
  later: Later,
  then: DecisionFacts | null,
  now: DecisionFacts,
  {
    today,
    from,
    stageOf,
  }: { readonly today: string; readonly from: ListName; readonly stageOf: (stage: string) => string },
): Back | null {
  if ('until' in later) return later.until <= today ? { why: 'day', what: later.until, from } : null;
  if (then === null) return null;
  switch (later.when) {
    case 'raises': {
      const isMore = now.raised !== null && then.raised !== null && now.raised > then.raised;
      const isNewer = now.funded_on !== '' && now.funded_on > then.funded_on && then.funded_on !== '';
      const isFirst = then.raised === null && then.funded_on === '' && now.funded_on !== '';
      const fresh = then.stages.length === 0 ? [] : now.stages.filter((stage) => !then.stages.includes(stage));
      const stages = fresh.map((stage) => stageOf(stage));
      return isMore || isNewer || isFirst ? { why: 'raises', what: stages.join(', '), from } : null;
    }
    case 'stage': {
      const isOther = now.stages.length > 0 && then.stages.length > 0 && !isSame(then.stages, now.stages);
      return isOther ? { why: 'stage', what: now.stages.map((stage) => stageOf(stage)).join(', '), from } : null;
    }
    case 'grows': {
      if (now.employees === null || then.employees === null || then.employees <= 0) return null;
      const share = now.employees / then.employees - 1;
      return share >= growth ? { why: 'grows', what: `${Math.round(share * 100)}%`, from } : null;
    }
  }
}

function isSame(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((one) => b.includes(one));
}

/** Until when a company waits, for reading: “until 26 Dec 2026”, “until it raises”. */
export function laterText(later: Later): string {
  if ('until' in later) return `until ${formatDay(later.until)}`;
  return { raises: 'until it raises', stage: 'until its stage changes', grows: 'until it grows by 25%' }[later.when];
}

/** Why a company is back, for reading: “Back: raised Series A”. */
export function backText({ why, what }: Back): string {
  switch (why) {
    case 'day':
      return 'Back: its day has come';
    case 'raises':
      return what === '' ? 'Back: it has raised' : `Back: raised ${what}`;
    case 'stage':
      return `Back: now ${what}`;
    case 'grows':
      return `Back: grew by ${what}`;
  }
}

/** The day (`YYYY-MM-DD`) so many months after another, or the last one of that month if it has no such day. */
export function addMonths(day: string, count: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const last = new Date(Date.UTC(year, month + count, 0)).getUTCDate();
  return isoDate(new Date(Date.UTC(year, month - 1 + count, Math.min(date, last))));
}

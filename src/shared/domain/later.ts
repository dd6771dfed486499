import { z } from 'zod';
import { assertNever } from '../errors.ts';
import { isoDate } from './digestWeek.ts';
import { formatCount, formatDay } from './formats.ts';
import { raisedIn, type DecisionFacts } from './decisionFacts.ts';
import { listNameSchema, type ListName } from './listName.ts';
import { moreRaised } from './money.ts';

/** What a company can be put off for: it raises money, its stage changes, it grows by a quarter. */
export const laterRules = ['raises', 'stage', 'grows'] as const;
export type LaterRule = (typeof laterRules)[number];

/** Until when a company is put off: a day (`YYYY-MM-DD`), or that something happens. */
export const laterSchema = z.union([
  z.strictObject({ until: z.iso.date() }),
  z.strictObject({ when: z.enum(laterRules) }),
]);
export type Later = z.infer<typeof laterSchema>;

/** Why a company that was put off is back: its day, or what happened, in `what` (“Series A”, “$5M”, “32%”). */
export const backSchema = z.object({ why: z.enum(['day', ...laterRules]), what: z.string(), from: listNameSchema });
export type Back = z.infer<typeof backSchema>;

/** By how much a company must grow to be back, as a part of what it was. */
const growth = 0.25;

interface BackContext {
  /** A day (`YYYY-MM-DD`). */
  readonly today: string;
  /** The list that the company was put off from. */
  readonly from: ListName;
  /** Names a stage. */
  readonly stageOf: (stage: string) => string;
}

/**
 * Why a company that was put off is back by now, or null while it is not. `then` is what was known when it was put off.
 * What was not known then has not happened since.
 */
export function backOf(
  later: Later,
  then: DecisionFacts | null,
  now: DecisionFacts,
  { today, from, stageOf }: BackContext,
): Back | null {
  if ('until' in later) return later.until <= today ? { why: 'day', what: later.until, from } : null;
  const what = then === null ? null : happened[later.when](then, now, stageOf);
  return what === null ? null : { why: later.when, what, from };
}

/** Whether what a rule waits for has happened: what it was, in words, or null. */
type Happened = (then: DecisionFacts, now: DecisionFacts, stageOf: BackContext['stageOf']) => string | null;

const happened: Readonly<Record<LaterRule, Happened>> = {
  raises(then, now, stageOf) {
    const isMore = moreRaised(raisedIn(then), raisedIn(now)) !== null;
    const isNewer = then.funded_on !== '' && now.funded_on > then.funded_on;
    const isFirst =
      then.raised === null && then.raised_original === '' && then.funded_on === '' && now.funded_on !== '';
    if (!isMore && !isNewer && !isFirst) return null;
    const stages = freshStages(then, now).map((stage) => stageOf(stage));
    return stages.length > 0 ? stages.join(', ') : amountRaised(then, now);
  },
  stage(then, now, stageOf) {
    if (now.stages.length === 0 || then.stages.length === 0 || isSame(then.stages, now.stages)) return null;
    return now.stages.map((stage) => stageOf(stage)).join(', ');
  },
  grows(then, now) {
    if (now.employees === null || then.employees === null || then.employees <= 0) return null;
    const share = now.employees / then.employees - 1;
    return share >= growth ? `${Math.round(share * 100)}%` : null;
  },
};

/** The stages that a company has now and did not have; none if nothing was known of them. */
export function freshStages(then: DecisionFacts, now: DecisionFacts): string[] {
  return then.stages.length === 0 ? [] : now.stages.filter((stage) => !then.stages.includes(stage));
}

/** How much a company has raised since, `''` if that is not known or makes no difference to read. */
function amountRaised(then: DecisionFacts, now: DecisionFacts): string {
  const more = moreRaised(raisedIn(then), raisedIn(now));
  return more?.isSeen === true ? more.by : '';
}

function isSame(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((one) => b.includes(one));
}

const ruleTexts: Readonly<Record<LaterRule, string>> = {
  raises: 'it raises',
  stage: 'its stage changes',
  grows: 'it grows by 25%',
};

/** Until when a company waits, for reading: “until 26 Dec 2026”, “until it raises”. */
export function laterText(later: Later): string {
  return `until ${'until' in later ? formatDay(later.until) : ruleTexts[later.when]}`;
}

/** The same as files have it: `2026-12-26`, `it raises`; `''` for a company that is not put off. */
export function laterCell(later: Later | null): string {
  if (later === null) return '';
  return 'until' in later ? later.until : ruleTexts[later.when];
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
    default:
      return assertNever(why);
  }
}

/** The same in a word or two: “Raised Series A”. */
export function backLabel({ why, what }: Back): string {
  switch (why) {
    case 'day':
      return 'Back';
    case 'raises':
      return `Raised ${what}`.trimEnd();
    case 'stage':
      return `Now ${what}`;
    case 'grows':
      return `Grew ${what}`;
    default:
      return assertNever(why);
  }
}

/** How many companies an import has brought back, by what they were put off for. */
export const backCountsSchema = z.partialRecord(z.enum(laterRules), z.number().int().positive());
export type BackCounts = z.infer<typeof backCountsSchema>;

const backWords: Readonly<Record<LaterRule, string>> = { raises: 'raised', stage: 'changed stage', grows: 'grew' };

/** “3 came back: raised”, “3 came back: 2 raised, 1 grew”; `''` for none. */
export function backCountsText(counts: BackCounts): string {
  const rules = laterRules.filter((rule) => (counts[rule] ?? 0) > 0);
  const [first] = rules;
  if (first === undefined) return '';
  const all = rules.reduce((sum, rule) => sum + (counts[rule] ?? 0), 0);
  const each = rules.map((rule) => `${formatCount(counts[rule] ?? 0)} ${backWords[rule]}`);
  return `${formatCount(all)} came back: ${rules.length === 1 ? backWords[first] : each.join(', ')}`;
}

/** The day (`YYYY-MM-DD`) so many months after another, or the last one of that month if it has no such day. */
export function addMonths(day: string, count: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const last = new Date(Date.UTC(year, month + count, 0)).getUTCDate();
  return isoDate(new Date(Date.UTC(year, month - 1 + count, Math.min(date, last))));
}

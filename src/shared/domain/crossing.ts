import { z } from 'zod';
import { stages } from './choices.ts';
import { raisedIn, type DecisionFacts } from './decisionFacts.ts';
import { formatCount, dollarText } from './formats.ts';
import { freshStages } from './later.ts';
import { moreRaised, writtenText } from './money.ts';
import { assertNever } from '../errors.ts';

/** What can make a company match a list that it did not match before, in the order in which one is named. */
export const crossingReasons = ['raised', 'stage', 'grew', 'changed'] as const;
export type CrossingReason = (typeof crossingReasons)[number];

/** Why a company that was known already matches a list now: what happened, and in `what` how (“$5M”, “Series A”). */
export const crossingSchema = z.object({ why: z.enum(crossingReasons), what: z.string() });
export type Crossing = z.infer<typeof crossingSchema>;

const stageNames = new Map<string, string>(stages.map(({ value, label }) => [value, label]));

/** What has happened to a company between two states of it. */
export function crossingOf(then: DecisionFacts, now: DecisionFacts): Crossing {
  const fresh = freshStages(then, now).map((stage) => stageNames.get(stage) ?? stage);
  const amount = amountNow(then, now);
  if (amount !== '' || now.funded_on > then.funded_on) {
    return { why: 'raised', what: fresh.length > 0 ? fresh.join(', ') : amount };
  }
  if (fresh.length > 0) return { why: 'stage', what: fresh.join(', ') };
  if (now.employees !== null && then.employees !== null && now.employees > then.employees) {
    return { why: 'grew', what: formatCount(now.employees) };
  }
  return { why: 'changed', what: '' };
}

/** What a company has raised now if that is more than it was, also where nothing was known; `''` if it is not. */
function amountNow(then: DecisionFacts, now: DecisionFacts): string {
  const [before, after] = [raisedIn(then), raisedIn(now)];
  const more = moreRaised(before, after);
  if (more !== null) return more.nowText;
  if (before.raised !== null || before.original !== '') return '';
  return now.raised !== null && now.raised > 0 ? dollarText(now.raised) : writtenText(after.original);
}

/** The same in a word or two. */
export const crossingLabels: Readonly<Record<CrossingReason, string>> = {
  raised: 'Raised',
  stage: 'New stage',
  grew: 'Grew',
  changed: 'Changed',
};

/** Why a company matches now, for reading: “Now matches: raised Series A”. */
export function crossingText({ why, what }: Crossing): string {
  switch (why) {
    case 'raised':
      return what === '' ? 'Now matches: it has raised' : `Now matches: raised ${what}`;
    case 'stage':
      return `Now matches: now ${what}`;
    case 'grew':
      return `Now matches: grew to ${what} employees`;
    case 'changed':
      return 'Now matches: its facts have changed';
    default:
      return assertNever(why);
  }
}

/** How many companies match now for each reason. */
export type CrossingCounts = Readonly<Partial<Record<CrossingReason, number>>>;

const countTexts: Readonly<Record<CrossingReason, string>> = {
  raised: 'raised',
  stage: 'changed stage',
  grew: 'grew',
  changed: 'changed otherwise',
};

/** “12 now match: 7 raised, 5 grew”; `''` for none. */
export function crossingCountsText(counts: CrossingCounts): string {
  const parts = crossingReasons.flatMap((why) => {
    const count = counts[why] ?? 0;
    return count === 0 ? [] : [{ count, text: `${formatCount(count)} ${countTexts[why]}` }];
  });
  const all = parts.reduce((sum, { count }) => sum + count, 0);
  if (all === 0) return '';
  const matches = all === 1 ? '1 now matches' : `${formatCount(all)} now match`;
  return `${matches}: ${parts.map(({ text }) => text).join(', ')}`;
}

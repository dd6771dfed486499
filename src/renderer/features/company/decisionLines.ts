import { labelOf, stages } from '#shared/domain/choices.ts';
import { counted, dollarText, formatDay } from '#shared/domain/formats.ts';
import { writtenText } from '#shared/domain/money.ts';
import type { DecisionFacts } from '#shared/domain/decisionFacts.ts';
import { backText, laterText } from '#shared/domain/later.ts';
import type { CompanyDecision } from '#shared/domain/ledger.ts';
import type { ListName } from '#shared/domain/listName.ts';

/** One decision about a company for people; `was` says what of it was different, `''` if nothing is known to be. */
export interface DecisionLine {
  /** The moment it was made (ISO 8601). */
  readonly at: string;
  readonly text: string;
  readonly was: string;
}

/** A decision as it is told: with its last reason, and when it was taken back, if it was. */
interface Told {
  readonly decision: CompanyDecision;
  reason: string;
  undone: string;
  /** Why it came back by itself, if it did. */
  back: CompanyDecision['back'];
}

const words: Readonly<Record<ListName, string>> = {
  None: 'Undecided again',
  Watchlist: 'Moved to Watchlist',
  Opportunities: 'Moved to Opportunities',
  Archive: 'Archived',
  Later: 'Put off',
};

/**
 * A company's decisions, newest first, as they come from the server: a reason belongs to the decision that it was given
 * for, and one that was taken back is one line with it. `today` are the company's facts now.
 */
export function decisionLines(newestFirst: readonly CompanyDecision[], today: DecisionFacts): DecisionLine[] {
  return toldOf(newestFirst)
    .map((told) => ({ at: told.decision.at, text: textOf(told), was: thenText(told.decision.facts, today) }))
    .toReversed();
}

/** Oldest first. */
function toldOf(newestFirst: readonly CompanyDecision[]): Told[] {
  const told: Told[] = [];
  for (const decision of newestFirst.toReversed()) {
    const last = told.at(-1);
    const isAboutLast = last !== undefined && last.undone === '' && last.decision.to === decision.from;
    if (decision.kind === 'reason') {
      if (isAboutLast) last.reason = decision.reason;
    } else if (decision.kind === 'back' && decision.to === 'Later') {
      waitsAgain(told.findLast(({ back }) => back !== null));
    } else if (isAboutLast && decision.to === 'None' && last.decision.to !== 'None') {
      last.undone = decision.at;
      last.back = decision.kind === 'back' ? decision.back : null;
    } else told.push({ decision, reason: decision.reason, undone: '', back: null });
  }
  return told;
}

/** A company is put off as if it had not come back, because what had brought it back was undone. */
function waitsAgain(putOff: Told | undefined): void {
  if (putOff === undefined) return;
  putOff.undone = '';
  putOff.back = null;
}

function textOf({ decision: { at, to, smart_list: smartList, later }, reason, undone, back }: Told): string {
  const day = formatDay(at);
  const undoneDay = formatDay(undone);
  const place = smartList === '' ? '' : ` in “${smartList}”`;
  const why = reason === '' ? '' : ` · ${reason}`;
  const what = later === null ? words[to] : `${words[to]} ${laterText(later)},`;
  if (back !== null) return `${what} ${day}${place}${why} · ${backText(back)}, ${undoneDay}`;
  if (undone === '') return `${what} ${day}${place}${why}`;
  if (undoneDay === day) return `${words[to]}, then undecided again, ${day}${place}${why}`;
  return `${what} ${day}${place}${why}, then undecided again ${undoneDay}`;
}

/** What was different when a company was decided: `Then Seed, $2M raised, 12 employees`. */
export function thenText(then: DecisionFacts | null, today: DecisionFacts): string {
  if (then === null) return '';
  const parts = [
    then.name === today.name ? '' : `called “${then.name}”`,
    then.domain === today.domain ? '' : then.domain === '' ? 'without a website' : then.domain,
    stageText(then) === stageText(today) ? '' : stageText(then) || 'of unknown stage',
    raisedThen(then, today),
    then.funded_on === today.funded_on || then.funded_on === '' ? '' : `last funded ${formatDay(then.funded_on)}`,
    then.employees === today.employees ? '' : sizeText(then.employees),
  ].filter((part) => part !== '');
  return parts.length === 0 ? '' : `Then ${parts.join(', ')}`;
}

function stageText(facts: DecisionFacts): string {
  return facts.stages.map((stage) => labelOf(stages, stage)).join(', ');
}

function raisedThen(then: DecisionFacts, today: DecisionFacts): string {
  if (then.raised === today.raised && then.raised_original === today.raised_original) return '';
  const amount = then.raised === null ? writtenText(then.raised_original) : dollarText(then.raised);
  return amount === '' ? 'nothing known raised' : `${amount} raised`;
}

function sizeText(employees: number | null): string {
  return employees === null ? 'number of employees unknown' : counted(employees, 'employee', 'employees');
}

import { formatDay } from '#shared/domain/formats.ts';
import { initialsOf, type ColleagueDecision } from '#shared/domain/team.ts';
import { Store } from './store.ts';

export type Colleagues = ReadonlyMap<number, readonly ColleagueDecision[]>;

/**
 * What colleagues have decided, by company; a company that was asked about and that nobody has decided has an empty
 * list. Tables and screens read it where they draw a company; `data/colleagues.ts` asks for what is shown.
 */
export const colleagues = new Store<Colleagues>(new Map());

/** What colleagues have decided about one company, the newest first. */
export function decisionsOfColleagues(companyId: number): readonly ColleagueDecision[] {
  return colleagues.get().get(companyId) ?? [];
}

/** One colleague's decision in a sentence: `Ann Lee: Archive · Too early · 12 Mar 2026`. */
export function colleagueText({ user, list, reason, at }: ColleagueDecision): string {
  return [`${user.name}: ${list}`, reason, formatDay(at)].filter((part) => part !== '').join(' · ');
}

/** The same for a narrow place: `AL Archive`, and how many more. */
export function colleagueLabel(decisions: readonly ColleagueDecision[]): string {
  const [first] = decisions;
  if (first === undefined) return '';
  const more = decisions.length > 1 ? ` +${decisions.length - 1}` : '';
  return `${initialsOf(first.user.name)} ${first.list}${more}`;
}

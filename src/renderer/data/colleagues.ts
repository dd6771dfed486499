import { useEffect } from 'react';
import type { ColleagueDecision, TeamChange } from '#shared/domain/team.ts';
import { api, subscribe } from '../bridge/bridge.ts';
import { colleagues, type Colleagues } from '../ui/colleagues.ts';
import { isTeam, useTeam } from './team.ts';

/** How long companies are collected before they are asked about, in milliseconds, and how many at once. */
const collectMs = 40;
const atOnce = 500;
/** How many companies are remembered, those asked for last: more than a list is read through, fewer than there are. */
const most = 20_000;

let isOn = false;
/** The user's own id. */
let self = 0;
const wanted = new Set<number>();
let timer: ReturnType<typeof setTimeout> | null = null;

/** These companies are shown: what colleagues have decided about them is asked for, unless it is known. */
export function wantColleagues(companyIds: readonly number[]): void {
  if (!isOn) return;
  const known = colleagues.get();
  for (const id of companyIds) if (!known.has(id)) wanted.add(id);
  if (wanted.size > 0) timer ??= setTimeout(() => void ask(), collectMs);
}

async function ask(): Promise<void> {
  timer = null;
  const ids = [...wanted].slice(0, atOnce);
  for (const id of ids) wanted.delete(id);
  try {
    const { results } = await api('listColleagueDecisions', { query: { company_ids: ids.join(',') } });
    colleagues.set(withAnswer(colleagues.get(), ids, results));
  } catch {
    // An older server, or one that is away: rows say nothing of colleagues until they are shown anew.
  }
  if (wanted.size > 0) timer ??= setTimeout(() => void ask(), collectMs);
}

/** What is remembered once these companies were asked about: what was asked for longest ago is forgotten first. */
export function withAnswer(
  before: Colleagues,
  ids: readonly number[],
  results: readonly ColleagueDecision[],
  atMost = most,
): Colleagues {
  const byCompany = Map.groupBy(results, ({ company_id: id }) => id);
  const known = new Map(before);
  for (const id of ids) {
    known.delete(id);
    known.set(id, byCompany.get(id) ?? []);
  }
  for (const id of known.keys()) {
    if (known.size <= atMost) break;
    known.delete(id);
  }
  return known;
}

/** Whether the user has done it, in this window or elsewhere. */
export function isOwnChange({ user }: TeamChange): boolean {
  return user?.id === self;
}

/** A colleague has decided about this company, or has taken that back: what is shown of it is asked for again. */
function heard(change: TeamChange): void {
  const { kind, company_id: id } = change;
  if (kind !== 'decided' || isOwnChange(change) || !colleagues.get().has(id)) return;
  wanted.add(id);
  timer ??= setTimeout(() => void ask(), collectMs);
}

/** Keeps what is shown of colleagues' decisions up to date while there are colleagues. */
export function useKeepColleagues(): void {
  const team = useTeam();
  const hasTeam = isTeam(team);
  useEffect(() => {
    self = team.me;
  }, [team.me]);
  useEffect(() => {
    isOn = hasTeam;
    if (!hasTeam) {
      if (colleagues.get().size > 0) colleagues.set(new Map());
      return undefined;
    }
    const end = subscribe('team.changed', heard);
    return () => {
      end();
      isOn = false;
    };
  }, [hasTeam]);
}

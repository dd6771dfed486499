import { useEffect } from 'react';
import type { TeamChange } from '#shared/domain/team.ts';
import { api, subscribe } from '../bridge/bridge.ts';
import { colleagues } from '../ui/colleagues.ts';
import { AskShown } from './askShown.ts';
import { isTeam, useTeam } from './team.ts';

/** The user's own id. */
let self = 0;

const asked = new AskShown(colleagues, async (ids) => {
  const { results } = await api('listColleagueDecisions', { query: { company_ids: ids.join(',') } });
  return results;
});

/** These companies are shown: what colleagues have decided about them is asked for, unless it is known. */
export function wantColleagues(companyIds: readonly number[]): void {
  asked.want(companyIds);
}

/** Whether the user has done it, in this window or elsewhere. */
export function isOwnChange({ user }: TeamChange): boolean {
  return user?.id === self;
}

/** A colleague has decided about this company, or has taken that back: what is shown of it is asked for again. */
function heard(change: TeamChange): void {
  if (change.kind === 'decided' && !isOwnChange(change)) asked.wantAgain(change.company_id);
}

/** Keeps what is shown of colleagues' decisions up to date while there are colleagues. */
export function useKeepColleagues(): void {
  const team = useTeam();
  const hasTeam = isTeam(team);
  useEffect(() => {
    self = team.me;
  }, [team.me]);
  useEffect(() => {
    if (!hasTeam) return undefined;
    asked.turn(true);
    const end = subscribe('team.changed', heard);
    return () => {
      end();
      asked.turn(false);
    };
  }, [hasTeam]);
}

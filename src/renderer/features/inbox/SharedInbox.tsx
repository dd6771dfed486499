import { useEffect, useLayoutEffect, type ReactNode } from 'react';
import type { SettledSmartList } from '../../data/smartLists.ts';
import { useTeam } from '../../data/team.ts';
import { useApiQuery } from '../../data/useApi.ts';
import type { ListModel } from '../../lists/list.ts';
import { useDealing } from '../sharing/dealing.ts';
import { SharedTools } from '../sharing/SharedTools.tsx';
import { useNewCounts } from './NewSwitch.tsx';

/** What a shared inbox has in its toolbar. What is dealt to the user is all that the list shows meanwhile. */
export function SharedInbox({
  model,
  list: { id, shared },
}: {
  readonly model: ListModel;
  readonly list: SettledSmartList;
}): ReactNode {
  const { all: left } = useNewCounts(id, true);
  const dealing = useDealing(id, shared, left);
  const { hand } = dealing;
  useLayoutEffect(() => model.setHand(hand), [model, hand]);
  const { me } = useTeam();
  const sharing = useApiQuery('getListSharing', { params: { id } }).data;
  useEffect(() => {
    if (sharing === undefined) return;
    const editors = sharing.members.filter(({ role }) => role === 'editor');
    model.setDeciders(new Set([sharing.owner, ...editors].map((each) => each.id).filter((each) => each !== me)));
  }, [model, sharing, me]);
  return <SharedTools shared={shared} dealing={dealing} />;
}

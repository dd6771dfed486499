import { useEffect, useRef, type ReactNode } from 'react';
import type { SettledSmartList } from '../../data/smartLists.ts';
import type { ListModel } from '../../lists/list.ts';
import { SharedTools, useDealing } from '../sharing/SharedTools.tsx';
import { useNewCounts } from './NewSwitch.tsx';

/** What a shared inbox has in its toolbar. What is dealt to the user is all that the list shows meanwhile. */
export function SharedInbox({
  model,
  list: { id, shared, settledCount },
  isFiltered,
}: {
  readonly model: ListModel;
  readonly list: SettledSmartList;
  /** The user filters the list, which shows that and no hand. */
  readonly isFiltered: boolean;
}): ReactNode {
  const { all: left } = useNewCounts(id, true);
  const dealing = useDealing(id, shared, left);
  const { hand } = dealing;
  const wasDealt = useRef(false);
  useEffect(() => {
    if (isFiltered) return;
    if (hand !== null) model.setQuickFilter((row) => row.entryId !== null && hand.has(row.entryId));
    else if (wasDealt.current) model.setQuickFilter(null);
    wasDealt.current = hand !== null;
  }, [model, hand, isFiltered]);
  return <SharedTools id={id} shared={shared} settled={settledCount} dealing={dealing} />;
}

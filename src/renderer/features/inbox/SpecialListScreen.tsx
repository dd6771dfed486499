import { IconArchive, IconBookmark, IconClockPause, IconStar } from '@tabler/icons-react';
import { useEffect, useMemo, type ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import type { DecidedList } from '#shared/domain/listName.ts';
import { Keys } from '../../keyboard/Keys.tsx';
import { FilteredOut, ListResult } from '../../lists/ListFaces.tsx';
import { useListModel } from '../../lists/ListModels.tsx';
import { ListScreen } from '../../lists/ListScreen.tsx';
import { specialListSource } from '../../lists/sources.ts';
import { FilterButton } from '../../lists/tools/ListToolbar.tsx';
import { keyOfOrder, useListOrder } from '../../lists/tools/OrderMenu.tsx';
import { useQuickFilter } from '../../lists/tools/useQuickFilter.tsx';
import { EmptyFace } from '../../ui/Faces.tsx';

const kinds = {
  '/list/watchlist': { list: 'Watchlist', command: 'triage.watchlist', icon: IconBookmark },
  '/list/opportunities': { list: 'Opportunities', command: 'triage.opportunities', icon: IconStar },
  '/list/archive': { list: 'Archive', command: 'triage.archive', icon: IconArchive },
  '/list/later': { list: 'Later', command: 'triage.later', icon: IconClockPause },
} as const satisfies Record<string, { list: DecidedList; command: string; icon: unknown }>;

/** Watchlist, Opportunities, Archive or Later, across all smart lists (product 7); which one follows from the route. */
export function SpecialListScreen(): ReactNode {
  const { pathname } = useLocation();
  const { list, command, icon } = kinds[isKind(pathname) ? pathname : '/list/watchlist'];
  const model = useListModel(`special ${list}`);
  const order = useListOrder(model.id);
  const source = useMemo(() => specialListSource(list, order.order), [list, order.order]);

  const quick = useQuickFilter(model);

  useEffect(() => {
    // Decisions on other screens bring companies into this list, which it does not see.
    model.outdate();
    const rules = { lists: [list], skipsDecided: false };
    model.open(`${list} ${keyOfOrder(order)}`, source, rules);
    // `source` changes whenever the order does.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [model, list, source]);

  return (
    <ListScreen
      model={model}
      columnsKey={list === 'Later' ? 'later' : 'special'}
      order={order}
      title={list}
      result={<ListResult model={model} isFiltered={quick.isActive} />}
      tools={<FilterButton isOpen={quick.isOpen} onToggle={quick.toggle} />}
      filters={quick.filters}
      panel={quick.panel}
      narrowed={quick.narrowed}
      chips={quick.chips}
      failed={`Couldn’t load ${list}.`}
      empty={
        quick.isActive ? (
          <FilteredOut model={model} onClear={quick.clear} />
        ) : (
          <EmptyFace
            icon={icon}
            title={`${list} is empty`}
            text={
              <>
                Press <Keys id={command} /> on a company in any list to put it here
                {list === 'Later' && '; it comes back to its list on the day you choose, or when something happens'}.
              </>
            }
          />
        )
      }
    />
  );
}

function isKind(pathname: string): pathname is keyof typeof kinds {
  return Object.hasOwn(kinds, pathname);
}

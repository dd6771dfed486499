import { Menu } from '@mantine/core';
import type { ColumnState } from 'ag-grid-community';
import { Fragment, useState, type ReactNode } from 'react';
import { directionText } from '#shared/domain/listOrder.ts';
import { columnOf, directionsOf, nameColumn, type Column, type SortedBy, type Sorting } from '../../grid/columns.ts';
import type { HeaderMenuAsk } from '../../grid/gridScreen.ts';
import { ContextMenu } from '../../ui/ContextMenu.tsx';
import type { ListModel } from '../list.ts';

/** The list whose headers have menus. */
interface HeaderList {
  readonly model: ListModel;
  readonly save: (state: ColumnState[]) => void;
  readonly sorting: Sorting;
  readonly sorted: SortedBy | null;
  readonly sortAsked?: (sorted: SortedBy | null) => void;
}

/** What can be done with a column. */
export type HeaderEntry =
  | { readonly label: string; readonly sort: SortedBy | null }
  | { readonly label: string; readonly change: ColumnState }
  | { readonly label: string; readonly fits: string };

/** The menu of a column's header, on a right click. The caller renders `menu`. */
export function useHeaderMenu(list: HeaderList): {
  readonly menu: ReactNode;
  readonly headerMenuAsked: (ask: HeaderMenuAsk) => void;
} {
  const [asked, setAsked] = useState<HeaderMenuAsk | null>(null);
  const column = asked === null ? undefined : columnOf(asked.column);
  if (asked === null || column === undefined) return { menu: null, headerMenuAsked: setAsked };
  const { model, save, sortAsked } = list;
  const choose = (entry: HeaderEntry): void => {
    setAsked(null);
    model.focusAgain();
    if ('sort' in entry) sortAsked?.(entry.sort);
    else if ('fits' in entry) model.driver?.sizeToContent(entry.fits);
    else {
      model.driver?.changeColumn(entry.change);
      save(model.driver?.columnState() ?? []);
    }
  };
  const state = model.driver?.columnState().find(({ colId }) => colId === column.id);
  const menu = (
    <ContextMenu
      at={asked.at}
      label={`Menu of the column ${column.title}`}
      onClose={() => {
        setAsked(null);
        model.focusAgain();
      }}
    >
      <Menu.Label dir="auto">{column.title}</Menu.Label>
      {headerEntries(column, { ...list, pinned: state?.pinned ?? null }).map((entries, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- the groups of a menu never change places
        <Fragment key={index}>
          {index > 0 && <Menu.Divider />}
          {entries.map((entry) => (
            <Menu.Item key={entry.label} onClick={() => choose(entry)}>
              {entry.label}
            </Menu.Item>
          ))}
        </Fragment>
      ))}
    </ContextMenu>
  );
  return { menu, headerMenuAsked: setAsked };
}

/** What is possible with a column, group by group: it is sorted, pinned, sized and hidden. */
export function headerEntries(
  column: Column,
  { sorting, sorted, pinned }: Pick<HeaderList, 'sorting' | 'sorted'> & Pick<ColumnState, 'pinned'>,
): HeaderEntry[][] {
  const { id } = column;
  const isPinned = pinned !== null && pinned !== undefined && pinned !== false;
  return [
    sorts(column, { sorting, sorted }),
    isPinned
      ? [{ label: 'Unpin', change: { colId: id, pinned: null } }]
      : [
          { label: 'Pin to the left', change: { colId: id, pinned: 'left' as const } },
          { label: 'Pin to the right', change: { colId: id, pinned: 'right' as const } },
        ],
    [
      { label: 'Size to content', fits: id },
      ...(id === nameColumn ? [] : [{ label: 'Hide column', change: { colId: id, hide: true } }]),
    ],
  ].filter((entries) => entries.length > 0);
}

/** The sorts that clicks on the header go through, without the one the list has. */
function sorts(column: Column, { sorting, sorted }: Pick<HeaderList, 'sorting' | 'sorted'>): HeaderEntry[] {
  const { id, order, sort } = column;
  const now = sorted?.column === id ? sorted : null;
  const others = directionsOf(column, sorting)
    .map((direction) => direction === 'desc')
    .filter((isDescending) => now?.isDescending !== isDescending)
    .map((isDescending) => ({
      label: `Sort ${directionText({ by: order ?? sort ?? '', isDescending })}`,
      sort: { column: id, isDescending },
    }));
  if (now === null) return others;
  return [...others, { label: sorting === 'search' ? 'Sort by best match' : 'The list’s own order', sort: null }];
}

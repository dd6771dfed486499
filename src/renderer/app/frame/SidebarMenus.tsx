import { Menu } from '@mantine/core';
import { useState, type MouseEvent, type ReactNode } from 'react';
import { useMatch, useNavigate } from 'react-router-dom';
import type { ExportSource } from '#shared/bridge/fileJobs.ts';
import type { CollectionPreview } from '#shared/domain/collection.ts';
import type { SmartListOverview } from '#shared/domain/smartList.ts';
import { useSession } from '../../data/bridgeValues.ts';
import { useSmartLists } from '../../data/smartLists.ts';
import { CollectionDialog, useDeleteCollection } from '../../features/collections/CollectionMenu.tsx';
import { useStartExport, whyNoExport } from '../../features/export/useStartExport.tsx';
import { useSmartListActions } from '../../features/inbox/SmartListMenu.tsx';
import { ContextMenu, type Point } from '../../ui/ContextMenu.tsx';
import { isolated } from '../../ui/title.ts';

/** The menu of a place in the sidebar, and what opens it. */
interface PlaceMenu {
  readonly menu: ReactNode;
  readonly open: (event: MouseEvent<HTMLElement>) => void;
}

/** The menu of a smart list in the sidebar. */
export function useSmartListMenu(list: SmartListOverview): PlaceMenu {
  const path = `/list/smart/${list.id}`;
  const navigate = useNavigate();
  const isHere = useMatch(path) !== null;
  const lists = useSmartLists() ?? [];
  const { rename, editFilters, remove, move, dialog } = useSmartListActions(list, () => {
    if (isHere) void navigate('/');
  });
  const at = lists.findIndex(({ id }) => id === list.id);
  return usePlaceMenu(
    list.name,
    <>
      <Menu.Item onClick={() => void navigate(path)}>Open</Menu.Item>
      <Menu.Item onClick={editFilters}>Edit filters</Menu.Item>
      <Menu.Item onClick={rename}>Rename</Menu.Item>
      <ExportItem source={{ kind: 'smartList', id: list.id }} name={list.name} />
      <Menu.Divider />
      <Menu.Item disabled={at <= 0} onClick={() => move(-1)}>
        Move up
      </Menu.Item>
      <Menu.Item disabled={at === lists.length - 1} onClick={() => move(1)}>
        Move down
      </Menu.Item>
      <Menu.Divider />
      <Menu.Item onClick={remove}>Delete</Menu.Item>
    </>,
    dialog,
  );
}

/** The menu of a collection in the sidebar. */
export function useCollectionMenu(collection: CollectionPreview): PlaceMenu {
  const path = `/collections/${collection.id}`;
  const navigate = useNavigate();
  const isHere = useMatch(path) !== null;
  const [isEditing, setEditing] = useState(false);
  const remove = useDeleteCollection();
  const deleteIt = (): void => {
    remove(collection);
    if (isHere) void navigate('/collections');
  };
  return usePlaceMenu(
    collection.name,
    <>
      <Menu.Item onClick={() => void navigate(path)}>Open</Menu.Item>
      <Menu.Item onClick={() => setEditing(true)}>Rename or describe</Menu.Item>
      <ExportItem source={{ kind: 'collection', id: collection.id }} name={collection.name} />
      <Menu.Divider />
      <Menu.Item onClick={deleteIt}>Delete</Menu.Item>
    </>,
    isEditing && <CollectionDialog collection={collection} onClose={() => setEditing(false)} />,
  );
}

function usePlaceMenu(name: string, items: ReactNode, dialog: ReactNode): PlaceMenu {
  // With the link itself, which gets the focus back.
  const [opened, setOpened] = useState<{ readonly at: Point; readonly link: HTMLElement } | null>(null);
  return {
    open: (event) => {
      event.preventDefault();
      const { clientX: x, clientY: y, currentTarget: link } = event;
      setOpened({ at: { x, y }, link });
    },
    menu: (
      <>
        {opened !== null && (
          <ContextMenu
            at={opened.at}
            label={`Menu of ${isolated(name)}`}
            onClose={(isChosen) => {
              setOpened(null);
              if (!isChosen) opened.link.focus();
            }}
          >
            <Menu.Label dir="auto">{name}</Menu.Label>
            {items}
          </ContextMenu>
        )}
        {dialog}
      </>
    ),
  };
}

/** Exports a list as a whole, in its own order. */
function ExportItem({ source, name }: { readonly source: ExportSource; readonly name: string }): ReactNode {
  const startExport = useStartExport();
  const noExport = whyNoExport(useSession());
  return (
    <Menu.Item disabled={noExport !== ''} title={noExport} onClick={() => startExport(source, name, [])}>
      Export CSV
    </Menu.Item>
  );
}

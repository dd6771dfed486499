import { Menu } from '@mantine/core';
import { useState, type MouseEvent, type ReactNode } from 'react';
import { useMatch, useNavigate } from 'react-router-dom';
import type { ExportSource } from '#shared/bridge/fileJobs.ts';
import type { CollectionPreview } from '#shared/domain/collection.ts';
import type { SmartListOverview } from '#shared/domain/smartList.ts';
import { useSession } from '../../data/bridgeValues.ts';
import { useHasTeam } from '../../data/team.ts';
import { ShareCollectionDialog } from '../../features/sharing/ShareDialog.tsx';
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
  return usePlaceMenu((opened) => <SmartListMenu list={list} {...opened} />);
}

function SmartListMenu({ list, ...opened }: Opened & { readonly list: SmartListOverview }): ReactNode {
  const path = `/list/smart/${list.id}`;
  const navigate = useNavigate();
  const isHere = useMatch(path) !== null;
  const lists = useSmartLists() ?? [];
  const hasTeam = useHasTeam();
  const { rename, editFilters, share, remove, move, dialog } = useSmartListActions(list, () => {
    if (isHere) void navigate('/');
  });
  const at = lists.findIndex(({ id }) => id === list.id);
  return (
    <MenuOf name={list.name} dialog={dialog} {...opened}>
      <Menu.Item onClick={() => void navigate(path)}>Open</Menu.Item>
      <Menu.Item onClick={editFilters}>Edit filters</Menu.Item>
      <Menu.Item onClick={rename}>Rename</Menu.Item>
      {hasTeam && <Menu.Item onClick={share}>Share…</Menu.Item>}
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
    </MenuOf>
  );
}

/** The menu of a collection in the sidebar. */
export function useCollectionMenu(collection: CollectionPreview): PlaceMenu {
  return usePlaceMenu((opened) => <CollectionMenu collection={collection} {...opened} />);
}

function CollectionMenu({ collection, ...opened }: Opened & { readonly collection: CollectionPreview }): ReactNode {
  const path = `/collections/${collection.id}`;
  const navigate = useNavigate();
  const isHere = useMatch(path) !== null;
  const [isEditing, setEditing] = useState(false);
  const [isSharing, setSharing] = useState(false);
  const hasTeam = useHasTeam();
  const remove = useDeleteCollection();
  const deleteIt = (): void => {
    remove(collection);
    if (isHere) void navigate('/collections');
  };
  const dialog = (
    <>
      {isEditing && <CollectionDialog collection={collection} onClose={() => setEditing(false)} />}
      {isSharing && <ShareCollectionDialog collection={collection} onClose={() => setSharing(false)} />}
    </>
  );
  return (
    <MenuOf name={collection.name} dialog={dialog} {...opened}>
      <Menu.Item onClick={() => void navigate(path)}>Open</Menu.Item>
      <Menu.Item onClick={() => setEditing(true)}>Rename or describe</Menu.Item>
      {hasTeam && <Menu.Item onClick={() => setSharing(true)}>Share…</Menu.Item>}
      <ExportItem source={{ kind: 'collection', id: collection.id }} name={collection.name} />
      <Menu.Divider />
      <Menu.Item onClick={deleteIt}>Delete</Menu.Item>
    </MenuOf>
  );
}

/** Where a menu is open, with the link that gets the focus back; null once it is closed. */
interface Opened {
  readonly opened: { readonly at: Point; readonly link: HTMLElement } | null;
  readonly onClose: () => void;
}

/**
 * A menu that is there from when it is first opened: what it needs to know would else be drawn again for every place,
 * with every key. It stays for the dialogs that it opens.
 */
function usePlaceMenu(menuOf: (opened: Opened) => ReactNode): PlaceMenu {
  const [opened, setOpened] = useState<Opened['opened']>(null);
  const [wasOpened, setWasOpened] = useState(false);
  return {
    open: (event) => {
      event.preventDefault();
      const { clientX: x, clientY: y, currentTarget: link } = event;
      setWasOpened(true);
      setOpened({ at: { x, y }, link });
    },
    menu: wasOpened && menuOf({ opened, onClose: () => setOpened(null) }),
  };
}

function MenuOf({
  name,
  opened,
  onClose,
  dialog,
  children,
}: Opened & { readonly name: string; readonly dialog: ReactNode; readonly children: ReactNode }): ReactNode {
  return (
    <>
      {opened !== null && (
        <ContextMenu
          at={opened.at}
          label={`Menu of ${isolated(name)}`}
          onClose={(isChosen) => {
            onClose();
            if (!isChosen) opened.link.focus();
          }}
        >
          <Menu.Label dir="auto">{name}</Menu.Label>
          {children}
        </ContextMenu>
      )}
      {dialog}
    </>
  );
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

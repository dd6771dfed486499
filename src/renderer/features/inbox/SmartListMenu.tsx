import { Button, Group, ActionIcon, Menu, Tooltip } from '@mantine/core';
import { IconEdit, IconFilterEdit, IconHistory, IconSettings, IconTrash, IconUsers } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { filterSentence } from '#shared/domain/filterSentence.ts';
import { emptyFilters } from '#shared/domain/filters.ts';
import { smartListNameSchema } from '#shared/domain/names.ts';
import type { SmartList } from '#shared/domain/smartList.ts';
import { useFilterNames } from '../../data/filterNames.ts';
import { useListPlaces } from '../../data/listPlaces.ts';
import { useHasTeam } from '../../data/team.ts';
import { useMoveSmartList } from '../../data/smartLists.ts';
import { useApiMutation } from '../../data/useApi.ts';
import { useCommands } from '../../keyboard/CommandProvider.tsx';
import { Keys } from '../../keyboard/Keys.tsx';
import { Dialog, NameDialog } from '../../ui/Dialog.tsx';
import { showFailure, deleteWithUndo } from '../../ui/toasts.tsx';
import { FilterChips } from '../filters/FilterChips.tsx';
import { FilterPanel } from '../filters/FilterPanel.tsx';
import { FilterPreview } from '../filters/FilterPreview.tsx';
import { useFacets } from '../filters/useFacets.ts';
import { decidedLabel, type DecidedBefore } from './DecidedSwitch.tsx';
import { ShareListDialog } from '../sharing/ShareDialog.tsx';
import { EditOutcome } from './EditOutcome.tsx';
import toolbarClasses from '../../lists/tools/ListToolbar.module.css';
import classes from './EditFiltersDialog.module.css';

/** What can be done with a smart list, from its screen or its place in the sidebar. */
interface SmartListActions {
  readonly rename: () => void;
  readonly editFilters: () => void;
  readonly share: () => void;
  /** Deletes it; it can be undone. */
  readonly remove: () => void;
  /** Moves it a step in the user's own order. */
  readonly move: (step: 1 | -1) => void;
  /** The open dialog of an action. */
  readonly dialog: ReactNode;
}

/** The actions on a smart list. `onDeleted` is called once it is gone. */
export function useSmartListActions(list: SmartList, onDeleted: () => void): SmartListActions {
  const [dialog, setDialog] = useState<'rename' | 'filters' | 'share' | null>(null);
  const remove = useDeleteSmartList();
  const { step } = useMoveSmartList();
  const close = (): void => setDialog(null);
  return {
    rename: () => setDialog('rename'),
    editFilters: () => setDialog('filters'),
    share: () => setDialog('share'),
    remove: () => remove(list, onDeleted),
    move: (by) => step(list.id, by),
    dialog: (
      <>
        {dialog === 'rename' && <RenameDialog list={list} onClose={close} />}
        {dialog === 'share' && <ShareListDialog list={list} onClose={close} />}
        {dialog === 'filters' && <EditFiltersDialog list={list} onClose={close} />}
      </>
    ),
  };
}

/** The menu of the smart list on the screen. */
export function SmartListMenu({
  list,
  decided,
  onDeleted,
}: {
  readonly list: SmartList;
  readonly decided: DecidedBefore;
  readonly onDeleted: () => void;
}): ReactNode {
  const { rename, editFilters, share, remove, move, dialog } = useSmartListActions(list, onDeleted);
  const hasTeam = useHasTeam();
  useCommands({
    ...(hasTeam ? { 'list.share': share } : {}),
    'list.rename': rename,
    'list.delete': remove,
    'list.moveUp': () => move(-1),
    'list.moveDown': () => move(1),
  });
  return (
    <>
      <Menu position="bottom-end">
        <Tooltip label="List settings">
          <Menu.Target>
            <ActionIcon size={30} className={toolbarClasses.tool} aria-label={`Settings for ${list.name}`}>
              <IconSettings size={17} stroke={1.6} />
            </ActionIcon>
          </Menu.Target>
        </Tooltip>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconFilterEdit size={16} stroke={1.6} />} onClick={editFilters}>
            Edit filters
          </Menu.Item>
          <Menu.Item
            leftSection={<IconEdit size={16} stroke={1.6} />}
            rightSection={<Keys id="list.rename" />}
            onClick={rename}
          >
            Rename
          </Menu.Item>
          {decided.count > 0 && (
            <Menu.Item
              leftSection={<IconHistory size={16} stroke={1.6} />}
              rightSection={<Keys id="list.decidedBefore" />}
              onClick={decided.toggle}
            >
              {decidedLabel(decided.isShown)}
            </Menu.Item>
          )}
          {hasTeam && (
            <Menu.Item leftSection={<IconUsers size={16} stroke={1.6} />} onClick={share}>
              Share…
            </Menu.Item>
          )}
          <Menu.Item leftSection={<IconTrash size={16} stroke={1.6} />} onClick={remove}>
            Delete
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {dialog}
    </>
  );
}

/** Deletes a smart list at once and offers to undo (docs/api.md: soft until the session ends). */
function useDeleteSmartList(): (list: Pick<SmartList, 'id' | 'name'>, whenDone: () => void) => void {
  const { mutateAsync: remove } = useApiMutation('deleteSmartList');
  const { mutateAsync: restore } = useApiMutation('restoreSmartList');
  const { forget } = useListPlaces();
  return ({ id, name }, whenDone) => {
    const params = { id };
    let putBack: (() => void) | undefined;
    const deletion = {
      name,
      kept: 'Your decisions are kept.',
      remove: async () => {
        await remove({ params });
        putBack = forget(id);
      },
      restore: async () => {
        await restore({ params });
        putBack?.();
      },
    };
    void deleteWithUndo(deletion).then((isGone) => (isGone ? whenDone() : undefined));
  };
}

/** Renames a smart list. */
function RenameDialog({
  list,
  onClose,
}: {
  readonly list: Pick<SmartList, 'id' | 'name'>;
  readonly onClose: () => void;
}): ReactNode {
  const update = useApiMutation('updateSmartList');
  return (
    <NameDialog
      title="Rename smart list"
      size="sm"
      initial={list.name}
      schema={smartListNameSchema}
      submit="Rename"
      saving={update}
      onSave={(name) => update.mutate({ params: { id: list.id }, body: { name } }, { onSuccess: onClose })}
      onClose={onClose}
    />
  );
}

/** Changes a smart list's filters, beside a preview of what would match. */
function EditFiltersDialog({ list, onClose }: { readonly list: SmartList; readonly onClose: () => void }): ReactNode {
  const [filters, setFilters] = useState(list.filters);
  const facets = useFacets(filters, true);
  const names = useFilterNames(filters);
  const update = useApiMutation('updateSmartList');
  const save = (): void =>
    update.mutate(
      { params: { id: list.id }, body: { filters } },
      { onSuccess: onClose, onError: (error) => showFailure('Couldn’t save the filters', error) },
    );
  return (
    <Dialog onClose={onClose} title={`Edit filters: ${list.name}`} size={860}>
      <div className={classes.body}>
        <div className={classes.panel}>
          <FilterPanel filters={filters} facets={facets} ownList={list.id} onChange={setFilters} />
        </div>
        <div className={classes.outcome}>
          <FilterChips
            filters={filters}
            sentence={filterSentence(filters, names)}
            isFlush
            onChange={setFilters}
            onClear={() => setFilters(emptyFilters())}
          />
          <FilterPreview filters={filters} />
          <EditOutcome list={list.id} filters={filters} />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button onClick={save} loading={update.isPending}>
              Save filters
            </Button>
          </Group>
        </div>
      </div>
    </Dialog>
  );
}

import { ActionIcon, Menu } from '@mantine/core';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import type { ColumnState } from 'ag-grid-community';
import { useEffect, useState, type ReactNode } from 'react';
import { mostColumnSets, type ColumnSet } from '#shared/bridge/preferences.ts';
import { columnSetNameSchema } from '#shared/domain/names.ts';
import type { SortedBy } from '../../grid/columns.ts';
import { Dialog, NameDialog } from '../../ui/Dialog.tsx';
import { isolated } from '../../ui/title.ts';
import { showFailure, showUndo } from '../../ui/toasts.tsx';
import { columnSetTarget, setNamed, useKeptColumnSets, withoutSet, withSet } from '../columnSets.ts';
import type { ListModel } from '../list.ts';
import menuClasses from './ColumnsMenu.module.css';
import classes from './ColumnSets.module.css';

/** What the columns menu offers about named sets. */
export interface ColumnSetActions {
  readonly sets: readonly ColumnSet[];
  readonly apply: (set: ColumnSet) => void;
  readonly saveAs: () => void;
  readonly edit: () => void;
}

/** The list that sets are made of and shown in. */
interface ShownColumns {
  readonly model: ListModel;
  readonly save: (state: ColumnState[]) => void;
  readonly sorted: SortedBy | null;
  readonly sortAsked: (sorted: SortedBy | null) => void;
}

/** Named sets of columns: what is shown as a set, and a set as what is shown. The caller renders `dialog`. */
export function useColumnSets({ model, save, sorted, sortAsked }: ShownColumns): ColumnSetActions & {
  readonly dialog: ReactNode;
} {
  const { sets, change } = useKeptColumnSets();
  const [dialog, setDialog] = useState<'save' | 'edit' | null>(null);
  const apply = (set: ColumnSet): void => {
    // The settings file keeps what the grid produced.
    const columns = set.columns as unknown as ColumnState[];
    model.driver?.applyColumns(columns);
    save(columns);
    sortAsked(set.sort);
  };
  useEffect(() => {
    columnSetTarget.set(apply);
    return () => {
      if (columnSetTarget.get() === apply) columnSetTarget.set(null);
    };
  });
  const close = (): void => setDialog(null);
  const keep = (name: string): void => {
    close();
    const columns = (model.driver?.columnState() ?? []).map((column) => ({ ...column }));
    const before = setNamed(sets, name);
    if (before === undefined && sets.length >= mostColumnSets) {
      showFailure('Not saved', `There are ${mostColumnSets} sets already. Delete one first.`);
      return;
    }
    change((now) => withSet(now, { name, columns, sort: sorted }));
    if (before !== undefined) {
      showUndo(`Replaced the set ${isolated(name)}.`, () => change((now) => withSet(now, before)));
    }
  };
  return {
    sets,
    apply,
    saveAs: () => setDialog('save'),
    edit: () => setDialog('edit'),
    dialog: (
      <>
        {dialog === 'save' && (
          <NameDialog
            title="Save columns as a set"
            size="sm"
            initial=""
            schema={columnSetNameSchema}
            submit="Save"
            saving={atOnce}
            onSave={keep}
            onClose={close}
          />
        )}
        {dialog === 'edit' && <EditSets onClose={close} />}
      </>
    ),
  };
}

/** Preferences are shown at once, and put back if they cannot be kept. */
const atOnce = { error: null, isPending: false } as const;

/** The sets in the columns menu, with the ways to make, rename and delete them. */
export function ColumnSetItems({
  sets: { sets, apply, saveAs, edit },
}: {
  readonly sets: ColumnSetActions;
}): ReactNode {
  return (
    <>
      <Menu.Label>Sets</Menu.Label>
      {sets.map((set) => (
        <Menu.Item key={set.name} className={menuClasses.action} onClick={() => apply(set)}>
          <bdi>{set.name}</bdi>
        </Menu.Item>
      ))}
      <Menu.Item className={menuClasses.action} onClick={saveAs}>
        Save as set…
      </Menu.Item>
      {sets.length > 0 && (
        <Menu.Item className={menuClasses.action} onClick={edit}>
          Edit sets…
        </Menu.Item>
      )}
      <Menu.Divider />
    </>
  );
}

/** Renames and deletes sets. */
function EditSets({ onClose }: { readonly onClose: () => void }): ReactNode {
  const { sets, change } = useKeptColumnSets();
  const [renamed, setRenamed] = useState<ColumnSet | null>(null);
  const remove = (set: ColumnSet): void => {
    change((now) => withoutSet(now, set.name));
    showUndo(`Deleted the set ${isolated(set.name)}.`, () => change((now) => withSet(now, set)));
  };
  const rename = (set: ColumnSet, name: string): void => {
    change((now) => withSet(withoutSet(now, set.name), { ...set, name }));
    setRenamed(null);
  };
  if (renamed !== null) {
    return (
      <NameDialog
        title="Rename set"
        size="sm"
        initial={renamed.name}
        schema={columnSetNameSchema.refine((name) => setNamed(withoutSet(sets, renamed.name), name) === undefined, {
          message: 'Another set has this name.',
        })}
        submit="Rename"
        saving={atOnce}
        onSave={(name) => rename(renamed, name)}
        onClose={() => setRenamed(null)}
      />
    );
  }
  return (
    <Dialog onClose={onClose} title="Column sets" size="sm">
      {sets.length === 0 && <p className={classes.none}>No sets are left.</p>}
      <ul className={classes.sets}>
        {sets.map((set) => (
          <li key={set.name} className={classes.set}>
            <span className={classes.name} title={set.name} dir="auto">
              {set.name}
            </span>
            <ActionIcon aria-label={`Rename ${set.name}`} title="Rename" onClick={() => setRenamed(set)}>
              <IconPencil size={15} stroke={1.6} aria-hidden />
            </ActionIcon>
            <ActionIcon aria-label={`Delete ${set.name}`} title="Delete" onClick={() => remove(set)}>
              <IconTrash size={15} stroke={1.6} aria-hidden />
            </ActionIcon>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

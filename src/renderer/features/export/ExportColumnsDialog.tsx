import { Button, Checkbox, Group } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { counted } from '#shared/domain/formats.ts';
import { useCommands } from '../../keyboard/CommandProvider.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import {
  columnGroups,
  inFileOrder,
  readChosenColumns,
  rememberChosenColumns,
  type ColumnGroup,
} from './chosenColumns.ts';
import classes from './ExportColumnsDialog.module.css';

/** What can be exported of a list, and what its table shows. */
export interface ExportableColumns {
  /** Keys of the columns that the table shows. */
  readonly shown: readonly string[];
  /** Names of columns of imported files. */
  readonly own: readonly string[];
  /** Whether companies were found by filters, so that it can be said why. */
  readonly hasWhy: boolean;
}

/** Asks which columns an export has. It begins with those of the last time, or with those of the table. */
export function ExportColumnsDialog({
  columns,
  onExport,
  onClose,
}: {
  readonly columns: ExportableColumns;
  readonly onExport: (keys: readonly string[]) => void;
  readonly onClose: () => void;
}): ReactNode {
  const { shown } = columns;
  useCommands({ 'list.exportColumns': onClose }, { layer: 'dialog' });
  const [groups] = useState(() => columnGroups(columns));
  const [chosen, setChosen] = useState<ReadonlySet<string>>(() => new Set(readChosenColumns() ?? shown));
  const keys = inFileOrder(groups, chosen);
  const start = (): void => {
    rememberChosenColumns(keys);
    onExport(keys);
    onClose();
  };
  const choose = (key: string, isChosen: boolean): void => {
    setChosen(new Set(isChosen ? [...chosen, key] : [...chosen].filter((other) => other !== key)));
  };
  return (
    <Dialog onClose={onClose} title="Export columns" size="46rem">
      <div className={classes.groups}>
        {groups.map((group) => (
          <Columns key={group.title} group={group} chosen={chosen} onChange={choose} />
        ))}
      </div>
      <Group justify="space-between" gap="xs" className={classes.foot ?? ''}>
        <Group gap="xs">
          <Button variant="subtle" size="compact-sm" onClick={() => setChosen(new Set(shown))}>
            As in the table
          </Button>
          <Button variant="subtle" size="compact-sm" onClick={() => setChosen(allOf(groups))}>
            All
          </Button>
          <Button variant="subtle" size="compact-sm" onClick={() => setChosen(new Set())}>
            None
          </Button>
        </Group>
        <Group gap="xs">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button disabled={keys.length === 0} onClick={start} data-autofocus>
            Export {counted(keys.length, 'column', 'columns')}
          </Button>
        </Group>
      </Group>
    </Dialog>
  );
}

function allOf(groups: readonly ColumnGroup[]): ReadonlySet<string> {
  return new Set(groups.flatMap(({ columns }) => columns.map(({ key }) => key)));
}

function Columns({
  group: { title, columns },
  chosen,
  onChange,
}: {
  readonly group: ColumnGroup;
  readonly chosen: ReadonlySet<string>;
  readonly onChange: (key: string, isChosen: boolean) => void;
}): ReactNode {
  return (
    <fieldset className={classes.group}>
      <legend className={classes.title}>{title}</legend>
      <div className={classes.columns}>
        {columns.map(({ key, header }) => (
          <Checkbox
            key={key}
            size="xs"
            label={<bdi>{header}</bdi>}
            checked={chosen.has(key)}
            onChange={(event) => onChange(key, event.currentTarget.checked)}
          />
        ))}
      </div>
    </fieldset>
  );
}

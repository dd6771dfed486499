import { ActionIcon, Menu, Tooltip } from '@mantine/core';
import { IconColumns3, IconPin, IconPinFilled } from '@tabler/icons-react';
import type { ColumnState } from 'ag-grid-community';
import { useCallback, useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { counted, formatPercent } from '#shared/domain/formats.ts';
import { usePreferences, useSetPreferences, useTurnPreferences } from '../../data/bridgeValues.ts';
import {
  columnOf,
  columns,
  columnsWith,
  isOwnColumn,
  listColumn,
  nameColumn,
  ownColumnId,
  textColumn,
} from '../../grid/columns.ts';
import { useStore } from '../../ui/store.ts';
import type { BlankState } from '../blankColumns.ts';
import type { ListModel } from '../list.ts';
import { ColumnSetItems, type ColumnSetActions } from './ColumnSets.tsx';
import classes from './ColumnsMenu.module.css';
import toolbarClasses from './ListToolbar.module.css';

/** Which columns are shown and which are pinned; they are moved and resized in the table's header. */
export function ColumnsMenu({
  model,
  columns: { state: saved, save: onChange, choose: onChoose },
  sets,
}: {
  readonly model: ListModel;
  readonly columns: ReturnType<typeof useColumns>;
  readonly sets: ColumnSetActions;
}): ReactNode {
  const [isOpen, setOpen] = useState(false);
  // A change shows at once; it is saved a moment later.
  const [changed, setChanged] = useState<{ after: typeof saved; state: readonly ColumnState[] } | null>(null);
  const shown = changed !== null && changed.after === saved ? changed.state : saved;
  const all = columnsWith([...(shown ?? []), ...(isOpen ? ownColumnsSeen(model, shown) : [])]);
  const said = useStore(model.columns.state);
  const hiddenAsBlank = said.hidden;
  const hidden = columns.filter(({ id, isHidden = false }) => stateOf(id, shown).hide === true && !isHidden).length;
  const change = (state: ColumnState): void => {
    if (state.hide === false) model.columns.show(state.colId);
    if (state.hide !== undefined) onChoose(state.colId, state.hide === false && said.same.has(state.colId));
    if (model.driver?.hasColumn(state.colId) === false) {
      // The table gets it with the columns that are saved, beside the long text, where it is in sight.
      const others = model.driver.columnState();
      const place = others.findIndex(({ colId }) => colId === textColumn) + 1;
      store(others.toSpliced(place, 0, { ...state, width: columnOf(state.colId)?.width ?? null }));
      return;
    }
    model.driver?.changeColumn(state);
    save();
  };
  const store = (state: ColumnState[]): void => {
    setChanged({ after: saved, state });
    onChange(state);
  };
  const save = (): void => {
    if (model.driver === null) return;
    store(model.driver.columnState());
  };
  const reset = (): void => {
    if (model.driver === null) return;
    model.driver.resetColumns();
    for (const { id } of columns) onChoose(id, false);
    // At first there are no columns of imported files.
    store(model.driver.columnState().filter(({ colId }) => !isOwnColumn(colId)));
  };
  return (
    <Menu opened={isOpen} onChange={setOpen} position="bottom-end" withinPortal>
      <MenuButton hidden={hidden} isOpen={isOpen} />
      <Menu.Dropdown className={classes.menu}>
        <ColumnSetItems sets={sets} />
        <Menu.Label>Columns</Menu.Label>
        {all.map(({ id, title }) => (
          <ColumnRow
            key={id}
            id={id}
            title={title}
            state={hiddenAsBlank.has(id) ? { ...stateOf(id, shown), hide: true } : stateOf(id, shown)}
            note={noteOn(id, said)}
            onChange={change}
          />
        ))}
        <Menu.Divider />
        <Menu.Item className={classes.action} closeMenuOnClick={false} onClick={reset}>
          Reset columns
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

/** Opens the menu, and says how many columns the user has hidden. */
function MenuButton({ hidden, isOpen }: { readonly hidden: number; readonly isOpen: boolean }): ReactNode {
  const label = hidden === 0 ? 'Columns' : `Columns, ${counted(hidden, 'column', 'columns')} hidden`;
  return (
    <Tooltip label={label} disabled={isOpen}>
      <Menu.Target>
        <ActionIcon
          size={30}
          w={hidden === 0 ? 30 : 'auto'}
          px={hidden === 0 ? 0 : 8}
          className={toolbarClasses.tool}
          aria-label={label}
        >
          <IconColumns3 size={17} stroke={1.6} aria-hidden />
          {hidden > 0 && <span className={classes.note}>{counted(hidden, 'column', 'columns')} hidden</span>}
        </ActionIcon>
      </Menu.Target>
    </Tooltip>
  );
}

/** A column's state, as saved or by default. */
function stateOf(id: string, shown: readonly ColumnState[] | undefined): Partial<ColumnState> {
  const column = columnOf(id);
  return (
    shown?.find(({ colId }) => colId === id) ?? {
      hide: isOwnColumn(id) || column?.isHidden === true,
      pinned: column?.pinned ?? null,
    }
  );
}

/** How many of the loaded rows are asked for the columns of their files. */
const rowsAsked = 500;

/** The own columns of imported files that loaded rows have, except those that are in the table already. */
export function ownColumnsSeen(
  { driver }: ListModel,
  shown: readonly ColumnState[] | undefined,
): readonly { readonly colId: string }[] {
  const there = new Set((shown ?? []).map(({ colId }) => colId));
  const seen = new Set<string>();
  for (let index = 0; index < Math.min(driver?.count() ?? 0, rowsAsked); index++) {
    for (const { name } of driver?.rowAt(index)?.company.own ?? []) seen.add(ownColumnId(name));
  }
  return [...seen].filter((id) => !there.has(id)).map((colId) => ({ colId }));
}

/** A column that is shown or hidden; the arrow to the right goes to its pin. */
function ColumnRow({
  id,
  title,
  state: { hide, pinned },
  note,
  onChange,
}: {
  readonly id: string;
  readonly title: string;
  readonly state: Partial<ColumnState>;
  /** Why it is hidden in this list, or `''`. */
  readonly note: string;
  readonly onChange: (state: ColumnState) => void;
}): ReactNode {
  const isPinned = pinned === 'left' || pinned === 'right' || pinned === true;
  return (
    <div className={classes.row} role="none" onKeyDown={betweenColumnAndPin}>
      <Menu.CheckboxItem
        className={classes.column ?? ''}
        checked={hide !== true}
        disabled={id === nameColumn}
        onChange={(isShown) => onChange({ colId: id, hide: !isShown })}
      >
        {title} {note !== '' && <span className={classes.blank}>{note}</span>}
      </Menu.CheckboxItem>
      <ActionIcon
        size="sm"
        role="menuitemcheckbox"
        tabIndex={-1}
        aria-label={`Pin ${title}`}
        aria-checked={isPinned}
        title={isPinned ? 'Unpin' : 'Pin'}
        onClick={() => onChange({ colId: id, pinned: isPinned ? null : 'left' })}
      >
        {isPinned ? <IconPinFilled size={13} aria-hidden /> : <IconPin size={13} stroke={1.6} aria-hidden />}
      </ActionIcon>
    </div>
  );
}

/** The arrows to the sides go from a column to its pin and back; from there, those up and down lead back, too. */
function betweenColumnAndPin(event: KeyboardEvent<HTMLElement>): void {
  const [column, pin] = event.currentTarget.querySelectorAll<HTMLElement>('button');
  const isAtPin = event.target === pin;
  const to = event.key === 'ArrowRight' ? pin : isAtPin && event.key.startsWith('Arrow') ? column : undefined;
  if (to === undefined) return;
  event.preventDefault();
  event.stopPropagation();
  to.focus();
}

const noColumns: readonly string[] = [];

/** How long columns must be unchanged before they are saved, in milliseconds. */
const saveDelay = 400;

/** The saved columns of a list, and the way to save them. */
export function useColumns(key: string): {
  readonly state: ColumnState[] | undefined;
  readonly save: (state: ColumnState[]) => void;
  /** Those that the user wants to see whatever they say, and the way to say so. */
  readonly chosen: readonly string[];
  readonly choose: (id: string, isChosen: boolean) => void;
} {
  const { columns, chosenColumns } = usePreferences();
  const { mutate } = useSetPreferences();
  const turn = useTurnPreferences();
  const [latest] = useState(() => new Map<string, unknown>());
  const all = useRef(columns);
  useEffect(() => {
    all.current = columns;
  }, [columns]);
  const save = useCallback(
    (state: ColumnState[]) => {
      latest.set(key, state);
      setTimeout(() => {
        // Only the last of several quick changes is written.
        if (latest.get(key) !== state) return;
        mutate({ columns: { ...all.current, [key]: state.map((column) => ({ ...column })) } });
      }, saveDelay);
    },
    [key, latest, mutate],
  );
  // The settings file keeps what the grid produced; the grid ignores columns that no longer exist.
  const chosen = chosenColumns[key] ?? noColumns;
  const choose = (id: string, isChosen: boolean): void => {
    if (chosen.includes(id) === isChosen) return;
    turn(({ chosenColumns: now }) => {
      const others = (now[key] ?? []).filter((each) => each !== id);
      return { chosenColumns: { ...now, [key]: isChosen ? [...others, id] : others } };
    });
  };
  return { state: columns[key] as ColumnState[] | undefined, save, chosen, choose };
}

/** What there is to say about a column that tells the rows apart by little or nothing. */
export function noteOn(id: string, { blank, same, hidden }: BlankState): string {
  if (blank.has(id)) return id === listColumn ? 'the same in every row' : 'empty in this list';
  const alike = same.get(id);
  if (alike === undefined) return '';
  const said = `${alike.value === '' ? 'empty' : 'the same'} on ${formatPercent(alike.share)} of rows`;
  return hidden.has(id) ? `hidden: ${said}` : said;
}

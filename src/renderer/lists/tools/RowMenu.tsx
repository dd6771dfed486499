import { Menu } from '@mantine/core';
import { Fragment, useCallback, useEffect, useState, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { commandOf, type CommandId } from '#shared/commands.ts';
import { linksWithEmail } from '#shared/domain/company.ts';
import { counted } from '#shared/domain/formats.ts';
import type { ListName } from '#shared/domain/listName.ts';
import { cellFilters } from '../../features/filters/cellFilters.ts';
import { useAskAssign } from '../../features/moves/AssignStrip.tsx';
import { columnOf, nameColumn } from '../../grid/columns.ts';
import type { RowMenuAsk } from '../../grid/gridScreen.ts';
import { useCommands, useLiveCommands, useRunCommand } from '../../keyboard/CommandProvider.tsx';
import { Keys } from '../../keyboard/Keys.tsx';
import { ContextMenu } from '../../ui/ContextMenu.tsx';
import { useStore } from '../../ui/store.ts';
import { isolated } from '../../ui/title.ts';
import { isFocusFree } from '../cursor.ts';
import type { ListModel } from '../list.ts';
import { copyText } from './useListTools.ts';
import type { NarrowedBy } from './useNarrowing.tsx';

/** What a menu is about: one row, or the `count` selected companies that the row is one of. */
interface Subject extends RowMenuAsk {
  /** 0 for one row. */
  readonly count: number;
  /** Which list the row shows. */
  readonly list: ListName;
}

/** One item: a command with the words it has here, or something of its own. */
type MenuEntry =
  { readonly id: CommandId; readonly label?: string } | { readonly label: string; readonly run: () => void };

/**
 * The menu of a row, on a right click or by key. It is about the row that was clicked on, which becomes the current
 * one, or about the selection if the row is in it; a click on another row ends the selection, as in a file manager.
 */
export function useRowMenu(
  model: ListModel,
  narrowed: NarrowedBy | undefined,
): {
  readonly menu: ReactNode;
  readonly menuAsked: (ask: RowMenuAsk) => void;
} {
  const [subject, setSubject] = useState<Subject | null>(null);
  const menuAsked = useCallback(
    (ask: RowMenuAsk): void => {
      const { driver, selection, cursor } = model;
      const index = driver?.indexOf(ask.row.id) ?? null;
      if (index === null) return;
      if (!selection.has(ask.row)) selection.clear();
      cursor.goTo(index, { scroll: false });
      setSubject({ ...ask, count: selection.state.get().count, list: model.listOf(ask.row) });
    },
    [model],
  );
  useCommands({
    'list.menu': () => {
      if (model.driver?.hasFocus() !== true && !(model.cursor.takesFreeFocus && isFocusFree())) return false;
      model.cursor.whenThere(() => {
        const { row, index } = model.cursor.focus.get();
        if (row === null) return;
        model.cursor.goTo(index);
        const at = model.driver?.belowName(row.id) ?? null;
        if (at !== null) menuAsked({ row, column: nameColumn, at });
      });
      return true;
    },
  });
  const menu = subject !== null && (
    <RowMenu model={model} subject={subject} narrowed={narrowed} onClose={() => setSubject(null)} />
  );
  return { menu, menuAsked };
}

function RowMenu({
  model,
  subject,
  narrowed,
  onClose,
}: {
  readonly model: ListModel;
  readonly subject: Subject;
  readonly narrowed: NarrowedBy | undefined;
  readonly onClose: () => void;
}): ReactNode {
  const live = useLiveCommands();
  const runCommand = useRunCommand();
  const canAssign = useAskAssign() !== null;
  const { row, count } = subject;
  useClosingWithoutIt(model, subject, onClose);
  const close = (isChosen: boolean): void => {
    // A key that opened a dialog has moved the focus there.
    const isHere = document.activeElement?.closest('[role="menu"]') !== null;
    onClose();
    if (!isChosen || isHere) model.focusAgain();
  };
  const choose = (entry: MenuEntry): void => {
    flushSync(onClose);
    model.focusAgain();
    if ('id' in entry) runCommand(entry.id);
    else entry.run();
  };
  const what = count === 0 ? isolated(row.company.name) : counted(count, 'company', 'companies');
  const groups = entriesOf(subject, narrowed)
    .map((entries) => entries.filter((entry) => !('id' in entry) || live.has(entry.id)))
    // Without a team its key only says so.
    .map((entries) => entries.filter((entry) => canAssign || !('id' in entry) || entry.id !== 'company.assign'))
    .filter((entries) => entries.length > 0);
  return (
    <ContextMenu at={subject.at} label={`Menu of ${what}`} onClose={close}>
      <Menu.Label dir="auto">{count === 0 ? row.company.name : `${what} selected`}</Menu.Label>
      {groups.map((entries, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- the groups of a menu never change places
        <Fragment key={index}>
          {index > 0 && <Menu.Divider />}
          {entries.map((entry) => (
            <Menu.Item
              key={'id' in entry ? entry.id : entry.label}
              rightSection={'id' in entry ? <Keys id={entry.id} /> : undefined}
              onClick={() => choose(entry)}
            >
              {'id' in entry ? (entry.label ?? commandOf(entry.id).title) : entry.label}
            </Menu.Item>
          ))}
        </Fragment>
      ))}
    </ContextMenu>
  );
}

/** The menu goes once what it is about is not there any more: its items would be about something else. */
function useClosingWithoutIt(model: ListModel, { row, count }: Subject, onClose: () => void): void {
  const focus = useStore(model.cursor.focus);
  const selected = useStore(model.selection.state).count;
  const isThere = focus.row?.id === row.id && selected === count;
  useEffect(() => {
    if (!isThere) onClose();
  }, [isThere, onClose]);
}

/**
 * The menu of a subject, group by group; `narrowed` is what the list is filtered by, if it can be. Commands that
 * nothing on the screen carries out are left out afterwards.
 */
export function entriesOf(subject: Subject, narrowed?: NarrowedBy): readonly (readonly MenuEntry[])[] {
  const { row, count } = subject;
  if (count > 0) return entriesOfSelection(count);
  const has = (type: string): boolean =>
    linksWithEmail(row.company.links, row.company.emails).some((link) => link.type === type);
  return [
    [...decisions(subject, (to) => (to === 'None' ? undefined : `Move to ${to}`)), { id: 'triage.later' }],
    [
      { id: 'list.open' },
      { id: 'company.ownWindow' },
      { id: 'company.website' },
      ...(has('linkedin') ? [{ id: 'company.linkedin' } as const] : []),
      { id: 'company.similar' },
      { id: 'company.collect' },
      { id: 'company.note' },
      { id: 'company.assign' },
    ],
    [{ id: 'company.copyName' }, { id: 'company.copy', label: 'Copy row' }, { id: 'company.copyLink' }],
    [...entriesOfCell(subject), ...filtersOfCell(subject, narrowed)],
    [{ id: 'list.select' }, { id: 'list.selectAll' }],
  ];
}

function entriesOfSelection(count: number): readonly (readonly MenuEntry[])[] {
  const these = counted(count, 'company', 'companies');
  return [
    [
      ...decisions({ list: null }, (to) =>
        to === 'None' ? `Move ${these} back to undecided` : `Move ${these} to ${to}`,
      ),
      { id: 'triage.later', label: `Put off ${these} until …` },
    ],
    [
      { id: 'company.collect', label: `Add ${these} to collection` },
      { id: 'company.assign', label: `Assign ${these} to a colleague` },
      { id: 'company.website', label: `Open ${counted(count, 'website', 'websites')}` },
      ...(count === 2 ? [{ id: 'company.merge' } as const] : []),
      { id: 'list.export', label: `Export ${these} as CSV` },
    ],
    [
      { id: 'company.copy', label: `Copy ${counted(count, 'row', 'rows')}` },
      { id: 'company.copyName', label: `Copy ${counted(count, 'name', 'names')}` },
      { id: 'company.copyLink', label: `Copy ${counted(count, 'link', 'links')}` },
    ],
    [{ id: 'list.selectAll' }, { id: 'go.back', label: 'Clear selection' }],
  ];
}

/** What the value of the cell that was clicked on offers. */
function entriesOfCell({ row, column }: Pick<Subject, 'row' | 'column'>): readonly MenuEntry[] {
  const text = column === nameColumn ? '' : (columnOf(column)?.text?.(row) ?? '');
  return text === '' ? [] : [{ label: `Copy “${shortened(text)}”`, run: () => copyText(text, 'Copied the cell.') }];
}

/** A cell with more values than these has them in a menu of their own. */
const fewValues = 2;

/** Narrowing the list to the values of the cell that was clicked on, or leaving them out. */
function filtersOfCell(
  { row, column }: Pick<Subject, 'row' | 'column'>,
  narrowed: NarrowedBy | undefined,
): readonly MenuEntry[] {
  if (narrowed === undefined) return [];
  const { filters, set } = narrowed;
  const values = cellFilters(row.company, column);
  const few = values.length > fewValues ? [] : values;
  return [
    ...few.map(({ label, only }) => ({ label: `Only ${label}`, run: () => set(only(filters)) })),
    { id: 'list.onlyValue' },
    ...few.flatMap(({ label, without }) =>
      without === null ? [] : [{ label: `Without ${label}`, run: () => set(without(filters)) }],
    ),
    { id: 'list.withoutValue' },
  ];
}

/** Most letters of a value that an item shows. */
const mostLetters = 32;

function shortened(text: string): string {
  return text.length <= mostLetters ? text : `${text.slice(0, mostLetters - 1).trimEnd()}…`;
}

const lists = [
  ['Watchlist', 'triage.watchlist'],
  ['Opportunities', 'triage.opportunities'],
  ['Archive', 'triage.archive'],
  ['None', 'triage.none'],
] as const satisfies readonly (readonly [ListName, CommandId])[];

/** The decisions that change something; those of a selection, whose rows may be in several lists, all may. */
function decisions(
  { list }: { readonly list: ListName | null },
  labelOf: (to: ListName) => string | undefined,
): readonly MenuEntry[] {
  return lists.flatMap(([to, id]) => {
    if (to === list) return [];
    const label = labelOf(to);
    return [label === undefined ? { id } : { id, label }];
  });
}

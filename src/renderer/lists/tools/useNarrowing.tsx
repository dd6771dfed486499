import { Menu } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import type { CommandId } from '#shared/commands.ts';
import type { FilterSet } from '#shared/domain/filters.ts';
import { narrowChoices, type Narrowing, type NarrowChoice } from '../../features/filters/cellFilters.ts';
import { useAnnounce } from '../../features/moves/TriageProvider.tsx';
import { columns, listColumn } from '../../grid/columns.ts';
import { useCommands, useOfferedCommands } from '../../keyboard/CommandProvider.tsx';
import { ContextMenu, type Point } from '../../ui/ContextMenu.tsx';
import { showDone } from '../../ui/toasts.tsx';
import type { ListModel } from '../list.ts';
import toolbarClasses from './ListToolbar.module.css';

/** The filters that a list can be narrowed by, and how to set them. */
export interface NarrowedBy {
  readonly filters: FilterSet;
  readonly set: (filters: FilterSet) => void;
}

const narrowings = { only: 'Only', without: 'Without' } as const satisfies Record<Narrowing, string>;
const commandsOf = {
  only: 'list.onlyValue',
  without: 'list.withoutValue',
} as const satisfies Record<Narrowing, CommandId>;

/** An open menu: the values of the current row, and where the row is. */
interface OpenMenu {
  readonly narrowing: Narrowing;
  readonly choices: readonly NarrowChoice[];
  readonly at: Point;
}

/**
 * “Only this value” and “without this value” of the current row: a menu at the row with its values, from which one is
 * chosen. The palette offers each by name.
 */
export function useNarrowing(model: ListModel, narrowed: NarrowedBy | undefined): { readonly menu: ReactNode } {
  const [open, setOpen] = useState<OpenMenu | null>(null);
  const announce = useAnnounce();
  const choicesOf = (narrowing: Narrowing): NarrowChoice[] => {
    const { row } = model.cursor.focus.get();
    if (row === null || narrowed === undefined) return [];
    return narrowChoices(row.company, columnsOf(model), narrowed.filters, narrowing);
  };
  const choose = (narrowing: Narrowing, { label, filters }: NarrowChoice): void => {
    narrowed?.set(filters);
    announce(`${narrowings[narrowing]} ${label}.`);
  };
  const show = (narrowing: Narrowing): boolean => {
    const { row } = model.cursor.focus.get();
    if (row === null) return false;
    const choices = choicesOf(narrowing);
    if (choices.length > 0) setOpen({ narrowing, choices, at: model.driver?.belowName(row.id) ?? { x: 0, y: 0 } });
    else showDone(noChoice(narrowing, row.company.name));
    return true;
  };
  const enabled = narrowed !== undefined;
  useCommands({ 'list.onlyValue': () => show('only'), 'list.withoutValue': () => show('without') }, { enabled });
  useOfferedCommands(
    () =>
      (['only', 'without'] as const).flatMap((narrowing) =>
        choicesOf(narrowing).map((choice) => ({
          id: commandsOf[narrowing],
          title: `${narrowings[narrowing]} ${choice.label}`,
          run: () => choose(narrowing, choice),
        })),
      ),
    { enabled },
  );
  const close = (isChosen: boolean): void => {
    setOpen(null);
    if (!isChosen) model.focusAgain();
  };
  return {
    menu: open && <ValuesMenu {...open} onChoose={(choice) => choose(open.narrowing, choice)} onClose={close} />,
  };
}

function noChoice(narrowing: Narrowing, name: string): string {
  return narrowing === 'only'
    ? `${name} has no value that a list can be filtered by.`
    : `${name} has no value that can be left out.`;
}

/** The columns that are shown, then the others. */
function columnsOf({ driver }: ListModel): readonly string[] {
  const all = [...(driver?.shownColumns() ?? []), ...columns.map(({ id }) => id)];
  return [...new Set(all)].filter((id) => id !== listColumn);
}

function ValuesMenu({
  narrowing,
  choices,
  at,
  onChoose,
  onClose,
}: OpenMenu & {
  readonly onChoose: (choice: NarrowChoice) => void;
  readonly onClose: (isChosen: boolean) => void;
}): ReactNode {
  return (
    <ContextMenu at={at} label={`${narrowings[narrowing]} this value`} onClose={onClose}>
      <Menu.Label>{narrowings[narrowing]}</Menu.Label>
      {choices.map((choice) => (
        <Menu.Item
          key={`${choice.title} ${choice.label}`}
          rightSection={<span className={toolbarClasses.direction}>{choice.title}</span>}
          onClick={() => onChoose(choice)}
        >
          {choice.label}
        </Menu.Item>
      ))}
    </ContextMenu>
  );
}

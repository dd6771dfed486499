import { ActionIcon, Button, Menu } from '@mantine/core';
import { IconArrowsSort, IconCheck } from '@tabler/icons-react';
import { useMemo, useState, type ReactNode } from 'react';
import { directionText, parseOrder, orderText, type ListOrder } from '#shared/domain/listOrder.ts';
import { usePreferences, useSession, useTurnPreferences } from '../../data/bridgeValues.ts';
import { columnOf, columnOfOrder, directionsOf, orderOf, type Column } from '../../grid/columns.ts';
import { useCommands } from '../../keyboard/CommandProvider.tsx';
import { KeyTip } from '../../keyboard/Keys.tsx';
import type { ListModel } from '../list.ts';
import toolbarClasses from './ListToolbar.module.css';

/** The order in which a list is shown, and the way to change it; null is the list's own. */
export interface OrderSetting {
  readonly order: ListOrder | null;
  readonly set: (order: ListOrder | null) => void;
}

/** The order of one list (`ListModel.id`), kept in the preferences for each account. */
export function useListOrder(list: string): OrderSetting {
  const { account } = useSession();
  const { orders } = usePreferences();
  const turn = useTurnPreferences();
  const key = `${account} ${list}`;
  const text = Object.hasOwn(orders, key) ? (orders[key] ?? '') : '';
  const order = useMemo(() => parseOrder(text) ?? null, [text]);
  return { order, set: (next) => turn((now) => ({ orders: withOrder(now.orders, key, next) })) };
}

/** The orders of all lists with another one for this list; one that is in its own order is not among them. */
export function withOrder(
  orders: Readonly<Record<string, string>>,
  key: string,
  order: ListOrder | null,
): Record<string, string> {
  const { [key]: _before, ...others } = orders;
  return order === null ? others : { ...others, [key]: orderText(order) };
}

/** Tells an order of a list from its others. */
export function keyOfOrder({ order }: Pick<OrderSetting, 'order'>): string {
  return order === null ? '' : orderText(order);
}

/** What a list is in order by, for people: `Founded, newest first`. */
export function orderLabel(order: ListOrder): string {
  const column = columnOfOrder(order.by);
  return `${column?.title ?? order.by}, ${directionText(order)}`;
}

/** The order that choosing a column asks for: its usual one, or the other way round if the list is in that already. */
export function nextOrder(column: Column, order: ListOrder | null): ListOrder | null {
  const directions = directionsOf(column, 'orders');
  const by = column.order ?? '';
  const now = order?.by === by ? directions.indexOf(order.isDescending ? 'desc' : 'asc') : -1;
  const direction = directions[(now + 1) % directions.length] ?? 'asc';
  return orderOf({ column: column.id, isDescending: direction === 'desc' });
}

/** Says how a list is sorted, and sorts it by any column that is shown. */
export function OrderMenu({
  model,
  setting,
}: {
  readonly model: ListModel;
  readonly setting: OrderSetting;
}): ReactNode {
  const { order, set } = setting;
  const [isOpen, setOpen] = useState(false);
  useCommands({ 'list.sort': () => setOpen(true) });
  const change = (next: boolean): void => {
    setOpen(next);
    if (!next) model.takeFocus();
  };
  const label = order === null ? 'Sort' : `Sorted by ${orderLabel(order)}`;
  return (
    <Menu opened={isOpen} onChange={change} position="bottom-end" withinPortal returnFocus={false}>
      <KeyTip id="list.sort" label={label}>
        <Menu.Target>
          {order === null ? (
            <ActionIcon size={30} className={toolbarClasses.tool} aria-label={label}>
              <IconArrowsSort size={17} stroke={1.6} aria-hidden />
            </ActionIcon>
          ) : (
            <Button
              variant="subtle"
              color="gray"
              className={toolbarClasses.order}
              leftSection={<IconArrowsSort size={15} stroke={1.7} aria-hidden />}
            >
              {label}
            </Button>
          )}
        </Menu.Target>
      </KeyTip>
      <Menu.Dropdown className={toolbarClasses.orders}>
        <OrderItem label="The list’s own order" isChosen={order === null} note="" onChoose={() => set(null)} />
        <Menu.Divider />
        {(isOpen ? sortableColumns(model, order) : []).map((column) => {
          const next = nextOrder(column, order);
          const isChosen = order !== null && column.order === order.by;
          const shown = isChosen ? order : next;
          return (
            <OrderItem
              key={column.id}
              label={column.title}
              isChosen={isChosen}
              note={shown === null ? '' : directionText(shown)}
              onChoose={() => set(next)}
            />
          );
        })}
      </Menu.Dropdown>
    </Menu>
  );
}

function OrderItem({
  label,
  isChosen,
  note,
  onChoose,
}: {
  readonly label: string;
  readonly isChosen: boolean;
  readonly note: string;
  readonly onChoose: () => void;
}): ReactNode {
  return (
    <Menu.Item
      {...(isChosen ? { 'aria-current': true as const } : {})}
      leftSection={<IconCheck size={14} stroke={2} aria-hidden visibility={isChosen ? 'visible' : 'hidden'} />}
      rightSection={<span className={toolbarClasses.direction}>{note}</span>}
      onClick={onChoose}
    >
      {label}
    </Menu.Item>
  );
}

/** The columns that are shown and can be sorted by, and the one that the list is sorted by. */
function sortableColumns({ driver }: ListModel, order: ListOrder | null): Column[] {
  const shown = (driver?.shownColumns() ?? []).flatMap((id) => columnOf(id) ?? []);
  const current = order === null ? undefined : columnOfOrder(order.by);
  const all = current === undefined || shown.some(({ id }) => id === current.id) ? shown : [...shown, current];
  return all.filter((column) => directionsOf(column, 'orders').length > 0);
}

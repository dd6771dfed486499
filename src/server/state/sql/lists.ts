import type { Column } from '#node/rows.ts';
import type { ListName } from '#shared/domain/listName.ts';

/** The number of each list in `entry.list`; it never changes. */
export const listNumbers = { None: 0, Watchlist: 1, Opportunities: 2, Archive: 3, Later: 4 } as const satisfies Record<
  ListName,
  number
>;

const listsByNumber = new Map<number, ListName>(
  Object.entries(listNumbers).map(([list, number]) => [number, list as ListName]),
);

/** The list that a number stands for, if it is one. */
export function listOfNumber(value: unknown): ListName | undefined {
  return listsByNumber.get(Number(value));
}

/** A column with the number of a list. */
export const listColumn: Column<ListName> = (value) => {
  const name = listOfNumber(value);
  if (name === undefined) throw new Error(`No list has the number ${String(value)}.`);
  return name;
};

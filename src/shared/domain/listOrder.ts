import { generalFields, ownPrefix, type GeneralField } from './generalFields.ts';

/** What the values of an order are, which says how its two directions are worded. */
export type OrderKind = 'text' | 'number' | 'count' | 'day' | 'stage';

/** What companies of a list can be put in order by, besides the fields without a place of their own. */
const placedOrders = {
  name: 'text',
  stages: 'stage',
  location: 'text',
  founded: 'day',
  size: 'number',
  score: 'number',
  tags: 'count',
  industry: 'text',
  funded: 'day',
  discovered_date: 'day',
} as const satisfies Record<string, OrderKind>;

/** What only the entries of smart lists and special lists have. */
export const entryOrders = {
  decided_at: 'day',
  smart_list: 'text',
  list: 'text',
  reason: 'text',
} as const satisfies Record<string, OrderKind>;

export type PlacedOrder = keyof typeof placedOrders;
export type EntryOrder = keyof typeof entryOrders;

/** An order of a list (docs/api.md 5): what it goes by, and which way. */
export interface ListOrder {
  /** A key of the tables above, a general field's name on the wire, or `own:` and the name of a file's own column. */
  readonly by: string;
  readonly isDescending: boolean;
}

/** Whether an order is one of the entries' own. */
export function isEntryOrder(by: string): by is EntryOrder {
  return Object.hasOwn(entryOrders, by);
}

/** Whether an order is one of the fields with a place of their own. */
export function isPlacedOrder(by: string): by is PlacedOrder {
  return Object.hasOwn(placedOrders, by);
}

/** What the values of an order are; undefined if there is no such order. */
export function orderKindOf(by: string): OrderKind | undefined {
  if (isPlacedOrder(by)) return placedOrders[by];
  if (isEntryOrder(by)) return entryOrders[by];
  if (by.startsWith(ownPrefix) && by.length > ownPrefix.length) return 'text';
  const field = generalFields.find(({ wire }) => wire === by);
  return field === undefined ? undefined : kindOfField(field);
}

function kindOfField({ kind }: GeneralField): OrderKind {
  return kind === 'number' || kind === 'day' ? kind : 'text';
}

/** The names of all orders, but for those of files' own columns. */
export const orderNames: readonly string[] = [
  ...Object.keys(placedOrders),
  ...generalFields.map(({ wire }) => wire),
  ...Object.keys(entryOrders),
];

/** An order as it goes over the wire: `founded`, or `-founded` for descending. */
export function orderText({ by, isDescending }: ListOrder): string {
  return isDescending ? `-${by}` : by;
}

/** Reads what `orderText` wrote; undefined if there is no such order. */
export function parseOrder(text: string): ListOrder | undefined {
  const isDescending = text.startsWith('-');
  const by = isDescending ? text.slice(1) : text;
  return orderKindOf(by) === undefined ? undefined : { by, isDescending };
}

const directionTexts: Readonly<Record<OrderKind, readonly [ascending: string, descending: string]>> = {
  text: ['A to Z', 'Z to A'],
  number: ['lowest first', 'highest first'],
  count: ['fewest first', 'most first'],
  day: ['oldest first', 'newest first'],
  stage: ['earliest first', 'latest first'],
};

/** The direction of an order for people: `newest first`. */
export function directionText({ by, isDescending }: ListOrder): string {
  const [ascending, descending] = directionTexts[orderKindOf(by) ?? 'text'];
  return isDescending ? descending : ascending;
}

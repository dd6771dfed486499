import type { EventPayload } from '#shared/bridge/contract.ts';
import { formatWeek } from '#shared/domain/digestWeek.ts';

/** A refresh that has landed: its week, and how many companies came into which smart lists. */
export type Landed = EventPayload<'refresh.landed'>;

/** Smart lists that a notification names; the others are counted. */
const namedLists = 4;
const longestName = 40;

/**
 * What the notification says, and the route a click opens: the list that got most (product 15.8). Plain text, short
 * (S45).
 */
export function refreshNote({ week, lists }: Landed): { title: string; body: string; path: string } {
  const fullest = lists.filter(({ added }) => added > 0).toSorted((a, b) => b.added - a.added);
  const total = fullest.reduce((sum, { added }) => sum + added, 0);
  const [first] = fullest;
  if (first === undefined) {
    return { title: `${formatWeek(week)} is here`, body: 'Nothing new in your smart lists.', path: '/' };
  }
  const named = fullest.slice(0, namedLists).map(({ name, added }) => `${added} in ${plain(name)}`);
  const others = fullest.length - named.length;
  if (others > 0) named.push(others === 1 ? '1 more list' : `${others} more lists`);
  const title = total === 1 ? '1 new company to review' : `${total} new companies to review`;
  return { title, body: named.join(', '), path: `/list/smart/${first.id}` };
}

/** Two refreshes as one: the newer week, and per smart list what both brought. */
export function mergeLanded(held: Landed | null, landed: Landed): Landed {
  const lists = new Map(held?.lists.map((list) => [list.id, list]));
  for (const list of landed.lists)
    lists.set(list.id, { ...list, added: list.added + (lists.get(list.id)?.added ?? 0) });
  return { week: landed.week, lists: [...lists.values()] };
}

function plain(name: string): string {
  const text = name.replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim();
  return text.length <= longestName ? text : `${text.slice(0, longestName - 1)}…`;
}

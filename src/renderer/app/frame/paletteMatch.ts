/** What stands before a word. */
const wordStart = /[\s\p{P}\p{S}]/u;

/**
 * What of `items` a query names: those of which a word begins with it, then those that have it elsewhere, each in their
 * order. `arch` is the Archive before the search.
 */
export function namedBy<T>(query: string, items: readonly T[], nameOf: (item: T) => string): T[] {
  const asked = query.trim().toLowerCase();
  const places = items.map((item) => placeOf(asked, nameOf(item).toLowerCase()));
  return (['begins', 'inside'] as const).flatMap((place) => items.filter((_, index) => places[index] === place));
}

function placeOf(asked: string, name: string): 'begins' | 'inside' | null {
  if (!name.includes(asked)) return null;
  for (let at = name.indexOf(asked); at !== -1; at = name.indexOf(asked, at + 1)) {
    if (at === 0 || wordStart.test(name[at - 1] ?? '')) return 'begins';
    if (asked === '') break;
  }
  return 'inside';
}

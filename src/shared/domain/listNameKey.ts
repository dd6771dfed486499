/** Accents alone: marks of other scripts are vowels, or make another letter. */
const accents = /[\u0300-\u036f]+/g;

/**
 * The key that no two of a user's smart lists share, nor two of their collections (product 17.6): case and accents make
 * no other name. `Fintech`, `FINTECH` and `Fíntech` have one key.
 */
export function listNameKey(name: string): string {
  // Upper case first: `ß` and `SS` are one letter in two cases.
  return name.toUpperCase().toLowerCase().normalize('NFD').replaceAll(accents, '').normalize('NFC');
}

/** The longest name of a list or a collection. */
export const longestListName = 80;

/** The name if none of `taken` is its key, or else the first of `Name (2)`, `Name (3)` … that is free. */
function freeListName(name: string, taken: ReadonlySet<string>): string {
  let free = name;
  for (let number = 2; taken.has(listNameKey(free)); number++) {
    const ending = ` (${String(number)})`;
    const room = longestListName - ending.length;
    free = `${name
      .slice(0, room)
      .toWellFormed()
      .replace(/\uFFFD$/, '')
      .trimEnd()}${ending}`;
  }
  return free;
}

/** A list or a collection from before names had keys. */
export interface NamedRow {
  readonly id: number;
  readonly userId: number;
  readonly name: string;
  readonly isDeleted: boolean;
}

/** A name of its own, with its key. */
export interface KeyedName {
  readonly id: number;
  readonly name: string;
  readonly key: string;
}

/**
 * Names and keys for rows in the order in which they were made: of two with the same key, the later gets a number. What
 * is deleted keeps its name, and takes none away from what is there.
 */
export function distinctNames(rows: readonly NamedRow[]): KeyedName[] {
  const taken = new Map<number, Set<string>>();
  const repeated = new Set<number>();
  for (const { id, userId, name, isDeleted } of rows) {
    if (isDeleted) continue;
    const keys = taken.get(userId) ?? new Set();
    taken.set(userId, keys);
    const key = listNameKey(name);
    if (keys.has(key)) repeated.add(id);
    keys.add(key);
  }
  return rows.map(({ id, userId, name }) => {
    const keys = taken.get(userId);
    if (keys === undefined || !repeated.has(id)) return { id, name, key: listNameKey(name) };
    const free = freeListName(name, keys);
    keys.add(listNameKey(free));
    return { id, name: free, key: listNameKey(free) };
  });
}

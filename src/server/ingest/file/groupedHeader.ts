import { type HeaderNames, isAnothers } from '../columns/fields.ts';
import { headerKey } from '../columns/headerKey.ts';
import { isData } from './headerCells.ts';

/**
 * The header of a table that has two rows of them, the upper of which names groups of columns (`Funding` above `Total
 * (USD)`, `Last round`): both are read together where the lower does not say it alone. Null if the rows are none.
 */
export function groupedHeader(upper: readonly string[], lower: readonly string[], names: HeaderNames): string[] | null {
  const groups = spread(upper, lower);
  if (!areGroups(upper, lower) || lower.some(isData) || upper.some(isData)) return null;
  const known = lower.filter((cell) => cell.trim() !== '' && names.match(cell) !== undefined).length;
  const joined = lower.map((cell, index) => joinedHeader(groups[index] ?? '', cell.trim(), lower, names));
  const filled = lower.filter((cell) => cell.trim() !== '').length;
  const knownTogether = joined.filter((header) => header !== '' && names.match(header) !== undefined).length;
  return filled > 1 && knownTogether >= 2 && knownTogether >= joined.length / 2 && (known > 0 || filled > 2)
    ? joined
    : null;
}

/** The group of each column: a name counts until the next one. */
function spread(upper: readonly string[], lower: readonly string[]): string[] {
  let group = '';
  return lower.map((_, index) => {
    const cell = upper[index]?.trim() ?? '';
    if (cell !== '') group = cell;
    return group;
  });
}

/** Whether the upper row names fewer things than the lower, some of them over several columns. */
function areGroups(upper: readonly string[], lower: readonly string[]): boolean {
  const above = upper.map((cell) => cell.trim()).filter((cell) => cell !== '');
  const below = lower.map((cell) => cell.trim()).filter((cell) => cell !== '');
  const groups = new Set(above);
  // A title stands alone in the first column.
  const isTitle = groups.size === 1 && (upper[0]?.trim() ?? '') !== '';
  if (groups.size === 0 || isTitle || new Set(below).size < 2) return false;
  // Beneath a group several columns have a header each.
  const wide = lower.filter(
    (cell, index) => cell.trim() !== '' && index > 0 && (upper[index]?.trim() ?? '') === '' && hasBefore(upper, index),
  );
  const repeated = above.length > groups.size;
  return (wide.length > 0 || repeated) && below.length > groups.size;
}

function hasBefore(upper: readonly string[], index: number): boolean {
  return upper.slice(0, index).some((cell) => cell.trim() !== '');
}

/** `Team` above `Founders` says whose they are, and no more. */
const ofPeople: ReadonlySet<string> = new Set(['founders', 'founderCount', 'employees']);

/** A column's header with its group, if it needs that: where it is not known alone, or is another's. */
function joinedHeader(group: string, header: string, all: readonly string[], names: HeaderNames): string {
  if (header === '' || headerKey(group) === headerKey(header)) return header || group;
  if (group === '') return header;
  const whole = `${group} ${header}`;
  const alone = names.match(header);
  if (alone === undefined && names.match(whole) !== undefined) return whole;
  const isTwice = all.filter((other) => headerKey(other) === headerKey(header)).length > 1;
  const isOther =
    alone !== undefined && (alone.strength <= 0.5 || (!ofPeople.has(alone.field) && isAnothers(whole, alone.field)));
  return isTwice || isOther ? whole : header;
}

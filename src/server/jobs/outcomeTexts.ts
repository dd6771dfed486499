import { crossingCountsText, crossingReasons, type CrossingReason } from '#shared/domain/crossing.ts';
import { counted, formatCount } from '#shared/domain/formats.ts';
import type { ListMatches } from '../lists/catchUp.ts';
import type { Forgotten } from '../state/port.ts';

/** Into which smart lists new companies went, for the user; `''` if into none. */
export function importedText(lists: readonly ListMatches[]): string {
  const filled = lists.filter(({ added }) => added > 0).toSorted((a, b) => b.added - a.added);
  const leftOut = lists.reduce((sum, list) => sum + list.leftOut, 0);
  const crossed = crossedText(lists);
  const known = lists.reduce((sum, list) => sum + list.known, 0);
  const before =
    (leftOut === 0 ? '' : ` ${counted(leftOut, 'match was', 'matches were')} decided before and left out.`) +
    (known === 0 ? '' : ` ${counted(known, 'match is', 'matches are')} known and left out.`);
  if (filled.length === 0) return before === '' ? '' : `Import finished.${before}`;
  const named = filled.slice(0, mostNamed).map(({ name, added }) => `${formatCount(added)} went into ${name}`);
  const more = filled.length - named.length;
  const others = more === 0 ? '' : ` and into ${counted(more, 'more list', 'more lists')}`;
  return `Import finished. ${named.join(', ')}${others}.${crossed}${before}`;
}

/** How many of the matches were here before, and why they match now. */
function crossedText(lists: readonly ListMatches[]): string {
  const counts: Partial<Record<CrossingReason, number>> = {};
  for (const { crossed } of lists) {
    for (const why of crossingReasons) counts[why] = (counts[why] ?? 0) + (crossed[why] ?? 0);
  }
  const text = crossingCountsText(counts);
  return text === '' ? '' : ` Of these, ${text}.`;
}

/** What a merge has done, for the user, and into which smart lists it has brought the company. */
export function mergedText([kept, gone]: readonly [string, string], lists: readonly ListMatches[]): string {
  const merged = kept === gone ? `Merged the two entries of “${kept}”.` : `Merged “${gone}” into “${kept}”.`;
  const filled = lists.filter(({ added }) => added > 0).map(({ name }) => `“${name}”`);
  if (filled.length === 0) return merged;
  const more = filled.length - mostNamed;
  const named = [...filled.slice(0, mostNamed), ...(more > 0 ? [counted(more, 'more list', 'more lists')] : [])];
  const all = named.length === 1 ? named.join() : `${named.slice(0, -1).join(', ')} and ${String(named.at(-1))}`;
  return `${merged} It now matches ${all}.`;
}

/** How many smart lists are named. */
const mostNamed = 3;

/** What undoing an import has done, for the user. */
export function undoneText(
  batch: { readonly added: number; readonly replaced: number; readonly merged: number },
  gone: Forgotten,
): string {
  if (batch.merged > 0) return 'The merged companies are separate again.';
  const removed = `Import undone: ${counted(batch.added, 'company', 'companies')} removed`;
  const restored = batch.replaced === 0 ? '' : `, ${formatCount(batch.replaced)} restored`;
  return `${removed}${restored}.${forgottenText(gone)}`;
}

/** What went with companies that were removed, as it follows a sentence. */
export function forgottenText(gone: Forgotten): string {
  const decided = `${formatCount(gone.decided)} of them decided`;
  const entries = gone.entries === 0 ? '' : `${counted(gone.entries, 'inbox entry', 'inbox entries')} (${decided})`;
  const items = gone.items === 0 ? '' : counted(gone.items, 'collection entry', 'collection entries');
  const both = [entries, items].filter((part) => part !== '').join(' and ');
  return both === '' ? '' : ` This also removed ${both}.`;
}

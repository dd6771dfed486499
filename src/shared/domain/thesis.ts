import { isActiveText, readSearchText, topParts, writeSearchText, type SearchPart } from './searchText.ts';

/**
 * A search text as a thesis: groups that all have to match, of each any of its words, and what is left out. Words are
 * as they are written in a search text: `battery`, `cell*`, `"energy storage"`.
 */
export interface Thesis {
  readonly groups: readonly (readonly string[])[];
  readonly without: readonly string[];
}

/** The thesis that a search text says; without groups if it says none. */
export function thesisOf(text: string): Thesis {
  const parts = isActiveText(text) ? topParts(readSearchText(text)) : [];
  return {
    groups: parts
      .filter(({ kind }) => kind !== 'not')
      .map((part) => (part.kind === 'any' ? part.parts : [part]).map((each) => inGroup(each))),
    without: parts.flatMap((part) => (part.kind === 'not' ? [writeSearchText(part.part)] : [])),
  };
}

/** Several words that have to be there together stand in brackets. */
function inGroup(part: SearchPart): string {
  return part.kind === 'all' ? `(${writeSearchText(part)})` : writeSearchText(part);
}

/** The search text that says a thesis: in brackets if it is so short that it would not count. */
export function thesisText({ groups, without }: Thesis): string {
  const asked = groups
    .filter((words) => words.length > 0)
    .map((words) => (words.length === 1 ? (words[0] ?? '') : `(${words.join(' | ')})`));
  const left = without.map((words) => `-(${words})`);
  const text = writeSearchText(readSearchText([...asked, ...left].join(' ')));
  return text === '' || isActiveText(text) ? text : `(${text})`;
}

/** What somebody types as one more word: several words are a phrase, unless signs say what they are; `''` for none. */
export function thesisWord(typed: string): string {
  const part = readSearchText(typed);
  if (part === null || part.kind === 'not') return '';
  const arePlain = part.kind === 'all' && part.parts.every(({ kind }) => kind === 'word');
  return arePlain ? `"${part.parts.map((word) => writeSearchText(word)).join(' ')}"` : inGroup(part);
}

/** The thesis with a word more in a group, or with a group more if there is none of that number. */
export function withWord({ groups, without }: Thesis, group: number, word: string): Thesis {
  if (group >= groups.length) return { groups: [...groups, [word]], without };
  return { groups: groups.map((words, index) => (index === group ? [...new Set([...words, word])] : words)), without };
}

/** The thesis without a word of a group, which goes with its last word. */
export function withoutWord({ groups, without }: Thesis, group: number, word: string): Thesis {
  const left = groups.map((words, index) => (index === group ? words.filter((other) => other !== word) : words));
  return { groups: left.filter((words) => words.length > 0), without };
}

/** The thesis with nothing but one word in a group. */
export function withOnlyWord({ groups, without }: Thesis, group: number, word: string): Thesis {
  return { groups: groups.map((words, index) => (index === group ? [word] : words)), without };
}

/** The thesis that no longer leaves something out. */
export function withoutExclusion({ groups, without }: Thesis, words: string): Thesis {
  return { groups, without: without.filter((other) => other !== words) };
}

/** The group that suggested words go into: the one with most words, the first of equals. */
export function widestGroup({ groups }: Thesis): number {
  const most = Math.max(0, ...groups.map((words) => words.length));
  return Math.max(
    0,
    groups.findIndex((words) => words.length === most),
  );
}

import { assertNever } from '../errors.ts';
import { anyOf } from '../fields/sentenceWords.ts';
import { inQuotes, readSearchText, topParts, wantedParts, type SearchPart } from './searchText.ts';

/**
 * What a search text asks for, as it follows “companies”: `matching “night train”` as it was typed, and what has signs
 * of its own in words, `mentioning health, patient or clinic…, but not dental`.
 */
export function searchPhrase(text: string): string {
  const part = readSearchText(text);
  return part === null || isPlain(part) ? `matching ${inQuotes(text)}` : spoken(part);
}

/** The same as a name, for titles: `“night train”`, `health, patient or clinic…`; of many words the first. */
export function searchName(text: string): string {
  const part = readSearchText(text);
  if (part === null || isPlain(part)) return `“${text.trim()}”`;
  const said = spoken(part).replace(/^mentioning /, '');
  if (said.length <= longestName) return said;
  const words = wantedParts(part).map(partText);
  return words.length < 2 ? said : `${words[0] ?? ''} and ${words.length - 1} more words`;
}

const longestName = 60;

/** Whether a text is read as it is typed: words that are all asked for, or one phrase. */
function isPlain(part: SearchPart): boolean {
  if (part.kind === 'phrase') return true;
  return topParts(part).every((each) => each.kind === 'word' && !each.isBeginning);
}

function spoken(part: SearchPart): string {
  const parts = topParts(part);
  const wanted = parts.filter(({ kind }) => kind !== 'not').map((each) => partText(each));
  const unwanted = parts.flatMap((each) => (each.kind === 'not' ? [partText(each.part)] : []));
  const not = unwanted.length === 0 ? '' : anyOf(unwanted);
  if (wanted.length === 0) return `not mentioning ${not}`;
  return `mentioning ${allOf(wanted)}${not === '' ? '' : `, but not ${not}`}`;
}

function partText(part: SearchPart): string {
  switch (part.kind) {
    case 'word':
      return `${part.text}${part.isBeginning ? '…' : ''}`;
    case 'phrase':
      return `“${part.text}”`;
    case 'any':
      return anyOf(part.parts.map(partText));
    case 'all':
      return allOf(part.parts.map(partText));
    case 'not':
      return `not ${partText(part.part)}`;
    default:
      return assertNever(part);
  }
}

/** `a and b`; what has an “or” of its own is kept apart by commas: `a or b, and c`. */
function allOf(parts: readonly string[]): string {
  const isLong = parts.some((part) => part.includes(' or '));
  if (parts.length < 2) return parts.join('');
  const last = parts.at(-1) ?? '';
  return `${parts.slice(0, -1).join(', ')}${isLong ? ', and' : ' and'} ${last}`;
}

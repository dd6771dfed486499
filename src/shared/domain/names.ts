import { z } from 'zod';
import { noNames, type FilterNames } from '../fields/filterRows.ts';
import { capitalised, filterPhrases, joined, stagesOf } from './filterSentence.ts';
import { defaultFilters, type FilterSet } from './filters.ts';
import { listNameKey, longestListName } from './listNameKey.ts';
import { isActiveText, readSearchText, topParts, writeSearchText } from './searchText.ts';

/**
 * Characters that are invisible, reverse the surrounding text, break its line or make a second name look like the
 * first; copied text may contain them. Joiners stay: emoji and some scripts need them.
 */
const unseen = /[\p{Cc}\u00ad\u200b\u2028\u2029\u202a-\u202e\u2060\u2066-\u2069\ufeff]/gu;
const turning = /[\u202a-\u202e\u2066-\u2069]/gu;

const name = z
  .string()
  // An accent may be a character of its own: that must not let the same name exist twice.
  .overwrite((text) => text.replaceAll(unseen, '').normalize('NFC'))
  .trim()
  .min(1, 'Give it a name.')
  .regex(/[\p{L}\p{N}\p{P}\p{S}]/u, 'Give it a name.')
  .max(longestListName, `At most ${String(longestListName)} characters.`);

/** A smart list's name: 1 to 80 characters without invisible ones, after trimming; unique per user (product 17.6). */
export const smartListNameSchema = name;

/** A collection's name: 1 to 80 characters without invisible ones, after trimming; unique per user (product 17.6). */
export const collectionNameSchema = name;

/** The name of a set of columns: 1 to 80 characters without invisible ones, after trimming. */
export const columnSetNameSchema = name;

/** A collection's description: up to 500 characters (product 17.6). */
export const collectionDescriptionSchema = z
  .string()
  .overwrite((text) => text.replaceAll(turning, ''))
  .trim()
  .max(500, 'At most 500 characters.');

/** Longest name that is proposed; the sidebar shows about half of it. */
const longest = 60;

/**
 * A short name for a smart list, made of the search words, or else the industries, and the filter's sentence:
 * `Energy storage companies in Europe`, `Artificial Intelligence`. It is not one of `taken`; the default stages are in
 * it only if nothing else is. `names` are those of the user's own lists.
 */
export function proposedName(filters: FilterSet, taken: readonly string[], names: FilterNames = noNames): string {
  const words = wordsOf(filters.include.textSearch);
  const sectors = words === '' ? sectorsOf(filters) : '';
  const phrases = filterPhrases(withoutText(sectors === '' ? filters : withoutSectors(filters)), names);
  const isPlain = words === '' && sectors === '' && phrases.length === 0;
  const companies = isPlain || phrases.length > 0 ? 'companies' : '';
  const noun = [words, sectors, companies].filter((part) => part !== '').join(' ');
  const staged = hasDefaultStages(filters) && !isPlain ? noun : stagesOf(filters, noun);
  const whole = staged === 'companies' && phrases.length === 0 ? 'all companies' : staged;
  return unlikeAny(capitalised(shortened(whole, phrases)), taken);
}

/** What a text looks for, without its signs: `("solar power" | wind) -coal` is `solar power or wind`. */
function wordsOf(text: string): string {
  if (!isActiveText(text)) return '';
  return topParts(readSearchText(text))
    .filter(({ kind }) => kind !== 'not')
    .map((part) => writeSearchText(part))
    .join(' ')
    .replaceAll(/[()"*]/g, '')
    .replaceAll(' | ', ' or ');
}

/** The industries and groups that a filter includes, if a name has room for them: `FinTech or InsurTech`. */
function sectorsOf({ include: { industries, industryGroups } }: FilterSet): string {
  const all = [...industries, ...industryGroups];
  return all.length > 2 ? '' : all.join(' or ');
}

function withoutSectors(filters: FilterSet): FilterSet {
  return { ...filters, include: { ...filters.include, industries: [], industryGroups: [] } };
}

function withoutText(filters: FilterSet): FilterSet {
  return { ...filters, include: { ...filters.include, textSearch: '' } };
}

function hasDefaultStages({ include }: FilterSet): boolean {
  const usual = defaultFilters().include.stages;
  return include.stages.length === usual.length && usual.every((stage) => include.stages.includes(stage));
}

/** As many phrases as there is room for; a name that is still too long is cut between two words. */
function shortened(noun: string, phrases: readonly string[]): string {
  const [first, ...others] = phrases;
  let text = first === undefined ? noun : joined(noun, [first]);
  for (const phrase of others) if (text.length + phrase.length + 2 <= longest) text += `, ${phrase}`;
  if (text.length <= longest) return text;
  const cut = text.slice(0, longest - 1);
  const atWord = cut.lastIndexOf(' ') > longest / 2 ? cut.slice(0, cut.lastIndexOf(' ')) : cut;
  return `${atWord
    .toWellFormed()
    .replace(/\uFFFD$/, '')
    .replace(/[\s,]+$/, '')}…`;
}

/** The name, with a number if a list already has it. */
function unlikeAny(name: string, taken: readonly string[]): string {
  const known = new Set(taken.map(listNameKey));
  let free = smartListNameSchema.safeParse(name).data ?? '';
  for (let number = 2; known.has(listNameKey(free)); number++) free = `${name} ${number}`;
  return free;
}

import { labelOf, type Choice } from '../domain/choices.ts';
import type { Company } from '../domain/company.ts';
import type { ListName } from '../domain/listName.ts';
import { inQuotes } from '../domain/searchText.ts';
import { countryByCode } from '../reference/countries.ts';
import {
  hasNumber,
  numberFilterOf,
  ownRange,
  parseRange,
  rangeText,
  readRange,
  unknownNumber,
  type NumberParameter,
} from './numberRanges.ts';
import { ownTitle, readOwnCondition } from './ownValues.ts';
import { anyOf } from './sentenceWords.ts';

/** A country in a filter. */
export interface CountryRef {
  readonly name: string;
  readonly code: string;
}

/**
 * The value of a filter: a list of wire values, countries, a text, yes or no, or a number of days. Empty: not filtered.
 */
export interface FilterValues {
  list: string[];
  countries: CountryRef[];
  text: string;
  flag: boolean | null;
  days: number | null;
}

/**
 * What a filter looks at: a company; of the user's own lists those it is in (the special lists, by whichever entry, and
 * the ids of smart lists and collections, as they go over the wire); and what of a filter on notes those about it meet.
 */
export type MatchableRow = Company & {
  readonly decidedIn?: readonly ListName[];
  readonly smartLists?: readonly string[];
  readonly collections?: readonly string[];
  /** The reason that the user has decided the company for, by its number. */
  readonly reasons?: readonly string[];
  readonly notes?: readonly string[];
  readonly colleagues?: readonly string[];
  /** What imports have changed: `17:raised`, `last:added`. */
  readonly changes?: readonly string[];
  readonly noteWords?: readonly string[];
  /** The names of the sources that the company is known from. */
  readonly knownFrom?: readonly string[];
};

/** What the user calls the lists that filters name by their ids. */
export interface FilterNames {
  readonly smartLists: ReadonlyMap<string, string>;
  readonly collections: ReadonlyMap<string, string>;
  readonly reasons: ReadonlyMap<string, string>;
}

/** Of no list the name is known. */
export const noNames: FilterNames = { smartLists: new Map(), collections: new Map(), reasons: new Map() };

/** What matching needs besides the row: the server's day (`YYYY-MM-DD`). */
export interface MatchContext {
  readonly today: string;
}

/** The sections of the filter panel, in its order, with their titles. Chips stand in the same order. */
export const filterSections = {
  words: 'Text',
  stage: 'Stage',
  place: 'Location',
  industry: 'Industry',
  highlights: 'Highlights',
  funding: 'Funding',
  size: 'Employees',
  founded: 'Founded',
  scores: 'Score and rank',
  status: 'Status',
  model: 'Business model',
  discovered: 'Discovered',
  universities: 'Top universities',
  files: 'From your files',
  lists: 'My lists',
  known: 'Known companies',
  other: 'Language · Sample',
} as const;
export type FilterSectionId = keyof typeof filterSections;

/** Choices of a list as the panel shows them: short ones beside each other as chips, long ones in rows. */
export interface ChoiceList {
  readonly title: string;
  readonly choices: () => readonly Choice[];
  readonly layout: 'chips' | 'rows';
  /** What the search field says if the list is long enough to need one. */
  readonly search?: string;
}

/** Parts of the panel that are more than choices, and serve several filters. */
export type PanelPart = 'words' | 'industries' | 'discovered' | 'fromFiles' | 'myLists' | 'known' | 'ranges';

/** What yes and no are called in the panel. */
interface FlagWords {
  readonly title: string;
  readonly yes: string;
  readonly no: string;
}

/**
 * What a filter is called in a sentence, as it follows “companies”: `in the industries A or B`. `several` is `one` for
 * more than one value. Something excluded has `not` before it.
 */
export interface Phrase {
  readonly one: string;
  readonly several: string;
  readonly values: readonly string[];
  readonly after?: string;
}

/** What a list accepts: the values of its choices, any name, what a pattern matches, or what a function makes of it. */
export type Accepted =
  | 'names'
  | { readonly choices: readonly Choice[] }
  | { readonly pattern: RegExp; readonly message: string; readonly isNumber?: true }
  | { readonly parse: (text: string) => string | undefined; readonly noun: string };

/**
 * One filter. `parameter` is its query parameter and the key of its facet counts. `excluded` says how excluded values
 * go over the wire: with a minus in the same parameter, or in a parameter of their own; null if none can be excluded.
 */
interface FilterRow<P extends string, E extends string | null> {
  readonly parameter: P;
  readonly excluded: E;
  readonly section: FilterSectionId;
  /** What a chip says for a value as it goes over the wire. */
  readonly chip: (value: string, names: FilterNames) => string;
  /** What the sentence says for values as they go over the wire, at least one. */
  readonly phrases: (values: readonly string[], names: FilterNames) => readonly Phrase[];
}

interface ListParts {
  readonly accepts: Accepted;
  /** The values that a row has, as they go over the wire; null if the row does not say. */
  readonly of: (row: MatchableRow) => readonly string[] | null;
  /** Of a filter whose values are conditions: too many to list those that a row meets. */
  readonly conditions?: Conditions;
  readonly panel: PanelPart | readonly ChoiceList[];
}

export interface Conditions {
  readonly test: (value: string) => (row: MatchableRow) => boolean;
  /** The values that ask for the very thing that a row has. */
  readonly ofCell: (row: MatchableRow) => readonly string[];
  /** What a value is about: of one thing any value is enough, and something is asked of each thing. */
  readonly about?: (value: string) => string;
}

interface FlagParts {
  /** Whether a row has it. */
  readonly of: (row: MatchableRow) => boolean;
  readonly panel: FlagWords;
}

interface ValueParts<T> {
  readonly matches: (row: MatchableRow, wanted: T, context: MatchContext) => boolean;
  readonly panel: PanelPart;
}

type Words<P extends string, E extends string | null> = Omit<FilterRow<P, E>, 'parameter' | 'excluded'>;

export function list<const P extends string, const E extends 'minus' | null>(
  parameter: P,
  excluded: E,
  parts: Words<P, E> & ListParts,
) {
  return { kind: 'list', parameter, excluded, ...parts } as const;
}

export function flag<const P extends string>(parameter: P, parts: Words<P, null> & FlagParts) {
  return { kind: 'flag', parameter, excluded: null, ...parts } as const;
}

/** The user's own lists of a kind, by their ids. */
export function ownLists<const P extends string>(parameter: P, kind: 'smartLists' | 'collections', noun: string) {
  const nameOf = (id: string, names: FilterNames): string => {
    const name = names[kind].get(id);
    return name === undefined ? `number ${id}` : `“${name}”`;
  };
  return list(parameter, 'minus', {
    accepts: { pattern: /^[1-9]\d{0,14}$/, message: 'A list is named by its number.', isNumber: true },
    of: (row) => row[kind] ?? null,
    section: 'lists',
    panel: 'myLists',
    chip: (id, names) => `In ${nameOf(id, names)}`,
    phrases: words([`in the ${noun}`, `in the ${noun}s`], nameOf),
  });
}

/** Ranges of a number of companies. */
export function ranges<const P extends NumberParameter>(parameter: P) {
  const { form, section, chip, said, unknown } = numberFilterOf(parameter);
  const inWords = (value: string): string => {
    const range = readRange(value);
    return range === undefined ? value : rangeText(range, form);
  };
  return list(parameter, null, {
    accepts: { parse: parseRange, noun: 'a range of numbers' },
    of: () => null,
    conditions: { test: (value) => hasNumber(parameter, value), ofCell: (row) => [ownRange(parameter, row)] },
    section,
    panel: 'ranges',
    chip: (value) => (value === unknownNumber ? unknown.chip : chip(inWords(value))),
    phrases: (values) => orUnknown(values, unknown.said, (known) => anyOf(known.map((value) => said(inWords(value))))),
  });
}

/** A row of any kind. */
export type AnyRow = FilterRow<string, string | null> &
  (
    | ({ readonly kind: 'list' } & ListParts)
    | ({ readonly kind: 'countries' } & Omit<ListParts, 'accepts'>)
    | ({ readonly kind: 'flag' } & FlagParts)
    | ({ readonly kind: 'text' } & ValueParts<string>)
    | ({ readonly kind: 'days' } & ValueParts<number>)
  );

/** One phrase: what stands before the values, for one and for several, and how each is called. */
export function words(
  before: string | readonly [string, string],
  textOf: (value: string, names: FilterNames) => string = asItIs,
): (values: readonly string[], names: FilterNames) => readonly Phrase[] {
  const [one, several] = typeof before === 'string' ? [before, before] : before;
  return (values, names) => [{ one, several, values: values.map((value) => textOf(value, names)) }];
}

/** Values of which one is `unknown`, which is said differently. */
export function orUnknown(
  values: readonly string[],
  unknown: string,
  textOf: (known: readonly string[]) => string,
): readonly Phrase[] {
  const known = values.filter((value) => value !== 'unknown');
  const texts = [...(known.length > 0 ? [textOf(known)] : []), ...(known.length < values.length ? [unknown] : [])];
  return [{ one: '', several: '', values: texts }];
}

export function ownChip(value: string): string {
  const { name = '', kind, text = '' } = readOwnCondition(value) ?? {};
  return kind === 'contains' ? `${ownTitle(name)} contains ${inQuotes(text)}` : `${ownTitle(name)}: ${text}`;
}

export function ownText(value: string): string {
  const { kind, text = '' } = readOwnCondition(value) ?? {};
  return `${kind === 'contains' ? 'contains' : 'is'} ${inQuotes(text)}`;
}

export function yesOrNo(yes: string, no: string): (value: string) => string {
  return (value) => (value === 'true' ? yes : no);
}

export function labelled(choices: readonly Choice[]): (value: string) => string {
  return (value) => labelOf(choices, value);
}

export function asItIs(value: string): string {
  return value;
}

export function named(values: readonly string[]): Choice[] {
  return values.map((value) => ({ value, label: value }));
}

export function countryName(code: string): string {
  return countryByCode(code)?.name ?? code;
}

// ── Choices of the panel ──────────────────────────────────────────────────────────────────────────────────────────

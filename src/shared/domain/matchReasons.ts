import {
  canExclude,
  conditionsOf,
  filterFields,
  memberFields,
  panelFields,
  rowOf,
  valuesOfRow,
  wireValues,
  type FilterField,
} from '../fields/filterFields.ts';
import { noNames, type FilterNames } from '../fields/filterRows.ts';
import { assertNever } from '../errors.ts';
import type { Company } from './company.ts';
import type { FilterSet } from './filters.ts';
import { otherNumbers } from './plural.ts';
import { isActiveText, readSearchText, topParts, writeSearchText, type SearchPart } from './searchText.ts';
import { withoutPlaceholder } from './text.ts';
import { phraseForm, spellingsOf, wordsOf, type Spelling } from './words.ts';

/** Why one company is found; not empty for one that is, unless nothing was asked for. */
type Reasons = (company: Company) => readonly string[];

/**
 * Tells why a company matched filters: which words and phrases were found in it, and where, and the filter values that
 * it has. What was to be left out is told where nothing else is to be said. Of what is the user's own (lists, notes)
 * and of windows of days the company is taken to have what was asked for: a company alone does not know it.
 */
export function matchReasons(filters: FilterSet, names: FilterNames = noNames): (company: Company) => string[] {
  const found = [wordReasons(filters.include.textSearch), ...panelFields.map((field) => has(field, filters, names))];
  const leftOut = [
    withoutReasons(readText(filters.include.textSearch), false),
    withoutReasons(readText(filters.exclude.textSearch), true),
    ...panelFields.map((field) => hasNot(field, filters, names)),
  ];
  return (company) => {
    const reasons = found.flatMap((reasonsOf) => reasonsOf(company));
    return reasons.length > 0 ? reasons : leftOut.flatMap((reasonsOf) => reasonsOf(company));
  };
}

const ofMembers: ReadonlySet<FilterField> = new Set(memberFields);

/** Those values asked for that a company has. */
function has(field: FilterField, { include }: FilterSet, names: FilterNames): Reasons {
  const values = field === 'textSearch' ? [] : wireValues(include[field]);
  const chips = values.map((value) => filterFields[field].chip(value, names));
  if (values.length === 0) return () => [];
  if (ofMembers.has(field)) return () => [chips.join(' or ')];
  if (rowOf(field).kind === 'days') return () => chips;
  return (company) => {
    const isMet = meets(field, company);
    return chips.filter((_, index) => isMet(values[index]!));
  };
}

/** Those values to be left out that a company has not. */
function hasNot(field: FilterField, { exclude }: FilterSet, names: FilterNames): Reasons {
  const values = canExclude(field) && field !== 'textSearch' ? wireValues(exclude[field]) : [];
  const chips = values.map((value) => `not ${filterFields[field].chip(value, names)}`);
  if (values.length === 0) return () => [];
  if (ofMembers.has(field)) return () => chips;
  return (company) => {
    const isMet = meets(field, company);
    return chips.filter((_, index) => !isMet(values[index]!));
  };
}

function meets(field: FilterField, company: Company): (value: string) => boolean {
  const conditions = conditionsOf(field);
  if (conditions !== undefined) return (value) => conditions.test(value)(company);
  const own = valuesOfRow(field, company) ?? [];
  return (value) => own.includes(value);
}

function readText(text: string): SearchPart | null {
  return isActiveText(text) ? asSearched(readSearchText(text)) : null;
}

/** Of phrases in brackets or after a minus so many are searched for as such, of more their words (docs/api.md 3). */
const mostInnerPhrases = 8;

/** A search text without what has no word that the search knows, and with the words of phrases that are too many. */
function asSearched(text: SearchPart | null): SearchPart | null {
  let inner = 0;
  const ofAll = (kind: 'all' | 'any', parts: readonly SearchPart[], isInner: boolean): SearchPart | null => {
    const left = parts.map((part) => visit(part, isInner)).filter((part) => part !== null);
    return left.length < 2 ? (left[0] ?? null) : { kind, parts: left };
  };
  const visit = (part: SearchPart, isInner: boolean): SearchPart | null => {
    if (part.kind === 'word' || part.kind === 'phrase') return visitText(part, isInner);
    if (part.kind !== 'not') return ofAll(part.kind, part.parts, isInner || part.kind === 'any');
    const out = visit(part.part, true);
    return out === null ? null : { kind: 'not', part: out };
  };
  const visitText = (part: Extract<SearchPart, { text: string }>, isInner: boolean): SearchPart | null => {
    const words = wordsOf(part.text, 'query');
    const isApart = part.kind === 'phrase' && words.length > 1 && isInner && ++inner > mostInnerPhrases;
    if (isApart) return { kind: 'all', parts: words.map((word) => ({ kind: 'phrase', text: word })) };
    return words.length === 0 ? null : part;
  };
  return text === null ? null : visit(text, false);
}

function wordReasons(text: string): Reasons {
  const wanted = topParts(readText(text)).filter(({ kind }) => kind !== 'not');
  if (wanted.length === 0) return () => [];
  return (company) => {
    const texts = readTexts(company);
    const reasons = wanted.flatMap((part) => foundIn(part, texts));
    return [...new Set(reasons.map(({ said, places }) => `${said} in the ${inWords(places)}`))];
  };
}

/** What a company does not have: what a text leaves out, or with `isAll` all of the text. */
function withoutReasons(text: SearchPart | null, isAll: boolean): Reasons {
  const parts = topParts(text);
  const out = isAll ? (text === null ? [] : [text]) : parts.flatMap((part) => (part.kind === 'not' ? [part.part] : []));
  if (out.length === 0) return () => [];
  return (company) => {
    const texts = readTexts(company);
    return out.filter((part) => !holds(part, texts)).map((part) => `not ${saidOf(part)}`);
  };
}

// ── Words ─────────────────────────────────────────────────────────────────────────────────────────────────────────

const places = ['name', 'former name', 'city', 'description'] as const;
type Place = (typeof places)[number];

/** A text of a company that a search looks into, as the search reads it. */
interface ReadText {
  readonly place: Place;
  readonly words: ReadonlySet<string>;
  readonly form: string;
}

function read(place: Place, text: string): ReadText {
  const said = withoutPlaceholder(text);
  return { place, words: new Set(wordsOf(said, 'index')), form: phraseForm(said) };
}

function readTexts({ name, former_names: formerly, location, description }: Company): ReadText[] {
  return [
    read('name', name),
    ...formerly.map((former) => read('former name', former)),
    read('city', location.city),
    ...Object.values(description).map((text) => read('description', text)),
  ];
}

/** Something asked for as it is said, and where it is, in the order of `places`. */
interface Found {
  readonly said: string;
  readonly places: readonly Place[];
}

/** What of a part is found, and where; nothing where it is not. Of alternatives those that are. */
function foundIn(part: SearchPart, texts: readonly ReadText[]): Found[] {
  switch (part.kind) {
    case 'word':
    case 'phrase': {
      const at = placesOf(part, texts);
      return at === null ? [] : [{ said: saidOf(part), places: at }];
    }
    case 'all':
      return part.parts.flatMap((each) => foundIn(each, texts));
    case 'any':
      return part.parts.filter((each) => holds(each, texts)).flatMap((each) => foundIn(each, texts));
    case 'not':
      return [];
    default:
      return assertNever(part);
  }
}

function holds(part: SearchPart, texts: readonly ReadText[]): boolean {
  switch (part.kind) {
    case 'word':
    case 'phrase':
      return placesOf(part, texts) !== null;
    case 'all':
      return part.parts.every((each) => holds(each, texts));
    case 'any':
      return part.parts.some((each) => holds(each, texts));
    case 'not':
      return !holds(part.part, texts);
    default:
      return assertNever(part);
  }
}

/**
 * Where a word or phrase is found, null where it is not. What is written as one may be several words to the search
 * (`e-mail`), each of which may be in another text.
 */
function placesOf(
  part: Extract<SearchPart, { kind: 'word' | 'phrase' }>,
  texts: readonly ReadText[],
): readonly Place[] | null {
  const words = wordsOf(part.text, 'query');
  if (part.kind === 'phrase') {
    const form = phraseForm(part.text);
    const having = texts.filter((text) => text.form.includes(form));
    // Pairs of a script without spaces are words, too, and may be apart where the phrase is.
    if (having.length === 0 || !words.every((word) => texts.some((text) => text.words.has(word)))) return null;
    const whole = having.filter((text) => words.every((word) => text.words.has(word)));
    return [first(whole.length > 0 ? whole : having)];
  }
  const parts = spellingsOf(part.text, part.isBeginning).map((spellings) => spellings.map(testsOf));
  const isIn = (text: ReadText, spellings: readonly WordTest[][]): boolean =>
    spellings.some((tests) => tests.every((test) => test(text.words)));
  const together = texts.filter((text) => parts.every((spellings) => isIn(text, spellings)));
  if (together.length > 0) return [first(together)];
  const apart = new Set<Place>();
  for (const spellings of parts) {
    const having = texts.filter((text) => isIn(text, spellings));
    const each = having.length > 0 ? [having] : eachApart(spellings, texts);
    if (each === null) return null;
    for (const found of each) apart.add(first(found));
  }
  return places.filter((place) => apart.has(place));
}

/** For each word of the first spelling whose words are all somewhere, the texts that have it; null if there is none. */
function eachApart(spellings: readonly WordTest[][], texts: readonly ReadText[]): ReadText[][] | null {
  for (const tests of spellings) {
    const having = tests.map((test) => texts.filter((text) => test(text.words)));
    if (having.every((found) => found.length > 0)) return having;
  }
  return null;
}

function first(texts: readonly ReadText[]): Place {
  return places.find((place) => texts.some((text) => text.place === place))!;
}

type WordTest = (words: ReadonlySet<string>) => boolean;

function testsOf({ words, isBeginning }: Spelling): WordTest[] {
  return words.map((word, index) => testOf(word, isBeginning && index === words.length - 1));
}

function testOf(word: string, isBeginning: boolean): WordTest {
  if (isBeginning) return (words) => [...words].some((each) => each.startsWith(word));
  const alike = [word, ...otherNumbers(word)];
  return (words) => alike.some((each) => words.has(each));
}

function saidOf(part: SearchPart): string {
  return `“${part.kind === 'phrase' ? part.text : writeSearchText(part)}”`;
}

/** “name”, “name and city”, “name, city and description”. */
function inWords(all: readonly Place[]): string {
  return all.length < 2 ? all.join('') : `${all.slice(0, -1).join(', ')} and ${all.at(-1)!}`;
}

import { unspacedScripts } from './searchText.ts';
import { fold, foldLetters, inTwoLetters, wordJoiner } from './text.ts';

/**
 * How text becomes words, for companies and queries alike: accents and letters like `ł` are folded, case is lowered,
 * and a word is a run of letters and digits. Scripts written without spaces become single characters and pairs of
 * neighbours, so that any part of a run can be found. Words are cut at 40 characters.
 */
export const maxWordLength = 40;

const separator = 0;
const wordCharacter = 1;
const unspacedCharacter = 2;

let classTable: Uint8Array | undefined;

/**
 * What each UTF-16 code unit is; built on first use. Halves of surrogate pairs separate words: nearly all of them are
 * emoji, and a rocket before a name must not hide the name.
 */
function classes(): Uint8Array {
  if (classTable !== undefined) return classTable;
  const table = new Uint8Array(0x10000);
  for (let unit = 0; unit < table.length; unit++) {
    const character = String.fromCharCode(unit);
    if (!/[\p{L}\p{N}]/u.test(character)) continue;
    table[unit] = unspacedScripts.test(character) ? unspacedCharacter : wordCharacter;
  }
  classTable = table;
  return table;
}

// oxlint-disable-next-line no-control-regex -- the point is to tell ASCII from everything else
const ascii = /^[\x00-\x7f]*$/;

/** For each ASCII character its code in a word, in lower case; 0 for those that separate words. */
export function asciiWordCodes(): Uint8Array {
  return Uint8Array.from({ length: 128 }, (_, code) =>
    classes()[code] === wordCharacter ? String.fromCharCode(code).toLowerCase().charCodeAt(0) : 0,
  );
}

/** A text in the form its words are cut from. */
export function searchForm(text: string): string {
  return ascii.test(text) ? text.toLowerCase() : foldLetters(text).normalize('NFC');
}

/** The same as in files before `plainLettersFormat`: letters like `ł` stay. */
export function olderSearchForm(text: string): string {
  return ascii.test(text) ? text.toLowerCase() : fold(text).normalize('NFC');
}

/**
 * What words are for. `index`: what a company is found by. `query`: what to look up, where a pair makes its two
 * characters unnecessary. `characters`: unspaced characters one by one, for comparing texts in sequence.
 */
export type Purpose = 'index' | 'query' | 'characters';

/** Finds the words of one text at a time. Reuses its arrays, because a million texts go through it. */
export class WordScanner {
  starts = new Uint32Array(256);
  ends = new Uint32Array(256);
  count = 0;
  readonly #classes = classes();
  readonly #purpose: Purpose;

  constructor(purpose: Purpose) {
    this.#purpose = purpose;
  }

  /** Fills `starts`, `ends` and `count` with the words of a text in `searchForm`. */
  scan(text: string): void {
    const table = this.#classes;
    this.count = 0;
    for (let i = 0; i < text.length;) {
      const kind = table[text.charCodeAt(i)]!;
      if (kind === separator) {
        i += 1;
        continue;
      }
      const start = i;
      do i += 1;
      while (i < text.length && table[text.charCodeAt(i)] === kind);
      if (kind === wordCharacter) this.#push(start, Math.min(i, start + maxWordLength));
      else this.#pushRun(start, i);
    }
  }

  #pushRun(start: number, end: number): void {
    if (this.#purpose !== 'query' || end - start === 1) for (let i = start; i < end; i++) this.#push(i, i + 1);
    if (this.#purpose !== 'characters') for (let i = start; i + 1 < end; i++) this.#push(i, i + 2);
  }

  #push(start: number, end: number): void {
    if (this.count === this.starts.length) {
      this.starts = doubled(this.starts);
      this.ends = doubled(this.ends);
    }
    this.starts[this.count] = start;
    this.ends[this.count++] = end;
  }
}

function doubled(array: Uint32Array): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(array.length * 2);
  larger.set(array);
  return larger;
}

/** The words of a text, in order, repeated ones too; for an index with the other spellings that it is found by. */
export function wordsOf(text: string, purpose: Purpose, formOf = searchForm): string[] {
  const scanner = new WordScanner(purpose);
  if (purpose !== 'index') return wordsIn(formOf(text), scanner);
  return indexedForms(text).flatMap((form) => [...wordsIn(form, scanner), ...joinedIn(form, scanner)]);
}

function wordsIn(form: string, scanner: WordScanner): string[] {
  scanner.scan(form);
  return Array.from({ length: scanner.count }, (_, i) => form.slice(scanner.starts[i], scanner.ends[i]));
}

// ── Other spellings of a word ─────────────────────────────────────────────────────────────────────────────────────
// `E-Commerce` and `ecommerce`, `O'Reilly` and `OReilly`, `Müller` and `Mueller` find each other: an index has words
// that a hyphen or an apostrophe joins also as one, and letters such as `ü` also as two; a query asks for either.

/** Of more words that signs join, they are not all together one word: that is a list. */
export const mostJoined = 5;

/** For each ASCII character whether it joins words (`wordJoiner`). */
export function asciiJoiners(): Uint8Array {
  return Uint8Array.from({ length: 128 }, (_, code) => Number(wordJoiner.test(String.fromCharCode(code))));
}

/** A text in the forms that an index has the words of: one, for most texts. */
export function indexedForms(text: string): string[] {
  const form = searchForm(text);
  const letters = inTwoLetters(text);
  const other = letters === text ? form : searchForm(letters);
  return other === form ? [form] : [form, other];
}

/** What words that signs join are as one: each with the next, and all of them. */
export function joinedWords(words: readonly string[]): string[] {
  const pairs = words.slice(1).map((word, index) => [words[index]!, word]);
  const all = words.length > 2 && words.length <= mostJoined ? [words] : [];
  return [...pairs, ...all].filter(areOneWord).map((each) => each.join(''));
}

/** Whether words written as one are a word: numbers are not (`2019-2021`). */
function areOneWord(words: readonly string[]): boolean {
  return words.reduce((sum, { length }) => sum + length, 0) <= maxWordLength && !/^\d+$/.test(words.join(''));
}

/** The joined words of a text in `searchForm` that a scanner has just scanned. */
export function joinedIn(form: string, scanner: WordScanner): string[] {
  const found: string[] = [];
  for (let i = 0; i < scanner.count; i++) {
    if (!joinsNext(form, scanner, i)) continue;
    const words = [form.slice(scanner.starts[i], scanner.ends[i])];
    for (; joinsNext(form, scanner, i); i++) words.push(form.slice(scanner.starts[i + 1], scanner.ends[i + 1]));
    found.push(...joinedWords(words));
  }
  return found;
}

/** Whether a sign joins the word of a scanner with the next one. */
function joinsNext(form: string, { starts, ends, count }: WordScanner, index: number): boolean {
  const end = ends[index]!;
  return (
    index + 1 < count &&
    starts[index + 1] === end + 1 &&
    wordJoiner.test(form.charAt(end)) &&
    classes()[form.charCodeAt(end - 1)] === wordCharacter &&
    classes()[form.charCodeAt(end + 1)] === wordCharacter
  );
}

/** The words of a query in `searchForm`, in runs of those that signs join; most stand alone. */
function runsOf(form: string): string[][] {
  const scanner = new WordScanner('query');
  const runs: string[][] = [];
  let joins = false;
  for (const [index, word] of wordsIn(form, scanner).entries()) {
    if (joins) runs.at(-1)!.push(word);
    else runs.push([word]);
    joins = joinsNext(form, scanner, index);
  }
  return runs;
}

/** Words that are looked for together; the last one may be the beginning of a longer one. */
export interface Spelling {
  readonly words: readonly string[];
  readonly isBeginning: boolean;
}

/** A joined beginning shorter than this would be that of too many words. */
const shortestBeginning = 4;

/**
 * What a word of a search text asks for: of each part any of its spellings. Most words are one part with one spelling;
 * what is written as one may be several (`R&D`).
 */
export function spellingsOf(text: string, isBeginning: boolean): readonly (readonly Spelling[])[] {
  const [form = '', other] = indexedForms(text);
  const others = other === undefined ? [] : runsOf(other);
  const begins = isBeginning && endsInWord(form);
  return runsOf(form).map((words, index, all) => {
    const isLast = begins && index === all.length - 1;
    const each = [words, ...others.slice(index, index + 1)].flatMap((run) => splits(run, isLast));
    const distinct = new Map(each.map((split) => [split.join(' '), split]));
    return Array.from(distinct.values(), (split) => ({ words: split, isBeginning: isLast }));
  });
}

/** Words that signs join as they may be written: apart, two of them as one, all as one. */
function splits(words: readonly string[], isBeginning: boolean): (readonly string[])[] {
  const found: (readonly string[])[] = [words];
  const join = (from: number, to: number): void => {
    const joined = words.slice(from, to);
    const begins = isBeginning && to === words.length;
    if (!areOneWord(joined) || (begins && joined.join('').length < shortestBeginning)) return;
    found.push([...words.slice(0, from), joined.join(''), ...words.slice(to)]);
  };
  for (let i = 0; i + 1 < words.length; i++) join(i, i + 2);
  if (words.length > 2 && words.length <= mostJoined) join(0, words.length);
  return found;
}

/**
 * A text in the form phrases are searched in: its words, unspaced characters one by one, each between spaces. A text
 * contains a phrase if its form contains the phrase's form.
 */
export function phraseForm(text: string): string {
  const form = searchForm(text);
  const scanner = new WordScanner('characters');
  scanner.scan(form);
  let result = ' ';
  for (let i = 0; i < scanner.count; i++) result += `${form.slice(scanner.starts[i], scanner.ends[i])} `;
  return result;
}

/** What a character of a text in `searchForm` (one UTF-16 unit) is. */
export function characterKind(character: string): 'separator' | 'word' | 'unspaced' {
  const kind = classes()[character.charCodeAt(0)];
  return kind === wordCharacter ? 'word' : kind === unspacedCharacter ? 'unspaced' : 'separator';
}

/** Whether a text in `searchForm` ends inside a word that may still grow. */
export function endsInWord(form: string): boolean {
  return form !== '' && classes()[form.charCodeAt(form.length - 1)] === wordCharacter;
}

import { unspacedScripts } from './searchText.ts';
import { fold, foldLetters } from './text.ts';

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

/** The words of a text, in order, repeated ones too. */
export function wordsOf(text: string, purpose: Purpose, formOf = searchForm): string[] {
  const form = formOf(text);
  const scanner = new WordScanner(purpose);
  scanner.scan(form);
  return Array.from({ length: scanner.count }, (_, i) => form.slice(scanner.starts[i], scanner.ends[i]));
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

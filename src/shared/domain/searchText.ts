import { assertNever } from '../errors.ts';
import { minSearchLength } from './choices.ts';
import { otherNumbers } from './plural.ts';
import { foldLetters, inTwoLetters, wordJoiner } from './text.ts';

/**
 * What a search text says (docs/api.md 3), as people and the search read it alike. Words and phrases hold at least one
 * letter or digit; `all` and `any` have two parts or more and none of their own kind.
 */
export type SearchPart =
  | {
      readonly kind: 'word';
      readonly text: string;
      /** It ends in `*`: longer words count, too. */
      readonly isBeginning: boolean;
    }
  | { readonly kind: 'phrase'; readonly text: string }
  | { readonly kind: 'all' | 'any'; readonly parts: readonly SearchPart[] }
  | { readonly kind: 'not'; readonly part: SearchPart };

/** Brackets within more brackets than this are left out. */
const deepest = 8;

const quote = /["“”„«»]/;
const opening = /[(（]/;
const closing = /[)）]/;
const bar = /[|｜]/;
const minus = /[-−–]/;
const space = /\s/;
const starred = /[*＊]+$/;
const letterOrDigit = /[\p{L}\p{N}]/u;
/** Signs at the start of what is no operator: those of the middle of something. */
const beforeWord = /^[-−–*＊]+/;

type Token = SearchPart | 'open' | 'close' | 'or' | 'and' | 'minus';

/**
 * Reads a search text; null if there is no word in it. Every text can be read: a quote without its partner is left out,
 * a bracket that stays open closes at the end, and `OR`, `|` and a minus that have nothing to stand for are left out.
 */
export function readSearchText(text: string): SearchPart | null {
  return new Parser(tokensOf(text)).read();
}

function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  let beginsPart = true;
  let depth = 0;
  for (let at = 0; at < text.length;) {
    const { token, end } = tokenAt(text, at, beginsPart);
    if (token === 'open') depth += 1;
    const isLeftOut = (token === 'open' && depth > deepest) || (token === 'close' && (depth === 0 || depth > deepest));
    if (token === 'close' && depth > 0) depth -= 1;
    if (token !== null && !isLeftOut) tokens.push(token);
    // A quote without its partner is as good as not there.
    if (token !== null || !quote.test(text.charAt(at))) beginsPart = precedesPart(token, text.charAt(end - 1));
    at = end;
  }
  return tokens;
}

/** Whether a minus after a token, or after a sign that is none, leaves out what follows it. */
function precedesPart(token: Token | null, sign: string): boolean {
  return token === 'open' || token === 'or' || token === 'minus' || space.test(sign);
}

/** What begins at a place of a text, if anything, and where it ends. `beginsPart`: not in the middle of something. */
function tokenAt(text: string, at: number, beginsPart: boolean): { token: Token | null; end: number } {
  const character = text.charAt(at);
  const single = (token: Token | null): { token: Token | null; end: number } => ({ token, end: at + 1 });
  if (space.test(character)) return single(null);
  if (opening.test(character)) return single('open');
  if (closing.test(character)) return single('close');
  if (bar.test(character)) return single('or');
  if (quote.test(character)) {
    const partner = indexOf(text, quote, at + 1);
    return partner === -1 ? single(null) : { token: phraseOf(text.slice(at + 1, partner)), end: partner + 1 };
  }
  if (beginsPart && minus.test(character) && /^\S/.test(text.slice(at + 1, at + 2))) return single('minus');
  let end = at + 1;
  while (end < text.length && !endsWord.some((sign) => sign.test(text.charAt(end)))) end += 1;
  return { token: wordOf(text.slice(at, end)), end };
}

const endsWord = [space, quote, opening, closing, bar];

function indexOf(text: string, sign: RegExp, from: number): number {
  for (let at = from; at < text.length; at++) if (sign.test(text.charAt(at))) return at;
  return -1;
}

/** Whether there is a letter or digit in a text, or a sign made of some, such as ™. */
function hasWord(text: string): boolean {
  return letterOrDigit.test(text.normalize('NFKD'));
}

function phraseOf(text: string): SearchPart | null {
  if (!hasWord(text)) return null;
  return { kind: 'phrase', text: text.trim().replaceAll(/\s+/g, ' ') };
}

function wordOf(written: string): Token | null {
  if (written === 'OR') return 'or';
  if (written === 'AND') return 'and';
  const text = written.replace(beforeWord, '');
  const plain = text.replace(starred, '');
  if (!hasWord(plain)) return null;
  // What stood behind a sign that is left out is no operator.
  const isOperator = plain === text && (plain === 'OR' || plain === 'AND');
  return { kind: 'word', text: isOperator ? plain.toLowerCase() : plain, isBeginning: plain !== text };
}

class Parser {
  readonly #tokens: readonly Token[];
  #at = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  read(): SearchPart | null {
    return combined('all', nearest(this.#items()));
  }

  /** The parts up to a closing bracket, and the `or` between them. */
  #items(): (SearchPart | 'or')[] {
    const items: (SearchPart | 'or')[] = [];
    for (; this.#at < this.#tokens.length; this.#at++) {
      const token = this.#tokens[this.#at]!;
      if (token === 'close') break;
      const item = token === 'or' ? token : this.#part(token);
      if (item !== null) items.push(item);
    }
    return items;
  }

  #part(token: Exclude<Token, 'or' | 'close'>): SearchPart | null {
    // All of the parts are asked for anyway.
    if (token === 'and') return null;
    if (token === 'open') return this.#group();
    return token === 'minus' ? this.#negated() : token;
  }

  #negated(): SearchPart | null {
    const next = this.#tokens[this.#at + 1];
    if (next === undefined || next === 'or' || next === 'close' || next === 'and') return null;
    this.#at += 1;
    if (next === 'minus') return this.#negated();
    const part = this.#part(next);
    if (part === null) return null;
    return part.kind === 'not' ? part.part : { kind: 'not', part };
  }

  #group(): SearchPart | null {
    this.#at += 1;
    return alternatives(this.#items());
  }
}

/** In brackets, all that stands between two signs for "or" is one alternative. */
function alternatives(items: readonly (SearchPart | 'or')[]): SearchPart | null {
  const runs: SearchPart[][] = [[]];
  for (const item of items) {
    if (item === 'or') runs.push([]);
    else runs.at(-1)!.push(item);
  }
  return combined(
    'any',
    runs.map((run) => combined('all', run)).filter((part) => part !== null),
  );
}

/** Elsewhere "or" takes the part on either side: `solar OR wind berlin` is `(solar | wind) berlin`. */
function nearest(items: readonly (SearchPart | 'or')[]): SearchPart[] {
  const runs: SearchPart[][] = [];
  let joins = false;
  for (const item of items) {
    if (item === 'or') {
      joins = runs.length > 0;
      continue;
    }
    if (joins) runs.at(-1)!.push(item);
    else runs.push([item]);
    joins = false;
  }
  return runs.map((run) => combined('any', run)!);
}

function combined(kind: 'all' | 'any', parts: readonly SearchPart[]): SearchPart | null {
  const flat = parts.flatMap((part) => (part.kind === kind ? part.parts : [part]));
  return flat.length < 2 ? (flat[0] ?? null) : { kind, parts: flat };
}

/** A search text in its normal form, which is read as the same. */
export function writeSearchText(part: SearchPart | null): string {
  if (part === null) return '';
  switch (part.kind) {
    case 'word':
      return `${part.text}${part.isBeginning ? '*' : ''}`;
    case 'phrase':
      return `"${part.text}"`;
    case 'all':
      return part.parts.map((each) => writeSearchText(each)).join(' ');
    case 'any':
      return `(${part.parts.map((each) => writeSearchText(each)).join(' | ')})`;
    case 'not': {
      const text = writeSearchText(part.part);
      return part.part.kind === 'all' ? `-(${text})` : `-${text}`;
    }
    default:
      return assertNever(part);
  }
}

/** The parts that a text asks for together. */
export function topParts(part: SearchPart | null): readonly SearchPart[] {
  if (part === null) return [];
  return part.kind === 'all' ? part.parts : [part];
}

/** The words and phrases that a text looks for, without those that it leaves out, each once. */
export function wantedParts(part: SearchPart | null): readonly Extract<SearchPart, { text: string }>[] {
  const found = new Map<string, Extract<SearchPart, { text: string }>>();
  const visit = (each: SearchPart): void => {
    if (each.kind === 'word' || each.kind === 'phrase') found.set(writeSearchText(each), each);
    else if (each.kind !== 'not') each.parts.forEach(visit);
  };
  if (part !== null) visit(part);
  return [...found.values()];
}

/** A search text in quotation marks, unless it has signs of its own. */
export function inQuotes(text: string): string {
  const part = readSearchText(text);
  if (part?.kind === 'phrase') return `“${part.text}”`;
  return `“${text.trim()}”`;
}

/** Scripts that are written without spaces, and the sign that lengthens kana, as part of a pattern. */
const unspaced = [
  ...['Han', 'Hiragana', 'Katakana', 'Hangul', 'Thai', 'Lao', 'Khmer', 'Myanmar'].map(
    (script) => String.raw`\p{Script=${script}}`,
  ),
  'ー',
].join('');
const inWord = String.raw`[[\p{L}\p{N}]--[${unspaced}]]`;

/** A character of a script that is written without spaces. */
export const unspacedScripts = new RegExp(`[${unspaced}]`, 'u');

const spacedAtEnd = new RegExp(String.raw`[[\p{L}\p{N}\p{M}]--[${unspaced}]]$`, 'v');
const operatorAtEnd = /(?<![^\s"“”„«»()（）|｜])(?:OR|AND)$/;

/**
 * A text that is still being typed: the word at its end stands for longer ones, too. Nothing changes where the text
 * ends otherwise, or in a script that is written without spaces.
 */
export function whileTyping(text: string): string {
  return spacedAtEnd.test(text) && !operatorAtEnd.test(text) ? `${text}*` : text;
}

/**
 * What a substring search looks for: the text itself (product 5) or, if it has quotation marks, each stretch between
 * them, because somebody who quotes a phrase is not looking for the marks.
 */
export function searchStretches(text: string): string[] {
  return text
    .split(quote)
    .map((stretch) => stretch.trim())
    .filter((stretch) => stretch !== '');
}

// ── Marking what was found ────────────────────────────────────────────────────────────────────────────────────────

const units = new RegExp(`${inWord}+|[${unspaced}]`, 'gv');
const runs = new RegExp(`${inWord}+(?:${wordJoiner.source}${inWord}+)*|[${unspaced}]+`, 'gv');

/**
 * The source of a pattern (flag `v`) for what a word or phrase found, in a text in the form of `foldLetters`: whole
 * words with their singular or plural, words that begin so, phrases. Null where there is nothing to find; letters that
 * stand alone are left out.
 */
export function foundPattern(part: Extract<SearchPart, { text: string }>): string | null {
  // A Hangul syllable in one piece, as texts are marked.
  const form = foldLetters(part.text).normalize('NFC');
  if (part.kind === 'phrase') return inSequence(form.match(units) ?? []);
  const letters = foldLetters(inTwoLetters(part.text)).normalize('NFC');
  const others: readonly string[] = letters === form ? [] : (letters.match(runs) ?? []);
  const found = form.match(runs) ?? [];
  const sources = found.flatMap((run, index) => {
    if (unspacedScripts.test(run)) return run;
    const isBeginning = part.isBeginning && index === found.length - 1;
    return [run, ...others.slice(index, index + 1)].flatMap((each) => spelled(each, isBeginning));
  });
  return [...new Set(sources)].join('|') || null;
}

/** Patterns for words that signs join, in any way that they may be written: as one first, and each alone. */
function spelled(run: string, isBeginning: boolean): string[] {
  const words = run.split(wordJoiner);
  const all = words.length > 1 ? [words.join(''), ...words] : words;
  return all.flatMap((word, index) => {
    if (word.length === 1) return [];
    const isLast = isBeginning && (index === 0 || index === all.length - 1);
    if (isLast) return [`(?<!${inWord})${inAnySpelling(word)}${inWord}*`];
    return [`(?<!${inWord})(?:${[word, ...otherNumbers(word)].map(inAnySpelling).join('|')})(?!${inWord})`];
  });
}

/** A word with or without signs that join its parts; a text is without the second of two letters that stand for one. */
function inAnySpelling(word: string): string {
  const mayLack = (letter: string, index: number): boolean =>
    index > 0 && index + 1 < word.length && /^(?:[aou]e|aa)$/.test(`${word.charAt(index - 1)}${letter}`);
  return Array.from(word, (letter, index) => (mayLack(letter, index) ? `${letter}?` : letter)).join(
    `${wordJoiner.source}?`,
  );
}

/** What a search text finds, for marking: a pattern for each word and phrase that it looks for. */
export function foundPatterns(text: string): readonly string[] {
  if (!isActiveText(text)) return [];
  return wantedParts(readSearchText(text))
    .map((part) => foundPattern(part))
    .filter((source) => source !== null);
}

function isSpaced(unit: string | undefined): boolean {
  return unit !== undefined && !unspacedScripts.test(unit);
}

/** Units of a phrase one after the other; none of its words begins or ends in the middle of another. */
function inSequence(found: readonly string[]): string | null {
  let source = isSpaced(found[0]) ? `(?<!${inWord})` : '';
  found.forEach((unit, index) => {
    if (index > 0) source += String.raw`[^\p{L}\p{N}]${isSpaced(unit) && isSpaced(found[index - 1]) ? '+' : '*'}`;
    source += unit;
  });
  if (isSpaced(found.at(-1))) source += `(?!${inWord})`;
  return source === '' ? null : source;
}

// ── How long a text has to be ─────────────────────────────────────────────────────────────────────────────────────

/** Characters that say as much as two letters: ideographs, kana, Hangul syllables. */
const doubleCharacter = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u30fc\uff70\uac00-\ud7a3]/u;

/**
 * Whether a text is long enough to search for: three characters, where an ideograph, kana or Hangul syllable counts as
 * two, because most Chinese, Japanese and Korean words have no more than two of them.
 */
export function isActiveText(searchText: string): boolean {
  let length = 0;
  // An accented letter or a syllable may come decomposed.
  for (const character of searchText.trim().normalize('NFC')) {
    length += doubleCharacter.test(character) ? 2 : 1;
    if (length >= minSearchLength) return true;
  }
  return false;
}

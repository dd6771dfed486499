import { isAscii } from 'node:buffer';
import { withoutPlaceholder } from '#shared/domain/text.ts';
import { textsOfEncoded } from '../../record/recordCodec.ts';
import { wordsFor, type Bitmap } from '../bits/bitmap.ts';
import { plainPhraseOf } from './plainPhrase.ts';
import { characterKind, maxWordLength, phraseForm, searchForm } from '#shared/domain/words.ts';

/** What a character means for phrases: a code of its own, or one of these. ASCII characters of words are above them. */
const separates = 0;
/** Left out of its word, like a combining accent. */
const leftOut = 1;
/** A character of a word, but none that an ASCII phrase has. */
const otherLetter = 2;
/** A word of its own. */
const unspaced = 3;
/** Becomes several characters, or lies outside the first plane. */
const intricate = 4;
const notKnownYet = 5;
const endsText = 6;
const escape = 7;
const wide = 8;

const quote = 0x22;
const blank = 0x20;
const escapeByte = 0x5c;

/** A record begins with this many texts that are searched (`encodeRecord`). */
const searchedTexts = 5;

/** Placeholders, which count as no text, are at most this long. */
const longestPlaceholderForm = 24;

/**
 * Tells which stored records have some phrases, each within one text. Texts are folded as bytes in place: nearly every
 * character becomes one ASCII character or something that no ASCII phrase has. More intricate texts, and phrases that
 * are not ASCII, go through `phraseForm`, which takes ten times as long.
 */
export class PhraseMatcher {
  readonly #phrases: readonly string[];
  readonly #needles: readonly Uint8Array[] | null;
  /** The phrases as they are found in plain texts; null if one of them is not plain. */
  readonly #plain: readonly NonNullable<ReturnType<typeof plainPhraseOf>>[] | null;
  readonly #codes = byteCodes();
  #form = new Uint8Array(1 << 12);
  /** Which phrases have been seen in the record, one bit each. */
  #seen = 0;
  #isIntricate = false;

  /** `phrases` in `phraseForm`. */
  constructor(phrases: readonly string[]) {
    this.#phrases = phrases;
    const isPlain = phrases.length <= mostNeedles && phrases.every((phrase) => /^[\x20-\x7e]+$/.test(phrase));
    this.#needles = isPlain ? phrases.map((phrase) => Buffer.from(phrase)) : null;
    const plain = isPlain ? phrases.map(plainPhraseOf) : [null];
    this.#plain = plain.every((phrase) => phrase !== null) ? plain : null;
  }

  /** Whether the record in `bytes` from `start` to `end` has all phrases; `isRenamed` where it has former names. */
  matches(bytes: Buffer, start: number, end: number, isRenamed = false): boolean {
    if (this.#needles === null || isRenamed) return this.#matchesText(bytes, start, end);
    const plainEnd = this.#plain === null ? -1 : endOfPlainTexts(bytes, start, end);
    if (plainEnd !== -1) return this.#plain!.every((phrase) => phrase.isIn(bytes, start + 2, plainEnd));
    this.#seen = 0;
    this.#isIntricate = false;
    const all = 2 ** this.#needles.length - 1;
    let at = start + 1;
    for (let text = 0; text < searchedTexts && this.#seen !== all; text++) {
      at = this.#look(bytes, at + 1, end, this.#needles) + 2;
    }
    // A text that is too intricate, or may be a placeholder, is examined in full.
    return this.#isIntricate ? this.#matchesText(bytes, start, end) : this.#seen === all;
  }

  #matchesText(bytes: Buffer, start: number, end: number): boolean {
    const forms = textsOfEncoded(bytes.toString('utf8', start, end)).map((text) =>
      phraseForm(withoutPlaceholder(text)),
    );
    return this.#phrases.every((phrase) => forms.some((form) => form.includes(phrase)));
  }

  /** Folds the text that begins at `from`, notes the phrases in it, and returns where its closing quote is. */
  // oxlint-disable-next-line complexity -- every byte that a search reads passes here; parts would be called for each
  #look(bytes: Buffer, from: number, end: number, needles: readonly Uint8Array[]): number {
    if (end - from + 4 > this.#form.length) this.#form = new Uint8Array((end - from) * 2);
    const form = this.#form;
    const codes = this.#codes;
    const seenBefore = this.#seen;
    let length = 1;
    let word = 0;
    let at = from;
    form[0] = blank;
    for (; at < end; at++) {
      let code = codes[bytes[at]!]!;
      if (code === endsText) break;
      if (code === escape) {
        // What JSON escapes separates words: quotes, control characters, halves of surrogate pairs.
        if (bytes[at + 1] === 0x75) at += 4;
        at += 1;
        code = separates;
      } else if (code === wide) {
        const size = bytes[at]! >= 0xf0 ? 4 : bytes[at]! >= 0xe0 ? 3 : 2;
        code = size === 4 ? intricate : codeOf(characterAt(bytes, at, size));
        at += size - 1;
        if (code === intricate) this.#isIntricate = true;
      }
      if (code > wide || code === otherLetter) {
        if (word++ < maxWordLength) form[length++] = code;
      } else if (code !== leftOut && code !== intricate) {
        if (word > 0) {
          form[length++] = blank;
          word = 0;
          this.#note(needles, length);
        }
        if (code === unspaced) {
          form[length++] = unspaced;
          form[length++] = blank;
        }
      }
    }
    if (word > 0) {
      form[length++] = blank;
      this.#note(needles, length);
    }
    if (this.#seen !== seenBefore && length <= longestPlaceholderForm) this.#isIntricate = true;
    return at;
  }

  /** Notes the phrases that end where the form now ends. */
  #note(needles: readonly Uint8Array[], length: number): void {
    const form = this.#form;
    for (let i = 0; i < needles.length; i++) {
      const needle = needles[i]!;
      let back = 1;
      while (back <= needle.length && back <= length && form[length - back] === needle[needle.length - back]) back += 1;
      if (back > needle.length) this.#seen |= 1 << i;
    }
  }
}

const mostNeedles = 30;

/** Where the searched texts of a record end if they are ASCII without escapes; otherwise -1. */
function endOfPlainTexts(bytes: Buffer, start: number, end: number): number {
  let at = start - 1;
  for (let text = 0; text < searchedTexts; text++) {
    // A closing quote is followed by a comma and the next opening quote.
    at = bytes.indexOf(quote, at + 3);
    if (at === -1 || at >= end) return -1;
  }
  const texts = bytes.subarray(start, at);
  return !texts.includes(escapeByte) && isAscii(texts) ? at : -1;
}

/** What each byte of a JSON text means. */
function byteCodes(): Uint8Array {
  const codes = new Uint8Array(256).fill(wide, 0x80);
  for (let code = 0; code < 0x80; code++) codes[code] = codeOf(code);
  codes[quote] = endsText;
  codes[escapeByte] = escape;
  return codes;
}

function characterAt(bytes: Uint8Array, at: number, size: 2 | 3): number {
  if (size === 2) return ((bytes[at]! & 0x1f) << 6) | (bytes[at + 1]! & 0x3f);
  return ((bytes[at]! & 0x0f) << 12) | ((bytes[at + 1]! & 0x3f) << 6) | (bytes[at + 2]! & 0x3f);
}

let characterCodes: Uint8Array | undefined;

/** What a character of the first plane means; worked out on first use. */
function codeOf(character: number): number {
  characterCodes ??= new Uint8Array(0x10000).fill(notKnownYet);
  const known = characterCodes[character]!;
  if (known !== notKnownYet) return known;
  return (characterCodes[character] = workedOut(String.fromCharCode(character)));
}

function workedOut(character: string): number {
  const form = searchForm(character);
  if (form === '') return leftOut;
  if (form.length > 1) return onlySeparates(form) ? separates : intricate;
  const kind = characterKind(form);
  if (kind === 'separator') return separates;
  if (kind === 'unspaced') return unspaced;
  return form.charCodeAt(0) < 0x80 ? form.charCodeAt(0) : otherLetter;
}

function onlySeparates(form: string): boolean {
  for (let i = 0; i < form.length; i++) if (characterKind(form.charAt(i)) !== 'separator') return false;
  return true;
}

/** What has been found out about the phrases of a query in one segment, whose records never change. */
export interface PhraseKnowledge {
  /** Documents that have been examined. */
  readonly seen: Bitmap;
  /** Those that have all phrases within their texts. */
  readonly having: Bitmap;
}

/** Room for what a segment remembers, in bytes, and for how many queries at most. */
const mostBytes = 4 * 1024 * 1024;
const mostQueries = 32;
/** How many queries are remembered however large the segment is: those in progress. */
const fewestQueries = 4;

/** Remembers which documents have which phrases, for the most recent queries. */
export class PhraseMemory {
  readonly #words: number;
  readonly #most: number;
  readonly #known = new Map<string, PhraseKnowledge>();

  /** For a segment of `size` documents. */
  constructor(size: number) {
    this.#words = wordsFor(size);
    const fitting = Math.floor(mostBytes / (2 * Uint32Array.BYTES_PER_ELEMENT * Math.max(1, this.#words)));
    this.#most = Math.max(fewestQueries, Math.min(mostQueries, fitting));
  }

  /** What is known about some phrases (in `phraseForm`) together. */
  of(phrases: readonly string[]): PhraseKnowledge {
    const key = phrases.join('\n');
    let knowledge = this.#known.get(key);
    // Not in the arena: a check keeps them from turn to turn, while other calls come and go.
    if (knowledge === undefined)
      knowledge = { seen: new Uint32Array(this.#words), having: new Uint32Array(this.#words) };
    else this.#known.delete(key);
    this.#known.set(key, knowledge);
    // A Map keeps insertion order, so the first one is the least recently used.
    for (const oldest of this.#known.keys()) {
      if (this.#known.size <= this.#most) break;
      this.#known.delete(oldest);
    }
    return knowledge;
  }
}

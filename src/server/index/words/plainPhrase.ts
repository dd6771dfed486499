import { placeholders } from '#shared/domain/text.ts';
import { asciiWordCodes, maxWordLength, phraseForm } from '#shared/domain/words.ts';

const separates = 0;
const endsText = 1;

/**
 * What each byte is in ASCII texts of JSON without escapes: part of a word (given in lower case), a separator, or a
 * quote.
 */
let codes = new Uint8Array(0);

function makeCodes(): Uint8Array<ArrayBuffer> {
  const made = new Uint8Array(256);
  made.set(asciiWordCodes());
  made[0x22] = endsText;
  return made;
}

/**
 * Finds a phrase of ASCII words in stored texts that are ASCII without escapes, without looking at every byte: it
 * searches for the longest word from its end (as Horspool does), and looks at the neighbours only where that word is.
 */
class PlainPhrase {
  readonly #word: Uint8Array;
  readonly #before: readonly Uint8Array[];
  readonly #after: readonly Uint8Array[];
  /** By the byte at a possible end of the word: how far away the end is at least; 0 if it may be here. */
  readonly #shifts: Uint8Array;
  readonly #again: number;

  /** For what `plainPhraseOf` takes. */
  constructor(phrase: string) {
    if (codes.length === 0) codes = makeCodes();
    const words = phrase.trim().split(' ');
    const longest = words.reduce((best, word, i) => (word.length > words[best]!.length ? i : best), 0);
    const bytes = words.map((word) => Buffer.from(word));
    this.#word = bytes[longest]!;
    this.#before = bytes.slice(0, longest).toReversed();
    this.#after = bytes.slice(longest + 1);
    const { length } = this.#word;
    this.#again = length - 1 - this.#word.subarray(0, -1).lastIndexOf(this.#word[length - 1]!);
    this.#shifts = Uint8Array.from(codes, (code) => length - 1 - this.#word.lastIndexOf(code));
  }

  /** Whether the phrase is within one of the texts between two places; there is a quote before and after them. */
  isIn(bytes: Uint8Array, from: number, to: number): boolean {
    const word = this.#word;
    const shifts = this.#shifts;
    const { length } = word;
    for (let at = from + length - 1; at < to;) {
      const shift = shifts[bytes[at]!]!;
      if (shift > 0) {
        at += shift;
        continue;
      }
      let back = 1;
      while (back < length && codes[bytes[at - back]!] === word[length - 1 - back]) back += 1;
      if (back === length && this.#hasNeighbours(bytes, at - length, at + 1)) return true;
      at += this.#again;
    }
    return false;
  }

  /** Whether the other words are around the one that begins after `before` and ends before `after`. */
  #hasNeighbours(bytes: Uint8Array, before: number, after: number): boolean {
    let at = before;
    for (const word of this.#before) {
      if (codes[bytes[at]!] !== separates) return false;
      while (codes[bytes[at]!] === separates) at -= 1;
      for (let i = word.length - 1; i >= 0; i--, at--) if (codes[bytes[at]!] !== word[i]) return false;
    }
    if (codes[bytes[at]!]! > endsText) return false;
    at = after;
    for (const word of this.#after) {
      if (codes[bytes[at]!] !== separates) return false;
      while (codes[bytes[at]!] === separates) at += 1;
      for (let i = 0; i < word.length; i++, at++) if (codes[bytes[at]!] !== word[i]) return false;
    }
    return codes[bytes[at]!]! <= endsText;
  }
}

/**
 * A phrase (in `phraseForm`) to find this way; null if it is not ASCII, is part of what counts as no text, or may have
 * words that were cut.
 */
export function plainPhraseOf(phrase: string): Pick<PlainPhrase, 'isIn'> | null {
  const words = phrase.trim().split(' ');
  if (!words.every((word) => /^[a-z0-9]+$/.test(word) && word.length < maxWordLength)) return null;
  if ([...placeholders].some((text) => phraseForm(text).includes(phrase))) return null;
  return new PlainPhrase(phrase);
}

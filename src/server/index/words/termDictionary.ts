import { withoutPlaceholder } from '#shared/domain/text.ts';
import { GrowableUint32 } from '../bits/growable.ts';
import {
  asciiJoiners,
  asciiWordCodes,
  indexedForms,
  joinedIn,
  maxWordLength,
  mostJoined,
  WordScanner,
} from '#shared/domain/words.ts';

/** A 32-bit hash of a word, character by character: FNV-1a with a final mix. */
const hashStart = 0x811c9dc5;

function hashed(state: number, code: number): number {
  return Math.imul(state ^ code, 0x01000193);
}

function ended(state: number): number {
  return (state ^ (state >>> 15)) >>> 0;
}

const lastDigit = 0x39;

/**
 * Numbers the words of a segment in the order in which they come. A hash table over typed arrays: a Map would need a
 * string for each of the hundred million words of a million companies; this makes none for a word it has seen.
 */
export class TermDictionary {
  /** Number of distinct terms. */
  size = 0;
  #slots = new Int32Array(1 << 14).fill(-1);
  #characters = new Uint16Array(1 << 16);
  #used = 0;
  readonly #hashes = new GrowableUint32();
  /** Start of each term in `#characters`; its end is the next one's start. */
  readonly #starts = new GrowableUint32();

  /** The number of the word `text[start..end)`, new or known. */
  idOf(text: string, start: number, end: number): number {
    let state = hashStart;
    for (let i = start; i < end; i++) state = hashed(state, text.charCodeAt(i));
    const hash = ended(state);
    const mask = this.#slots.length - 1;
    let slot = hash & mask;
    for (let id = this.#slots[slot]!; id !== -1; id = this.#slots[slot]!) {
      if (this.#hashes.data[id] === hash && this.#equals(id, text, start, end)) return id;
      slot = (slot + 1) & mask;
    }
    return this.#add(slot, hash, text, start, end);
  }

  /** The number of a whole word. */
  idOfText(text: string): number {
    return this.idOf(text, 0, text.length);
  }

  /** The same for a word in ASCII bytes with its hash, as `idOf` computes it. */
  idOfBytes(bytes: Uint8Array, start: number, end: number, hash: number): number {
    const mask = this.#slots.length - 1;
    let slot = hash & mask;
    for (let id = this.#slots[slot]!; id !== -1; id = this.#slots[slot]!) {
      if (this.#hashes.data[id] === hash && this.#equalsBytes(id, bytes, start, end)) return id;
      slot = (slot + 1) & mask;
    }
    return this.#add(slot, hash, String.fromCharCode(...bytes.subarray(start, end)), 0, end - start);
  }

  /** The word with a number. */
  textOf(id: number): string {
    return String.fromCharCode(...this.#characters.subarray(this.#starts.data[id], this.#endOf(id)));
  }

  #endOf(id: number): number {
    return id + 1 < this.size ? this.#starts.data[id + 1]! : this.#used;
  }

  #equals(id: number, text: string, start: number, end: number): boolean {
    const at = this.#starts.data[id]!;
    if (this.#endOf(id) - at !== end - start) return false;
    for (let i = start; i < end; i++) if (this.#characters[at + i - start] !== text.charCodeAt(i)) return false;
    return true;
  }

  #equalsBytes(id: number, bytes: Uint8Array, start: number, end: number): boolean {
    const at = this.#starts.data[id]!;
    if (this.#endOf(id) - at !== end - start) return false;
    for (let i = start; i < end; i++) if (this.#characters[at + i - start] !== bytes[i]) return false;
    return true;
  }

  #add(slot: number, hash: number, text: string, start: number, end: number): number {
    const id = this.size++;
    this.#slots[slot] = id;
    this.#hashes.push(hash);
    this.#starts.push(this.#used);
    if (this.#used + end - start > this.#characters.length) {
      const larger = new Uint16Array(this.#characters.length * 2);
      larger.set(this.#characters);
      this.#characters = larger;
    }
    for (let i = start; i < end; i++) this.#characters[this.#used++] = text.charCodeAt(i);
    if (this.size * 2 > this.#slots.length) this.#rehash();
    return id;
  }

  #rehash(): void {
    this.#slots = new Int32Array(this.#slots.length * 2).fill(-1);
    const mask = this.#slots.length - 1;
    for (let id = 0; id < this.size; id++) {
      let slot = this.#hashes.data[id]! & mask;
      while (this.#slots[slot] !== -1) slot = (slot + 1) & mask;
      this.#slots[slot] = id;
    }
  }
}

/** Numbers the words of texts. Nearly all text is ASCII, which is cut and folded as bytes in one pass. */
export class WordTaker {
  readonly #scanner = new WordScanner('index');
  readonly #encoder = new TextEncoder();
  readonly #codes = asciiWordCodes();
  readonly #joiners = asciiJoiners();
  readonly #word = new Uint8Array(maxWordLength);
  #bytes = new Uint8Array(1 << 14);

  /** Calls `take` with the number of each word of a text in order; a number may come twice. */
  each(raw: string, dictionary: TermDictionary, take: (id: number) => void): void {
    const text = withoutPlaceholder(raw);
    if (text === '') return;
    // It does not matter if this is too small for text that is not ASCII: that is cut the other way.
    if (text.length > this.#bytes.length) this.#bytes = new Uint8Array(text.length * 2);
    const { read, written } = this.#encoder.encodeInto(text, this.#bytes);
    if (read === text.length && written === text.length) this.#eachOfBytes(written, dictionary, take);
    else for (const form of indexedForms(text)) this.#eachOfText(form, dictionary, take);
  }

  #eachOfText(text: string, dictionary: TermDictionary, take: (id: number) => void): void {
    const scanner = this.#scanner;
    scanner.scan(text);
    for (let i = 0; i < scanner.count; i++) take(dictionary.idOf(text, scanner.starts[i]!, scanner.ends[i]!));
    for (const word of joinedIn(text, scanner)) take(dictionary.idOfText(word));
  }

  #eachOfBytes(length: number, dictionary: TermDictionary, take: (id: number) => void): void {
    const bytes = this.#bytes;
    const codes = this.#codes;
    const joiners = this.#joiners;
    let signs: number[] | undefined;
    let end = -2;
    for (let at = 0; at < length;) {
      let code = codes[bytes[at]!]!;
      if (code === 0) {
        at += 1;
        continue;
      }
      const start = at;
      const cut = start + maxWordLength;
      let hash = hashStart;
      do {
        if (at < cut) {
          hash = hashed(hash, code);
          bytes[at] = code;
        }
        at += 1;
        code = at < length ? codes[bytes[at]!]! : 0;
      } while (code !== 0);
      if (start === end + 1 && joiners[bytes[end]!] === 1) (signs ??= []).push(end);
      end = at < cut ? at : cut;
      take(dictionary.idOfBytes(bytes, start, end, ended(hash)));
    }
    if (signs !== undefined) this.#eachJoined(signs, length, dictionary, take);
  }

  /** Takes words that signs join, at these places, also as one: each with the next, and all of a run. */
  #eachJoined(signs: readonly number[], length: number, dictionary: TermDictionary, take: (id: number) => void): void {
    let run = 0;
    let words = 1;
    for (const [index, sign] of signs.entries()) {
      let start = sign;
      while (start > 0 && this.#codes[this.#bytes[start - 1]!] !== 0) start -= 1;
      let end = sign + 1;
      while (end < length && this.#codes[this.#bytes[end]!] !== 0) end += 1;
      if (words === 1) run = start;
      words += 1;
      this.#takeAsOne(start, end, dictionary, take);
      if (signs[index + 1] === end) continue;
      if (words > 2 && words <= mostJoined) this.#takeAsOne(run, end, dictionary, take);
      words = 1;
    }
  }

  /** Takes words without the signs between them, if that is one by `joinedWords`. */
  #takeAsOne(start: number, end: number, dictionary: TermDictionary, take: (id: number) => void): void {
    const word = this.#word;
    let length = 0;
    let hash = hashStart;
    let isNumber = true;
    for (let at = start; at < end; at++) {
      const code = this.#codes[this.#bytes[at]!]!;
      if (code === 0) continue;
      if (length === maxWordLength) return;
      word[length++] = code;
      hash = hashed(hash, code);
      if (code > lastDigit) isNumber = false;
    }
    if (!isNumber) take(dictionary.idOfBytes(word, 0, length, ended(hash)));
  }
}

import { withoutPlaceholder } from '#shared/domain/text.ts';
import type { TermDictionary } from './termDictionary.ts';
import { asciiWordCodes, maxWordLength, searchForm, WordScanner } from './tokenizer.ts';

/** Numbers the words of texts. Nearly all text is ASCII, which is cut and folded as bytes in one pass. */
export class WordTaker {
  readonly #scanner = new WordScanner('index');
  readonly #encoder = new TextEncoder();
  readonly #codes = asciiWordCodes();
  #bytes = new Uint8Array(1 << 14);

  /** Calls `take` with the number of each word of a text in order; a number may come twice. */
  each(raw: string, dictionary: TermDictionary, take: (id: number) => void): void {
    const text = withoutPlaceholder(raw);
    if (text === '') return;
    // Too small for what is not ASCII is no matter: that is cut in the other way.
    if (text.length > this.#bytes.length) this.#bytes = new Uint8Array(text.length * 2);
    const { read, written } = this.#encoder.encodeInto(text, this.#bytes);
    if (read === text.length && written === text.length) this.#eachOfBytes(written, dictionary, take);
    else this.#eachOfText(searchForm(text), dictionary, take);
  }

  #eachOfText(text: string, dictionary: TermDictionary, take: (id: number) => void): void {
    const scanner = this.#scanner;
    scanner.scan(text);
    for (let i = 0; i < scanner.count; i++) take(dictionary.idOf(text, scanner.starts[i]!, scanner.ends[i]!));
  }

  #eachOfBytes(length: number, dictionary: TermDictionary, take: (id: number) => void): void {
    const bytes = this.#bytes;
    const codes = this.#codes;
    for (let at = 0; at < length;) {
      let code = codes[bytes[at]!]!;
      if (code === 0) {
        at += 1;
        continue;
      }
      const start = at;
      const cut = start + maxWordLength;
      let hash = 0x811c9dc5;
      do {
        if (at < cut) {
          hash = Math.imul(hash ^ code, 0x01000193);
          bytes[at] = code;
        }
        at += 1;
        code = at < length ? codes[bytes[at]!]! : 0;
      } while (code !== 0);
      take(dictionary.idOfBytes(bytes, start, at < cut ? at : cut, (hash ^ (hash >>> 15)) >>> 0));
    }
  }
}

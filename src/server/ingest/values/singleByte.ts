import iconv from 'iconv-lite';

/**
 * Windows-1252 from 0x80 to 0x9F. The five bytes it leaves undefined become the control characters of Latin-1, as in
 * browsers, so that no byte is lost and damaged UTF-8 can still be repaired (`repairText`).
 */
const upperControls = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';

/** Bytes as Windows-1252 text. */
export function windows1252(bytes: Buffer): string {
  // oxlint-disable-next-line no-control-regex -- these are the bytes that differ from Latin-1
  return bytes.toString('latin1').replaceAll(/[\x80-\x9f]/g, (char) => upperControls.charAt(char.charCodeAt(0) - 0x80));
}

/**
 * The byte of a character that was read as Windows-1252 or as Latin-1, whose bytes from 0x80 to 0x9F are control
 * characters; undefined if it has none.
 */
export function windows1252ByteOf(char: string): number | undefined {
  const code = char.charCodeAt(0);
  if (code <= 0xff) return code;
  const index = upperControls.indexOf(char);
  return index === -1 ? undefined : 0x80 + index;
}

const highBytes = Buffer.from(Array.from({ length: 128 }, (_, index) => 0x80 + index));

/** Gathers whether Windows-1252 or MacRoman makes sensible words of a file's high bytes. */
export class HighByteEvidence {
  readonly #tables = [windows1252(highBytes), iconv.decode(highBytes, 'macroman')] as const;
  readonly #scores: [windows: number, mac: number] = [0, 0];
  #sequences = 0;
  #strays = 0;

  /** Takes the next bytes of the file. */
  add(chunk: Buffer): void {
    for (let at = 0; at < chunk.length; at++) {
      const byte = chunk[at] ?? 0;
      if (byte < 0x80) continue;
      // Single texts in such files are often UTF-8 all the same; they say nothing here and are repaired later.
      const length = utf8LengthAt(chunk, at);
      if (length > 1) {
        this.#sequences += 1;
        at += length - 1;
      } else this.#judge(byte, chunk[at - 1] ?? 0, chunk[at + 1] ?? 0);
    }
  }

  /** Whether most of them are UTF-8, which hardly happens by chance: then the others are damage. */
  isDamagedUtf8(): boolean {
    return this.#sequences > this.#strays;
  }

  /** Whether MacRoman explains the bytes better. */
  isMacRoman(): boolean {
    return this.#scores[1] > this.#scores[0];
  }

  #judge(byte: number, before: number, after: number): void {
    this.#strays += 1;
    const left = isLetter(before);
    const right = isLetter(after);
    const inLowerWord = (left && isLower(before)) || (right && isLower(after));
    for (const [index, table] of this.#tables.entries()) {
      const score = plausibility(table.charAt(byte - 0x80), left, right, inLowerWord);
      if (index === 0) this.#scores[0] += score;
      else this.#scores[1] += score;
    }
  }
}

/** How well a character fits between its neighbours: accented letters belong in words, symbols do not. */
function plausibility(char: string, left: boolean, right: boolean, inLowerWord: boolean): number {
  if (/[àáâãäåæçèéêëìíîïñòóôõöøùúûüýÿßœšž]/.test(char)) return left || right ? 2 : 0;
  if (/\p{Lu}/u.test(char)) return left && inLowerWord ? -2 : 0.5;
  return symbolPlausibility(char, left, right);
}

/** A quotation mark has its word on one side; ® and ™ follow one. */
function symbolPlausibility(char: string, left: boolean, right: boolean): number {
  if (char === '’') return 2;
  const isWithin = left && right;
  if (left !== right) {
    if (/[®™]/.test(char) && left) return 2;
    if (/[‘“”]/.test(char)) return (char === '”') === left ? 2 : -1;
  }
  if (/[‘“”–—…®©™€£•\u00a0]/.test(char)) return isWithin ? 0 : 1;
  return isWithin ? -2 : -1;
}

/** Text from bytes that are mostly UTF-8; the others are read as Windows-1252. */
export function damagedUtf8(bytes: Buffer): string {
  let text = '';
  let from = 0;
  for (let at = 0; at < bytes.length;) {
    const length = (bytes[at] ?? 0) < 0x80 ? 1 : utf8LengthAt(bytes, at);
    if (length === 1 && (bytes[at] ?? 0) >= 0x80) {
      text += bytes.toString('utf8', from, at) + windows1252(bytes.subarray(at, at + 1));
      from = at + 1;
    }
    at += length;
  }
  return text + bytes.toString('utf8', from);
}

/** The length of a multi-byte UTF-8 sequence at a place, or 1 if there is none. */
function utf8LengthAt(bytes: Buffer, at: number): number {
  const first = bytes[at] ?? 0;
  const continues = (offset: number): boolean => ((bytes[at + offset] ?? 0) & 0xc0) === 0x80;
  if (first >= 0xc2 && first <= 0xdf && continues(1)) return 2;
  if (first >= 0xf0 && first <= 0xf4 && continues(1) && continues(2) && continues(3)) return 4;
  return first >= 0xe0 && first <= 0xef && continues(1) && continues(2) ? 3 : 1;
}

function isLetter(byte: number): boolean {
  return (byte >= 0x41 && byte <= 0x5a) || isLower(byte);
}

function isLower(byte: number): boolean {
  return byte >= 0x61 && byte <= 0x7a;
}

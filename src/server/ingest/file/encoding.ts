import { isAscii, isUtf8 } from 'node:buffer';
import iconv from 'iconv-lite';
import { HeaderNames } from '../columns/fields.ts';
import { damagedUtf8, HighByteEvidence, windows1252 } from '../values/singleByte.ts';
import { badFile, type ByteSource } from './byteSource.ts';

/** Bytes of one chunk, either all ASCII or with other characters among them. */
interface Run {
  readonly bytes: Buffer;
  readonly ascii: boolean;
}

/** The fewest bytes examined together: about a line of a company list. */
const pieceBytes = 1024;

const lineFeed = 0x0a;

/**
 * Cuts a chunk at line ends into runs that are ASCII and runs that are not. A single accent makes all of a decoded
 * text, and every cell cut from it, take two bytes a character and slows down everything done with it; few lines have
 * one.
 */
export function* asciiRuns(chunk: Buffer): Generator<Run> {
  let from = 0;
  let ascii = true;
  for (let at = 0; at < chunk.length;) {
    const lineEnd = chunk.indexOf(lineFeed, at + pieceBytes);
    const to = lineEnd === -1 ? chunk.length : lineEnd + 1;
    const plain = isAscii(chunk.subarray(at, to));
    if (plain !== ascii && at > from) {
      yield { bytes: chunk.subarray(from, at), ascii };
      from = at;
    }
    ascii = plain;
    at = to;
  }
  if (from < chunk.length) yield { bytes: chunk.subarray(from), ascii };
}

/** Encodings an import reads, as the report names them. */
export type Encoding =
  | 'UTF-8'
  | 'UTF-8 with BOM'
  | 'UTF-16 LE'
  | 'UTF-16 BE'
  | 'Windows-1252'
  | 'MacRoman'
  | (typeof eastAsian)[number]
  | (typeof otherAlphabets)[number];

/** Encodings of Chinese, Japanese and Korean systems, in the order in which they are tried. */
const eastAsian = ['GB18030', 'Big5', 'Shift JIS', 'EUC-KR'] as const;

/** Single-byte encodings besides Windows-1252: for Polish and Czech, Cyrillic, Turkish. */
const otherAlphabets = ['Windows-1250', 'ISO-8859-2', 'Windows-1251', 'Windows-1254'] as const;

/** From this share of control characters on, bytes are not text. */
const binaryShare = 0.1;

/** How many bytes are searched for them. */
const controlBytes = 16 * 1024 ** 2;

/**
 * The encoding of a text file, by evidence over all its bytes (or its first `maxBytes`): a byte-order mark, the pattern
 * of zero bytes, validity as UTF-8, a header that makes sense in another encoding, and finally which of Windows-1252
 * and MacRoman makes words of the high bytes. Throws `bad_file` for bytes that are not text.
 */
export async function detectEncoding(source: ByteSource, maxBytes = Infinity): Promise<Encoding> {
  const utf8 = new Utf8Check();
  let seen = 0;
  let counted = 0;
  let controls = 0;
  for await (const chunk of source.read()) {
    if (seen === 0) {
      const wide = markOf(chunk) ?? wideEncodingOf(chunk);
      if (wide !== undefined) return wide;
    }
    seen += chunk.length;
    if (counted < controlBytes) {
      counted += chunk.length;
      controls += controlsIn(chunk);
    }
    utf8.add(chunk);
    if (controls > 1000 && controls > counted * binaryShare) break;
    if (seen >= maxBytes) break;
  }
  if (controls > counted * binaryShare && seen > 16)
    throw badFile(source.name, 'this is a binary file, not a company list.');
  return utf8.holds ? 'UTF-8' : singleByteEncodingOf(source, maxBytes);
}

async function singleByteEncodingOf(source: ByteSource, maxBytes: number): Promise<Encoding> {
  const evidence = new HighByteEvidence();
  const names = new HeaderNames();
  let seen = 0;
  for await (const chunk of source.read()) {
    if (seen === 0) {
      const byHeader = encodingByHeader(chunk, names);
      if (byHeader !== undefined) return byHeader;
    }
    evidence.add(chunk);
    seen += chunk.length;
    if (seen >= maxBytes) break;
  }
  if (evidence.isDamagedUtf8()) return 'UTF-8';
  return evidence.isMacRoman() ? 'MacRoman' : 'Windows-1252';
}

/** The text of a file, chunk by chunk, without its byte-order mark. */
export async function* decodeText(source: ByteSource, encoding: Encoding): AsyncGenerator<string> {
  let first = true;
  for await (const text of decodeAll(source, encoding)) {
    yield first ? text.replace(/^\uFEFF/, '') : text;
    first &&= text === '';
  }
}

function decodeAll(source: ByteSource, encoding: Encoding): AsyncGenerator<string> {
  if (encoding === 'UTF-8' || encoding === 'UTF-8 with BOM') return decodeUtf8(source);
  return encoding === 'Windows-1252' ? decodeWindows1252(source) : decodeByTable(source, iconvNames[encoding]);
}

async function* decodeWindows1252(source: ByteSource): AsyncGenerator<string> {
  for await (const chunk of source.read()) for (const { bytes } of asciiRuns(chunk)) yield windows1252(bytes);
}

async function* decodeUtf8(source: ByteSource): AsyncGenerator<string> {
  // The start of a character whose end comes with the next bytes.
  let open = Buffer.alloc(0);
  for await (const chunk of source.read()) {
    for (const run of asciiRuns(chunk)) {
      if (run.ascii && open.length === 0) {
        yield run.bytes.toString('latin1');
        continue;
      }
      const bytes = open.length === 0 ? run.bytes : Buffer.concat([open, run.bytes]);
      const whole = bytes.subarray(0, wholeCharacters(bytes));
      open = Buffer.from(bytes.subarray(whole.length));
      yield isUtf8(whole) ? whole.toString('utf8') : damagedUtf8(whole);
    }
  }
  yield damagedUtf8(open);
}

async function* decodeByTable(source: ByteSource, name: string): AsyncGenerator<string> {
  const decoder = iconv.getDecoder(name);
  for await (const chunk of source.read()) yield decoder.write(chunk);
  yield decoder.end() ?? '';
}

const iconvNames = {
  'UTF-16 LE': 'utf16le',
  'UTF-16 BE': 'utf16be',
  MacRoman: 'macroman',
  'Windows-1250': 'win1250',
  'ISO-8859-2': 'iso88592',
  'Windows-1251': 'win1251',
  'Windows-1254': 'win1254',
  GB18030: 'gb18030',
  Big5: 'big5',
  'Shift JIS': 'shiftjis',
  'EUC-KR': 'cp949',
} as const;

/** How many lines are searched for a header with non-ASCII names: in the wrong encoding they would not be words. */
const headerLines = 10;

function encodingByHeader(start: Buffer, names: HeaderNames): Encoding | undefined {
  const bytes = start.subarray(0, 20_000);
  const known = (encoding: keyof typeof iconvNames): number =>
    knownHeaders(iconv.decode(bytes, iconvNames[encoding]), names);
  const wide = eastAsian.find((encoding) => known(encoding) >= 2);
  if (wide !== undefined) return wide;
  const usual = knownHeaders(windows1252(bytes), names);
  const [best] = otherAlphabets
    .map((encoding) => ({ encoding, known: known(encoding) }))
    .toSorted((a, b) => b.known - a.known);
  return best !== undefined && best.known >= 2 && best.known > usual ? best.encoding : undefined;
}

/** How many known names with non-ASCII letters the best of the first lines has. */
function knownHeaders(text: string, names: HeaderNames): number {
  const lines = text.split(/[\r\n]+/, headerLines).map((line) => {
    const cells = line.split(/[,;\t|]/).map((cell) => cell.replaceAll('"', '').trim());
    return cells.filter((cell) => /[^\s!-~]/.test(cell) && names.match(cell) !== undefined).length;
  });
  return Math.max(...lines);
}

function markOf(start: Buffer): Encoding | undefined {
  if (start[0] === 0xef && start[1] === 0xbb && start[2] === 0xbf) return 'UTF-8 with BOM';
  if (start[0] === 0xff && start[1] === 0xfe) return 'UTF-16 LE';
  if (start[0] === 0xfe && start[1] === 0xff) return 'UTF-16 BE';
  return undefined;
}

/** UTF-16 without a mark has zero bytes on one side only: from delimiters, digits and Latin letters. */
function wideEncodingOf(start: Buffer): Encoding | undefined {
  const length = Math.min(start.length, 65_536) & ~1;
  if (length < 4) return undefined;
  let even = 0;
  let odd = 0;
  for (let index = 0; index < length; index += 2) {
    if (start[index] === 0) even++;
    if (start[index + 1] === 0) odd++;
  }
  const units = length / 2;
  if (odd > units * 0.2 && even < units * 0.02) return 'UTF-16 LE';
  if (even > units * 0.2 && odd < units * 0.02) return 'UTF-16 BE';
  return undefined;
}

/** How many bytes of an unfinished character a piece may end with. */
const openAtMost = 3;

/** Whether bytes that come in pieces are valid UTF-8 so far. A file may end in the middle of a character. */
class Utf8Check {
  holds = true;
  /** The last bytes of the pieces so far, from the start of a character that may be unfinished. */
  #open = Buffer.alloc(0);

  add(chunk: Buffer): void {
    if (!this.holds) return;
    const bytes = this.#open.length === 0 ? chunk : Buffer.concat([this.#open, chunk]);
    const whole = wholeCharacters(bytes);
    this.holds = isUtf8(bytes.subarray(0, whole));
    this.#open = Buffer.from(bytes.subarray(whole));
  }
}

/** How many bytes come before an unfinished character at the end. */
function wholeCharacters(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(openAtMost, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte < 0x80) break;
    if (byte < 0xc0) continue;
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
    return length > back ? bytes.length - back : bytes.length;
  }
  return bytes.length;
}

function controlsIn(chunk: Buffer): number {
  let count = 0;
  for (let at = 0; at < chunk.length; at++) {
    const byte = chunk[at] ?? 0;
    if (byte < 32 && byte !== 9 && byte !== 10 && byte !== 13 && byte !== 12 && byte !== 26) count++;
  }
  return count;
}

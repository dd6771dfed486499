import type { Company } from '#shared/domain/company.ts';
import type { PersonRecord } from '#shared/domain/person.ts';
import type { ExportColumn } from '#shared/domain/exportColumns.ts';
import { formulaSigns } from '#shared/domain/formulaText.ts';
import { placeholders, withoutPlaceholder } from '#shared/domain/text.ts';
import { csvText } from '#shared/domain/csvText.ts';
import { csvCell } from '../../api/http/csv.ts';
import { hasComma, hasEscape, hasSemicolon, type RecordScanner } from './recordScanner.ts';

const comma = 0x2c;
const quote = 0x22;
const zero = 0x30;
const semicolon = 0x3b;
const blank = 0x20;
const carriageReturn = 0x0d;
const lineFeed = 0x0a;

/** From this length on, one call of the engine copies faster than a loop. */
const longCopy = 40;

/** CSV in the making, as bytes. Grows as it must; `take` gives it away and begins another. */
export class CsvBuffer {
  bytes: Buffer = Buffer.allocUnsafeSlow(1 << 16);
  length = 0;

  /** Makes room for `more` bytes. To be called before anything is written that does not do so itself. */
  need(more: number): void {
    if (this.length + more <= this.bytes.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(this.bytes.length * 2, this.length + more));
    this.bytes.copy(larger, 0, 0, this.length);
    this.bytes = larger;
  }

  comma(): void {
    this.need(1);
    this.bytes[this.length++] = comma;
  }

  endRow(): void {
    this.need(2);
    this.bytes[this.length++] = carriageReturn;
    this.bytes[this.length++] = lineFeed;
  }

  /** Between the texts of a cell that has several. */
  separator(): void {
    this.need(2);
    this.bytes[this.length++] = semicolon;
    this.bytes[this.length++] = blank;
  }

  quote(): void {
    this.need(1);
    this.bytes[this.length++] = quote;
  }

  /** Copies `from[start, end)`. */
  copy(from: Buffer, start: number, end: number): void {
    this.need(end - start);
    if (end - start >= longCopy) {
      this.bytes.set(from.subarray(start, end), this.length);
      this.length += end - start;
      return;
    }
    const { bytes } = this;
    let { length } = this;
    for (let i = start; i < end; i++) bytes[length++] = from[i]!;
    this.length = length;
  }

  /** Writes a whole number that is not negative. */
  digits(value: number): void {
    this.need(20);
    let power = 1;
    while (power * 10 <= value) power *= 10;
    for (let rest = value; power >= 1; power /= 10) {
      const digit = Math.floor(rest / power);
      this.bytes[this.length++] = zero + digit;
      rest -= digit * power;
    }
  }

  /** Writes a text as it is. */
  text(text: string): void {
    this.need(text.length * 3);
    this.length += this.bytes.write(text, this.length);
  }

  /** What has been written; the buffer is empty after it. */
  take(): Buffer<ArrayBuffer> {
    const taken = this.bytes.subarray(0, this.length) as Buffer<ArrayBuffer>;
    // The next is likely to be as long.
    this.bytes = Buffer.allocUnsafeSlow(this.length + (this.length >> 3) + 1024);
    this.length = 0;
    return taken;
  }
}

/** The row that is being written. */
export interface Row {
  readonly id: number;
  readonly scanner: RecordScanner;
  /** The whole company, for cells that are not cut out of the record. */
  company(): Company;
  /** The same with its founders. */
  withPeople(): Company & { readonly people: readonly PersonRecord[] };
}

/** Writes one column's cell of the row that has just been scanned. */
export type CellWriter = (row: Row, out: CsvBuffer) => void;

/**
 * First bytes of a text that go the long way: of formulas, of quotes and blanks before them, and of wide and small
 * signs.
 */
export const suspicious = new Uint8Array(256);
for (const character of ` '${formulaSigns}`) suspicious[Buffer.from(character)[0]!] = 1;

/** Whether there may be a formula behind a semicolon. */
function isRiskyInside(bytes: Buffer, start: number, end: number): boolean {
  for (let at = bytes.indexOf(semicolon, start); at !== -1 && at < end; at = bytes.indexOf(semicolon, at + 1)) {
    let next = at + 1;
    while (next < end && bytes[next] === 0x20) next++;
    if (next < end && suspicious[bytes[next]!] === 1) return true;
  }
  return false;
}

/** Longest placeholder (product 3) in bytes, blanks around it not counted, and the first bytes that any of them has. */
const longestPlaceholder = Math.max(...[...placeholders].map((text) => Buffer.byteLength(text)));
const placeholderStarts = new Uint8Array(256);
for (const text of placeholders) {
  for (const first of [text, text.toUpperCase()]) placeholderStarts[Buffer.from(first)[0]!] = 1;
}

/** The cell as `exportColumns` has it: what every other way must agree with. */
export function longWay(column: ExportColumn): CellWriter {
  return (row, out) => takeLongWay(column, row, out);
}

/** Writes a cell the long way. */
export function takeLongWay(column: ExportColumn, row: Row, out: CsvBuffer): void {
  out.text(csvCell(column, row.company()));
}

/** Writes a text with whatever it needs. */
export function writeText(row: Row, out: CsvBuffer, start: number, end: number, isTrimming: boolean): void {
  const text = JSON.parse(`"${row.scanner.bytes.toString('utf8', start, end)}"`) as string;
  out.text(csvText(isTrimming ? withoutPlaceholder(text) : text));
}

/** Writes a text that needs no more than quotes, or says that it needs more. */
export function writePlain(row: Row, out: CsvBuffer, start: number, end: number, marks: number): boolean {
  if ((marks & hasEscape) !== 0) return false;
  if (start === end) return true;
  const { bytes } = row.scanner;
  if (suspicious[bytes[start]!] === 1) return false;
  if ((marks & hasSemicolon) !== 0 && isRiskyInside(bytes, start, end)) return false;
  if ((marks & hasComma) === 0) {
    out.copy(bytes, start, end);
    return true;
  }
  out.quote();
  out.copy(bytes, start, end);
  out.quote();
  return true;
}

/** Whether a text surely has no blank at either end and is no placeholder. */
export function isTrimmed({ bytes }: RecordScanner, start: number, end: number): boolean {
  if (!isInk(bytes, start) || !isInk(bytes, lastSign(bytes, end))) return false;
  return end - start > longestPlaceholder || placeholderStarts[bytes[start]!] === 0;
}

/** Whether the sign that begins at `at` is surely seen: all others are blanks or few. */
function isInk(bytes: Buffer, at: number): boolean {
  const byte = bytes[at]!;
  if (byte < 0x80) return byte > 0x20 && byte < 0x7f;
  // The blanks beyond ASCII: U+00A0, U+1680, U+2000 to U+205F, U+3000, U+FEFF.
  const next = bytes[at + 1]!;
  if (byte === 0xc2) return next !== 0xa0;
  if (byte === 0xe1) return next !== 0x9a;
  if (byte === 0xe2) return next > 0x81;
  if (byte === 0xe3) return next !== 0x80;
  return byte !== 0xef;
}

/** Where the last sign of a text that ends at `end` begins. */
function lastSign(bytes: Buffer, end: number): number {
  let at = end - 1;
  while ((bytes[at]! & 0xc0) === 0x80) at--;
  return at;
}

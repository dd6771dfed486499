import type { LinkType } from '#shared/domain/choices.ts';
import type { ExportColumn } from '#shared/domain/exportColumns.ts';
import { csvCell } from '../../api/http/csv.ts';
import { recordValue, type RecordValue } from '../../record/companyRecord.ts';
import {
  type CsvBuffer,
  isTrimmed,
  suspicious,
  takeLongWay,
  writePlain,
  writeText,
  type CellWriter,
  type Row,
} from './csvBuffer.ts';
import { hasComma, hasEscape, hasSemicolon, isWide, type RecordScanner } from './recordScanner.ts';

/** Finished cells behind one another, so that the ones in use lie close together. */
class CellStore {
  bytes: Buffer = Buffer.allocUnsafeSlow(4096);
  #length = 0;

  /** Keeps a copy of `from[start, end)`; returns where it begins. */
  keep(from: Buffer, start: number, end: number): number {
    const at = this.#length;
    this.#length += end - start;
    if (this.#length > this.bytes.length) {
      const larger = Buffer.allocUnsafeSlow(Math.max(this.bytes.length * 2, this.#length));
      this.bytes.copy(larger, 0, 0, at);
      this.bytes = larger;
    }
    from.copy(this.bytes, at, start, end);
    return at;
  }
}

const slotBits = 12;
const slots = 1 << slotBits;
/** Cells that are remembered; a column has few that come again and again, or has more than are worth it. */
const most = slots * 0.75;

const golden = 0x9e3779b1;

/**
 * Finished cells by the bytes they follow from, for columns with few different values: no text is made to look one up.
 */
class KnownCells {
  readonly #store = new CellStore();
  readonly #hashes = new Int32Array(slots);
  readonly #extras = new Int32Array(slots);
  /** Where each slot's key begins in the store, or -1; its cell follows it. */
  readonly #keys = new Int32Array(slots).fill(-1);
  readonly #keyLengths = new Int32Array(slots);
  readonly #cellLengths = new Int32Array(slots);
  #count = 0;
  #slot = 0;
  #hash = 0;

  /** The bytes that `start` and `end` are places in. */
  get bytes(): Buffer {
    return this.#store.bytes;
  }

  /** Where the cell begins that `find` has found, or that was added just now. */
  get start(): number {
    return this.#keys[this.#slot]! + this.#keyLengths[this.#slot]!;
  }

  get end(): number {
    return this.start + this.#cellLengths[this.#slot]!;
  }

  /** Whether the cell that follows from `bytes[start, end)` and `extra` is known. */
  find(bytes: Buffer, start: number, end: number, extra: number): boolean {
    const length = end - start;
    // Every other byte is enough to tell most keys apart, and takes half the time.
    let hash = Math.imul(extra ^ length, golden);
    for (let i = end - 1; i >= start; i -= 2) hash = ((hash << 5) - hash + bytes[i]!) | 0;
    hash = Math.imul(hash, golden);
    let slot = hash >>> (32 - slotBits);
    for (; this.#keys[slot] !== -1; slot = (slot + 1) & (slots - 1)) {
      if (this.#hashes[slot] !== hash || this.#extras[slot] !== extra || this.#keyLengths[slot] !== length) continue;
      if (!this.#isSame(this.#keys[slot]!, bytes, start, length)) continue;
      this.#slot = slot;
      return true;
    }
    this.#slot = slot;
    this.#hash = hash;
    return false;
  }

  /** Remembers the cell that `find`, asked just before with the same values, did not know; false where it is full. */
  add(bytes: Buffer, start: number, end: number, extra: number, cell: Buffer): boolean {
    if (this.#count >= most) return false;
    this.#count += 1;
    const slot = this.#slot;
    this.#hashes[slot] = this.#hash;
    this.#extras[slot] = extra;
    this.#keys[slot] = this.#store.keep(bytes, start, end);
    this.#keyLengths[slot] = end - start;
    this.#store.keep(cell, 0, cell.length);
    this.#cellLengths[slot] = cell.length;
    return true;
  }

  #isSame(key: number, bytes: Buffer, start: number, length: number): boolean {
    const known = this.#store.bytes;
    for (let i = 0; i < length; i++) if (known[key + i] !== bytes[start + i]) return false;
    return true;
  }
}

const hyphen = 0x2d;

/** A text as it is stored. */
export function copied(value: RecordValue): () => CellWriter {
  return () => (row, out) => {
    const { starts, ends, marks } = row.scanner;
    const start = starts[value]!;
    const end = ends[value]!;
    if (!writePlain(row, out, start, end, marks[value]!)) writeText(row, out, start, end, false);
  };
}

/** A text without its placeholders. */
export function trimmed(value: RecordValue): () => CellWriter {
  return () => (row, out) => {
    const { starts, ends, marks } = row.scanner;
    const start = starts[value]!;
    const end = ends[value]!;
    if (start === end) return;
    if (isTrimmed(row.scanner, start, end) && writePlain(row, out, start, end, marks[value]!)) return;
    writeText(row, out, start, end, true);
  };
}

/** A number as JSON writes it, which is as JavaScript does; nothing for none. */
export function plainNumber(value: RecordValue): () => CellWriter {
  return () => (row, out) => {
    const { bytes, starts, ends } = row.scanner;
    const start = starts[value]!;
    if (bytes[start] !== 0x6e) out.copy(bytes, start, ends[value]!);
  };
}

/** The company's id. */
export function companyId(): CellWriter {
  return (row, out) => out.digits(row.id);
}

/** A cell that follows from one value alone, of which there are not too many. */
export function known(value: RecordValue): (column: ExportColumn) => CellWriter {
  return knownWith(value, () => 0);
}

/** The same where it also follows from a number, made of other values. */
export function knownWith(value: RecordValue, extraOf: (row: Row) => number): (column: ExportColumn) => CellWriter {
  return (column) => {
    const cells = new KnownCells();
    return (row, out) => {
      const { starts, ends } = row.scanner;
      writeKnown(cells, column, row, out, starts[value]!, ends[value]!, extraOf(row));
    };
  };
}

/** Writes the cell that follows from these bytes of the record and from `extra`. */
function writeKnown(
  cells: KnownCells,
  column: ExportColumn,
  row: Row,
  out: CsvBuffer,
  start: number,
  end: number,
  extra: number,
): void {
  const { bytes } = row.scanner;
  if (!cells.find(bytes, start, end, extra)) {
    const cell = Buffer.from(csvCell(column, row.company()));
    if (!cells.add(bytes, start, end, extra, cell)) {
      out.copy(cell, 0, cell.length);
      return;
    }
  }
  out.copy(cells.bytes, cells.start, cells.end);
}

/** A list of texts in one cell. */
export function joined(value: RecordValue): (column: ExportColumn) => CellWriter {
  return (column) => (row, out) => {
    const { bytes, itemStarts, itemEnds, itemMarks, firstItems, itemCounts } = row.scanner;
    const first = firstItems[value]!;
    const behind = first + itemCounts[value]!;
    let marks = 0;
    let risky = 0;
    for (let item = first; item < behind; item++) {
      marks |= itemMarks[item]!;
      // Each text comes first in the cell or behind a semicolon.
      risky |= suspicious[bytes[itemStarts[item]!]!]!;
    }
    if ((marks & (hasEscape | hasComma | hasSemicolon)) !== 0 || risky !== 0) {
      takeLongWay(column, row, out);
      return;
    }
    for (let item = first; item < behind; item++) {
      if (item > first) out.separator();
      out.copy(bytes, itemStarts[item]!, itemEnds[item]!);
    }
  };
}

/** The text in a given place of a list. */
export function element(value: RecordValue, place: number): () => CellWriter {
  return () => (row, out) => {
    const { itemStarts, itemEnds, itemMarks, firstItems } = row.scanner;
    const item = firstItems[value]! + place;
    const start = itemStarts[item]!;
    const end = itemEnds[item]!;
    if (start === end) return;
    if (isTrimmed(row.scanner, start, end) && writePlain(row, out, start, end, itemMarks[item]!)) return;
    writeText(row, out, start, end, true);
  };
}

/** The address of one type of link; links are stored as type, address, type, address. */
export function link(type: LinkType): () => CellWriter {
  const wanted = Buffer.from(type);
  return () => (row, out) => {
    const { bytes, itemStarts, itemEnds, itemMarks, firstItems, itemCounts } = row.scanner;
    const first = firstItems[recordValue.links]!;
    for (let item = first; item < first + itemCounts[recordValue.links]!; item += 2) {
      if (!isHere(bytes, itemStarts[item]!, itemEnds[item]!, wanted)) continue;
      const address = item + 1;
      const start = itemStarts[address]!;
      const end = itemEnds[address]!;
      if (!writePlain(row, out, start, end, itemMarks[address]!)) writeText(row, out, start, end, false);
      return;
    }
  };
}

function isHere(bytes: Buffer, start: number, end: number, wanted: Buffer): boolean {
  if (end - start !== wanted.length) return false;
  for (let i = 0; i < wanted.length; i++) if (bytes[start + i] !== wanted[i]) return false;
  return true;
}

/** A cell that follows from a day. */
export function knownByDay(value: RecordValue): (column: ExportColumn) => CellWriter {
  return (column) => {
    const store = new CellStore();
    const places = new Int32Array(lastDay - firstDay).fill(-1);
    const lengths = new Uint16Array(lastDay - firstDay);
    return (row, out) => {
      const { bytes, starts, ends } = row.scanner;
      const start = starts[value]!;
      const length = ends[value]! - start;
      // No day at all is remembered in the first place.
      const day = length === 0 ? 0 : length === 10 ? dayNumber(bytes, start) - firstDay : Number.NaN;
      if (!(day >= 0 && day < lastDay - firstDay)) {
        takeLongWay(column, row, out);
        return;
      }
      if (places[day] === -1) {
        const cell = Buffer.from(csvCell(column, row.company()));
        places[day] = store.keep(cell, 0, cell.length);
        lengths[day] = cell.length;
      }
      out.copy(store.bytes, places[day]!, places[day]! + lengths[day]!);
    };
  };
}

/** Days from 1970 to 2099 are remembered, numbered by `dayNumber`. */
const firstDay = 1970 * 416;
const lastDay = 2100 * 416;

/**
 * A number for a day (`2026-11-21`) that sorts like it; any other ten bytes give some number that no day has, or NaN.
 */
export function dayNumber(bytes: Buffer, at: number): number {
  const year = pair(bytes, at) * 100 + pair(bytes, at + 2);
  const month = pair(bytes, at + 5);
  const day = pair(bytes, at + 8);
  if (month > 12 || day > 31 || bytes[at + 4] !== hyphen || bytes[at + 7] !== hyphen) return Number.NaN;
  return year * 416 + month * 32 + day;
}

/** Two digits as a number; NaN where they are none. */
function pair(bytes: Buffer, at: number): number {
  const tens = bytes[at]! - 0x30;
  const ones = bytes[at + 1]! - 0x30;
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : Number.NaN;
}

/** The preferred description (product 3): the machine's, else the longer of the other two. */
export function preferred(column: ExportColumn): CellWriter {
  const { llm, long, short } = recordValue;
  const writers = { [llm]: trimmed(llm)(), [long]: trimmed(long)(), [short]: trimmed(short)() };
  return (row, out) => {
    const { starts, ends, marks } = row.scanner;
    const length = (value: RecordValue): number => ends[value]! - starts[value]!;
    let chosen: typeof llm | typeof long | typeof short | undefined;
    if (length(llm) > 0) {
      // Behind escapes there may be nothing but blanks.
      if ((marks[llm]! & hasEscape) === 0 && isTrimmed(row.scanner, starts[llm]!, ends[llm]!)) chosen = llm;
    } else if (length(long) === 0) chosen = short;
    else if (length(short) === 0) chosen = long;
    else if (((marks[long]! | marks[short]!) & hasEscape) === 0) {
      const { scanner } = row;
      const areTrimmed =
        isTrimmed(scanner, starts[long]!, ends[long]!) && isTrimmed(scanner, starts[short]!, ends[short]!);
      if (areTrimmed) chosen = characters(scanner, long) >= characters(scanner, short) ? long : short;
    }
    if (chosen === undefined) takeLongWay(column, row, out);
    else writers[chosen](row, out);
  };
}

/** Length of a text in characters as JavaScript counts them: those beyond 16 bits, four bytes, as two. */
function characters({ bytes, starts, ends, marks }: RecordScanner, value: RecordValue): number {
  let count = ends[value]! - starts[value]!;
  if ((marks[value]! & isWide) === 0) return count;
  for (let i = starts[value]!; i < ends[value]!; i++) {
    const byte = bytes[i]!;
    if ((byte & 0xc0) === 0x80) count--;
    else if (byte >= 0xf0) count++;
  }
  return count;
}

import { scannedLength, type CompanyOrigin } from '../../record/companyRecord.ts';

/** Most texts in all lists of a record; one that has more is not scanned. */
const maxItems = 1024;

/** What the texts of a value have in them: a comma, an escape, a character beyond ASCII, a semicolon. */
export const hasComma = 1;
export const hasEscape = 2;
export const isWide = 4;
const endsText = 8;
export const hasSemicolon = 16;

const quote = 0x22;
const comma = 0x2c;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const newline = 0x0a;

/** What a byte means inside a text; 0 for most, which are passed over. */
const meanings = new Uint8Array(256).fill(isWide, 0x80);
meanings[quote] = endsText;
meanings[comma] = hasComma;
meanings[0x5c] = hasEscape;
meanings[0x3b] = hasSemicolon;

/**
 * Finds the values of encoded records in a block of bytes without making anything of them: parsing a record takes
 * longer than writing all its cells. A record is JSON without blanks or line ends (`encodeRecord`); one stands on each
 * line.
 */
export class RecordScanner {
  /** The block. */
  readonly bytes: Buffer<ArrayBuffer>;
  /** Where the companies came from. */
  readonly origin: CompanyOrigin;
  /** Where each value begins and ends: a text's without its quotes, a list's with its brackets. */
  readonly starts = new Int32Array(scannedLength);
  readonly ends = new Int32Array(scannedLength);
  /** What a text value has in it. */
  readonly marks = new Uint8Array(scannedLength);
  /** The texts of all lists in a row: where each begins and ends, and what it has in it. */
  readonly itemStarts = new Int32Array(maxItems);
  readonly itemEnds = new Int32Array(maxItems);
  readonly itemMarks = new Uint8Array(maxItems);
  /** Where a list's texts begin among the items, and how many it has. */
  readonly firstItems = new Int32Array(scannedLength);
  readonly itemCounts = new Int32Array(scannedLength);
  /** Where the record that was scanned last begins and ends. */
  start = 0;
  end = -1;

  constructor(bytes: Uint8Array<ArrayBuffer>, origin: CompanyOrigin = 'import') {
    this.origin = origin;
    this.bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  /** Moves on to the next record; false where there is none. */
  next(): boolean {
    this.start = this.end + 1;
    if (this.start >= this.bytes.length) return false;
    const line = this.bytes.indexOf(newline, this.start);
    this.end = line === -1 ? this.bytes.length : line;
    return true;
  }

  /**
   * Scans the record; false where it is not as `encodeRecord` writes it, is from before a field was there, or has more
   * texts in lists than there is room for.
   */
  // oxlint-disable-next-line complexity -- every byte of an export passes here; a call for each value is slower
  scan(): boolean {
    const { bytes, starts, ends, marks, itemStarts, itemEnds, itemMarks, end } = this;
    let items = 0;
    let i = this.start + 1;
    for (let value = 0; value < scannedLength; value++) {
      const first = bytes[i];
      let mark = 0;
      if (first === quote) {
        starts[value] = ++i;
        for (; i < end; i++) {
          const meaning = meanings[bytes[i]!]!;
          if (meaning === 0) continue;
          if (meaning === endsText) break;
          mark |= meaning;
          if (meaning === hasEscape) i++;
        }
        ends[value] = i++;
      } else if (first === openBracket) {
        starts[value] = i++;
        this.firstItems[value] = items;
        for (; i < end && bytes[i] !== closeBracket; i++) {
          if (bytes[i] !== quote) continue;
          if (items === maxItems) return false;
          itemStarts[items] = ++i;
          mark = 0;
          for (; i < end; i++) {
            const meaning = meanings[bytes[i]!]!;
            if (meaning === 0) continue;
            if (meaning === endsText) break;
            mark |= meaning;
            if (meaning === hasEscape) i++;
          }
          itemMarks[items] = mark;
          itemEnds[items++] = i;
        }
        this.itemCounts[value] = items - this.firstItems[value]!;
        ends[value] = ++i;
      } else {
        starts[value] = i;
        while (i < end && bytes[i] !== comma && bytes[i] !== closeBracket) i++;
        ends[value] = i;
      }
      marks[value] = mark;
      // What stands behind it.
      i++;
    }
    return i <= end;
  }
}

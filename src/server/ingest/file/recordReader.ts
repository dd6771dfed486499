import { cellTooLarge, limits } from './byteSource.ts';

/** One record of a file: its first line (from 1), its cells, and what is wrong with it, or `''`. */
export interface RawRecord {
  readonly line: number;
  readonly cells: string[];
  readonly problem: string;
  /** Of a spreadsheet: cells that it shows otherwise than `cells` has them, by column. */
  readonly shown?: ReadonlyMap<number, string>;
  /** Of a spreadsheet: cells that a merged cell gives their value, by column: the line where that begins. */
  readonly merged?: ReadonlyMap<number, number>;
  /** The rows of the file that it is made of, if they are several (`continuedRows.ts`). */
  readonly parts?: readonly RawRecord[];
}

const quote = 0x22;
const lineFeed = 0x0a;
const carriageReturn = 0x0d;
const space = 0x20;
const backslash = 0x5c;
/** Tab and bar: hardly any text has them, so files that are cut by them often quote nothing. */
const needsNoQuotes: ReadonlySet<number> = new Set([0x09, 0x7c]);

/**
 * The longest quoted cell we still believe in before the place where a quote was found never to close (keeps the work
 * linear).
 */
const wearyCellChars = 16_384;

type Step = 'record' | 'more' | 'unclosed' | 'tooLarge';

/**
 * Reads delimited text fed in chunks. Handles LF, CRLF and CR in one file, quoted cells over several lines and quotes
 * in the middle of cells, and gives each record its first line. A quote that is never closed costs only its own line:
 * reading continues on the next (docs/adr/0006-csv-reader.md says why this is our own).
 */
export class RecordReader {
  readonly #delimiter: number;
  /** Whether a backslash takes its meaning from the sign behind it (`\"`), as databases and scripts write. */
  readonly #escapes: boolean;
  #text = '';
  #position = 0;
  #line = 1;
  /** The end of the record being read, once it has been read; its cells and problem. */
  #end = 0;
  #cells: string[] = [];
  #problem = '';
  /** The absolute place of `#text[0]`, and the place before which only short quoted cells are believed. */
  #base = 0;
  #wearyUntil = 0;
  #retryAt = 0;
  /** Line breaks inside the record being read, and the place before which stray quotes are known to be text. */
  #breaks = 0;
  #literalUntil = 0;
  /** Whether the rest of an endless line is being dropped. */
  #skipping = false;
  /** Whether a cell was quoted so far, and how many cells the record before has. */
  #quotes = false;
  #width = 0;

  /** @param delimiter one character */
  constructor(delimiter: string, escapes = false) {
    this.#delimiter = delimiter.charCodeAt(0);
    this.#escapes = escapes;
  }

  /** Takes more text and returns the records it completes. Blank lines are left out. */
  push(text: string): RawRecord[] {
    this.#base += this.#position;
    this.#text = this.#text.slice(this.#position) + text;
    this.#position = 0;
    // A long unfinished record is examined again only once it has doubled.
    if (this.#text.length < this.#retryAt) return [];
    const records = this.#drain(false);
    const unfinished = this.#text.length - this.#position;
    this.#retryAt = unfinished > 1_000_000 ? unfinished * 2 : 0;
    return records;
  }

  /** The end of the text: returns what is left. */
  end(): RawRecord[] {
    return this.#drain(true);
  }

  #drain(final: boolean): RawRecord[] {
    const records: RawRecord[] = [];
    if (this.#skipping && !this.#skipLine(records, final)) return records;
    while (this.#position < this.#text.length) {
      const step = this.#readRecord(final);
      if (step === 'more') break;
      if (step !== 'record' && !this.#giveUpLine(step, final)) break;
      const [cell = ''] = this.#cells;
      const blank = this.#cells.length === 1 && this.#problem === '' && cell.trim() === '';
      if (!blank) records.push({ line: this.#line, cells: this.#cells, problem: this.#problem });
      if (!blank && this.#problem === '') this.#width = this.#cells.length;
      this.#line += this.#breaks + 1;
      this.#position = this.#end;
    }
    return records;
  }

  /** Drops the rest of an endless line; true once its end has come and its rejection is in `records`. */
  #skipLine(records: RawRecord[], final: boolean): boolean {
    this.#end = this.#lineEnd();
    if (this.#end >= this.#text.length && !final) {
      this.#position = this.#end;
      return false;
    }
    if (this.#passLineEnd(final) === 'more') return false;
    records.push({ line: this.#line, cells: [], problem: 'The row is larger than 32 MB.' });
    this.#line++;
    this.#position = this.#end;
    this.#skipping = false;
    return true;
  }

  /** Reads one record from `#position`; sets its cells and its end. */
  #readRecord(final: boolean): Step {
    const text = this.#text;
    this.#cells = [];
    this.#problem = '';
    this.#breaks = 0;
    this.#literalUntil = 0;
    let at = this.#position;
    for (;;) {
      const start = behindSpaces(text, at);
      let step: Step = 'record';
      if (text.charCodeAt(start) === quote) step = this.#readQuoted(start + 1, final);
      else this.#end = this.#plainEnd(at);
      if (step !== 'record') return step;
      if (this.#end >= text.length && !final) return this.#unfinished();
      if (text.charCodeAt(start) !== quote) this.#push(text.slice(at, this.#end));
      if (text.charCodeAt(this.#end) !== this.#delimiter) break;
      at = this.#end + 1;
    }
    return this.#passLineEnd(final);
  }

  #passLineEnd(final: boolean): Step {
    const code = this.#text.charCodeAt(this.#end);
    if (code === carriageReturn) {
      if (this.#end + 1 >= this.#text.length && !final) return 'more';
      this.#end += this.#text.charCodeAt(this.#end + 1) === lineFeed ? 2 : 1;
    } else if (code === lineFeed) this.#end++;
    return 'record';
  }

  #push(written: string): void {
    const cell = this.#escapes ? withoutBackslashes(written) : written;
    if (cell.length > limits.cellChars) this.#problem = cellTooLarge;
    if (this.#cells.length < limits.columns) this.#cells.push(cell);
    else this.#problem = `The row has more than ${String(limits.columns)} cells.`;
  }

  /** The end of an unquoted cell: a delimiter, a line end or the end of the text. */
  #plainEnd(from: number): number {
    const text = this.#text;
    for (let at = from; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code === backslash && this.#escapes) at++;
      else if (code === this.#delimiter || code === lineFeed || code === carriageReturn) return at;
    }
    return text.length;
  }

  /** Reads a quoted cell from after its opening quote. */
  #readQuoted(from: number, final: boolean): Step {
    const text = this.#text;
    const weary = this.#base + from < this.#wearyUntil;
    const limit = from + (weary ? wearyCellChars : limits.cellChars + 2);
    let cell = '';
    let start = from;
    let breaks = 0;
    for (;;) {
      const at = text.indexOf('"', start);
      if (at === -1 || at > limit) return this.#withoutClosingQuote(at, limit, final);
      if (at + 1 >= text.length && !final) return this.#unfinished();
      breaks += breaksBetween(text, start, at);
      const inside = this.#quoteInside(from, at);
      if (inside > 0) {
        cell += text.slice(start, at + 1);
        start = at + inside;
        continue;
      }
      const after = behindSpaces(text, at + 1);
      if (after >= text.length && !final) return this.#unfinished();
      if (after >= text.length || this.#endsCell(text.charCodeAt(after))) {
        this.#push(cell + text.slice(start, at));
        this.#quotes = true;
        this.#breaks += breaks;
        this.#end = after;
        return 'record';
      }
      const choice = this.#strayQuote(at, breaks > 0, final);
      if (choice === 'more' || choice === 'unclosed') return choice;
      if (choice === 'leave') {
        this.#end = this.#plainEnd(at);
        this.#push(`"${cell}${text.slice(start, this.#end)}`);
        return 'record';
      }
      cell += text.slice(start, at + 1);
      start = at + 1;
    }
  }

  /** How many signs a quote takes that is part of its quoted cell (`""`, `\"`); 0 if it may be the end. */
  #quoteInside(from: number, at: number): number {
    if (this.#escapes && isEscaped(this.#text, from, at)) return 1;
    return this.#text.charCodeAt(at + 1) === quote ? 2 : 0;
  }

  /** What to do with a quoted cell whose next quote is beyond the `limit`, or has not come yet (-1). */
  #withoutClosingQuote(at: number, limit: number, final: boolean): Step {
    const { length } = this.#text;
    if (at === -1 && !final && length <= limit) return this.#unfinished();
    this.#wearyUntil = Math.max(this.#wearyUntil, this.#base + Math.min(limit, length));
    return 'unclosed';
  }

  /**
   * A quote inside a quoted cell that does not close it. In a cell of several lines, one that looks like an opening
   * quote means that the cell was never closed. In one line it is part of the text: the cell continues (`literal`) if a
   * proper closing quote follows in the line; otherwise the quotes were not quoting at all (`leave`).
   */
  #strayQuote(at: number, overLines: boolean, final: boolean): 'literal' | 'leave' | 'unclosed' | 'more' {
    const before = this.#text.charCodeAt(at - 1);
    if (overLines) return this.#endsCell(before) ? 'unclosed' : 'literal';
    if (at < this.#literalUntil) return 'literal';
    for (let next = at + 1; next < this.#text.length; next++) {
      const code = this.#text.charCodeAt(next);
      if (code === lineFeed || code === carriageReturn) return 'leave';
      if (code !== quote) continue;
      if (next + 1 >= this.#text.length) return final ? 'literal' : this.#more();
      if (!this.#endsCell(this.#text.charCodeAt(next + 1))) continue;
      this.#literalUntil = next;
      return 'literal';
    }
    return final ? 'leave' : this.#more();
  }

  #endsCell(code: number): boolean {
    return code === this.#delimiter || code === lineFeed || code === carriageReturn;
  }

  #more(): 'more' | 'unclosed' {
    return this.#unfinished() === 'more' ? 'more' : 'unclosed';
  }

  #unfinished(): Step {
    return this.#text.length - this.#position > limits.recordChars ? 'tooLarge' : 'more';
  }

  /**
   * Rejects the line at `#position` and ends the record there; false if its end has not arrived yet. In a file that is
   * cut by tabs or bars and has quoted nothing so far, a quote that never closes is part of the text.
   */
  #giveUpLine(step: 'unclosed' | 'tooLarge', final: boolean): boolean {
    this.#cells = [];
    this.#breaks = 0;
    this.#problem =
      step === 'unclosed' ? 'A quote is opened in this row and never closed.' : 'The row is larger than 32 MB.';
    this.#end = this.#lineEnd();
    if (this.#end >= this.#text.length && !final) {
      if (this.#end - this.#position > limits.recordChars) {
        this.#skipping = true;
        this.#position = this.#end;
      }
      return false;
    }
    if (step === 'unclosed' && !this.#quotes && needsNoQuotes.has(this.#delimiter)) this.#takeAsText();
    return this.#passLineEnd(final) === 'record';
  }

  /** Takes the line up to `#end` with its quotes as text, if it has as many cells as the record before. */
  #takeAsText(): void {
    const cells = this.#text.slice(this.#position, this.#end).split(String.fromCharCode(this.#delimiter));
    if (cells.length !== this.#width || cells.some((cell) => cell.length > limits.cellChars)) return;
    this.#cells = cells;
    this.#problem = '';
  }

  #lineEnd(): number {
    let end = this.#position;
    while (end < this.#text.length && !isBreak(this.#text.charCodeAt(end))) end++;
    return end;
  }
}

/** Whether an odd number of backslashes stands before a sign of a cell that begins at `from`. */
function isEscaped(text: string, from: number, at: number): boolean {
  let before = at;
  while (before > from && text.charCodeAt(before - 1) === backslash) before--;
  return (at - before) % 2 === 1;
}

/** What a cell says without the backslashes before quotes, delimiters, line ends and backslashes; `\N` stays. */
function withoutBackslashes(cell: string): string {
  if (!cell.includes('\\')) return cell;
  return cell.replaceAll(/\\([^\p{L}\p{N}]|[nrt](?!\p{L}))/gu, (_, sign: string) => lineEnds[sign] ?? sign);
}

const lineEnds: Readonly<Record<string, string>> = { n: '\n', r: '', t: ' ' };

/** Line breaks in a part of a text: LF, CR, and CRLF as one. */
function breaksBetween(text: string, from: number, to: number): number {
  let count = 0;
  for (let at = from; at < to; at++) {
    const code = text.charCodeAt(at);
    if (code === carriageReturn) count++;
    else if (code === lineFeed && text.charCodeAt(at - 1) !== carriageReturn) count++;
  }
  return count;
}

function behindSpaces(text: string, from: number): number {
  let at = from;
  while (text.charCodeAt(at) === space) at++;
  return at;
}

function isBreak(code: number): boolean {
  return code === lineFeed || code === carriageReturn;
}

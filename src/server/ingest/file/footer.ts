import type { RawRecord } from './recordReader.ts';

/** What reports print below their rows beside who may read them: when they were made, for whom, by what name. */
const signs =
  /\bcopyright\b|©|\ball rights reserved\b|\bdo not distribute\b|\bconfidential information\b|\bnot for (?:re)?distribution\b/i;

/** Most lines that a footer has. */
const longest = 12;

/** Columns of a table in which a line of one cell, without a delimiter, is not how its rows are written. */
const fewestColumns = 3;

/**
 * Rejects the footer of a report (Salesforce's: its title, a copyright line, who made it, the organisation), whose
 * lines would else be companies. What may be one is held back until the file ends or goes on. In a spreadsheet, and in
 * what was saved from one, a footer's lines are as wide as the others: there a gap above them or their first sign
 * begins it, for a company may have nothing but a name.
 */
export class FooterGuard {
  readonly #watches: boolean;
  readonly #numbered: boolean;
  #held: RawRecord[] = [];
  /** The line above what is held, as far as it has come by. */
  #above = 0;

  /** For a table of so many columns; `numbered` says that each row is one line, so that a missing number is a gap. */
  constructor(columns: number, numbered = false) {
    this.#watches = columns >= fewestColumns;
    this.#numbered = numbered;
  }

  /** Records that are rows, as far as is known yet. */
  pass(records: RawRecord[]): RawRecord[] {
    if (!this.#watches) return records;
    const last = records.findLastIndex((record) => !mayBeFooter(record));
    const tail = records.length - 1 - last;
    const isOver = last !== -1 || this.#held.length + tail > longest;
    if (last === records.length - 1 && this.#held.length === 0) return records;
    const passed = isOver ? [...this.#held.splice(0), ...records.slice(0, last + 1)] : [];
    if (isOver) this.#above = passed.at(-1)?.line ?? this.#above;
    const rest = records.slice(last + 1);
    if (tail > longest) return [...passed, ...rest];
    this.#held.push(...rest);
    return passed;
  }

  /** What was held back at the end of the file. */
  end(): RawRecord[] {
    const held = this.#held.splice(0);
    if (!held.some(isSigned)) return held;
    const start = held.findIndex((record, index) => this.#begins(record, held[index - 1]));
    return held.map((record, index) =>
      index < start || isBlank(record) ? record : { ...record, problem: 'a remark, not a company' },
    );
  }

  #begins(record: RawRecord, above: RawRecord | undefined): boolean {
    if (record.cells.length === 1 || isSigned(record) || isBlank(record)) return true;
    return this.#numbered && record.line > (above?.line ?? this.#above) + 1;
  }
}

/** A line with at most one cell that has something in it. */
function mayBeFooter({ cells, problem }: RawRecord): boolean {
  let filled = 0;
  for (const cell of cells) {
    if (cell !== '' && cell.trim() !== '') filled++;
    if (filled > 1) return false;
  }
  return problem === '';
}

function isBlank({ cells }: RawRecord): boolean {
  return cells.every((cell) => cell.trim() === '');
}

function isSigned({ cells }: RawRecord): boolean {
  return cells.some((cell) => signs.test(cell));
}

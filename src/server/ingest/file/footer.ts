import type { RawRecord } from './recordReader.ts';

/** What reports print below their rows beside who may read them: when they were made, for whom, by what name. */
const signs = /\bcopyright\b|©|\ball rights reserved\b|\bdo not distribute\b|\bconfidential information\b/i;

/** Most lines that a footer has. */
const longest = 12;

/** Columns of a table in which a line of one cell, without a delimiter, is not how its rows are written. */
const fewestColumns = 3;

/**
 * Rejects the footer of a report (Salesforce's: its title, a copyright line, who made it, the organisation), whose lines
 * would else be companies. What may be one is held back until the file ends or goes on.
 */
export class FooterGuard {
  readonly #watches: boolean;
  #held: RawRecord[] = [];

  /** For a table of so many columns. */
  constructor(columns: number) {
    this.#watches = columns >= fewestColumns;
  }

  /** Records that are rows, as far as is known yet. */
  pass(records: RawRecord[]): RawRecord[] {
    if (!this.#watches) return records;
    const last = records.findLastIndex(({ cells, problem }) => cells.length !== 1 || problem !== '');
    const tail = records.length - 1 - last;
    const isOver = last !== -1 || this.#held.length + tail > longest;
    if (last === records.length - 1 && this.#held.length === 0) return records;
    const passed = isOver ? [...this.#held.splice(0), ...records.slice(0, last + 1)] : [];
    const rest = records.slice(last + 1);
    if (tail > longest) return [...passed, ...rest];
    this.#held.push(...rest);
    return passed;
  }

  /** What was held back at the end of the file. */
  end(): RawRecord[] {
    const held = this.#held.splice(0);
    if (!held.some(({ cells }) => signs.test(cells[0] ?? ''))) return held;
    return held.map((record) => ({ ...record, problem: 'a remark, not a company' }));
  }
}

const rowsAtMost = 2000;
const charsAtMost = 8_000_000;
const cellCharsAtMost = 2000;

/** The first rows of a file, by which its columns are recognised; bounded in rows and characters. */
export class RowSample {
  readonly rows: string[][] = [];
  #chars = 0;

  /** Takes a row, an empty one without keeping it; false when there is no room. */
  add(cells: readonly string[]): boolean {
    if (this.rows.length >= rowsAtMost || this.#chars >= charsAtMost) return false;
    if (cells.every((cell) => cell.trim() === '')) return true;
    const row = cells.map((cell) => (cell.length > cellCharsAtMost ? cell.slice(0, cellCharsAtMost) : cell));
    for (const cell of row) this.#chars += cell.length;
    this.rows.push(row);
    return true;
  }
}

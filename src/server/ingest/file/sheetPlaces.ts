/** A row or a cell, and the attributes of its tag. */
const rowOrCell = /<((?:[\w.-]+:)?)(c|row)((?:\s+[\w:.-]+\s*=\s*(?:"[^"]*"|'[^']*'))*)\s*(?=\/?>)/g;
const hasPlace = /\sr\s*=/;

/** Rows and cells by which it is told how a sheet is written: all are written alike. */
const lookedAt = 50;

/** Whether rows or cells of a sheet do not say where they stand, which they need not. */
export function lacksPlaces(xml: string): boolean {
  let seen = 0;
  for (const [, , , attributes = ''] of xml.matchAll(rowOrCell)) {
    if (!hasPlace.test(attributes)) return true;
    seen += 1;
    if (seen === lookedAt) break;
  }
  return false;
}

/** A sheet's XML with the place of each row and cell, counted on from the one before where it is not said. */
export function withPlaces(xml: string): string {
  let row = 0;
  let column = 0;
  return xml.replaceAll(rowOrCell, (tag, prefix: string, kind: string, attributes: string) => {
    const [, letters = '', digits = ''] = /\sr\s*=\s*["']([A-Za-z]*)(\d+)["']/.exec(attributes) ?? [];
    if (kind === 'row') {
      row = digits === '' ? row + 1 : Number(digits);
      column = 0;
      return digits === '' ? `<${prefix}row r="${String(row)}"${attributes}` : tag;
    }
    column = letters === '' ? column + 1 : columnNumber(letters);
    return digits === '' ? `<${prefix}c r="${lettersOf(column)}${String(row)}"${attributes}` : tag;
  });
}

/** The number of a column by its letters: 1 for `A`, 27 for `AA`. */
export function columnNumber(letters: string): number {
  let number = 0;
  for (const letter of letters.toUpperCase()) number = number * 26 + letter.charCodeAt(0) - 64;
  return number;
}

function lettersOf(column: number): string {
  const rest = Math.floor((column - 1) / 26);
  return `${rest > 0 ? lettersOf(rest) : ''}${String.fromCharCode(65 + ((column - 1) % 26))}`;
}

import { columnNumber } from './sheetPlaces.ts';

/** A tag of a row or a cell with its attributes. */
const rowOrCell = /<(?:[\w.-]+:)?(?:c|row)((?:\s+[\w:.-]+\s*=\s*(?:"[^"]*"|'[^']*'))+)/g;
const place = /\sr\s*=\s*(?:"([^"]*)"|'([^']*)')/;

/**
 * How many cells the smallest rectangle around a sheet's cells has, by its XML. A sheet is read into such a rectangle, so
 * two cells at opposite corners would fill the memory (QUALITY S43). Infinity where a cell's place makes no sense.
 */
export function cellsSpanned(xml: string): number {
  let rows = 0;
  let columns = 0;
  for (const [, attributes = ''] of xml.matchAll(rowOrCell)) {
    const found = place.exec(attributes);
    if (found === null) continue;
    const address = /^([A-Za-z]{0,3})(\d{1,7})$/.exec(found[1] ?? found[2] ?? '');
    if (address === null) return Infinity;
    rows = Math.max(rows, Number(address[2]));
    columns = Math.max(columns, columnNumber(address[1] ?? ''));
  }
  return rows * columns;
}

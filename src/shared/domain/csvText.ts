import { withGuards } from './formulaText.ts';

const needsQuotes = /[",\r\n]/;

/** A text as a CSV cell (RFC 4180): quoted if necessary, with a `'` before what could be taken for a formula. */
export function csvText(value: string): string {
  const inert = withGuards(value);
  return needsQuotes.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}

/** A row of texts, with its line end. */
export function csvLine(values: readonly string[]): string {
  return `${values.map(csvText).join(',')}\r\n`;
}

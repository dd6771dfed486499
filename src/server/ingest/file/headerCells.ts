import { domainOf } from '#shared/domain/webAddress.ts';

/** A number, a date, an address or a long text is a value, not a header. */
export function isData(cell: string): boolean {
  const text = cell.trim();
  if (/^https?:|@.+\./i.test(text) || text.startsWith('/') || text.length > longestValue) return true;
  if (domainOf(text) !== '' && /\.(?:com|org|net|io|co|de|fr|ai|app)$/i.test(text)) return true;
  return /^[$€£]?[\d.,/:-]*\d[\d.,/:%-]*$/.test(text);
}

/** Longer texts are values, or questions. */
export const longestValue = 120;

import { currencyCodes } from '../values/currencies.ts';

/** A header whose currencies stand apart from their units: `USDm`, `MSEK`, `TEUR`. */
export function unitsApart(header: string): string {
  if (!mayBeJoined.test(header)) return header;
  const apart = header.replaceAll(unitBehind, '$1 $2');
  return apart.replaceAll(unitBefore, (_, unit: string, code: string) => `${unit === 'T' ? 'tsd' : unit} ${code}`);
}

const codes = `(${currencyCodes.toUpperCase().replaceAll(' ', '|')}|RMB)`;
const mayBeJoined = /[A-Z]{3}(?:mn?|k|bn)\b|\b[MKTkm][A-Z]{3}\b/;
const unitBehind = new RegExp(String.raw`\b${codes}(mn?|k|bn)\b`, 'g');
const unitBefore = new RegExp(String.raw`\b([MKTkm])${codes}\b`, 'g');

/** A header in a form for comparing: accents folded, camel case and punctuation as spaces, lower case, no brackets. */
export function headerKey(header: string): string {
  return (
    unitsApart(header)
      .normalize('NFKD')
      .replaceAll(/[\p{M}\p{Cf}]+/gu, '')
      .replaceAll(/(\p{Ll}|\d)(\p{Lu})/gu, '$1 $2')
      .replaceAll(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
      .toLowerCase()
      .replaceAll('ß', 'ss')
      // The one name that is written with a capital inside.
      .replaceAll('linked in', 'linkedin')
      .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
      .trim()
  );
}

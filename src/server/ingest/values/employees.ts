import { parseCount } from './numbers.ts';

const excelMonths: Readonly<Record<string, number>> = Object.fromEntries(
  'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ').map((name, index) => [name, index + 1]),
);

/**
 * A number of employees. Of a band (`11-50`) it is the middle, rounded up, which lies in the size category that the band
 * overlaps most (`101-250` → 176 → 51-200); of an open one (`10001+`, `>500`) its bound. Bands that a spreadsheet turned
 * into dates (`Nov-50`, `10-Jan`) are read back. Null for none and for zero.
 */
export function parseEmployees(raw: string): number | null {
  const text = raw
    .trim()
    .toLowerCase()
    .replaceAll(
      /\s*(?:employees|people|staff|mitarbeiter(?:innen)?|empleados|salaries|dipendenti|funcionarios|ftes?|persons|人|名)\s*/g,
      '',
    )
    .replaceAll(/[–—~]|\bto\b|\bbis\b|\ba\b/g, '-');
  const mangled = /^(?:([a-z]{3})-(\d{1,4})|(\d{1,4})-([a-z]{3}))$/.exec(text);
  if (mangled !== null) {
    const month = excelMonths[mangled[1] ?? mangled[4] ?? ''];
    return month === undefined ? null : middle(month, Number(mangled[2] ?? mangled[3]));
  }
  const open = /^(?:>=?|more than|over|über|mehr als)\s*([\d.,\s]+)$|^([\d.,\s]+)\+$/.exec(text);
  if (open !== null) {
    const bound = parseCount(open[1] ?? open[2] ?? '');
    return bound === null ? null : bound + (open[2] === undefined ? 1 : 0);
  }
  const [from, to, ...rest] = text.split('-').map((part) => parseCount(unabbreviated(part)));
  if (rest.length > 0 || from === undefined || from === null) return null;
  if (to === undefined) return from > 0 ? from : null;
  return to === null ? null : middle(from, to);
}

function unabbreviated(text: string): string {
  const match = /^\s*([\d.]+)\s*k\s*$/.exec(text);
  return match === null ? text : String(Number(match[1]) * 1000);
}

function middle(a: number, b: number): number | null {
  const value = Math.ceil((a + b) / 2);
  return value > 0 ? value : null;
}

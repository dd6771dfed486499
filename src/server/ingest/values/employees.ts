import { parseCount } from './numbers.ts';

const excelMonths: Readonly<Record<string, number>> = Object.fromEntries(
  'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ').map((name, index) => [name, index + 1]),
);

/** Words for the people themselves. */
const people =
  /\s*(?:employees|people|staff|mitarbeiter(?:innen)?|beschäftigte|empleados|personas|trabajadores|salariés|salaries|personnes|collaborateurs|dipendenti|addetti|persone|funcionários|funcionarios|colaboradores|werknemers|medewerkers|ftes?|persons|人|名)\s*/g;

/** Words between the ends of a band. */
const upTo = /[–—~]|\bto\b|\bbis\b|\ba\b|(?<=\s)à(?=\s)|\bhasta\b|\bau\b/g;

/** A band that is open above (`>500`, `más de 500`) and one that is open below (`<50`, `50人以下`). */
const atLeast =
  /^(?:>=?|≥|more than|over|über|mehr als|plus de|más de|mas de|più di|piu di|mais de|meer dan)\s*([\d.,\s]+)$|^([\d.,\s]+)(?:\+|以上)$/;
const atMost =
  /^(?:<=?|≤|less than|fewer than|under|up to|weniger als|unter|bis zu|moins de|jusqu'à|menos de|hasta|meno di|fino a|até|minder dan)\s*([\d.,\s]+)$|^([\d.,\s]+)(?:以下|以内)$/;

/**
 * A number of employees. Of a band (`11-50`, `de 11 a 50`) it is the middle, rounded up, which lies in the size category
 * that the band overlaps most (`101-250` → 176 → 51-200); of one that is open above (`10001+`, `>500`) its bound, of one
 * that is open below (`<50`) the middle from one on. Bands that a spreadsheet turned into dates (`Nov-50`, `10-Jan`) are
 * read back. Null for none and for zero.
 */
export function parseEmployees(raw: string): number | null {
  const words = raw.trim().toLowerCase().replaceAll(people, '').trim();
  const open = atLeast.exec(words);
  if (open !== null) {
    const bound = parseCount(open[1] ?? open[2] ?? '');
    return bound === null ? null : bound + (open[2] === undefined ? 1 : 0);
  }
  const below = atMost.exec(words);
  if (below !== null) {
    const bound = parseCount(below[1] ?? below[2] ?? '');
    return bound === null ? null : middle(1, bound);
  }
  const text = words.replace(/^(?:de|von|from|da|entre|between|zwischen|van)\s+/, '').replaceAll(upTo, '-');
  const mangled = /^(?:([a-z]{3})-(\d{1,4})|(\d{1,4})-([a-z]{3}))$/.exec(text);
  if (mangled !== null) {
    const month = excelMonths[mangled[1] ?? mangled[4] ?? ''];
    return month === undefined ? null : middle(month, Number(mangled[2] ?? mangled[3]));
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

import type { PersonRecord } from '#shared/domain/person.ts';
import { listText } from '../values/listLiteral.ts';
import { cellText, entriesOf } from '../values/text.ts';
import type { Row } from './rowReader.ts';

/** The founders a row names, each once. */
export function peopleOf(row: Row): PersonRecord[] {
  const names = row
    .raw('founders')
    .flatMap(([, cell]) =>
      entriesOf(listText(cellText(cell)).replaceAll(/\s(?:&|and|\/)\s/g, ', ')).flatMap(namesJoined),
    )
    .map(bareName)
    .filter((name) => /\p{L}/u.test(name) && name.length <= 80 && !noPerson.test(name));
  return [...new Set(names)].map(personNamed);
}

/** A name without what is said of the person: `Ann Roe (CEO)`, `Ann Roe - CTO`, `Ann Roe <ann@acme.com>`, an address. */
function bareName(name: string): string {
  return name
    .replace(/^\[([^[\]]*)\]$/, '$1')
    .replaceAll(/\s*(?:\([^()]*\)|\[[^[\]]*\]|<[^<>]*>|https?:\S+|(?:www\.)?linkedin\.com\S*)/gi, '')
    .replace(/\s+[-–—]\s+.*$/, '')
    .trim();
}

/** Titles and degrees that stand between commas as names do. */
const noPerson =
  /^(?:(?:co-?)?founders?|(?:founder )?c[eotfmp]o|ph\.? ?d\.?|mba|m\.?d\.?|m\.?sc\.?|b\.?sc\.?|jr\.?|sr\.?|i{2,3}|esq\.?|chair(?:man|woman)?|president|et al\.?|others?|yes|no|true|false)$/i;

/** Two full names joined in another language; `Ortega y Gasset` is one. */
function namesJoined(text: string): string[] {
  const parts = text.split(/\s(?:und|et|y|e|en)\s/);
  return parts.length > 1 && parts.every((part) => /\S\s+\S/.test(part)) ? parts : [text];
}

function personNamed(name: string): PersonRecord {
  const at = name.indexOf(' ');
  return {
    first_name: at === -1 ? name : name.slice(0, at),
    last_name: at === -1 ? '' : name.slice(at + 1),
    job_title: 'Founder',
    logo_url: '',
    linkedin_url: '',
  };
}

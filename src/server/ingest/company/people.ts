import type { PersonRecord } from '#shared/domain/person.ts';
import { cellText, entriesOf } from '../values/text.ts';
import type { Row } from './rowReader.ts';

/** The founders a row names, each once. */
export function peopleOf(row: Row): PersonRecord[] {
  const names = row
    .raw('founders')
    .flatMap(([, cell]) => entriesOf(listText(cellText(cell)).replaceAll(/\s(?:&|and)\s/g, ', ')).flatMap(namesJoined))
    .filter((name) => /\p{L}/u.test(name) && name.length <= 80);
  return [...new Set(names)].map(personNamed);
}

/** A list written as a program writes it (`['Ann Roe', "Bo O'Neil"]`), as people do. */
function listText(text: string): string {
  if (!text.startsWith('[') || !text.endsWith(']')) return text;
  const names = [...text.matchAll(/"([^"]*)"|(?<=[[,]\s*)'(.*?)'(?=\s*[,\]])/g)];
  return names.length > 0 ? names.map(([, double, single]) => double ?? single).join('; ') : text.slice(1, -1);
}

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

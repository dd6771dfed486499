import { namesIn, once, readTable } from '#node/resources.ts';
import type { PersonRecord } from '#shared/domain/person.ts';
import { pattern } from '#shared/domain/pattern.ts';
import { fold } from '#shared/domain/text.ts';
import { oneLine, roleSigns, splitOutside } from './text.ts';

/**
 * The people a cell names, each once, with the titles it gives them: `Ann Roe (CEO), Bo Doe`, `Ann Roe; Co-Founder &
 * CEO; ann@acme.com`, `CEO: Ann Roe`, `王一:CEO,李二:技术副总裁`; with `surnameFirst` also `Roe, Ann; Doe, Bo`. Whoever has no
 * title gets `usualTitle`.
 */
export function peopleIn(text: string, usualTitle: string, surnameFirst = false): PersonRecord[] {
  const people = new Map<string, { title: string; linkedin: string }>();
  let last: { title: string; linkedin: string } | undefined;
  for (const entry of personEntries(text, surnameFirst)) {
    // A title behind its person's name.
    if (isTitle(entry) && !isTitledPerson(entry)) {
      if (last !== undefined && last.title === '') last.title = entry;
      continue;
    }
    const named = namedIn(entry);
    const address = addressOf(personsPage.exec(entry)?.[0] ?? '');
    // So may be their page.
    if (last !== undefined && named.length === 0) last.linkedin ||= address;
    for (const { name, title } of named) {
      last = people.get(name) ?? { title, linkedin: address };
      people.set(name, last);
    }
  }
  return [...people].map(([name, { title, linkedin }]) => personNamed(name, title || usualTitle, linkedin));
}

function personEntries(text: string, surnameFirst: boolean): string[] {
  const plain = withoutInitialForms(text).replaceAll(/[，、；]|\s[·•]\s/g, ';');
  const usual = surnameFirst ? (inUsualOrder(plain) ?? plain) : plain;
  return splitOutside(usual, listSigns)
    .map(oneLine)
    .filter((entry) => entry !== '');
}

/** `M.` and `D.` are initials, but not beside `Mme` and `Dña.` */
function withoutInitialForms(text: string): string {
  if (!text.includes('M') && !text.includes('D')) return text;
  const plain = besideMadame.test(text) ? text.replaceAll(/(?<![\p{L}.])MM?\.\s+(?=\p{Lu})/gu, '') : text;
  return besideDona.test(plain) ? plain.replaceAll(/(?<![\p{L}.])D\.\s+(?=\p{Lu})/gu, '') : plain;
}

const besideMadame = /(?<!\p{L})(?:Mme|Mlle|Mmes|Madame)(?!\p{L})/u;
const besideDona = /(?<!\p{L})(?:D[ñn]a\.|Do[ñn]a )/u;

// oxlint-disable-next-line no-control-regex -- the unit separator joins lists of JSON
const listSigns = /[,;|\n\u001f]/;

/** Whether a cell says that surnames go first: `Roe, Ann; Doe, Bo`. A single pair may be two people. */
export function isSurnameFirst(text: string): boolean {
  return (
    text.length <= longestList && text.includes(',') && personsInPairs(text).length > 1 && inUsualOrder(text) !== null
  );
}

/** Persons as `Ann Roe; Bo Doe` where each is a surname, a comma and first names; null for any other list. */
function inUsualOrder(text: string): string | null {
  const persons = personsInPairs(text);
  const turned = persons.map((person) => {
    const [, before = '', surname = '', first = '', behind = ''] = surnamePair.exec(person) ?? [];
    return surname === '' || isTitle(first) || isTitle(surname) || noPerson.test(first)
      ? null
      : `${before}${first} ${surname}${behind}`;
  });
  return turned.every((one) => one !== null) ? turned.join('; ') : null;
}

function personsInPairs(text: string): string[] {
  return splitOutside(text, betweenPersons)
    .map(oneLine)
    .filter((one) => one !== '');
}

// oxlint-disable-next-line no-control-regex -- the unit separator joins lists of JSON
const betweenPersons = /\s*[;|/&+\n\u001f•·]\s*|\s+(?:and|und|et|y|e|och|og|en)\s+/;

/** A surname of up to three words, and first names, perhaps with a degree before and a title behind. */
const surnamePair = pattern('u')`
  ^((?:(?:Dr|Prof|Ing|Dipl)\.\S*\s+)*)((?:(?:van|von|de|der|den|du|da|di|del|della|dos|la|le|el|al|bin|ter|zu
    |st\.?)\s+){0,3}
    [\p{Lu}][\p{L}.'’-]*(?:\s[\p{Lu}][\p{L}.'’-]*)?),\s*
  ([\p{Lu}][\p{L}.'’-]*(?:\s[\p{Lu}][\p{L}.'’-]*){0,2})(\s*(?:[(⟨][^()⟨⟩]*[)⟩])?\s*)$
`;

/** Whether a cell names people with their titles, and is no mere list of names. */
export function namesTitles(text: string): boolean {
  return text.length <= longestList && peopleIn(text, '').some(({ job_title }) => job_title !== '');
}

const longestList = 2000;

const personsPage = /(?:https?:\/\/)?(?:\w+\.)?linkedin\.com\/in\/[^\s<>()[\]]+/i;

function addressOf(page: string): string {
  return page === '' || page.startsWith('http') ? page : `https://${page}`;
}

interface Named {
  readonly name: string;
  readonly title: string;
}

/** The people of one entry: one with a title, or several that are joined by words. */
function namedIn(entry: string): Named[] {
  if (/^\S+@\S+\.\S+$|^(?:https?:|www\.)\S+$/i.test(entry)) return [];
  const [, named = '', role = ''] = withRole.exec(entry) ?? [];
  if (role !== '') return [{ name: bareName(named), title: role }].filter(({ name }) => isPerson(name));
  const paired = pairedIn(entry);
  if (paired !== undefined) return isPerson(paired.name) ? [paired] : [];
  const [, before = '', bracket = ''] = withBracket.exec(entry.replace(behindAddress, '')) ?? [];
  const title = bracket.split(/\s*[,;/]\s*/).some(isTitle) || isTitle(bracket) ? bracket : '';
  return splitOutside((title === '' ? entry : before).replaceAll(/\s(?:&|and|\/)\s/g, ', '), listSigns)
    .flatMap((name) => namesJoined(oneLine(name)))
    .map(bareName)
    .filter(isPerson)
    .map((name) => ({ name, title }));
}

function pairedIn(entry: string): Named | undefined {
  const [, first = '', second = ''] = pair.exec(entry) ?? eastAsianPair.exec(entry) ?? [];
  if (isTitle(second)) return { name: bareName(first), title: second };
  return isTitle(first) ? { name: bareName(second), title: first } : undefined;
}

/** `Ann Roe: CEO`, `CEO - Ann Roe`, and the same with Chinese signs. */
const pair = /^([^:：–—]{1,80}?)(?:\s*[:：]\s*|\s+[-–—]\s+)(\S.{0,80})$/;
/** `陈明 CEO`: a short name and its title. */
const eastAsianPair =
  /^([\p{Script=Han}\p{Script=Katakana}\p{Script=Hiragana}\p{Script=Hangul}]{2,6})(?:\s+|\s*[-–—/／]\s*)(\S.{0,60})$/u;

/** `王五-联合创始人`, which a title in it does not make one. */
function isTitledPerson(entry: string): boolean {
  const [, first = '', second = ''] = /[-–—/／]/.test(entry) ? (eastAsianPair.exec(entry) ?? []) : [];
  return first !== '' && !isTitle(first) && isTitle(second);
}

/** What a file's structure says a person is. */
const withRole = new RegExp(
  `^([^${roleSigns.open}]{1,80}?)\\s*${roleSigns.open}([^${roleSigns.close}]*)${roleSigns.close}`,
);
/** A page or an address behind a name and its title. */
const behindAddress = /\s+(?:https?:\/\/|www\.)?\S+\.\S+$/;
const withBracket = /^([^()（）[\]]{1,80})\s*[(（[]([^()（）[\]]{1,80})[)）\]]$/;

function isPerson(name: string): boolean {
  return /\p{L}/u.test(name) && name.length <= 80 && !noPerson.test(name);
}

/**
 * A name without what is said of the person: `Ann Roe (CEO)`, `Ann Roe - CTO`, `Ann Roe <ann@acme.com>`, an address.
 */
function bareName(name: string): string {
  return name
    .replace(/^\[([^[\]]*)\]$/, '$1')
    .replaceAll(/\s*(?:\([^()]*\)|\[[^[\]]*\]|<[^<>]*>|https?:\S+|(?:www\.)?linkedin\.com\S*)/gi, '')
    .replace(/\s+[-–—]\s+.*$/, '')
    .replace(degreesBefore, '')
    .replace(austrianDegree, '')
    .replace(degreesBehind, '')
    .trim();
}

/** Degrees and forms of address before a name, and degrees behind it. */
const degreesBefore = pattern('iu')`
  ^(?:(?:dott|prof|sig)\.?\s?(?:ssa|ra)\.?\s+|(?:dra?|profa?
      |dipl|ing|mag|dott|priv|univ|eng|adv|arch|arq|avv|lic|mgr|mr|mrs|ms
      |mx|mme|mlle|sra?|srta|sig|dña
      |hon|rev|drs|ir|er|dato|datuk|sri|wp|ifj|özv|in[żz]|hab|lek|bc|doc|mudr|rndr|phdr|judr|mvdr|paeddr|csc|doç|yrd|öğr
      |д-р|проф)\.
      (?:\s?(?:rer|nat|med|phil|oec|jur|habil|pol|ing|h\.\s?c|hc|doz|ssa|techn|agr|vet)\.
        |-(?:ing|inf|kfm|kffr|phys|chem|math|oec|psych|wirt|ök|doz|des|biol|jur)\.?(?:-ing\.?)?)*\s*
    |(?:professor|professorin|doctor|doktor|docteur|herr|frau|monsieur|madame|señora?|signora?|dottore|dottoressa|mister
      |miss|sir|dame|shri|smt|don(?=\s\p{Lu}\p{L}+\s\p{Lu})|doña|drs|ir|pd|mgr|in[żz]|д-р|dra?|prof|mr|mrs|ms
      |mme|mlle)\s+
  )+(?=\p{L})
`;
/** `DI Max Groß`, in capitals: `Di Loe` is a name. */
const austrianDegree = /^(?:DI|[BM]Sc|MBA|PhD|MEng|MA|BA)\s+(?=\p{Lu}\p{Ll})/u;
const degreesBehind = pattern('iu')`
  (?:,?\s+(?:ph\.?\s?d\.?|dphil|md|m\.d\.|mba|m\.b\.a\.|m\.?sc\.?|b\.?sc\.?|m\.?eng\.?|b\.?eng\.?|ll\.?m\.?|cfa
    |cpa|esq\.?
    |jd|j\.d\.|emba|facs|pmp))+$
`;

/** Titles and degrees that stand between commas as names do. */
const noPerson = pattern('i')`
  ^(?:(?:co-?)?founders?|(?:founder )?c[eotfmp]o|ph\.? ?d\.?|mba|m\.?d\.?|m\.?sc\.?|b\.?sc\.?|jr\.?|sr\.?|i{2,3}
    |csc\.?|dr\.?\s?sc\.?|dsc\.?|llm|ll\.m\.|mphil|dba|mpa|cfa|cpa|esq\.?|chair(?:man|woman)?|president
    |et al\.?|others?|yes|no|true|false)$
`;

/** Two full names joined in another language; `Ortega y Gasset` is one. */
function namesJoined(text: string): string[] {
  const parts = text.split(/\s(?:und|et|y|e|en)\s/);
  return parts.length > 1 && parts.every((part) => /\S\s+\S/.test(part)) ? parts : [text];
}

/** A person by the whole name: the first word is the first name. */
export function personNamed(name: string, title = '', linkedin = ''): PersonRecord {
  const at = name.indexOf(' ');
  return {
    first_name: at === -1 ? name : name.slice(0, at),
    last_name: at === -1 ? '' : name.slice(at + 1),
    job_title: title,
    logo_url: '',
    linkedin_url: linkedin,
  };
}

/** Whether a text is what a person is in a company: `Co-Founder & CEO`, `VP of Sales`, `技术副总裁`. */
export function isTitle(text: string): boolean {
  if (text.length === 0 || text.length > longestTitle || /[:：()（）⟨⟩]/.test(text)) return false;
  const { title, beside, part } = titles();
  const folded = fold(text);
  if (part.some((word) => folded.includes(word))) return true;
  const words = folded.split(/[^\p{L}]+/u).filter((word) => word !== '');
  return words.some((word) => title.has(word)) && words.every((word) => title.has(word) || beside.has(word));
}

const longestTitle = 60;

/** The words of titles in `resources/import/titles.tsv`, folded. */
const titles = once(() => {
  const table = readTable('import/titles.tsv', ['kind', 'language', 'word']);
  namesIn(
    table,
    ({ word }) => fold(word),
    ({ kind }) => kind,
  );
  const of = (kind: string): string[] => table.rows.filter((row) => row.kind === kind).map(({ word }) => fold(word));
  const odd = table.rows.find(({ kind }) => !['title', 'beside', 'part'].includes(kind));
  if (odd !== undefined) throw table.problem(odd, 'the kind must be one of title, beside, part.');
  return { title: new Set(of('title')), beside: new Set(of('beside')), part: of('part') };
});

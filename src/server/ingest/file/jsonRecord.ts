import { pattern } from '#shared/domain/pattern.ts';
import { namesRounds, namesSeveralRounds } from '../columns/composedHeaders.ts';
import { headerKey } from '../columns/headerKey.ts';
import { moneyIn, type Money } from './jsonMoney.ts';
import { parseJson } from '../values/largeIntegers.ts';
import { peopleOf } from './jsonPeople.ts';
import { listSeparator } from '../values/text.ts';

/** The object in a text, tolerating what scrapers write (`NaN`, commas after the last entry); undefined for none. */
export function parseObject(text: string): object | undefined {
  const value = parseValue(text);
  return Array.isArray(value) ? undefined : value;
}

/** The object or list in a text, with the same tolerance; undefined for none. */
export function parseValue(text: string): object | undefined {
  return valueIn(text) ?? valueIn(repaired(text));
}

function valueIn(text: string): object | undefined {
  try {
    const value = parseJson(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

/** A text with those faults corrected; strings stay as they are, and may be of any length. */
function repaired(text: string): string {
  const parts: string[] = [];
  let at = 0;
  while (at < text.length) {
    const quote = text.indexOf('"', at);
    const end = quote === -1 ? text.length : quote;
    const between = text.slice(at, end).replaceAll(faults, (found) => {
      if (found.startsWith(',')) return '';
      return found === 'True' || found === 'False' ? found.toLowerCase() : 'null';
    });
    parts.push(quote === -1 ? between.replace(/,\s*$/, '') : between);
    at = quote === -1 ? end : endOfString(text, quote);
    parts.push(text.slice(end, at));
  }
  return parts.join('');
}

/** What scrapers write between strings that JSON does not have. */
const faults = /\b(?:NaN|None|undefined)\b|-?\bInfinity\b|\bTrue\b|\bFalse\b|,(?=\s*[}\]])/g;

/**
 * The place after the string that begins at a quote. Each quote and backslash is searched for only once, however many
 * there are.
 */
function endOfString(text: string, quote: number): number {
  let [end, slash] = [-1, -1];
  for (let at = quote + 1; at < text.length; at = slash + 2) {
    if (end < at) end = placeOf(text, '"', at);
    if (slash < at) slash = placeOf(text, '\\', at);
    if (end < slash) return end + 1;
    if (slash === text.length) break;
  }
  return text.length;
}

function placeOf(text: string, character: string, from: number): number {
  const at = text.indexOf(character, from);
  return at === -1 ? text.length : at;
}

/**
 * An object's scalar values and lists by key; those of nested objects by path (`location.city`), without private keys.
 */
export function cellsOf(object: object, prefix = '', level = 1): Map<string, string> {
  const cells = new Map<string, string>();
  for (const [key, wrapped] of Object.entries(object) as [string, unknown][]) {
    if (key.startsWith('_')) continue;
    const value = withoutWrapping(`${prefix}${key}`, wrapped);
    // `funding.amount` would be all of it.
    const isList = isRounds(`${prefix}${key}`, value) && !namesSeveralRounds(`${prefix}${key}`);
    const path = isList ? `${prefix}${key}.rounds` : `${prefix}${key}`;
    const { cell, inner } = partsOf(path, key, value);
    if (cell !== '' || inner === null) cells.set(path, cell);
    if (inner !== null && level < levels)
      for (const [innerPath, one] of cellsOf(inner, `${path}.`, level + 1)) cells.set(innerPath, one);
  }
  return cells;
}

/** A list of rounds as GraphQL wraps it: `{"edges": [{"node": …}]}`. */
function withoutWrapping(path: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || !namesRounds(path)) return value;
  const found = new Map<string, unknown>(Object.entries(value));
  const list = ['edges', 'nodes', 'items', 'results'].map((key) => found.get(key)).find((one) => Array.isArray(one));
  if (list === undefined) return value;
  return list.map((one: unknown) => (typeof one === 'object' && one !== null && 'node' in one ? one.node : one));
}

/** What of a value is one cell, and the object whose values are cells of their own. */
function partsOf(path: string, key: string, value: unknown): { readonly cell: string; readonly inner: object | null } {
  const money = moneyOf(value);
  // Beside other values the amount is one of them.
  if (money !== null && money.rest !== null) return { cell: '', inner: { [money.key]: money.cell, ...money.rest } };
  if (money !== null) return { cell: money.cell, inner: null };
  const cell = peopleOf(key, value, entryOf) ?? valueOf(value);
  const inner = cell === '' || isRounds(path, value) ? objectIn(path, value) : null;
  return { cell: inner === null ? cell : '', inner };
}

/** How many levels of nested objects have values that become cells of their own. */
const levels = 3;

function moneyOf(value: unknown): Money | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? moneyIn(value) : null;
}

/** A value that is one cell; `''` for an object whose values are cells of their own. */
function valueOf(value: unknown): string {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return cellOf(value);
  return bandOf(value) || typedValueOf(value);
}

/** An object. Of a list of objects without names (offices) the first, or, of funding rounds, all of them in one. */
function objectIn(key: string, value: unknown): object | null {
  if (isRounds(key, value)) return allInOne(value);
  const one: unknown = Array.isArray(value) ? value[0] : value;
  return typeof one === 'object' && one !== null && !Array.isArray(one) ? one : null;
}

function isRounds(path: string, value: unknown): value is object[] {
  if (!Array.isArray(value) || value.length === 0 || !namesRounds(path)) return false;
  if (!value.every((one) => typeof one === 'object' && one !== null && !Array.isArray(one))) return false;
  return surelyRounds.test(path) || (value as object[]).every(isRound);
}

const surelyRounds = /rounds$|(?:^|\.)(?:fundings|funding_?events|financings|investment_?history)$/i;

/** Whether an object says at least two of these of a round: its day, its amount, its name. */
function isRound(object: object): boolean {
  // A key loses the marks of Japanese letters.
  const keys = Object.keys(object).flatMap((key) => [headerKey(key), key.toLowerCase()]);
  return [ofDay, ofAmount, ofRound].filter((words) => keys.some((key) => words.test(key))).length > 1;
}

const ofDay = pattern()`
  \b(?:date|day|announced|closed|on|at|when|year|month|datum|jahr|fecha|data|dato|日期|时间|時間|日)\b
    |日期|时间|日付|年月|일자|날짜|시기|дата
`;
const ofAmount = pattern()`
  \b(?:amount|raised|money|size|usd|eur|sum|value|total|betrag|summe|volumen|montant|importe|monto|cantidad|valor
    |importo
    |bedrag|kwota|belopp)\b|金额|金額|调达额|調達額|금액|сумма|tutar
`;
const ofRound = pattern()`
  \b(?:type|round|series|stage|name|kind|category|class|typ|art|runde|phase|tour|tipo|ronda|rodada|serie|stadio|fase
    |ronde|kierros)\b|轮次|輪次|ラウンド|轮|라운드|단계|раунд|стадия
`;

/** Several objects as one whose values are lists of theirs; lists in them (each round's investors) become one. */
function allInOne(objects: readonly object[]): object {
  const all = new Map<string, unknown[]>();
  for (const [key, value] of objects.flatMap((object) => entriesInside(object)))
    all.set(key, [...(all.get(key) ?? []), value]);
  return Object.fromEntries(all);
}

/** An object's values; the entries of a list apart, an object by its name or else by the paths of its values. */
function entriesInside(object: object, level = 1): [key: string, value: unknown][] {
  return Object.entries(object).flatMap(([key, value]: [string, unknown]): [string, unknown][] => {
    if (typeof value !== 'object' || value === null) return value === null ? [] : [[key, value]];
    if (Array.isArray(value)) return value.map((entry) => [key, entryOf(entry)]);
    const one = moneyOf(value)?.cell ?? (valueOf(value) || entryOf(value));
    if (one !== '') return [[key, one]];
    const inner = level < levels ? entriesInside(value, level + 1) : [];
    return inner.map(([path, cell]) => [`${key}.${path}`, cell]);
  });
}

/**
 * A number or date as MongoDB writes them (`{"$numberInt": "2005"}`, `{"$date": {"$numberLong": "1420070400000"}}`).
 */
function typedValueOf(value: object, depth = 1): string {
  const [[type, inner] = ['', undefined], ...others] = Object.entries(value) as [string, unknown][];
  if (others.length > 0 || !/^\$(?:number(?:Int|Long|Double|Decimal)|date|oid)$/.test(type)) return '';
  const text =
    typeof inner === 'object' && inner !== null && depth < levels ? typedValueOf(inner, depth + 1) : cellOf(inner);
  const time = type === '$date' && /^-?\d+$/.test(text) ? new Date(Number(text)) : null;
  return time === null || Number.isNaN(time.getTime()) ? text : time.toISOString();
}

/** A band (`{min: 11, max: 50}`) as lists write it, `11-50` or `10001+`; `''` if it is not one. */
function bandOf(value: unknown): string {
  if (typeof value !== 'object' || value === null || !('min' in value) || Object.keys(value).length > 2) return '';
  const { min } = value;
  const max = 'max' in value ? value.max : null;
  if (typeof min !== 'number') return '';
  return typeof max === 'number' ? `${String(min)}-${String(max)}` : `${String(min)}+`;
}

/** A value as a cell: the entries of a list joined, the name of an object. */
export function cellOf(value: unknown): string {
  if (Array.isArray(value))
    return value
      .map((entry) => entryOf(entry))
      .filter((entry) => entry !== '')
      .join(listSeparator);
  return entryOf(value);
}

/** An entry of a list; for an object (a founder, a category) its name, or else its address. */
function entryOf(value: unknown, depth = 1): string {
  if (typeof value === 'string') return airtablesId.test(value) ? '' : value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return '';
  // What an entry of GraphQL wraps.
  if ('node' in value) return depth < levels ? entryOf(value.node, depth + 1) : '';
  const entries = new Map<string, unknown>(Object.entries(value));
  return fullNameIn(entries) || nameOrAddressIn(entries, depth);
}

/** A record of another table; the API gives nothing else of it. */
const airtablesId = /^rec[A-Za-z0-9]{14}$/;

/** The parts of a person's name, as programs in several languages call them. */
const nameParts: readonly (readonly [given: string, families: readonly string[]])[] = [
  ['first_name', ['last_name', 'family_name', 'surname']],
  ['firstName', ['lastName', 'familyName', 'surname']],
  ['firstname', ['lastname', 'surname']],
  ['given_name', ['family_name', 'last_name', 'surname']],
  ['givenName', ['familyName', 'lastName', 'surname']],
  ['vorname', ['nachname', 'familienname', 'name']],
  ['prenom', ['nom', 'nom_de_famille']],
  ['prénom', ['nom', 'nom_de_famille']],
  ['nombre', ['apellidos', 'apellido']],
  ['nome', ['cognome', 'sobrenome', 'apelido']],
  ['voornaam', ['achternaam']],
  ['fornavn', ['etternavn', 'efternavn']],
  ['förnamn', ['efternamn']],
  ['imie', ['nazwisko']],
  ['imię', ['nazwisko']],
];

function fullNameIn(entries: ReadonlyMap<string, unknown>): string {
  for (const [given, families] of nameParts) {
    const first = textAt(entries, given);
    const family = families.map((key) => textAt(entries, key)).find((text) => text !== undefined);
    // `nombre` alone is a name.
    const isOne = first !== undefined && (family !== undefined || given.startsWith('first'));
    if (isOne || (family !== undefined && families.includes('last_name')))
      return [first, family].filter(Boolean).join(' ');
  }
  return '';
}

function textAt(entries: ReadonlyMap<string, unknown>, key: string): string | undefined {
  const value = entries.get(key) ?? entries.get(`${key.slice(0, 1).toUpperCase()}${key.slice(1)}`);
  return typeof value === 'string' ? value : undefined;
}

function nameOrAddressIn(entries: ReadonlyMap<string, unknown>, depth: number): string {
  const named = nameKeys.map((key) => entries.get(key));
  const name = named.find((one) => typeof one === 'string') ?? nameOfMember(entries, depth);
  const address = entries.get('url');
  // Of a company's page on another site, the address counts.
  return profileSites.test(name) && typeof address === 'string' ? address : name;
}

const nameKeys = (
  'name full_name fullName nom nombre nome naam namn navn nazwa bezeichnung Name Nom Nombre Nome Bezeichnung ' +
  '名称 名稱 名前 氏名 姓名 名字 이름 title label value url'
).split(' ');

/** What an entry is about, if it says more than that: `{"investor": {"name": "Alma"}, "lead": true}`. */
function nameOfMember(entries: ReadonlyMap<string, unknown>, depth: number): string {
  for (const [key, value] of entries) {
    const isNamed = memberName.test(key) && typeof value === 'string';
    if (isNamed || (depth < levels && member.test(key))) return entryOf(value, depth + 1);
  }
  return '';
}

const member =
  /^(?:investor|fund|firm|organi[sz]ation|org|company|entity|person|partner|member|founder|user|category|industry)$/i;
const memberName = /^(?:investor|fund|firm|organi[sz]ation|company|person|partner|member|founder|display)_?name$/i;

const profileSites = /^(?:twitter|x|linkedin|facebook|instagram|youtube|github|crunchbase|website)$/i;

import type { Company } from '../domain/company.ts';
import { formatDay } from '../domain/formats.ts';
import { foldLetters } from '../domain/text.ts';

/** What a column of imported files is to have: exactly a value, or a text in it. */
export interface OwnCondition {
  readonly name: string;
  readonly kind: 'is' | 'contains';
  readonly text: string;
}

/** Longest text that a column is asked for. */
export const longestOwnText = 300;

const signs = { is: '=', contains: '~' } as const;

/**
 * A condition as a value of a filter: `batch=Winter 2026`, `answers~health`. What means something in a list of values
 * is written as in an address: `%` and commas, in a name `=` and `~`, too.
 */
export function writeOwnCondition({ name, kind, text }: OwnCondition): string {
  return `${name.replaceAll(/[%,=~]/g, encoded)}${signs[kind]}${text.replaceAll(/[%,]/g, encoded)}`;
}

function encoded(sign: string): string {
  return `%${sign.codePointAt(0)!.toString(16).toUpperCase()}`;
}

/** The condition that a value says; undefined if it says none. */
export function readOwnCondition(value: string): OwnCondition | undefined {
  const at = value.search(/[=~]/);
  if (at < 1) return undefined;
  const [name, text] = [decoded(value.slice(0, at)).trim(), decoded(value.slice(at + 1)).trim()];
  if (name === '' || text === '' || text.length > longestOwnText) return undefined;
  return { name, kind: value[at] === '=' ? 'is' : 'contains', text };
}

function decoded(text: string): string {
  return text.replaceAll(/%(25|2C|3D|7E)/gi, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)));
}

/** A value in its one form; undefined if it says no condition. */
export function parseOwnCondition(value: string): string | undefined {
  const condition = readOwnCondition(value);
  return condition === undefined ? undefined : writeOwnCondition(condition);
}

/** The column of a value of the filter. */
export function ownColumnOf(value: string): string {
  return readOwnCondition(value)?.name ?? '';
}

/** Whether a value of a column meets a condition: it is the text, or has it in it, in any case and without accents. */
export function meetsText({ kind, text }: OwnCondition): (value: string) => boolean {
  if (kind === 'is') return (value) => value.trim() === text;
  const wanted = foldLetters(text);
  return (value) => foldLetters(value).includes(wanted);
}

/** Whether a company meets a condition in one of its own columns. */
export function hasOwnValue(value: string): (company: Company) => boolean {
  const condition = readOwnCondition(value);
  if (condition === undefined) return () => false;
  const meets = meetsText(condition);
  return ({ own }) => own.some((each) => each.name === condition.name && meets(each.value));
}

/** The conditions that ask for the very values of a company. */
export function ownConditionsOf({ own }: Company): readonly string[] {
  return own.flatMap(({ name, value }) => {
    const text = value.trim();
    return text === '' || text.length > longestOwnText ? [] : [writeOwnCondition({ name, kind: 'is', text })];
  });
}

/** Names of columns that have a time in them: `launched_at`, `createdAt`, `Founding date`, `last_seen_ts`. */
const timeName = /(?:^|[^a-z])(?:at|on|date|time|timestamp|ts|epoch|unix)(?![a-z])|(?:At|On|Date|Time)(?![a-z])/;

/**
 * A value of a column for reading: where the column's name says that it is a time, seconds or milliseconds since 1970
 * are the day that they are, from 1980 to 2100; anything else is as the file has it.
 */
export function ownValueText({ name, value }: Company['own'][number]): string {
  const text = value.trim();
  if (!/^\d{9,13}(?:\.0+)?$/.test(text) || !timeName.test(name)) return value;
  const count = Number(text);
  const time = count < 1e11 ? count * 1000 : count;
  return time < Date.UTC(1980) || time >= Date.UTC(2100) ? value : formatDay(new Date(time).toISOString().slice(0, 10));
}

/** The name of a column for reading: as its file has it, with blanks for underscores. */
export function ownTitle(name: string): string {
  return name.includes('_') ? name.replaceAll('_', ' ').trim() : name;
}

import { spreadsheetDayZero } from '../values/dates.ts';
import { headerKey } from '../columns/headerKey.ts';
import { unitOf } from '../columns/headerSays.ts';
import { currencyOfFormat } from '../values/currencies.ts';

/** What a sheet says in a cell with a number. */
export interface FormattedNumber {
  /** The number as it is, with the currency, the unit and the words that its format puts around it. */
  readonly text: string;
  /** What the sheet shows, with as many digits as it shows. */
  readonly shown: string;
}

/** How a cell shows its number (`"$"0.0,,"M"`, `dd/mm/yyyy`). */
export interface NumberFormat {
  /** What is said of a number as the file has it; null where the format adds nothing to it. */
  of(value: number): FormattedNumber | null;
}

/** Reads a number format of a workbook; `dayZero` is the day from which its dates count. */
export function numberFormat(code: string, from1904 = false): NumberFormat {
  const sections = sectionsOf(code).map(sectionOf);
  if (sections.every(isPlain)) return { of: () => null };
  return {
    of: (value) => {
      const chosen = sectionFor(sections, value);
      if (chosen === undefined || isPlain(chosen.section)) return null;
      const { section, isNegated } = chosen;
      if (section.kind === 'date') return dateIn(value + (from1904 ? daysBefore1904 : 0), section);
      return numberIn(section.isForNegatives || isNegated ? Math.abs(value) : value, section, isNegated);
    },
  };
}

/** Days from 1900's first to 1904's. */
const daysBefore1904 = 1462;

/** Part of a format: a placeholder of a digit, a sign that means something, or text that is shown as it is. */
type Token =
  | { readonly kind: 'digit' | 'point' | 'comma' | 'percent' | 'date'; readonly text: string }
  | { readonly kind: 'text'; readonly text: string; readonly said: string };

interface Section {
  readonly kind: 'general' | 'number' | 'date' | 'text';
  readonly tokens: readonly Token[];
  readonly condition: { readonly sign: string; readonly bound: number } | null;
  readonly shape: Shape | null;
  /** Whether it has its own way to say that a number is negative. */
  readonly isForNegatives: boolean;
}

/** A format's sections: for positive and negative numbers, zero, texts. */
function sectionsOf(code: string): string[] {
  return code.match(/(?:"[^"]*"?|\\.|\[[^\]]*\]|[^;"\\[])+|(?<=;)(?=;|$)|^(?=;)/gs) ?? [''];
}

function sectionOf(written: string, index: number): Section {
  const [, sign = '', bound = ''] = /\[(<=|>=|<>|<|>|=)\s*(-?\d+(?:\.\d+)?)\]/.exec(written) ?? [];
  const tokens = tokensOf(written.replaceAll(/\[(?:<=|>=|<>|<|>|=)[^\]]*\]/g, ''));
  const condition = sign === '' ? null : { sign, bound: Number(bound) };
  const kind = kindOf(written, tokens);
  const isFraction = kind === 'general' && fraction.test(written);
  const shape = kind === 'number' ? shapeOf(tokens) : null;
  return { kind, tokens: isFraction ? [] : tokens, condition, shape, isForNegatives: index === 1 };
}

function kindOf(written: string, tokens: readonly Token[]): Section['kind'] {
  if (tokens.some(({ kind }) => kind === 'date')) return 'date';
  if (/General|Standard/i.test(written) || fraction.test(written)) return 'general';
  return /@/.test(written.replaceAll(/"[^"]*"/g, '')) ? 'text' : 'number';
}

/** Fractions, powers of ten. */
const fraction = /[#?0]\s*\/\s*[#?\d]|[0#?]E[+-]/i;

const part = /"([^"]*)"?|\\(.)|\[([^\]]*)\]|_.|\*.|General|Standard|AM\/PM|A\/P|y+|m+|d+|h+|s+|[\s\S]/giu;

function tokensOf(written: string): Token[] {
  const bare = written.replaceAll(/"[^"]*"?|\\.|\[[^\]]*\]|_.|\*.|General|Standard/gi, '');
  // Letters beside digits are none of a date: a program wrote them without quotes.
  const isDate = /[ymdhs]/i.test(bare) && (!/[0#?]/.test(bare) || /s\.0+$/i.test(bare)) && !/E[+-]/.test(bare);
  return [...written.matchAll(part)].flatMap(([text, quoted, escaped, bracketed]): Token[] => {
    const literal = quoted ?? escaped;
    if (literal !== undefined) return [{ kind: 'text', text: literal, said: literal }];
    if (bracketed !== undefined) return bracketTokens(bracketed);
    if (text.startsWith('_')) return [{ kind: 'text', text: ' ', said: ' ' }];
    if (text.startsWith('*') || /^(?:general|standard|@)$/i.test(text)) return [];
    if (isDate && /^(?:[ymdhs]+|am\/pm|a\/p)$/i.test(text)) return [{ kind: 'date', text: text.toLowerCase() }];
    if (isDate) return [{ kind: 'text', text, said: text }];
    if (/^[0#?]$/.test(text)) return [{ kind: 'digit', text }];
    if (text === '.') return [{ kind: 'point', text }];
    if (text === ',') return [{ kind: 'comma', text }];
    if (text === '%') return [{ kind: 'percent', text }];
    return [{ kind: 'text', text, said: text }];
  });
}

/** `[$€-407]` is a currency, `[h]` the hours of a time that may be longer than a day; a colour says nothing. */
function bracketTokens(within: string): Token[] {
  if (/^(?:h+|m+|s+)$/i.test(within)) return [{ kind: 'date', text: within.toLowerCase() }];
  const [, sign = '', locale = ''] = /^\$([^-]*)(?:-(.*))?$/s.exec(within) ?? [];
  return sign === '' ? [] : [{ kind: 'text', text: sign, said: currencyOfFormat(sign, locale) }];
}

/** Whether a section shows a number as it is written without a format, but for the digits that are shown. */
function isPlain({ kind, tokens }: Section): boolean {
  return kind === 'general' && tokens.every((token) => token.kind !== 'text' || token.text.trim() === '');
}

function sectionFor(sections: readonly Section[], value: number): { section: Section; isNegated: boolean } | undefined {
  const numeric = sections.filter(({ kind }) => kind !== 'text');
  const [first, second, third] = numeric;
  if (first === undefined) return undefined;
  const chosen = numeric.some(({ condition }) => condition !== null)
    ? (numeric.find(({ condition }) => condition !== null && holds(condition, value)) ??
      numeric.find(({ condition }) => condition === null))
    : value < 0
      ? (second ?? first)
      : value === 0
        ? (third ?? first)
        : first;
  return chosen === undefined ? undefined : { section: chosen, isNegated: value < 0 };
}

function holds({ sign, bound }: { readonly sign: string; readonly bound: number }, value: number): boolean {
  if (sign === '<') return value < bound;
  if (sign === '>') return value > bound;
  if (sign === '<=') return value <= bound;
  if (sign === '>=') return value >= bound;
  return sign === '=' ? value === bound : value !== bound;
}

/** What a section does with the digits of a number, and puts around them. */
interface Shape {
  /** The texts before and behind, as they are said and as they are shown. */
  readonly said: readonly [before: string, behind: string];
  readonly shown: readonly [before: string, behind: string];
  readonly whole: readonly Token[];
  readonly decimals: readonly Token[];
  /** What a number is multiplied by before it is shown. */
  readonly factor: number;
  /** What says how many thousands are left out. */
  readonly unit: string;
  /** Whether its places are those of a code: `00000`, `000-000`. */
  readonly isPattern: boolean;
}

/** Null for a section without a place for a digit. */
function shapeOf(tokens: readonly Token[]): Shape | null {
  const first = tokens.findIndex(isPlace);
  const last = tokens.findLastIndex(isPlace);
  if (first === -1) return null;
  const next = tokens.findIndex(({ kind }, index) => index > last && kind !== 'comma');
  const end = next === -1 ? tokens.length : next;
  const places = tokens.slice(first, last + 1);
  const point = places.findIndex(({ kind }) => kind === 'point');
  const before = point === -1 ? places : places.slice(0, point);
  // Commas behind the last digit, or behind the last one before the point, leave out thousands.
  const whole = before.slice(0, before.findLastIndex(({ kind }) => kind !== 'comma') + 1);
  const thousands = end - last - 1 + before.length - whole.length;
  const percents = tokens.filter(({ kind }) => kind === 'percent').length;
  const around = [tokens.slice(0, first), tokens.slice(end)] as const;
  const said = [literals(around[0], 'said'), literals(around[1], 'said')] as const;
  return {
    said,
    shown: [literals(around[0], 'text'), literals(around[1], 'text')],
    whole,
    decimals: point === -1 ? [] : places.slice(point + 1),
    factor: 100 ** percents / 1000 ** thousands,
    unit: namesUnit(said.join(' ')) ? '' : (units[thousands] ?? ''),
    isPattern: whole.some(({ kind }) => kind === 'text') || whole.filter(isZero).length > 1,
  };
}

function isPlace({ kind }: Token): boolean {
  return kind === 'digit' || kind === 'point';
}

function numberIn(value: number, { tokens, shape }: Section, isNegated: boolean): FormattedNumber {
  if (shape === null) {
    const shown = literals(tokens, 'text');
    return { text: shown === '' ? plainNumber(value) : shown, shown };
  }
  const scaled = Number((Math.abs(value) * shape.factor).toPrecision(15));
  const number = fixed(scaled, shape.whole, shape.decimals);
  const exact = shape.isPattern && Number.isInteger(scaled) ? number : plainNumber(scaled);
  const said = `${shape.said[0]}${exact}${shape.unit}${shape.said[1]}`;
  const shown = `${shape.shown[0]}${number}${shape.shown[1]}`;
  if (!isNegated) return { text: said.trim(), shown: shown.trim() };
  return {
    text: `-${said.replaceAll(/[()]|^\s*[-−]/g, '').trim()}`,
    shown: `${/[-−(]/.test(shown) ? '' : '-'}${shown}`.trim(),
  };
}

/** What says how many thousands a number's format leaves out, if its own words do not. */
const units: Readonly<Record<number, string>> = { 1: 'K', 2: 'M', 3: 'B' };
function namesUnit(said: string): boolean {
  return unitOf(headerKey(said)) !== undefined;
}

function isZero(token: Token): boolean {
  return token.kind === 'digit' && token.text === '0';
}

/** The texts around a number, with the signs for per cent. */
function literals(tokens: readonly Token[], as: 'text' | 'said'): string {
  return tokens
    .map((token) => (token.kind === 'text' ? token[as] : token.kind === 'percent' ? '%' : ''))
    .join('')
    .replaceAll(/[ \u00a0\u202f]+/g, ' ');
}

/** A number without what its binary form adds to it: 1.1, and not 1.1000000000000001. */
export function plainNumber(value: number): string {
  return String(Number(value.toPrecision(15)));
}

/** A number with the digits that a format has places for. */
function fixed(value: number, whole: readonly Token[], decimals: readonly Token[]): string {
  const places = decimals.filter(({ kind }) => kind === 'digit');
  const [integer = '', rest = ''] = (value < 1e21 ? value.toFixed(Math.min(places.length, 20)) : String(value)).split(
    '.',
  );
  const least = places.filter(isZero).length;
  let kept = rest;
  while (kept.length > least && kept.endsWith('0')) kept = kept.slice(0, -1);
  const isGrouped = whole.some(({ kind }, at) => kind === 'comma' && at > 0 && at < whole.length - 1);
  const filled = whole.some(({ kind }) => kind === 'text')
    ? inPlaces(integer, whole)
    : withZeros(integer, whole.filter(isZero).length);
  const grouped = isGrouped ? filled.replaceAll(/\B(?=(?:\d{3})+$)/g, ',') : filled;
  return kept === '' ? grouped : `${grouped}.${kept}`;
}

function withZeros(integer: string, zeros: number): string {
  return zeros === 0 && integer === '0' ? '0' : integer.padStart(zeros, '0');
}

/** Digits between the texts of a format: `(000) 000-0000`. */
function inPlaces(integer: string, whole: readonly Token[]): string {
  const first = whole.findIndex(({ kind }) => kind === 'digit');
  let left = integer;
  let text = '';
  for (const [at, token] of [...whole.entries()].toReversed()) {
    if (token.kind === 'text') text = left === '' && !whole.slice(0, at).some(isZero) ? text : `${token.text}${text}`;
    if (token.kind !== 'digit') continue;
    const digit = at === first ? left : left.slice(-1);
    text = `${digit === '' && token.text === '0' ? '0' : digit}${text}`;
    left = at === first ? '' : left.slice(0, -1);
  }
  return text;
}

/** A day as `2026-11-20`, with the time of day if there is one; a year that is formatted as a day is a year. */
function dateIn(serial: number, { tokens }: Section): FormattedNumber | null {
  const time = new Date(spreadsheetDayZero + Math.round(serial * 86_400_000));
  if (Number.isNaN(time.getTime())) return null;
  const named = new Set(tokens.flatMap(({ kind, text }) => (kind === 'date' ? [text.charAt(0)] : [])));
  const isTime = !named.has('y') && !named.has('d') && (named.has('h') || named.has('s'));
  if (isTime && serial < 1) return alike(time.toISOString().slice(11, 16));
  if (isTime) return null;
  // A year typed into a cell formatted as a date would be a day of 1905.
  if (Number.isInteger(serial) && serial >= 1900 && serial <= 2100) return alike(String(serial));
  const text = time.toISOString().replace(/T00:00:00\.000Z$/, '');
  // A whole day is shown as such where everybody reads it alike, else in the one form that everybody does.
  return { text, shown: named.has('h') || !isClear(tokens) ? text : dateShown(time, tokens) };
}

/** Whether a date is read in one way only: `15.03.2023`, `15 Mar 2023`, `Mar 2023`. */
function isClear(tokens: readonly Token[]): boolean {
  const parts = tokens.filter(({ kind }) => kind === 'date').map(({ text }) => text);
  if (!parts.some((one) => one.startsWith('d')) || parts.some((one) => one.startsWith('mmm'))) return true;
  const signs = tokens.filter(({ kind }) => kind !== 'date').map(({ text }) => text.trim());
  return parts.map((one) => one.charAt(0)).join('') === 'dmy' && signs.every((sign) => sign === '.' || sign === '');
}

function alike(text: string): FormattedNumber {
  return { text, shown: text };
}

function dayShown(time: Date, length: number): string {
  if (length < 3) return String(time.getUTCDate()).padStart(length, '0');
  const weekday = length === 3 ? 'short' : 'long';
  return new Intl.DateTimeFormat('en', { weekday, timeZone: 'UTC' }).format(time);
}

function dateShown(time: Date, tokens: readonly Token[]): string {
  const words = tokens.map((token) => {
    if (token.kind !== 'date') return token.text;
    const { length } = token.text;
    if (token.text.startsWith('y')) return String(time.getUTCFullYear()).slice(length > 2 ? 0 : -2);
    if (token.text.startsWith('d')) return dayShown(time, length);
    if (!token.text.startsWith('m')) return '';
    const month = time.getUTCMonth() + 1;
    if (length < 3) return String(month).padStart(length, '0');
    const name = new Intl.DateTimeFormat('en', { month: 'long', timeZone: 'UTC' }).format(time);
    return length === 3 ? name.slice(0, 3) : name;
  });
  return words.join('').trim();
}

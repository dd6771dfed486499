import { parseJson } from './largeIntegers.ts';
import { listSeparator } from './text.ts';

/** Longer cells are texts that happen to begin with a bracket. */
const longestLiteral = 20_000;

/** Strings are matched first, so that nothing inside them is changed. */
const tokens = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|\b(?:None|nan|NaN|True|False)\b/g;

/** A cell's text; the entries of a list written by a program are joined like those of a list in JSON. */
export function listText(text: string): string {
  // This runs for every cell.
  const first = text.charCodeAt(0);
  return first === openingBracket || first === openingBrace ? (listLiteral(text)?.join(listSeparator) ?? text) : text;
}

const openingBracket = 91;
const openingBrace = 123;

/**
 * The entries of a list as a program writes it into a cell (`['Berlin', "L'Aquila"]`, `[{"name": "Ann Roe"}]`,
 * PostgreSQL's `{Oslo,Bergen}`), objects by their names; undefined for any other text.
 */
function listLiteral(text: string): string[] | undefined {
  const isList = (text.startsWith('[') && text.endsWith(']')) || (text.startsWith('{') && text.endsWith('}'));
  // A word in brackets (`[Stealth]`, a footnote's `[1]`) is not a list.
  if (!isList || text.length > longestLiteral || !/["',]|^\{/.test(text)) return undefined;
  const value = literalValue(text);
  if (value !== undefined) return entriesIn(value);
  const plain = text.slice(1, -1);
  if (/[:{}[\]]/.test(plain)) return undefined;
  return plain.split(',').map((entry) => entry.trim().replace(/^(["'])(.*)\1$/, '$2'));
}

/** The value that a program has written into a cell, as JSON or in Python's form; undefined for any other text. */
export function literalValue(text: string): unknown {
  for (const form of [text, asJson(text)]) {
    try {
      return parseJson(form);
    } catch {
      // Not written in this form.
    }
  }
  return undefined;
}

function asJson(text: string): string {
  return text.replaceAll(tokens, (token) => {
    if (token.startsWith('"')) return token;
    if (!token.startsWith("'")) return token === 'True' || token === 'False' ? token.toLowerCase() : 'null';
    return JSON.stringify(token.slice(1, -1).replaceAll(/\\(['"\\])/g, '$1'));
  });
}

/** The entries of a list; undefined if one of them has no name. */
function entriesIn(value: unknown): string[] | undefined {
  const entries = (Array.isArray(value) ? value : [value]).map(entryOf);
  const named = entries.filter((entry) => entry !== undefined);
  return named.length < entries.length ? undefined : named.filter((entry) => entry !== '');
}

const namesOfEntries = ['name', 'full_name', 'title', 'label', 'value', 'url'];

function entryOf(value: unknown): string | undefined {
  if (value === null) return '';
  if (typeof value === 'string') return value.trim();
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (typeof value !== 'object') return undefined;
  const found = new Map<string, unknown>(Object.entries(value));
  const name = namesOfEntries.map((key) => found.get(key)).find((one) => typeof one === 'string');
  return typeof name === 'string' ? name.trim() : undefined;
}

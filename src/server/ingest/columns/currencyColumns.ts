import { namesIn, once, readTable } from '#node/resources.ts';
import { pattern } from '#shared/domain/pattern.ts';
import { fold } from '#shared/domain/text.ts';
import { remembered } from '../values/remembered.ts';
import { listSeparator } from '../values/text.ts';
import { headerKey } from './fields.ts';

/** Longest cell that may be a currency. */
const longestCurrency = 40;

/**
 * The currency that a cell is, and nothing else, as its ISO 4217 code: `EUR`, `€`, `Euro`, `US Dollars`. `XXX` for a
 * sign that several currencies have, `''` for anything else.
 */
export function currencyOfCell(cell: string): string {
  const text = cell.trim();
  return text === '' || text.length > longestCurrency ? '' : named(text);
}

const named = remembered((text) => byName().get(currencyKey(text)) ?? '');

/** Whether a cell is a currency, or a list of such. */
function areCurrencies(cell: string): boolean {
  return cell.split(listSeparator).every((one) => currencyOfCell(one) !== '');
}

function currencyKey(text: string): string {
  return fold(text.normalize('NFKC'))
    .replaceAll(/[.\s]+/g, ' ')
    .trim();
}

/** The languages whose names of currencies are understood. */
const languages = 'en de fr es it pt nl pl cs hu ro sv da nb fi tr el ru uk he ar zh zh-Hant ja ko id vi'.split(' ');

const byName = once(() => {
  const codes = Intl.supportedValuesOf('currency').filter((code) => !code.startsWith('X') || inUse.has(code));
  const table = readTable('import/currencies.tsv', ['currency', 'language', 'name']);
  const names = namesIn(
    table,
    ({ name }) => currencyKey(name),
    ({ currency }) => currency,
  );
  const unknown = table.rows.find(({ currency }) => currency !== sharedSign && !codes.includes(currency));
  if (unknown !== undefined) throw table.problem(unknown, `there is no currency “${unknown.currency}”.`);
  for (const code of codes) names.set(currencyKey(code), code);
  for (const language of languages) {
    const shown = new Intl.DisplayNames(language, { type: 'currency', fallback: 'none' });
    for (const code of codes) {
      const key = currencyKey(shown.of(code) ?? code);
      if (!names.has(key)) names.set(key, code);
    }
  }
  return names;
});

/** The code of ISO 4217 for no currency: a sign that several currencies have. */
export const sharedSign = 'XXX';

/** Francs of Africa, the Pacific and the Caribbean: of the codes with an X those that are of a currency. */
const inUse: ReadonlySet<string> = new Set(['XOF', 'XAF', 'XPF', 'XCD']);

/** Whether a header names a column of currencies, by its key (`headerKey`). */
export function namesCurrencies(key: string): boolean {
  return currencyHeader.test(key.normalize('NFC'));
}

const currencyHeader = pattern()`
  ^(?:(?:funding|deal|amount|round|raise|raised|total|investment|financing|original|native|local|iso|the)\x20)*
    (?:currency|currencies|ccy)(?:\x20(?:code|codes|iso|symbol|sign|id|name|type|unit|of\x20amount))*$
  |^(?:wahrung|wahrungscode|wahrungskurzel|devise|devises|code\x20devise|monnaie|moneda|divisa|valuta|moeda|waluta|mena
    |penznem|deviza|currencycode|valutta|valuutta|para\x20birimi|doviz|νομισμα|валюта|מטבע|العملة|币种|货币|幣種|貨幣
    |币别|通貨|통화|tien\x20te|mata\x20uang)(?:\x20\S+)?$
`;

/** Whether a header says that a currency is of something other than what was raised. */
function isOfOthers(key: string): boolean {
  return ofOthers.test(key);
}

const ofOthers = pattern()`
  \b(?:revenue|revenues|turnover|sales|valuation|price|salary|ticket|fee|ebitda|profit|income|market|cap|umsatz
    |bewertung|chiffre|ingresos|fatturato|valoracion)\b
`;

/**
 * Finds the columns of a file that say which currency its amounts are in, by what stands in all of their cells: the
 * header of such a column may be anything.
 */
export class CurrencyColumns {
  readonly #candidates: Set<number>;
  readonly #seen = new Set<number>();

  /** `columns` are those that are no field. */
  constructor(columns: Iterable<number>, headers: readonly string[] | null) {
    this.#candidates = new Set([...columns].filter((index) => !isOfOthers(headerKey(headers?.[index] ?? ''))));
  }

  /** Examines one more row. */
  add(cells: readonly string[]): void {
    for (const index of this.#candidates) {
      const cell = cells[index];
      if (cell === undefined || cell === '' || cell.trim() === '') continue;
      if (areCurrencies(cell)) this.#seen.add(index);
      else this.#candidates.delete(index);
    }
  }

  /** The column of the currency of an amount's column: the one beside it, to the right first, or the only one. */
  besides(amount: number): number | undefined {
    const found = [...this.#candidates].filter((index) => this.#seen.has(index));
    const beside = [amount + 1, amount - 1].find((index) => found.includes(index));
    return beside ?? (found.length === 1 ? found[0] : undefined);
  }
}

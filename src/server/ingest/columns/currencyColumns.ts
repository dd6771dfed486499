import { once } from '#node/resources.ts';
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
  const names = new Map<string, string>();
  const add = (name: string, code: string): void => {
    const key = currencyKey(name);
    if (!names.has(key)) names.set(key, code);
  };
  for (const code of codes) add(code, code);
  for (const [name, code] of signsAndShortNames) add(name, code);
  for (const language of languages) {
    const shown = new Intl.DisplayNames(language, { type: 'currency', fallback: 'none' });
    for (const code of codes) add(shown.of(code) ?? code, code);
  }
  return names;
});

/** Francs of Africa, the Pacific and the Caribbean: of the codes with an X those that are of a currency. */
const inUse: ReadonlySet<string> = new Set(['XOF', 'XAF', 'XPF', 'XCD']);

const signsAndShortNames: readonly (readonly [string, string])[] = [
  ...'$|us$|us $|$us|usd$|usd ($)|us dollars|us dollar|u s dollar|dollar|dollars|dolar|dolares|dollari|us-dollar|美元|美金|美圓|ドル|米ドル|달러|미국달러'
    .split('|')
    .map((name) => [name, 'USD'] as const),
  ...'€|euro|euros|eur (€)|eur€|欧元|歐元|ユーロ|유로'.split('|').map((name) => [name, 'EUR'] as const),
  ...'£|pound|pounds|pound sterling|gbp (£)|sterling|pfund|livre|livres sterling|libra|libras|英镑|英鎊|ポンド'
    .split('|')
    .map((name) => [name, 'GBP'] as const),
  ...'rmb|yuan|renminbi|人民币|人民幣|元|cn¥'.split('|').map((name) => [name, 'CNY'] as const),
  ...'yen|円|日元|日圓|jp¥'.split('|').map((name) => [name, 'JPY'] as const),
  ...'₹|rs|rupee|rupees'.split('|').map((name) => [name, 'INR'] as const),
  ...'sfr|fr|franken|swiss francs|swiss franc|chf (fr)'.split('|').map((name) => [name, 'CHF'] as const),
  ...([
    ['₩', 'KRW'],
    ['₽', 'RUB'],
    ['₺', 'TRY'],
    ['tl', 'TRY'],
    ['₪', 'ILS'],
    ['nis', 'ILS'],
    ['₫', 'VND'],
    ['₦', 'NGN'],
    ['₴', 'UAH'],
    ['฿', 'THB'],
    ['₱', 'PHP'],
    ['r$', 'BRL'],
    ['c$', 'CAD'],
    ['ca$', 'CAD'],
    ['a$', 'AUD'],
    ['au$', 'AUD'],
    ['s$', 'SGD'],
    ['hk$', 'HKD'],
    ['nz$', 'NZD'],
    ['nt$', 'TWD'],
    ['zł', 'PLN'],
    ['kč', 'CZK'],
    ['kr', 'XXX'],
    ['¥', 'XXX'],
  ] as const),
];

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
  \b(?:revenue|revenues|turnover|sales|valuation|price|salary|ticket|fee|ebitda|profit|income|market|cap|umsatz|bewertung
    |chiffre|ingresos|fatturato|valoracion)\b
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

import { pattern } from '#shared/domain/pattern.ts';
import { currencyOfCell } from '../values/currencies.ts';
import { listSeparator } from '../values/text.ts';
import { headerKey } from './headerKey.ts';

/** Whether a cell is a currency, or a list of such. */
function areCurrencies(cell: string): boolean {
  return cell.split(listSeparator).every((one) => currencyOfCell(one) !== '');
}

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

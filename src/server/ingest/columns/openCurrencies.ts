import { currencyIn, hasSharedSign } from '../values/currencies.ts';
import { type AmountColumn, inCurrency, namesNoCurrency } from './amountColumns.ts';
import type { ColumnReadings } from './columnMapping.ts';

/** How many rows are searched for currencies in cells. */
const rowsWithCurrencies = 2000;

/** How many amounts of a column name no currency, have the sign of several, and name one. */
interface Counts {
  bare: number;
  shared: number;
  named: number;
}

/**
 * The columns of amounts whose currency neither a header nor most of their cells name: the user may say it. Whether a
 * column beside an amount has its currency is known only to the caller.
 */
export class OpenCurrencies {
  readonly #amounts: ReadonlyMap<number, AmountColumn>;
  readonly #readings: ColumnReadings;
  readonly #counts = new Map<number, Counts>();
  #rows = 0;

  constructor(amounts: ReadonlyMap<number, AmountColumn>, readings: ColumnReadings) {
    this.#amounts = amounts;
    this.#readings = readings;
    for (const [index, column] of amounts)
      if (namesNoCurrency(column)) this.#counts.set(index, { bare: 0, shared: 0, named: 0 });
  }

  /** Examines one more row. */
  add(cells: readonly string[]): void {
    if (this.#rows >= rowsWithCurrencies) return;
    this.#rows += 1;
    for (const [index, counts] of this.#counts) {
      const cell = cells[index] ?? '';
      if (/[1-9]/.test(cell)) counts[kindOf(cell)] += 1;
    }
  }

  /** Whether nothing in the file says the currency of a column of amounts. */
  isOpen(index: number): boolean {
    const { bare, shared, named } = this.#counts.get(index) ?? nothing;
    return this.#isForeign(index) ? bare + shared > 0 : bare + shared > named;
  }

  /** The same, where its amounts cannot be read: they are not in dollars, and nobody says in which currency. */
  isUnknown(index: number): boolean {
    const isOther = this.#isForeign(index) || (this.#counts.get(index)?.shared ?? 0) > 0;
    return isOther && this.isOpen(index) && this.#readings.get(index)?.currency === undefined;
  }

  /** A column of amounts in the currency that the user says, where the file says none. */
  asSaid(index: number, column: AmountColumn): AmountColumn {
    return this.isOpen(index) ? inCurrency(column, this.#readings.get(index)?.currency) : column;
  }

  #isForeign(index: number): boolean {
    return this.#amounts.get(index)?.foreign === true;
  }
}

const nothing: Counts = { bare: 0, shared: 0, named: 0 };

function kindOf(cell: string): keyof Counts {
  if (currencyIn(cell) !== '') return 'named';
  return hasSharedSign(cell) ? 'shared' : 'bare';
}

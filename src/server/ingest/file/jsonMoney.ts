import { pattern } from '#shared/domain/pattern.ts';
import { currencyIn } from '../values/currencies.ts';

/** An amount that an object gives with its currency, and what else the object says. */
export interface Money {
  /** Both in one cell: `EUR 5000000`. */
  readonly cell: string;
  /** What the object calls the amount. */
  readonly key: string;
  readonly rest: object | null;
}

/**
 * The amount of an object that has one beside its currency, whatever both are called (`{"value": 5, "currencyCode":
 * "EUR"}`, `{"betrag": 5, "währung": {"code": "EUR"}}`, `{"EUR": 5}`); null for any other.
 */
export function moneyIn(object: object): Money | null {
  const entries = Object.entries(object) as [string, unknown][];
  if (entries.length > mostKeys) return null;
  const only = entries.length === 1 ? entries[0] : undefined;
  if (only !== undefined && /^[A-Z]{3}$/.test(only[0]) && currencyIn(only[0]) !== '') {
    const amount = amountOf(only[1]);
    return amount === '' ? null : { cell: `${only[0]} ${amount}`, key: only[0], rest: null };
  }
  const currency = entries.find(([key, value]) => isCurrency(key, value));
  const amounts = entries.filter(([key, value]) => amountKey.test(key) && amountOf(value) !== '');
  const [amount] = amounts;
  if (currency === undefined || amount === undefined || amounts.length > 1) return null;
  const others = entries.filter((entry) => entry !== currency && entry !== amount);
  // A unit beside it multiplies the number.
  const unit = others.find(([key, value]) => unitKey.test(key) && typeof value === 'string');
  const said = others.filter(([, value]) => value !== null && value !== '').filter((entry) => entry !== unit);
  const cell = `${codeOf(currency[1])} ${amountOf(amount[1])}${unit === undefined ? '' : ` ${String(unit[1])}`}`;
  return { cell, key: amount[0], rest: said.length === 0 ? null : Object.fromEntries(said) };
}

const mostKeys = 12;

const amountKey = pattern('i')`
  ^(?:value|amount|amt|total|sum|number|raised|size|quantity|figure|betrag|wert|summe|montant|valeur|importe
    |monto|cantidad|valor|importo|bedrag|kwota|castka|částka|belopp|beløp|beløb|summa|tutar|összeg|suma|сумма
    |сума|ποσό|סכום
    |مبلغ|المبلغ
    |金额|金額|数值|금액|số tiền|jumlah)$
`;
const currencyKey = pattern('iu')`
  ^(?:(?:\p{L}+[_-]?)?currency(?:[_-]?(?:code|iso|iso ?code|symbol|id|name))?|curr?|ccy|iso[_-]?(?:code|currency)
    |w(?:ä|ae)hrung(?:scode)?|devise|moneda|moeda|valuta|waluta|valuutta|měna|mena|p[aá]ra birimi|pénznem
    |валюта|νόμισμα|מטבע|عملة|العملة
    |货币|貨幣|通貨|币种|통화|mata uang)$
`;
/** Keys that mean a currency only where their value is one. */
const perhapsCurrencyKey = /^(?:code|unit|symbol|iso)$/i;
const unitKey = /^(?:unit|scale|magnitude|multiplier|suffix)$/i;

function isCurrency(key: string, value: unknown): boolean {
  const code = codeOf(value);
  if (code === '' || code.length > longestCode) return false;
  return currencyKey.test(key) || (perhapsCurrencyKey.test(key) && currencyIn(code) !== '');
}

/** What a currency is called in full is no longer. */
const longestCode = 30;

/** A currency's code or sign, which may be an object of its own. */
function codeOf(value: unknown): string {
  if (typeof value === 'string') return value.trim();
  if (typeof value !== 'object' || value === null) return '';
  const found = new Map<string, unknown>(Object.entries(value));
  const named = ['code', 'iso', 'isoCode', 'iso_code', 'id', 'symbol', 'name'].map((key) => found.get(key));
  const code = named.find((one) => typeof one === 'string');
  return typeof code === 'string' ? code.trim() : '';
}

function amountOf(value: unknown): string {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && /\d/.test(value) && value.length < longestCode ? value.trim() : '';
}

import { counted, dollarText, shortAmount } from './formats.ts';

/** An amount in a currency other than US dollars, and the dollar rate that a user has given for it, if one has. */
export interface Money {
  readonly amount: number;
  /** ISO 4217 code. */
  readonly currency: string;
  /** How many US dollars one of it is; null where nobody has said. */
  readonly rate: number | null;
}

/** `EUR 2000000`, `EUR 2000000 @1.08`: as it is stored, delivered and exported, and read again. */
const written = /^([A-Z]{3}) (\d{1,15})(?: @(\d{1,9}(?:\.\d{1,9})?))?$/;

/** Reads an amount as it is written (`writeMoney`); null for `''` and for anything else. */
export function readMoney(text: string): Money | null {
  const match = text === '' ? null : written.exec(text);
  if (match === null) return null;
  const [, currency = '', amount = '', rate] = match;
  return { amount: Number(amount), currency, rate: rate === undefined ? null : Number(rate) };
}

/** An amount as it is stored, delivered and exported: `EUR 2000000`, with a rate `EUR 2000000 @1.08`. */
export function writeMoney({ amount, currency, rate }: Money): string {
  return `${currency} ${String(amount)}${rate === null ? '' : ` @${decimal(rate)}`}`;
}

/** A number without an exponent: `0.00000004`. */
function decimal(value: number): string {
  return value.toFixed(9).replace(/\.?0+$/, '');
}

/** What an amount is in US dollars; null without a rate. */
export function inDollars({ amount, rate }: Money): number | null {
  return rate === null ? null : Math.round(amount * rate);
}

/** Signs that no other currency has; the others are written by their codes. */
const signs: Readonly<Record<string, string>> = { EUR: '€', GBP: '£', INR: '₹', KRW: '₩', ILS: '₪', TRY: '₺' };

/** An amount in its currency, in short: `€2M`, `CHF 1.5M`. */
export function moneyText({ amount, currency }: Pick<Money, 'amount' | 'currency'>): string {
  return `${signs[currency] ?? `${currency} `}${shortAmount(amount)}`;
}

/** An amount as it is written, in short; `''` for none. */
export function writtenText(text: string): string {
  const money = readMoney(text);
  return money === null ? '' : moneyText(money);
}

/** What is said of an import's amounts in other currencies, a sentence each: how many companies have them. */
export function currencyTexts(currencies: Readonly<Record<string, number>>): string[] {
  return Object.entries(currencies).map(
    ([code, count]) =>
      `${counted(count, 'company has an amount', 'companies have amounts')} in ${code}: kept so, and in no filter or ` +
      `order by dollars. With a rate (1 ${code} = … USD) an import converts them.`,
  );
}

/** An amount in dollars where it is known, and as its source has it where that is in another currency. */
export interface Raised {
  readonly raised: number | null;
  /** As `writeMoney`; `''` for none. */
  readonly original: string;
}

/** How much more one amount is than another, for reading, where both are known in one currency. */
export interface More {
  /** What has come to it: `$3M`. */
  readonly by: string;
  /** Before and after, as they are stored: dollars, or `writeMoney`. */
  readonly was: string;
  readonly now: string;
  /** The amount after, for reading. */
  readonly nowText: string;
  /** Whether the difference can be read; otherwise it is another source's rounding. */
  readonly isSeen: boolean;
}

/**
 * How much more has been raised since; null where it is no more, or where the two cannot be compared. Two amounts in
 * one other currency are compared in it, whatever rates were given for them.
 */
export function moreRaised(then: Raised, now: Raised): More | null {
  const [before, after] = [readMoney(then.original), readMoney(now.original)];
  if (before !== null && after !== null && before.currency === after.currency && saysNoOther(then, now)) {
    return moreOf(
      before.amount,
      after.amount,
      (amount) => moneyText({ ...after, amount }),
      (amount) => writeMoney({ ...after, amount, rate: null }),
    );
  }
  if (then.raised === null || now.raised === null) return null;
  return moreOf(then.raised, now.raised, dollarText, String);
}

/** Whether the dollars of both, if there are any, are those of the other currency. */
function saysNoOther(...all: readonly Raised[]): boolean {
  return all.every((each) => each.raised === null || originOf(each) !== null);
}

function moreOf(
  was: number,
  now: number,
  textOf: (amount: number) => string,
  writtenOf: (amount: number) => string,
): More | null {
  if (now <= was) return null;
  return {
    by: textOf(now - was),
    was: writtenOf(was),
    now: writtenOf(now),
    nowText: textOf(now),
    isSeen: textOf(was) !== textOf(now),
  };
}

/** An amount as `More` stores it, for reading. */
export function storedText(amount: string): string {
  return writtenText(amount) || dollarText(Number(amount));
}

/** The amount that dollars were worked out from; null where a source gives the dollars. */
export function originOf({ raised, original }: Raised): Money | null {
  const money = readMoney(original);
  return money !== null && raised !== null && inDollars(money) === raised ? money : null;
}

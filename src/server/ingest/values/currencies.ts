import { namesIn, once, readTable } from '#node/resources.ts';
import { pattern } from '#shared/domain/pattern.ts';
import { fold } from '#shared/domain/text.ts';
import { remembered } from './remembered.ts';
import { unitNamed, wordsOfUnits } from './units.ts';

/**
 * The currency that a cell says its amount is in, as its ISO 4217 code: `€2M`, `CHF 500k`, `2 Mio. EUR`, `₹5 crore`,
 * `450万美元`. `''` if it says none, or one that several countries have (`kr`, `¥`): then it is no dollar either.
 */
export function currencyIn(text: string): string {
  if (text.length > longest) return '';
  const written = fold(text);
  const phrase = written.match(phrases())?.[0];
  if (phrase !== undefined) return byName().get(phrase) ?? '';
  for (const word of written.match(words) ?? []) {
    const code = currencyOfWord(word);
    if (code !== '') return code;
  }
  const sign = written.match(signs())?.[0];
  return sign === undefined ? '' : currencyOfSign(sign);
}

/** An amount without signs, codes and names of currencies: its number and its unit (`2 M` of `2 MEUR`). */
export function withoutCurrency(text: string): string {
  if (text.length > longest) return text;
  const left = fold(text)
    .replace(phrases(), ' ')
    .replace(signs(), (sign) => (unitNamed(sign) === undefined ? ' ' : sign));
  return left.replaceAll(words, (word) => {
    if (currencyOfWord(word) === '' || unitNamed(word) !== undefined) return word;
    const unit = unitBefore.exec(word)?.[1] ?? '';
    return byWord().has(word) ? ' ' : ` ${unit === 't' ? 'k' : unit} `;
  });
}

/** An amount of a known currency without its sign where other currencies have that, too: `5M kr` of SEK. */
export function withoutSharedSign(text: string, currency: string): string {
  const sign = sharedSigns[currency];
  return sign === undefined ? text : text.replace(sign, ' ');
}

/** An amount may have the sign of several currencies, which does not say in which of them it is. */
export function hasSharedSign(text: string): boolean {
  return text.length <= longest && (crown.test(text) || yuanOrYen.test(text));
}

/** An amount without such signs. */
export function withoutSharedSigns(text: string): string {
  return text.replace(crown, ' ').replace(yuanOrYen, ' ').trim();
}

const crown = /(?<!\p{L})kr\.?(?!\p{L})/iu;
const yuanOrYen = /[¥￥元]/;
const sharedSigns: Readonly<Record<string, RegExp>> = {
  SEK: crown,
  NOK: crown,
  DKK: crown,
  ISK: crown,
  JPY: yuanOrYen,
  CNY: yuanOrYen,
};

/** A unit written as one word with its currency: `MEUR`, `TEUR`, `KCHF`. */
const unitBefore = /^([mkt])([a-z]{3})$/;

/** Longer cells are texts. */
const longest = 100;
const words = /\p{L}+/gu;

/** Codes of currencies that are no words of headers and cells. */
export const currencyCodes =
  'usd eur gbp inr cny jpy krw chf brl pln czk try ils rub zar aed ars aud bdt bgn bhd cad clp cop dkk egp ' +
  'gel ghs hkd huf idr isk jod kes kwd kzt lkr mxn myr ngn nok npr nzd omr pen php pkr qar ron rsd rwf sar ' +
  'sek sgd thb tnd twd tzs uah ugx uyu vnd xaf xof';

/** Currencies that are words as well, unless they are written in capitals. */
export const alsoWords = /^(?:won|try|crs?|tl|rs|pen|mad|cad|rand|sar|ron|real)$/i;

const codes: ReadonlySet<string> = new Set(currencyCodes.split(' '));

/** The code of the currency that a word in its folded form is; `''` for any other word, and for one of several. */
export function currencyOfWord(word: string): string {
  const code = byWord().get(word);
  if (code !== undefined) return code;
  const behind = word.length === 4 ? (unitBefore.exec(word)?.[2] ?? '') : '';
  return codes.has(behind) ? behind.toUpperCase() : '';
}

/** What is written of currencies in one word, without units; phrases and signs are others. */
const byWord = once(() => {
  const found = new Map([...codes].map((code) => [code, code.toUpperCase()]));
  for (const { name, currency } of names().rows)
    if (currency !== sharedSign && /^\p{L}+$/u.test(name) && !writesNone.test(name)) found.set(fold(name), currency);
  for (const word of wordsOfUnits()) {
    const currency = unitNamed(fold(word))?.currency ?? '';
    if (currency !== '') found.set(fold(word), currency);
  }
  return found;
});

const writesNone = /[\p{sc=Han}\p{sc=Katakana}\p{sc=Hangul}]/u;

/** Several words: `Canadian dollars`. */
const phrases = once(() =>
  oneOf(names().rows.flatMap(({ name }) => (/^[\p{L}. ]+ [\p{L}. ]+$/u.test(name) ? [name] : []))),
);

/** Signs, with the letters before them (`US$`), and names in scripts without spaces. */
const signs = once(() =>
  oneOf([
    ...names().rows.flatMap(({ name, currency }) =>
      currency !== sharedSign &&
      !/[\s()]/.test(name) &&
      !aloneOfSeveral.test(name) &&
      (/\p{Sc}/u.test(name) || writesNone.test(name))
        ? [name]
        : [],
    ),
    '억',
    '만',
  ]),
);

const aloneOfSeveral = /^[¥￥元]$/;

function currencyOfSign(sign: string): string {
  return byName().get(currencyKey(sign.replace(/ (?=\p{Sc})/u, ''))) ?? unitNamed(sign)?.currency ?? '';
}

/** One of these names, the longest first; letters before a sign may stand apart from it. */
function oneOf(all: readonly string[]): RegExp {
  const forms = all
    .map((name) => fold(name))
    .toSorted((a, b) => b.length - a.length)
    .map((name) => {
      const escaped = name.replaceAll(/[$.]/g, String.raw`\$&`).replace(/(?<=^[a-z]+)(?=\\\$)/, ' ?');
      return /^[a-z]/.test(name) ? `(?<![a-z])${escaped}` : escaped;
    });
  return new RegExp(forms.join('|'), 'g');
}

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

function currencyKey(text: string): string {
  return fold(text.normalize('NFKC'))
    .replaceAll(/[.\s]+/g, ' ')
    .trim();
}

/** The languages whose names of currencies are understood. */
const languages = 'en de fr es it pt nl pl cs hu ro sv da nb fi tr el ru uk he ar zh zh-Hant ja ko id vi'.split(' ');

const names = once(() => readTable('import/currencies.tsv', ['currency', 'language', 'name']));

const byName = once(() => {
  const codes = Intl.supportedValuesOf('currency').filter((code) => !code.startsWith('X') || inUse.has(code));
  const table = names();
  const known = namesIn(
    table,
    ({ name }) => currencyKey(name),
    ({ currency }) => currency,
  );
  const unknown = table.rows.find(({ currency }) => currency !== sharedSign && !codes.includes(currency));
  if (unknown !== undefined) throw table.problem(unknown, `there is no currency “${unknown.currency}”.`);
  for (const code of codes) known.set(currencyKey(code), code);
  for (const language of languages) {
    const shown = new Intl.DisplayNames(language, { type: 'currency', fallback: 'none' });
    for (const code of codes) {
      const key = currencyKey(shown.of(code) ?? code);
      if (!known.has(key)) known.set(key, code);
    }
  }
  return known;
});

/** The code of ISO 4217 for no currency: a sign that several currencies have. */
export const sharedSign = 'XXX';

/** Francs of Africa, the Pacific and the Caribbean: of the codes with an X those that are of a currency. */
const inUse: ReadonlySet<string> = new Set(['XOF', 'XAF', 'XPF', 'XCD']);

/**
 * The currency of a number format (`[$€-407]`, `[$$-1009]`): as its ISO code where its sign alone would be taken for
 * another country's, otherwise the sign.
 */
export function currencyOfFormat(sign: string, locale: string): string {
  if (!severals.test(sign.trim())) return sign;
  const code = /^[0-9a-f]{1,8}$/i.test(locale)
    ? ofLocale[(Number.parseInt(locale, 16) & 0xffff).toString(16)]
    : ofRegion[/[-_]([A-Z]{2})(?:$|[-_])/.exec(locale)?.[1] ?? ''];
  return code === undefined || code === 'USD' ? sign : ` ${code} `;
}

/** Signs that several countries have. */
const severals = pattern('i')`^(?:\$|kr\.?|¥|￥|元|£)$`;

/** By the number of a locale, in base 16. */
const ofLocale: Readonly<Record<string, string>> = {
  '409': 'USD',
  '1009': 'CAD',
  c0c: 'CAD',
  c09: 'AUD',
  '1409': 'NZD',
  '4809': 'SGD',
  '1004': 'SGD',
  '3c09': 'HKD',
  c04: 'HKD',
  '404': 'TWD',
  '80a': 'MXN',
  '340a': 'CLP',
  '240a': 'COP',
  '2c0a': 'ARS',
  '41d': 'SEK',
  '414': 'NOK',
  '814': 'NOK',
  '406': 'DKK',
  '40f': 'ISK',
  '411': 'JPY',
  '804': 'CNY',
  '809': 'GBP',
  c01: 'EGP',
};

/** By the code of a locale's country. */
const ofRegion: Readonly<Record<string, string>> = {
  US: 'USD',
  CA: 'CAD',
  AU: 'AUD',
  NZ: 'NZD',
  SG: 'SGD',
  HK: 'HKD',
  TW: 'TWD',
  MX: 'MXN',
  CL: 'CLP',
  CO: 'COP',
  AR: 'ARS',
  SE: 'SEK',
  NO: 'NOK',
  DK: 'DKK',
  IS: 'ISK',
  JP: 'JPY',
  CN: 'CNY',
  GB: 'GBP',
};

import { once } from '#node/resources.ts';
import { pattern } from '#shared/domain/pattern.ts';

/**
 * The currency that a cell says its amount is in, as its ISO 4217 code: `€2M`, `CHF 500k`, `2 Mio. EUR`, `₹5 crore`,
 * `450万美元`. `''` if it says none, or one that several countries have (`kr`, `¥`): then it is no dollar either.
 */
export function currencyIn(text: string): string {
  if (text.length > longest) return '';
  const written = text.normalize('NFKC').toLowerCase();
  const several = severalLetters.find(([sign]) => sign.test(written));
  if (several !== undefined) return several[1];
  for (const word of written.match(words) ?? []) {
    const code = byWord().get(word);
    if (code !== undefined) return code;
  }
  return signs.find(([sign]) => sign.test(written))?.[1] ?? '';
}

/** An amount without signs, codes and names of currencies: its number and its unit (`2 M` of `2 MEUR`). */
export function withoutCurrency(text: string): string {
  if (text.length > longest) return text;
  let left = text.normalize('NFKC').toLowerCase();
  for (const [sign] of [...severalLetters, ...signs]) {
    left = left.replace(sign, (found) => (/^[억만]$/.test(found) ? found : ' '));
  }
  return left.replaceAll(words, (word) => {
    if (!byWord().has(word) || rupeesOnly.test(word)) return word;
    const unit = unitBefore.exec(word)?.[1] ?? '';
    return ` ${unit === 't' ? 'k' : unit} `;
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

/** Units that say the currency, and are needed for the amount. */
const rupeesOnly = /^(?:crores?|lakhs?|lacs?|crs?)$/;

/** A unit written as one word with its currency: `MEUR`, `TEUR`, `KCHF`. */
const unitBefore = /^([mkt])[a-z]{3}$/;

/** Longer cells are texts. */
const longest = 100;
const words = /\p{L}+/gu;

/** Dollars whose country is said. */
const severalLetters: readonly (readonly [RegExp, string])[] = [
  [/\bcanadian dollars?\b/, 'CAD'],
  [/\baustralian dollars?\b/, 'AUD'],
  [/\bnew zealand dollars?\b/, 'NZD'],
  [/\bhong kong dollars?\b/, 'HKD'],
  [/\bsingapore dollars?\b/, 'SGD'],
  [/(?<![a-z])us ?\$|\$ ?us(?![a-z])/, 'USD'],
  [/(?<![a-z])(?:ca?|cdn) ?\$/, 'CAD'],
  [/(?<![a-z])au? ?\$/, 'AUD'],
  [/(?<![a-z])nz ?\$/, 'NZD'],
  [/(?<![a-z])hk ?\$/, 'HKD'],
  [/(?<![a-z])s(?:g)? ?\$/, 'SGD'],
  [/(?<![a-z])nt ?\$/, 'TWD'],
  [/(?<![a-z])mx ?\$/, 'MXN'],
  [/(?<![a-z])r ?\$/, 'BRL'],
];

/** Other signs; a lone dollar is that of the United States, as everywhere here. */
const signs: readonly (readonly [RegExp, string])[] = [
  [/€/, 'EUR'],
  [/£/, 'GBP'],
  [/₹/, 'INR'],
  [/₩/, 'KRW'],
  [/₽/, 'RUB'],
  [/₺/, 'TRY'],
  [/₪/, 'ILS'],
  [/₫/, 'VND'],
  [/₦/, 'NGN'],
  [/₴/, 'UAH'],
  [/฿/, 'THB'],
  [/₱/, 'PHP'],
  [/\$/, 'USD'],
  [/美元|美金|美圓|米ドル|ドル|달러/, 'USD'],
  [/欧元|歐元|ユーロ|유로/, 'EUR'],
  [/人民币|人民幣/, 'CNY'],
  [/英镑|英鎊|ポンド/, 'GBP'],
  [/港币|港幣|港元/, 'HKD'],
  [/日元|日円|円/, 'JPY'],
  [/[원억만]/, 'KRW'],
];

/** Words for one currency only; a crown, a peso and a franc are several countries'. */
const named: Readonly<Record<string, string>> = {
  USD: 'usd dollar dollars dolar dolares dolarów dollari долларов доллара',
  EUR: 'eur euro euros eure teur meur keur',
  GBP: 'gbp pounds sterling',
  INR: 'inr rs rupees crore crores lakh lakhs cr',
  CNY: 'cny rmb yuan renminbi',
  JPY: 'jpy yen',
  KRW: 'krw won',
  CHF: 'chf sfr tchf mchf',
  BRL: 'brl reais',
  PLN: 'pln zł złotych zloty',
  CZK: 'czk kč',
  TRY: 'try tl',
  ILS: 'ils nis shekels',
  RUB: 'rub руб рублей',
  ZAR: 'zar rand',
};

const otherCodes =
  'aed ars aud bgn cad clp cop dkk egp hkd huf idr isk kes mxn myr ngn nok nzd pen php pkr ron rsd sar sek sgd thb ' +
  'twd uah vnd';

const byWord = once(() => {
  const codes = new Map(otherCodes.split(' ').map((code) => [code, code.toUpperCase()]));
  for (const [code, all] of Object.entries(named)) for (const word of all.split(' ')) codes.set(word, code);
  return codes;
});

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

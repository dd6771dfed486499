import { fold } from '#shared/domain/text.ts';
import { pattern } from '#shared/domain/pattern.ts';
import { currencyIn } from './currencies.ts';
import { unitNamed } from './units.ts';
import { withoutDay } from './withDay.ts';

/**
 * A number as people write it: `1,007`, `20,00,00,000`, `1.234,56`, `1 234`, `1'234`, `7550000.0`; null for anything
 * else. A dot before exactly three digits is a decimal point unless `dotGroups` says that the column groups with dots.
 */
export function parseNumber(text: string, dotGroups = false): number | null {
  const compact = text.trim().replaceAll(/[\s\u00a0\u202f'’]/g, '');
  if (!/^[+-]?[\d.,]*\d[\d.,]*$/.test(compact)) return null;
  const comma = compact.lastIndexOf(',');
  const dot = compact.lastIndexOf('.');
  let plain = compact;
  if (comma !== -1 && dot !== -1) {
    plain = comma > dot ? compact.replaceAll('.', '').replace(',', '.') : compact.replaceAll(',', '');
  } else if (comma !== -1) {
    const grouped = /^[+-]?\d{1,3}(?:,\d{2,3})*,\d{3}$/.test(compact);
    plain = grouped ? compact.replaceAll(',', '') : compact.replace(',', '.');
  } else if (dot !== -1) {
    const grouped =
      /^[+-]?\d{1,3}(?:\.\d{3}){2,}$/.test(compact) || (dotGroups && /^[+-]?\d{1,3}\.\d{3}$/.test(compact));
    if (grouped) plain = compact.replaceAll('.', '');
  }
  const value = Number(plain);
  return plain === '' || !Number.isFinite(value) ? null : value;
}

/** A non-negative whole number (a count, a rank), or null. */
export function parseCount(text: string): number | null {
  const value = parseNumber(text, true);
  return value === null || value < 0 || !Number.isSafeInteger(Math.round(value)) ? null : Math.round(value);
}

/**
 * An amount of money in whole USD: `$15M`, `US$ 1.5 million`, `26.1 MM`, `20,00,00,000`. Null if it is no amount, for
 * zero, and for other currencies, whose value in USD is not known; that includes units in which only another currency
 * is counted (crores, 万, 억) unless a word or the column (`inDollars`) says dollars. An amount without a currency sign
 * is taken as it is; a round after it (`$10m (Series A)`) and the day it is of are ignored. A band (`$500K - $1M`) is
 * null: neither bound was raised, and its middle would pass for an amount that was; for employees the middle only
 * chooses a size category.
 */
export function parseAmount(text: string, dotGroups = false, inDollars = false): number | null {
  const folded = withoutRound(fold(withoutDay(text.trim())));
  if (/^\d(?:\.\d+)?e\+?\d{1,2}$/.test(folded)) return wholeAmount(Number(folded));
  const match = /^([^\d.,+-]*)([\d][\d.,\s'’]*|[.,]\d+)(.*)$/s.exec(folded);
  if (match === null) return null;
  const [, before = '', digits = '', after = ''] = match;
  if (folded.length <= longestAmount && isOwed.test(folded)) return null;
  const factor = factorOf(`${before} ${after}`, inDollars);
  if (factor === null) return null;
  const number = (factor === 1 ? parseNumber : parseCounted)(digits.trim().replace(/[.,]$/, ''), dotGroups);
  return number === null ? null : wholeAmount(number * factor);
}

/** Whether a text is an amount of money, in whatever currency: `5,000,000 €`, `CHF 2.5m`. */
export function isMoney(text: string): boolean {
  return parseAmount(text, false, true) !== null || (money.test(text) && currencyIn(text) !== '');
}

/** A number with at most a few words around it. */
const money = /^[^\d]{0,12}\d[\d.,\s'’]*[^\d]{0,16}$/;

/**
 * The number before a unit (`6.874B`), which has a fraction as often as not: a lone dot is a decimal point whatever the
 * column says of its bare numbers, and so is a lone comma (`3,456 Mio.`) if the column groups with dots.
 */
export function parseCounted(text: string, dotGroups = false): number | null {
  const compact = text.trim();
  return parseNumber(dotGroups && /^\d{1,3},\d{3}$/.test(compact) ? compact.replace(',', '.') : compact);
}

function withoutRound(text: string): string {
  return text.length > longestAmount ? text : text.replace(roundBefore, '').replace(roundBehind, '');
}

/** A round named before its amount: `Series A: $20M`. */
const roundBefore = /^(?:(?:pre-?)?seed|series [a-h]\d?|angel)(?: round)?\s*[:–—-]\s*(?=\D{0,4}\d)/;

/** What follows a round's amount: which round it was, and when. */
const roundBehind = pattern()`
  \s*\((?:(?:pre-?)?(?:series|seed|angel|bridge)\b[^()\d€£¥₹$]*\d?
    |(?:[a-z]{3,9}\.? )?(?:19|20)\d{2}|est\.?|estimated)\)$
  |(?<=[\dkmbn])\s+(?:pre-?seed|seed|series [a-h]\d?)(?: round| funding)?$
`;

/** In longer texts nothing but an amount is looked for. */
const longestAmount = 100;

/** A negative amount as accountants write it: `(500,000)`, `($1.2M)`. */
const isOwed = /^\([^()\p{L}]*\d[^()]*\)$/u;

/** The factor that the words around a number stand for; null if they say anything else, or another currency. */
function factorOf(around: string, inDollars: boolean): number | null {
  let factor = 1;
  let isDollars = inDollars;
  let isLocal = false;
  for (const word of around.split(/[\s.()/+~>≥≈]+/).flatMap(signsAndWords)) {
    const unit = unitNamed(word);
    if (unit !== undefined) factor *= unit.factor;
    else if (!dollars.has(word) && !roughly.has(word)) return null;
    isDollars ||= dollars.has(word);
    isLocal ||= unit !== undefined && unit.currency !== '';
  }
  return isLocal && !isDollars ? null : factor;
}

/** `us$` stays one word; `$m` and `musd` become two. */
function signsAndWords(word: string): string[] {
  if (word === '' || word === 'in' || word === 'approx') return [];
  if (dollars.has(word) || unitNamed(word) !== undefined) return [word];
  const parts = signOrWord.exec(word);
  if (parts === null) return [word];
  return parts.slice(1).filter((part): part is string => part !== undefined);
}

const signOrWord = new RegExp(
  `^(us\\$|\\$|usd)(.+)$|^(.+?)(us\\$|\\$|usd|${fold('美元|美金|美圓|米ドル|ドル|미국달러|미달러|달러|دولار')})$`,
);

/** Signs and codes of US dollars; amounts in other currencies are not known in USD. */
const dollars = new Set(
  (
    '$ us$ usd usd$ $us dollar dollars dolar dolares dolarów dolara dolaru dollari долл доллар доллара долларов ' +
    'دولار דולר 美元 美金 美圓 米ドル ドル 미국달러 미달러 달러'
  )
    .split(' ')
    .map(fold),
);

/** Words for an amount that is not exact. */
const roughly = new Set([
  'over',
  'about',
  'approx',
  'around',
  'circa',
  'ca',
  'more',
  'than',
  'nearly',
  'almost',
  'raised',
  'total',
  'de',
  'di',
  '约',
  '約',
  '近',
  '超',
  '超过',
  '超過',
  '逾',
  '余',
  '多',
  fold('약'),
]);

function wholeAmount(value: number): number | null {
  const amount = Math.round(value);
  return amount > 0 && Number.isSafeInteger(amount) ? amount : null;
}

import { pattern } from '#shared/domain/pattern.ts';
import { currencyOfWord } from '../values/currencies.ts';
import { unitNamed, unitWithin } from '../values/units.ts';

/** What a header says of the numbers below it, by the header itself and its key (`headerKey`). */

/** Whether a header names US dollars. */
export function saysDollars(header: string, key: string): boolean {
  const plain = header.normalize('NFKC');
  if (otherDollars.test(header)) return false;
  return /(?<!\p{L})(?:usd|dollars?|dolares|dollari|dolar)(?!\p{L})/u.test(key) || dollarSigns.test(plain);
}

/** Whether a header names another currency, or a unit in which only others are counted. */
export function saysOtherCurrency(header: string, key: string): boolean {
  if (otherDollars.test(header) || foreignSigns.test(header)) return true;
  if (anyCurrency.test(key) || key.split(' ').some((word) => isOther(word))) return true;
  return !saysDollars(header, key) && localHeader.test(header.normalize('NFKC'));
}

/** Whether a word of a header says what its amounts are counted in: a currency, a unit, both. */
export function isUnitWord(word: string): boolean {
  return word === 'in' || word === 'us' || isCurrencyWord(word) || unitOf(word) !== undefined || isBySigns.test(word);
}

/** `万美元` */
const isBySigns = /^(?:[百千]?[万萬亿億])?(?:美元|美金|人民币|人民幣|元|円|圓)$/;

/** Whether a word of a header's key is the code or the name of a currency. */
export function isCurrencyWord(word: string): boolean {
  return word === 'usd' || (isOther(word) && word !== 'try');
}

/** The unit that a header counts in: a thousand, a million; undefined if it names none. */
export function unitOf(key: string): number | undefined {
  const words = key.split(' ');
  const named = words.find((word, at) =>
    word === 'mi' ? ofReais.test(words[at - 1] ?? '') : !onlyBehindNumbers.has(word) && unitNamed(word) !== undefined,
  );
  return (named === undefined ? unitWithin(key) : unitNamed(named))?.factor;
}

/** `R$ mi`; elsewhere it is a mile, a note, an Italian pronoun. */
const ofReais = /^(?:r|us|brl|usd)$/;

/** Units only behind a number: `Series B` names none. */
const onlyBehindNumbers: ReadonlySet<string> = new Set(['b', 'bin', 'mii', 'mia', 'md', 'mill', 'cr', 'crs']);

/** Whether a header says that its numbers are money, or are counted in a unit: `Size ($M)`, `Größe in Mio.`. */
export function saysMoney(header: string, key: string): boolean {
  return saysDollars(header, key) || saysOtherCurrency(header, key) || unitOf(key) !== undefined;
}

/** Whether a header says how a number has changed, or what it was before: `Headcount % (90d)`, `Employees YoY`. */
export function saysChange(header: string, key: string): boolean {
  return /[%％‰Δ]|\+\/-/.test(header) || change.test(key) || changeInOtherScripts.test(header);
}

/** Dollars of other countries, and the real: `C$`, `A$`, `R$`; but not `US$`. */
const otherDollars = pattern('i')`
  (?<![a-z])(?:r|c|ca|cad|cdn|a|au|aud|nz|hk|s|sg|sgd|mx|nt)\s?\$
  |\b(?:australian|canadian|hong kong|new zealand|singapore) dollars?\b
`;

const foreignSigns = /[€£¥₹₩₽₺₪₫₦₴฿₱₸]/;

/** Whether a word of a header is the code or the name of a currency other than US dollars; deals are won, too. */
function isOther(word: string): boolean {
  const code = currencyOfWord(word);
  return code !== '' && code !== 'USD' && unitNamed(word) === undefined && !/^(?:won|tl|real|rs|libras)$/.test(word);
}

/** A currency that may be another one in each row. */
const anyCurrency = pattern()`
  \b(?:local|native|original|transaction|reporting|various) currenc(?:y|ies)\b|\blc[uy]\b
  |\bdevises? (?:locales?|d origine)\b|\b(?:landes|original|lokal|heimat)wahrung\b|\blokaler? wahrung\b
  |\b(?:moneda|divisa) (?:local|original)\b
  |\bvaluta (?:locale|originale)\b|\bmoeda (?:local|original)\b|\blokale valuta\b|现地通貨|現地通貨|本币|原币|当地货币
`;

const dollarSigns = /\$|美元|美金|美圓|ドル|달러/;

/** Currencies, and units in which only such are counted (`Raised (Cr)`, `融资金额(万元)`), where nothing says dollars. */
const localHeader =
  /\b(?:cr|crores?|lakhs?|lacs?)\b|(?:(?<![가-힣])원|[만억천]원|[元円圓万萬亿億만억]|人民币|人民幣|港币|港幣|英镑|英鎊)\)?\s*$/i;

/** Words for growth and for an earlier time. */
const change = pattern()`
  \b(?:growth|grew|change|changes|changed|delta|yoy|y o y|qoq|mom|increase|decrease|percent|percentage|pct|cagr
    |trend|ago|wachstum|veranderung|zuwachs|anderung|entwicklung|prozent|croissance|evolution|variation
    |pourcentage|progression|crecimiento|variacion|cambio|porcentaje|evolucion|crescita|variazione|andamento
    |percentuale|crescimento|variacao|evolucao|groei|verandering|wzrost|zmiana|zmena|tillvaxt|forandring|vekst
    |vaekst|endring|aendring|kasvu|muutos|buyume|degisim|novekedes|valtozas|crestere)\b
`;
const changeInOtherScripts = pattern('i')`
  增长|增長|增速|成長|变化|變化|増加|増減|伸び率|推移|성장|증가|변화|рост|измен|прирост|зростан|ανάπτυξη|μεταβολή|גידול|نمو
`;

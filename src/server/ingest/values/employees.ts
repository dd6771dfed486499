import { pattern } from '#shared/domain/pattern.ts';
import { monthOf } from './dates.ts';
import { parseCount } from './numbers.ts';
import { withoutDay } from './withDay.ts';

/** How many people a company has: a number, or the band it is in (`11-50`, `10001+`; `''` where there is a number). */
export interface Headcount {
  readonly count: number | null;
  readonly band: string;
}

/**
 * A number of employees, or a band of them in one form: `11-50` for `de 11 a 50`, `10001+` for one without an upper
 * end, from one for one without a lower end (`<50` → `1-49`). Bands that a spreadsheet turned into dates (`Nov-50`,
 * `10-Jan`) are restored. Null for neither, and for zero.
 */
export function parseEmployees(raw: string): Headcount | null {
  if (raw.length > longestBand) return null;
  const written = withoutDay(raw.trim()).toLowerCase();
  if (alone.test(written)) return exactly(1);
  const words = bareNumbers(written);
  for (const read of [openAbove, openBelow, codedBand]) {
    const count = read(words);
    if (count !== undefined) return count;
  }
  return numberOrBand(
    words
      .replace(/^(?:de|von|from|da|tra|fra|entre|between|zwischen|tussen|van|mellan|mellem|mellom)\s+/, '')
      .replaceAll(andTo, '-')
      .replaceAll(upTo, '-'),
  );
}

/** Longer cells are texts. */
const longestBand = 200;

/** One person, in the words of LinkedIn and Crunchbase. */
const alone = /^(?:self-?employed|myself only|solo|just me|solo founder)$/;

/** The same between numbers: `entre 10 et 19`, `1 ou 2`. */
const andTo = /(?<=\d)\s+(?:et|y|e|and|und|en|och|og|ou|o|or|oder|of)\s+(?=\d)/g;

/** Words between the ends of a band. */
const upTo = /\.{2,3}|[–—~〜～―]|\bto\b|\bbis\b|\ba\b|(?<=\s)à(?=\s)|\bhasta\b|\bau\b|\btot\b|\baté\b/g;

/** Without the words around the numbers: `about 25 (2023)`, `11-50 employees on LinkedIn`, `10k+`. */
function bareNumbers(written: string): string {
  const banded = classed.exec(written)?.[1]?.replace(/,\s+/, '-') ?? written;
  const text = banded.replace(/(?<=\d.*)\s*\([^()]*\)$/, '').replace(about, '');
  const after = /^(.*\d.*?)(?:employees|people|mitarbeiter)\b.*$/.exec(text)?.[1] ?? text;
  return unabbreviated(after.replaceAll(people, '').trim());
}

/** A class and its band: `Small (11-50)`, `B. 11-50`, `[11, 50]`. */
const classed = pattern()`
  ^(?:[a-z][a-z -]{0,20}\s*[([:]\s*|[a-z][.)]\s*|[[(]\s*)
  (\d[\d.,\s]*(?:-|–|—|to|,\s)\s*\d[\d.,]*\+?|\d[\d.,]*\+)
  [)\]]?$
`;

/** Words for an approximate number. */
const about = pattern()`
  ^(?:~|≈|about|around|approx(?:imately)?\.?|circa|ca?\.?|env(?:iron)?\.?|etwa|rund|ungefähr|unos|circa|cerca de
    |约|約|およそ|약)\s*(?=\d)
`;

/** Words for the people themselves. */
const people = pattern('g')`
  \s*(?:employees?|workers?|people|staff|team members?|mitarbeiter(?:innen)?|beschäftigte|empleados|personas
    |trabajadores|salariée?s?|salaries?|employés?|employes?|personnes|collaborateurs|dipendenti|addetti|persone
    |impiegati|lavoratori|empregados|trabalhadores|pessoas|funcionários|funcionarios|colaboradores|werknemers
    |medewerkers|pracowników|osób|zaměstnanců|anställda|ansatte|henkilöä|çalışan|kişi|сотрудников|человек|ftes?
    |persons|[余餘多]?[人名]|명|员工|員工)\s*
`;

function unabbreviated(text: string): string {
  return text.replaceAll(/(\d+(?:[.,]\d{1,2})?)\s*(?:k\b|tsd\.?)/g, (_, digits: string) =>
    String(Math.round(Number(digits.replace(',', '.')) * 1000)),
  );
}

function openAbove(words: string): Headcount | null | undefined {
  const open = atLeast.exec(words);
  if (open === null) return undefined;
  const bound = parseCount(open[1] ?? open[2] ?? '');
  return bound === null ? null : { count: null, band: `${isAbove.test(words) ? bound + 1 : bound}+` };
}

/** What the bound itself does not belong to. */
const isAbove = pattern()`
  ^(?:>(?!=)|более|свыше|ponad|powyżej|více než
    |more than|over|über|mehr als|plus de|más de|mas de|più di|piu di
    |mais de|meer dan)
`;

/** A band without an upper end: `>500`, `más de 500`. */
const atLeast = pattern()`
  ^(?:>=?|≥|at least|mindestens|au moins|al menos|almeno|à partir de|a partir de|более|свыше|ponad|powyżej
    |více než|more than|over|über|mehr als|plus de|más de|mas de|più di|piu di
    |mais de|meer dan)\s*([\d.,\s]+)$
  |^([\d.,\s]+?)\s*(?:\+|以上|and (?:more|above|over)|or more|plus|und mehr|oder mehr|et plus|ou plus|y más|o más
    |e oltre|o più|e mais|ou mais|en meer|of meer)$
`;

function openBelow(words: string): Headcount | null | undefined {
  const below = atMost.exec(words);
  if (below === null) return undefined;
  const bound = parseCount(below[1] ?? below[2] ?? '');
  return bound === null ? null : bandOf(1, isLess.test(words) ? bound - 1 : bound);
}

/** What the bound itself does not belong to. */
const isLess =
  /^(?:<(?!=)|менее|poniżej|less|fewer|under|weniger|unter|moins|menos|meno |minder|少于|不足|低于)|未満$|below$/;

/** A band without a lower end: `<50`, `50人以下`. */
const atMost = pattern()`
  ^(?:<=?|≤|до|менее|poniżej|less than|fewer than|under|up to|weniger als|unter|bis zu|moins de|jusqu'à|menos de|hasta
    |meno di|fino a|até|minder dan|少于|不足|低于)\s*([\d.,\s]+)$
  |^([\d.,\s]+?)\s*(?:以下|以内|未満|or (?:fewer|less)|and (?:under|below))$
`;

function codedBand(words: string): Headcount | null | undefined {
  const code = coded.exec(words) ?? sized.exec(words);
  if (code === null) return undefined;
  const [from, to] = [Number(code[1]), Number(code[2])];
  return Number.isNaN(to) ? { count: null, band: `${from}+` } : bandOf(from, to);
}

/** A band as Crunchbase's API writes it: `c_00011_00050`, `c_10001_max`. */
const coded = /^c_(\d{5})_(\d{5}|max)$/;

/** The same as Wellfound's pages write it: `SIZE_11_50`, `SIZE_5001_10000`, `SIZE_10001_PLUS`. */
const sized = /^size_(\d+)_(\d+|plus)$/;

function numberOrBand(text: string): Headcount | null {
  const asDate = turnedIntoDate.exec(text);
  if (asDate !== null) {
    const month = monthOf(asDate[1] ?? asDate[4] ?? '');
    return month === undefined ? null : bandOf(month, Number(asDate[2] ?? asDate[3]));
  }
  const [from, to, ...rest] = text.split('-').map((part) => parseCount(part));
  if (rest.length > 0 || from === undefined || from === null) return null;
  if (to === undefined) return from > 0 ? exactly(from) : null;
  return to === null ? null : bandOf(from, to);
}

/** `Nov-50`, `10-Jan` */
const turnedIntoDate = /^(?:([a-z]{3})-(\d{1,4})|(\d{1,4})-([a-z]{3}))$/;

function exactly(count: number): Headcount {
  return { count, band: '' };
}

function bandOf(a: number, b: number): Headcount | null {
  const [from, to] = [Math.min(a, b), Math.max(a, b)];
  if (to <= 0) return null;
  return from === to ? exactly(from) : { count: null, band: `${from}-${to}` };
}

import { namesIn, once, readTable } from '#node/resources.ts';
import { pattern } from '#shared/domain/pattern.ts';
import { fold } from '#shared/domain/text.ts';
import { groupsOfIndustry, industries, industryGroups } from '#shared/reference/industries.ts';
import { remembered } from './remembered.ts';
import { listSeparator, oneLine, splitOutside } from './text.ts';

/** Values of category columns that say nothing. */
const nothing = new Set([
  'other',
  'others',
  'unspecified',
  'misc',
  'miscellaneous',
  'general',
  'unknown',
  'none',
  'na',
  // What the British register says of companies that say nothing.
  'none supplied',
  'dormant company',
]);

const tagCharsAtMost = 80;

const reference = new Set(industries);

/** A name that files use, and the reference industries it stands for. */
interface Alias {
  readonly name: string;
  readonly meant: readonly string[];
}

/**
 * The contents of `resources/import/industries.tsv`: everyday names in many languages, and names from other lists of
 * industries (LinkedIn's, old and new, which HubSpot and Apollo use too; GICS; the registers' SIC and NACE).
 */
const aliases = once((): Alias[] => {
  const table = readTable('import/industries.tsv', ['industries', 'language', 'name']);
  namesIn(
    table,
    ({ name }) => key(name),
    (row) => row.industries,
  );
  return table.rows.map((row) => {
    const meant = row.industries.split(' + ');
    const unknown = meant.find((name) => !reference.has(name));
    if (unknown !== undefined) throw table.problem(row, `there is no industry “${unknown}”.`);
    return { name: row.name, meant };
  });
});

/** Each name once, reference industries first, then free tags; keeps the order within both. */
export function industriesInOrder(names: readonly string[]): string[] {
  const all = [...new Set(names)];
  if (all.every((name) => reference.has(name))) return all;
  return [...all.filter((name) => reference.has(name)), ...all.filter((name) => !reference.has(name))];
}

/**
 * Maps the categories of files to the reference industries: exactly (except for accents, case, spaces and plurals), by
 * a table of aliases, by similar spelling, part by part (`Energy & Utilities`). Anything else stays as a free tag.
 * Built once per import.
 */
export class IndustryNames {
  readonly #byKey = new Map<string, readonly string[]>();
  readonly #byLength = new Map<number, string[]>();
  readonly #groups = new Map(industryGroups.map((group) => [key(group), group]));

  constructor() {
    for (const name of industries) {
      this.#byKey.set(key(name), [name]);
      const [, long, short] = /^(.+) \((.+)\)$/.exec(name) ?? [];
      for (const part of [long, short]) if (part !== undefined) this.#byKey.set(key(part), [name]);
    }
    for (const name of industries) {
      const singular = key(name).replace(/s$/, '');
      if (!this.#byKey.has(singular)) this.#byKey.set(singular, [name]);
    }
    for (const { name, meant } of aliases()) this.#byKey.set(key(name), meant);
    this.#addWithoutAnd();
    for (const known of this.#byKey.keys())
      this.#byLength.set(known.length, [...(this.#byLength.get(known.length) ?? []), known]);
  }

  /** The reference industries a category stands for; empty if there are none. */
  readonly referenceOf = remembered((category): readonly string[] => this.#find(category));

  /** The industry group of this name, or undefined. */
  groupOf(category: string): string | undefined {
    return this.#groups.get(key(category));
  }

  /** Industries and free tags in a cell, each once, without commas, reference industries first. */
  parse(cell: string): string[] {
    return industriesInOrder(partsOf(cell, this).flatMap((part) => this.#namesOf(part)));
  }

  /** For a single part: parts repeat all the time, whole cells hardly do. */
  readonly #namesOf = remembered((part): readonly string[] => {
    const category = categoryOf(part);
    if (category === '') return [];
    const found = this.referenceOf(category);
    if (found.length > 0) return found;
    const isName = category.length <= tagCharsAtMost;
    const names =
      (isName ? (this.#ofModel(category) ?? this.#ofBracket(category)) : undefined) ?? this.#ofPieces(category);
    return (names ?? this.#oneOf(category)).filter((name) => name !== '');
  });

  /** `B2B SaaS`: a business model and an industry, which must be known. */
  #ofModel(category: string): readonly string[] | undefined {
    const [, before, behind, first, last] = modelAndRest.exec(category) ?? [];
    const known = this.referenceOf(behind ?? first ?? '');
    return known.length > 0 ? [(before ?? last ?? '').toUpperCase(), ...known] : undefined;
  }

  /** `Enterprise Software (SaaS)`: both if both are known; if only one is, the whole is also kept as a tag. */
  #ofBracket(category: string): readonly string[] | undefined {
    const [, outside, within] = /^([^()]+\S)\s*\(([^()]+)\)$/.exec(category) ?? [];
    if (outside === undefined || within === undefined) return undefined;
    if (wordsIn(outside) > wordsAtMost || within.split(/[,;/]/).some((one) => wordsIn(one.trim()) > wordsAtMost))
      return undefined;
    const pieces = [outside, ...within.split(/\s*[,;/]\s*/)];
    const known = pieces.map((piece) => this.referenceOf(piece));
    if (known.every((names) => names.length === 0)) return undefined;
    if (pieces.length > 2) return pieces.flatMap((piece) => this.#oneOf(piece));
    return [...known.flat(), ...(known.every((names) => names.length > 0) ? [] : [freeTag(category)])];
  }

  /**
   * `FinTech > Payments > Buy now`, `Life sciences: biotech`, `AI/Lendtech`: the pieces; unknown ones become tags of
   * their own. If none is known the whole stays one tag, and so does anything that reads like a sentence; a lone slash
   * between spaces always separates. `&` and `and` separate only if every part is known (`#find`): `Health & Safety`
   * and `Travel and Expense` are neither of their parts.
   */
  #ofPieces(category: string): readonly string[] | undefined {
    const slashed = category.split(/\s+\/\s+/);
    if (slashed.length > 1) return slashed.flatMap((piece) => this.#oneOf(piece));
    for (const sign of category.length <= pathCharsAtMost ? pathSigns : []) {
      const pieces = category.split(sign).filter((piece) => piece !== '');
      if (pieces.length < 2) continue;
      const isPath = pieces.every((piece) => wordsIn(piece) <= wordsAtMost) && !/[.!?]\s/.test(category);
      if (!isPath || pieces.every((piece) => this.referenceOf(piece).length === 0)) return undefined;
      return pieces.flatMap((piece) => this.#oneOf(piece));
    }
    return undefined;
  }

  /** Part of a category: industries, or a free tag. */
  #oneOf(part: string): readonly string[] {
    const found = this.referenceOf(part);
    return found.length > 0 || nothing.has(part.toLowerCase()) ? found : [freeTag(part)];
  }

  /** The cell's industry groups that do not follow from `known` industries, as industries or free tags. */
  parseGroups(cell: string, known: readonly string[]): string[] {
    const implied = new Set(known.flatMap((industry) => groupsOfIndustry(industry)));
    return this.parse(
      partsOf(cell, this)
        .map(categoryOf)
        .filter((group) => group !== '' && !implied.has(this.groupOf(group) ?? ''))
        .join(listSeparator),
    ).filter((name) => !known.includes(name));
  }

  #find(category: string): readonly string[] {
    const own = key(category);
    if (own === '') return [];
    const exact = this.#byKey.get(own) ?? this.#byKey.get(own.replace(/(?:tech|s|industry|sector)$/, ''));
    if (exact !== undefined) return exact;
    const parts = category.replaceAll('_', ' ').split(/\s*(?:&|\/|\+|->|\band\b|\bund\b|\bet\b|\by\b)\s*/i);
    if (parts.length > 1) {
      const found = parts.map((part) => this.#byKey.get(key(part)) ?? []);
      if (found.every((names) => names.length > 0)) return [...new Set(found.flat())];
    }
    return this.#closeTo(own);
  }

  /** Adds names of two things without their `and`, as tools store them: `HOSPITAL_HEALTH_CARE`. */
  #addWithoutAnd(): void {
    for (const name of [...industries, ...aliases().map((alias) => alias.name)]) {
      const without = key(name.replaceAll(/ (?:&|and) /gi, ' '));
      const meant = this.#byKey.get(key(name));
      if (meant !== undefined && !this.#byKey.has(without)) this.#byKey.set(without, meant);
    }
  }

  /** A long name with one wrong letter is that name. */
  #closeTo(own: string): readonly string[] {
    if (own.length < 8) return [];
    for (const length of [own.length, own.length - 1, own.length + 1]) {
      const close = this.#byLength.get(length)?.find((known) => isOneEditApart(known, own));
      if (close !== undefined) return this.#byKey.get(close) ?? [];
    }
    return [];
  }
}

const modelAndRest = /^(?:(b2b|b2c)[\s-]+(\S.*)|(\S.*)\s(b2b|b2c))$/i;

/** The most words in the name of an industry. */
const wordsAtMost = 5;

/** A path of several is no longer than this. */
const pathCharsAtMost = 200;

const pathSigns = [/\s*(?:[>›»→]|->)\s*/, /\s*:\s*/, /\s[-–—]\s/, /\//];

function wordsIn(text: string): number {
  return text.split(' ').length;
}

/** The parts of one cell: a list by unit separator, `|`, `;`, line ends, or else by comma unless the whole is known. */
function partsOf(cell: string, names: IndustryNames): string[] {
  const separator = strongSigns.find((sign) => sign.test(cell));
  const strong = separator === undefined ? [cell] : splitOutside(cell, separator);
  if (strong.length > 1) return strong;
  if (hashtags.test(cell)) return cell.split(/#/).map((tag) => tag.replaceAll('_', ' ').replace(camelCase, '$1 $2'));
  const numbered = cell.split(numbers);
  if (numbered.length > 2 && numbered[0]?.trim() === '') return numbered;
  const bulleted = bullets.test(cell) ? cell.split(bullet) : [];
  if (bulleted.length > 2) return bulleted;
  // Registers have commas inside their names; each name begins with its code.
  if (registerCode.test(cell)) return cell.split(/,\s*(?=\d{2,5}[A-Z]?\s*[-–:]\s)/);
  if (!cell.includes(',')) return [cell];
  const parts = splitOutside(cell, /,/);
  // `Glass, Ceramics & Concrete` is one, `Computer, Software` is two.
  const isOne = names.referenceOf(cell).length > 0 && parts.some((part) => names.referenceOf(part).length === 0);
  return isOne || isRegistersName(cell, parts, names) ? [cell] : parts;
}

/** Signs that are in no name: the first that a cell has divides it. */
const strongSigns = [new RegExp(listSeparator), /\|/, /[;；]/, /\n/, /[•·‧∙●▪◦‣⁃►◆■✓・]/, /、/, /，/];

/** `#fintech #payments` */
const hashtags = /^\s*#[\p{L}\p{N}]\S*(?:[\s,]+#[\p{L}\p{N}]\S*)*\s*$/u;
const camelCase = /(\p{Ll})(\p{Lu})/gu;

/** `* Fintech * Insurance`, `- Fintech - Insurance`: the sign is before the first, too. */
const bullets = /^\s*[*+–—-]\s/;
const bullet = /(?:^|\s)[*+–—-]\s+/;

/** `1) Fintech 2) Insurance`, `1. Fintech 2. Insurance`, `(a) Fintech (b) Insurance` */
const numbers = /(?:^|\s)(?:\(?\d{1,2}[.)]|\(?[a-h]\))\s+(?=\p{L})/u;

/**
 * Whether a cell is one name as classifications write them, with commas of its own: `Manufacture of electric motors,
 * generators and transformers`. Only its first word has a capital, and its last part is the end of an enumeration.
 */
function isRegistersName(cell: string, parts: readonly string[], names: IndustryNames): boolean {
  if (cell.length > pathCharsAtMost) return false;
  const [first = '', ...others] = parts.map((part) => part.trim());
  const last = others.at(-1) ?? '';
  if (!/^\p{Lu}/u.test(first) || others.some((part) => !/^\p{Ll}/u.test(part))) return false;
  if (ofClassification.test(cell)) return true;
  const ends = /(?:^|\s)(?:and|or|und|oder|et|ou|y|o|e|en|of)\s\S/.test(last);
  return ends && wordsIn(first) > 1 && parts.every((part) => names.referenceOf(part).length === 0);
}

/** How names in classifications of trades begin and end. */
const ofClassification = pattern('i')`
  ^(?:(?:other|specialised|specialized|wholesale|retail|support|business) )*
  (?:manufactur(?:e|ing)|growing|raising|repair(?:ing)?|production|processing|wholesale|trade|sale|rent(?:al|ing)
    |leasing|extraction|mining|installation|construction|operation|provision|publishing|research|activities|services
    |herstellung|(?:groß|einzel)?handel|fabrication|commerce|fabricación|comercio|fabbricazione|fabricação)
  \s(?:and\s\S+\s)?(?:of|von|mit|de|di|in|on|for|al|au)\s
  |\b(?:activities|n\.?\s?e\.?\s?c\.?)$
`;

/** Part of a cell without what merely surrounds it; `''` if nothing remains. */
function categoryOf(part: string): string {
  const category = oneLine(part)
    .replace(/^["'[\]]+|["']+$|(?<!\[[^\]]*)\]+$/g, '')
    .replace(mainMark, '')
    .replace(inSquare, ' ($1)')
    .replace(registerCode, '');
  return isSectorCode(category) ? '' : category;
}

/** `Software [ERP, CRM]`, as with round brackets. */
const inSquare = /(?<=\S)\s*\[([^[\]]+)\]$/;

/** What marks the main one of several: `Network Software*`, `Robotics (primary)`. */
const mainMark = /^[*★†]+\s*|\s*[*★†]+$|\s*[([](?:primary|main|principal|hauptbranche)[)\]]$/gi;

/**
 * Whether a category is only the code of one, in the form of ISIC, NACE, NAF or NAICS: `C10`, `K`, `J62.01`, `6201Z`,
 * `541511`. `5G`, `3D` and `H2` are trades.
 */
export function isSectorCode(category: string): boolean {
  return category.length <= longestCode && sectorCode.test(category);
}

const longestCode = 9;
const sectorCode =
  /^(?:[A-Z]|[A-Z][-.]?\d{2}(?:\.?\d{1,2}){0,3}[A-Z]?|\d{2}(?:\.\d{1,2}){1,2}[A-Z]?|\d{4}[A-Z]|\d{2,6})$/;

/** A SIC or NACE code before its name: `62012 - Business and domestic software development`. */
const registerCode =
  /^(?:\d{4,6}[A-Z]?|[A-U][-.]?\d{2}(?:\.?\d{1,2}){0,2}[A-Z]?|\d{2}\.\d{1,2}(?:\.\d)?[A-Z]?)\s*[-–:]\s+(?=\p{L})/u;

function freeTag(category: string): string {
  const tag = oneLine(category.replaceAll(',', ' '));
  return tag.length > tagCharsAtMost ? `${tag.slice(0, tagCharsAtMost - 1).trim()}…` : tag;
}

function key(name: string): string {
  return fold(name)
    .replaceAll('&', 'and')
    .replaceAll(/[^\p{L}\p{N}]+/gu, '');
}

/** Whether adding, dropping, changing or swapping one letter turns `a` into `b`. */
function isOneEditApart(a: string, b: string): boolean {
  let start = 0;
  while (start < a.length && start < b.length && a.charAt(start) === b.charAt(start)) start++;
  if (start < 2) return false;
  const restA = a.slice(start);
  const restB = b.slice(start);
  if (restA.slice(1) === restB.slice(1) || restA.slice(1) === restB || restA === restB.slice(1)) return true;
  return (
    restA.slice(2) === restB.slice(2) && restA.charAt(0) === restB.charAt(1) && restA.charAt(1) === restB.charAt(0)
  );
}

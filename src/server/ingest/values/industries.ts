import { namesIn, once, readTable } from '#node/resources.ts';
import { fold } from '#shared/domain/text.ts';
import { groupsOfIndustry, industries, industryGroups } from '#shared/reference/industries.ts';
import { remembered } from './remembered.ts';
import { listSeparator, oneLine } from './text.ts';

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

/** A name that files use, and the reference industries that it stands for. */
interface Alias {
  readonly name: string;
  readonly meant: readonly string[];
}

/**
 * What `resources/import/industries.tsv` says: everyday names in many languages, and those of the lists that others
 * sort companies by (LinkedIn's, old and new, which HubSpot and Apollo use too; GICS; the registers' SIC and NACE).
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

/** Names each once, reference industries first, free tags behind them; the order within both is kept. */
export function industriesInOrder(names: readonly string[]): string[] {
  const all = [...new Set(names)];
  if (all.every((name) => reference.has(name))) return all;
  return [...all.filter((name) => reference.has(name)), ...all.filter((name) => !reference.has(name))];
}

/**
 * Maps the categories of files to the reference industries: exactly (accents, case, spaces and plurals aside), by a
 * kept table of aliases, by close spelling, part by part (`Energy & Utilities`); what is none of these stays as a free
 * tag. Built once per import.
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

  /** Reference industries a category stands for; none where there is none. */
  readonly referenceOf = remembered((category): readonly string[] => this.#find(category));

  /** The industry group of this name, or undefined. */
  groupOf(category: string): string | undefined {
    return this.#groups.get(key(category));
  }

  /** Industries and free tags of a cell, each once, without commas, reference industries first. */
  parse(cell: string): string[] {
    return industriesInOrder(partsOf(cell, this).flatMap((part) => this.#namesOf(part)));
  }

  /** Of a single part, which comes over and over where whole cells hardly do. */
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

  /** `Enterprise Software (SaaS)`: both, where both are known; where one is, the whole stays beside it as a tag. */
  #ofBracket(category: string): readonly string[] | undefined {
    const [, outside, within] = /^([^()]+\S)\s*\(([^()]+)\)$/.exec(category) ?? [];
    if (outside === undefined || within === undefined) return undefined;
    if (wordsIn(category) > wordsAtMost) return undefined;
    const known = [outside, within].map((piece) => this.referenceOf(piece));
    if (known.every((names) => names.length === 0)) return undefined;
    return [...known.flat(), ...(known.every((names) => names.length > 0) ? [] : [freeTag(category)])];
  }

  /**
   * `FinTech > Payments > Buy now`, `Life sciences: biotech`, `AI/Lendtech`: the pieces, of which those that are not
   * known are tags of their own. Where none is known the whole stays one tag, and so does what reads like a sentence; a
   * lone slash between spaces always parts. `&` and `and` part only what is known altogether (`#find`): `Health &
   * Safety` and `Travel and Expense` are neither of what stands in them.
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

  /** A part of a category: industries, or a free tag. */
  #oneOf(part: string): readonly string[] {
    const found = this.referenceOf(part);
    return found.length > 0 || nothing.has(part.toLowerCase()) ? found : [freeTag(part)];
  }

  /** Those of the cell's industry groups that do not follow from `known` industries, as industries or free tags. */
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

  /** Names of two also without their `and`, as tools store them: `HOSPITAL_HEALTH_CARE`. */
  #addWithoutAnd(): void {
    for (const name of [...industries, ...aliases().map((alias) => alias.name)]) {
      const without = key(name.replaceAll(/ (?:&|and) /gi, ' '));
      const meant = this.#byKey.get(key(name));
      if (meant !== undefined && !this.#byKey.has(without)) this.#byKey.set(without, meant);
    }
  }

  /** A long name with one letter wrong is that name. */
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

/** A name of an industry has no more words than this. */
const wordsAtMost = 5;

/** A path of several is no longer than this. */
const pathCharsAtMost = 200;

const pathSigns = [/\s*(?:[>›»→]|->)\s*/, /\s*:\s*/, /\s[-–—]\s/, /\//];

function wordsIn(text: string): number {
  return text.split(' ').length;
}

/** The parts of one cell: a list by unit separator, `|`, `;`, line ends, else by comma unless the whole is known. */
function partsOf(cell: string, names: IndustryNames): string[] {
  const separator = [listSeparator, '|', ';', '\n'].find((sign) => cell.includes(sign));
  if (separator !== undefined) return cell.split(separator);
  // Registers have commas within their names; each of them begins with its code.
  if (registerCode.test(cell)) return cell.split(/,\s*(?=\d{2,5}[A-Z]?\s*[-–:]\s)/);
  if (!cell.includes(',')) return [cell];
  const parts = cell.split(',');
  // `Glass, Ceramics & Concrete` is one, `Computer, Software` are two.
  const isOne = names.referenceOf(cell).length > 0 && parts.some((part) => names.referenceOf(part).length === 0);
  return isOne ? [cell] : parts;
}

/** A part of a cell without what only surrounds it; `''` where nothing remains. */
function categoryOf(part: string): string {
  return oneLine(part)
    .replace(/^["'[\]]+|["'[\]]+$/g, '')
    .replace(registerCode, '');
}

/** A code of SIC or NACE before its name: `62012 - Business and domestic software development`. */
const registerCode = /^(?:\d{4,6}[A-Z]?|\d{2}\.\d{1,2}(?:\.\d)?[A-Z]?)\s*[-–:]\s+(?=\p{L})/u;

function freeTag(category: string): string {
  const tag = oneLine(category.replaceAll(',', ' '));
  return tag.length > tagCharsAtMost ? `${tag.slice(0, tagCharsAtMost - 1).trim()}…` : tag;
}

function key(name: string): string {
  return fold(name)
    .replaceAll('&', 'and')
    .replaceAll(/[^\p{L}\p{N}]+/gu, '');
}

/** Whether one letter added, left out, changed or swapped with the next makes `a` into `b`. */
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

import { fold } from '#shared/domain/text.ts';
import { groupsOfIndustry, industries, industryGroups } from '#shared/reference/industries.ts';
import { industryAliases } from './industryAliases.ts';
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
]);

const tagCharsAtMost = 80;

const reference = new Set(industries);

/** Names each once, reference industries first, free tags behind them; the order within both is kept. */
export function industriesInOrder(names: readonly string[]): string[] {
  const all = [...new Set(names)];
  if (all.every((name) => reference.has(name))) return all;
  return [...all.filter((name) => reference.has(name)), ...all.filter((name) => !reference.has(name))];
}

/**
 * Maps the categories of files to the reference industries: exactly (accents, case, spaces and plurals aside), by a kept
 * table of aliases, by close spelling, part by part (`Energy & Utilities`); what is none of these stays as a free tag.
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
    for (const entry of industryAliases.split(/[|\n]/)) {
      const [alias = '', names = ''] = entry.split('=');
      if (names !== '') this.#byKey.set(key(alias), names.split('+'));
    }
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
    const pieces = category.split(/\s+\/\s+/);
    const names = pieces.length > 1 ? pieces.flatMap((piece) => this.#oneOf(piece)) : this.#oneOf(category);
    return names.filter((name) => name !== '');
  });

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
    const exact = this.#byKey.get(own) ?? this.#byKey.get(own.replace(/(?:tech|s)$/, ''));
    if (exact !== undefined) return exact;
    const parts = category.split(/\s*(?:&|\/|\+|->|\band\b|\bund\b|\bet\b|\by\b)\s*/i);
    if (parts.length > 1) {
      const found = parts.map((part) => this.#byKey.get(key(part)) ?? []);
      if (found.every((names) => names.length > 0)) return [...new Set(found.flat())];
    }
    return this.#closeTo(own);
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

/** The parts of one cell: a list by unit separator, `|`, `;`, line ends, else by comma unless the whole is known. */
function partsOf(cell: string, names: IndustryNames): string[] {
  const separator = [listSeparator, '|', ';', '\n'].find((sign) => cell.includes(sign));
  if (separator !== undefined) return cell.split(separator);
  return cell.includes(',') && names.referenceOf(cell).length === 0 ? cell.split(',') : [cell];
}

/** A part of a cell without what only surrounds it; `''` where nothing remains. */
function categoryOf(part: string): string {
  return oneLine(part).replace(/^["'[\]]+|["'[\]]+$/g, '');
}

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

import { resourceText } from '#node/resources.ts';
import { type Random, Weighted } from './random.ts';

/**
 * Texts are put together from phrases: words with slots (`$N` the company's name, `$P` its product, …) and ranges of
 * numbers (`{3-12}`, `{1.5-4}` with one decimal). They are parsed once; filling one in is a loop over its parts.
 */

interface NumberRange {
  readonly from: number;
  readonly to: number;
  readonly decimals: number;
}

/** A parsed phrase: text, the index of a slot, or a range of numbers. */
export type Phrase = readonly (string | number | NumberRange)[];

/** The values of the slots, by their index in `slotLetters`. */
export type Slots = string[];

/** Names of the slots; companyTexts.ts says what each one is filled with. */
export const slotLetters = 'NPpFDdCcZQqmnoRrSsWwHhTYUEVAXkKJ';

/** The index of a slot by its letter. */
export function slotOf(letter: string): number {
  const index = slotLetters.indexOf(letter);
  if (index < 0) throw new RangeError(`No slot is called ${letter}.`);
  return index;
}

/** Parses a phrase. */
export function phraseOf(text: string): Phrase {
  return text
    .split(/(\$[A-Za-z]|\{[\d.]+-[\d.]+\})/)
    .filter((part) => part !== '')
    .map((part) => {
      if (part.startsWith('$')) return slotOf(part.slice(1));
      if (!part.startsWith('{')) return part;
      const [from = '', to = ''] = part.slice(1, -1).split('-');
      return { from: Number(from), to: Number(to), decimals: from.includes('.') ? 1 : 0 };
    });
}

/** Parses a list, one item a line or separated by `|`. */
export function listOf(text: string): string[] {
  return text
    .split(/[|\n]/)
    .map((item) => item.trim())
    .filter((item) => item !== '');
}

/** A phrase with its slots and numbers filled in. */
export function fill(phrase: Phrase, slots: Slots, random: Random): string {
  let text = '';
  for (const part of phrase) {
    if (typeof part === 'string') text += part;
    else if (typeof part === 'number') text += slots[part] ?? '';
    else text += numberIn(part, random);
  }
  return text;
}

function numberIn({ from, to, decimals }: NumberRange, random: Random): string {
  if (decimals === 0) return String(random.between(from, to));
  return (from + random.next() * (to - from)).toFixed(decimals);
}

const takesAn = /^(?:[aeio]|u(?!ni|se|ti|su)|hour|heir|HR|LED|MR|NF|RF|SMS|MC|X-ray|IoT|A[A-Z])/i;
const takesA = /^(?:one|once|eu|hub|hr\w)/i;

/** A singular noun phrase with its indefinite article. */
export function withArticle(noun: string): string {
  return `${takesAn.test(noun) && !takesA.test(noun) ? 'an' : 'a'} ${noun}`;
}

/** A text with its first letter in upper case. */
export function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A clause in the two forms it is used in: inside a sentence and at its beginning. */
export interface Clause {
  readonly inside: Phrase;
  readonly first: Phrase;
}

/** One niche of a family: everything said about a company of it fits together. */
export interface Concept {
  readonly family: Family;
  /** Singular nouns: bare, with their article, and as the beginning of a sentence. */
  readonly products: readonly { bare: string; withArticle: string; first: string }[];
  /** What the product does, in the third person. */
  readonly actions: readonly Clause[];
  /** Plural nouns, as used inside a sentence and at its beginning. */
  readonly customers: readonly { inside: string; first: string }[];
  readonly problems: readonly Clause[];
  /** What it achieves, in the third person. */
  readonly outcomes: readonly Clause[];
  /** What is hard to build, as a gerund. */
  readonly obstacles: readonly Clause[];
  /** Matching reference industries, best first. */
  readonly industries: readonly string[];
  /** Keys of revenue kinds (`revenue.tsv`). */
  readonly revenues: readonly string[];
}

/** A line of business: what its niches share. */
export interface Family {
  readonly name: string;
  /** What the trade is called, as in “a fintech company”. */
  readonly sectors: readonly string[];
  readonly mechanisms: readonly Clause[];
  /** What is hard to sell, and what could go wrong. */
  readonly sales: readonly Clause[];
  readonly risks: readonly Clause[];
  /** Words that names of such companies are made from. */
  readonly stems: readonly string[];
  /** Words that follow the name of such a company. */
  readonly surnames: readonly string[];
}

interface Vocabulary {
  readonly concepts: Weighted<Concept>;
  readonly all: readonly Concept[];
}

/**
 * The files of `resources/sample/` with families of companies. Companies are drawn by position, so the order matters.
 */
const familyFiles = [
  'software',
  'work',
  'finance',
  'health',
  'science',
  'commerce',
  'consumer',
  'media',
  'industry',
  'climate',
];

/** Reads the families. Their format: `resources/sample/README.md`. */
export function readVocabulary(): Vocabulary {
  const entries = familyFiles.flatMap((name) => {
    const [, ...families] = resourceText(`sample/${name}.txt`).split(/^@/m);
    return families.flatMap((family) => readFamily(family, `resources/sample/${name}.txt`));
  });
  return { concepts: new Weighted(entries), all: entries.map(([concept]) => concept) };
}

function readFamily(text: string, file: string): [Concept, number][] {
  const [head = '', ...concepts] = text.split(/^=/m);
  const [title = ''] = head.split('\n', 1);
  const [name = '', weight = ''] = title.split(' ');
  const fields = fieldsOf(head, `${file}, @${name}`);
  const family: Family = {
    name,
    sectors: field(fields, 'K'),
    mechanisms: clauses(fields, 'M'),
    sales: clauses(fields, 'S'),
    risks: clauses(fields, 'W'),
    stems: field(fields, 'N'),
    surnames: field(fields, 'Z'),
  };
  return concepts.map((concept) => [readConcept(concept, family, fields), Number(weight) / concepts.length]);
}

function readConcept(text: string, family: Family, shared: Fields): Concept {
  // A niche that earns its money in its own way says so; otherwise the family's `R` applies.
  const own = fieldsOf(text, `${shared.place} =${text.split('\n', 1)[0] ?? ''}`);
  const fields = { place: own.place, lines: new Map([...shared.lines, ...own.lines]) };
  return {
    family,
    products: field(fields, 'P').map((bare) => ({
      bare,
      withArticle: withArticle(bare),
      first: capitalised(bare),
    })),
    actions: clauses(fields, 'D'),
    customers: field(fields, 'C').map((inside) => ({ inside, first: capitalised(inside) })),
    problems: clauses(fields, 'Q'),
    outcomes: clauses(fields, 'O'),
    obstacles: clauses(fields, 'H'),
    industries: field(fields, 'I'),
    revenues: field(fields, 'R').flatMap((keys) => keys.split(' ')),
  };
}

/** Lines by their letter, and the place they come from. */
interface Fields {
  readonly place: string;
  readonly lines: ReadonlyMap<string, string[]>;
}

function fieldsOf(text: string, place: string): Fields {
  const lines = text.split('\n').slice(1);
  return {
    place,
    lines: new Map(lines.filter((line) => line !== '').map((line) => [line.charAt(0), listOf(line.slice(2))])),
  };
}

function field({ place, lines }: Fields, key: string): string[] {
  const values = lines.get(key);
  if (values === undefined || values.length === 0) throw new Error(`${place} has no ${key} line.`);
  return values;
}

function clauses(fields: Fields, key: string): Clause[] {
  return field(fields, key).map((text) => ({ inside: phraseOf(text), first: phraseOf(capitalised(text)) }));
}

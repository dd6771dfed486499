import { ownDomainOf } from '#shared/domain/webAddress.ts';
import { coreOf } from '#shared/domain/companyNames.ts';
import { foldLetters, nameKey } from '#shared/domain/text.ts';
import type { CompanyRecord } from '../../record/companyRecord.ts';
import { filledFieldsOf } from '../../record/knownOf.ts';
import { encodeRecord } from '../../record/recordCodec.ts';
import { GrowableFloat64, GrowableUint32, TextPacker, type PackedTexts } from '../bits/growable.ts';
import { TermDictionary, WordTaker } from '../words/termDictionary.ts';
import { dateNumber, FacetDictionary, type FacetValue } from './facetFields.ts';
import { meritOf } from './merit.ts';
import { numberColumns, numbersOfRecord } from './numberColumns.ts';

export const noFoundedYear = 0xffffffff;
const yearZero = 0x80000000;

/** A founding year as a number that sorts newest first and blanks last. */
function foundedKey(founded: number | null): number {
  return founded === null ? noFoundedYear : yearZero - founded;
}

/** The founding year of such a number; not a number for none. */
export function yearOfKey(key: number): number {
  return key === noFoundedYear ? Number.NaN : yearZero - key;
}

/** A 32-bit hash of a text (FNV-1a with a final mix). */
export function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return (hash ^ (hash >>> 15)) >>> 0;
}

/** The same, or 0 for an empty text. */
export function hashOrNone(text: string): number {
  return text === '' ? 0 : hashText(text);
}

/** For each record the numbers of its words or facet values, each once: `values[ends[row - 1]..ends[row])`. */
export interface NumberedLists {
  readonly values: Uint32Array;
  readonly ends: Uint32Array;
}

/**
 * Records as a segment takes them, in arrays that cross between threads at no cost: what is stored, what they are
 * sorted and found by. Words and facet values are numbered by the analyser that made them; `fresh…` are those that come
 * here for the first time, in the order of their numbers.
 */
export interface AnalysedRecords {
  readonly count: number;
  /** As `encodeRecord` writes them. */
  readonly records: PackedTexts;
  /** Names as they sort: folded as for searching, and trimmed. */
  readonly sortNames: readonly string[];
  /** As `meritOf`. */
  readonly merits: Float64Array;
  readonly discovered: Uint32Array;
  readonly funded: Uint32Array;
  readonly founded: Uint32Array;
  /** As `filledFieldsOf`. */
  readonly filled: Uint32Array;
  /** The numbers that ranges look at, those of all `numberColumns` of a record together. */
  readonly numbers: Float64Array;
  /** Hashes of its own domain (`ownDomain`), of its name's key (`nameKey`) and of its core (`coreOf`); 0 for none. */
  readonly domains: Uint32Array;
  readonly names: Uint32Array;
  readonly cores: Uint32Array;
  /**
   * What else companies go by (`Alias`, former names, and ids in the place of domains), in threes: the row, the hash of
   * a domain and that of a name's key.
   */
  readonly aliases: Uint32Array;
  readonly text: NumberedLists;
  readonly name: NumberedLists;
  readonly facets: NumberedLists;
  readonly freshText: readonly string[];
  readonly freshName: readonly string[];
  readonly freshFacets: readonly FacetValue[];
}

/** Another domain and name of a company, as hashes; 0 for none. */
export interface AliasHashes {
  readonly domain: number;
  readonly name: number;
}

/** What else the company in a row goes by; threes are in the order of their rows. */
export function aliasesOf({ aliases }: AnalysedRecords, row: number): AliasHashes[] {
  let [from, to] = [0, aliases.length / 3];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (aliases[middle * 3]! < row) from = middle + 1;
    else to = middle;
  }
  const found: AliasHashes[] = [];
  for (let at = from * 3; aliases[at] === row; at += 3) {
    found.push({ domain: aliases[at + 1]!, name: aliases[at + 2]! });
  }
  return found;
}

/** What the numbers of one analyser mean. */
export class AnalysedTerms {
  readonly text: string[] = [];
  readonly name: string[] = [];
  readonly facets: FacetValue[] = [];

  /** Takes what came fresh; to be called with everything the analyser gives, in order. */
  learn({ freshText, freshName, freshFacets }: AnalysedRecords): void {
    for (const term of freshText) this.text.push(term);
    for (const term of freshName) this.name.push(term);
    for (const value of freshFacets) this.facets.push(value);
  }
}

/** Works out everything that makes records findable, some at a time: `add` them, then `take` them all. */
export class RecordAnalyser {
  readonly #text = new TermDictionary();
  readonly #name = new TermDictionary();
  readonly #facets = new FacetDictionary();
  readonly #words = new WordTaker();
  readonly #open = new Columns();
  #known = { text: 0, name: 0, facets: 0 };

  /** Records added and not taken yet. */
  get size(): number {
    return this.#open.records.size;
  }

  /** Adds a record; without its words where these are known. `stored` is what `encodeRecord` writes of it, if known. */
  add(record: CompanyRecord, withWords = true, stored = encodeRecord(record)): void {
    const open = this.#open;
    const key = nameKey(record.name);
    const domain = ownDomainOf(record);
    open.records.push(stored);
    open.sortNames.push(foldLetters(record.name).trim());
    open.merits.push(meritOf(record));
    open.discovered.push(dateNumber(record.discoveredDate));
    open.funded.push(dateNumber(record.fundedOn));
    open.founded.push(foundedKey(record.founded));
    open.filled.push(filledFieldsOf(record));
    const firstNumber = open.numbers.length;
    for (let column = 0; column < numberColumns.length; column++) open.numbers.push(Number.NaN);
    numbersOfRecord(record, (column, value) => {
      open.numbers.data[firstNumber + column] = value;
    });
    open.domains.push(hashOrNone(domain));
    open.names.push(hashOrNone(key));
    open.cores.push(hashOrNone(coreOf(record.name)));
    const former = record.formerNames.map((name) => ({ name, domain: '' }));
    const ids = record.ids.map((id) => ({ name: '', domain: id }));
    for (const alias of [...record.aliases, ...former, ...ids]) {
      const hashes = [hashOrNone(alias.domain), hashOrNone(nameKey(alias.name))] as const;
      for (const number of [open.sortNames.length - 1, ...hashes]) open.aliases.push(number);
    }
    if (withWords) {
      for (const text of searchedTextsOf(record)) this.#words.each(text, this.#text, open.text.take);
      if (record.formerNames.length > 0) open.text.take(this.#text.idOfText(formerNamesTerm));
      this.#words.each(record.name, this.#name, open.name.take);
    }
    open.text.end();
    open.name.end();
    this.#facets.visit(record, open.facets.take);
    open.facets.end();
  }

  /** The records added since the last call, in arrays of their own. */
  take(): AnalysedRecords {
    return this.#taken('copy');
  }

  /** The same in arrays that the next record to be added writes into. */
  lend(): AnalysedRecords {
    return this.#taken('view');
  }

  #taken(as: 'copy' | 'view'): AnalysedRecords {
    const open = this.#open;
    const { sortNames } = open;
    const known = this.#known;
    this.#known = { text: this.#text.size, name: this.#name.size, facets: this.#facets.values.length };
    const taken = {
      count: sortNames.length,
      records: open.records.take(as),
      sortNames,
      merits: open.merits[as](),
      discovered: open.discovered[as](),
      funded: open.funded[as](),
      founded: open.founded[as](),
      filled: open.filled[as](),
      numbers: open.numbers[as](),
      domains: open.domains[as](),
      names: open.names[as](),
      cores: open.cores[as](),
      aliases: open.aliases[as](),
      text: open.text[as](),
      name: open.name[as](),
      facets: open.facets[as](),
      freshText: termsFrom(this.#text, known.text),
      freshName: termsFrom(this.#name, known.name),
      freshFacets: this.#facets.values.slice(known.facets),
    };
    open.clear();
    return taken;
  }
}

/** What stands among the words of a company with former names, and is no word: the search for phrases asks for it. */
export const formerNamesTerm = '\u0000former names';

function searchedTextsOf(record: CompanyRecord): readonly string[] {
  const { name, city, description, formerNames } = record;
  return [name, city, description.llm, description.long, description.short, ...formerNames];
}

/** Whether two records have the same words, because they have the same texts. */
export function hasSameWords(a: CompanyRecord, b: CompanyRecord): boolean {
  const [texts, others] = [searchedTextsOf(a), searchedTextsOf(b)];
  return texts.length === others.length && texts.every((text, index) => text === others[index]);
}

/** The buffers of `records`, for handing them to another thread. */
export function buffersOf(records: AnalysedRecords): ArrayBuffer[] {
  const { merits, discovered, funded, founded, filled, numbers, domains, names, cores, aliases } = records;
  const { text, name, facets } = records;
  const lists = [text, name, facets].flatMap(({ values, ends }) => [values, ends]);
  const { bytes, ends } = records.records;
  const hashes = [domains, names, cores, aliases];
  const columns = [merits, discovered, funded, founded, filled, numbers, ...hashes, bytes, ends, ...lists];
  return columns.map(({ buffer }) => buffer as ArrayBuffer);
}

function termsFrom(dictionary: TermDictionary, from: number): string[] {
  return Array.from({ length: dictionary.size - from }, (_, index) => dictionary.textOf(from + index));
}

/** Lists being gathered; `take` drops a number that the open list has. */
class ListGatherer {
  readonly #values = new GrowableUint32();
  readonly #ends = new GrowableUint32(64);
  /** For each number, which list took it last. */
  #takenBy = new Uint32Array(1 << 12);
  #list = 1;

  readonly take = (value: number): void => {
    if (value >= this.#takenBy.length) {
      const larger = new Uint32Array(Math.max(value + 1, this.#takenBy.length * 2));
      larger.set(this.#takenBy);
      this.#takenBy = larger;
    }
    if (this.#takenBy[value] === this.#list) return;
    this.#takenBy[value] = this.#list;
    this.#values.push(value);
  };

  end(): void {
    this.#list += 1;
    this.#ends.push(this.#values.length);
  }

  copy(): NumberedLists {
    return { values: this.#values.copy(), ends: this.#ends.copy() };
  }

  view(): NumberedLists {
    return { values: this.#values.view(), ends: this.#ends.view() };
  }

  clear(): void {
    this.#values.length = 0;
    this.#ends.length = 0;
  }
}

class Columns {
  readonly records = new TextPacker();
  sortNames: string[] = [];
  readonly merits = new GrowableFloat64(64);
  readonly discovered = new GrowableUint32(64);
  readonly funded = new GrowableUint32(64);
  readonly founded = new GrowableUint32(64);
  readonly filled = new GrowableUint32(64);
  readonly numbers = new GrowableFloat64(64 * numberColumns.length);
  readonly domains = new GrowableUint32(64);
  readonly names = new GrowableUint32(64);
  readonly cores = new GrowableUint32(64);
  readonly aliases = new GrowableUint32(64);
  readonly text = new ListGatherer();
  readonly name = new ListGatherer();
  readonly facets = new ListGatherer();

  clear(): void {
    this.sortNames = [];
    const { merits, discovered, funded, founded, filled, numbers, domains, names, cores, aliases } = this;
    const columns = [merits, discovered, funded, founded, filled, numbers, domains, names, cores, aliases];
    for (const column of columns) column.length = 0;
    for (const lists of [this.text, this.name, this.facets]) lists.clear();
  }
}

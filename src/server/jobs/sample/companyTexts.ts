import { once, readTable } from '#node/resources.ts';
import {
  capitalised,
  fill,
  phraseOf,
  slotLetters,
  slotOf,
  withArticle,
  type Phrase,
  type Slots,
  type Clause,
  type Concept,
} from './vocabulary.ts';
import type { Random } from './random.ts';
import { revenueKinds } from './figures.ts';

/** The facts a company's texts are written from. Unknown: `''` or 0. */
export interface TextFacts {
  readonly name: string;
  readonly city: string;
  readonly country: string;
  readonly founded: number;
  readonly employees: number;
  readonly funding: number;
  readonly university: string;
  /** Names of the founders, as a sentence lists them. */
  readonly founders: string;
}

/** All texts of one company; they speak of the same product, customers and problem. */
export interface CompanyTexts {
  readonly short: string;
  readonly long: string;
  readonly llm: string;
  readonly customerProblem: string;
  readonly targetCustomer: string;
  readonly challenges: [string, string, string];
  /** The kind of revenue that the texts mention. */
  readonly revenue: string;
}

const slot = Object.fromEntries(Array.from(slotLetters, (letter) => [letter, slotOf(letter)]));
const longestShort = 140;
/** “A service for builders for banks” reads badly. */
const repeatsFor = / for .* for /;

const sentencesByPart = once(() =>
  Map.groupBy(readTable('sample/sentences.tsv', ['part', 'text']).rows, ({ part }) => part),
);

/** The sentences for a part of a text (`resources/sample/sentences.tsv`). */
function sentences(part: string): Phrase[] {
  const found = sentencesByPart().get(part);
  if (found === undefined) throw new Error(`resources/sample/sentences.tsv has no sentences for “${part}”.`);
  return found.map(({ text }) => phraseOf(text));
}

/** Writes the texts of companies; reads its sentences once. */
export class CompanyTextWriter {
  readonly #random: Random;
  readonly #slots: Slots = Array.from({ length: slotLetters.length }, () => '');
  readonly #frames = {
    openings: sentences('openings'),
    problemOpenings: sentences('problemOpenings'),
    problems: sentences('problems'),
    moreActions: sentences('moreActions'),
    mechanisms: sentences('mechanisms'),
    outcomes: sentences('outcomes'),
    revenues: sentences('revenues'),
    city: sentences('cityFacts'),
    year: sentences('yearFacts'),
    team: sentences('teamFacts'),
    funding: sentences('fundingFacts'),
    university: sentences('universityFacts'),
    outlooks: sentences('outlooks'),
    founders: sentences('founderFacts'),
    materials: sentences('materials'),
    hardParts: sentences('hardParts'),
    selling: sentences('selling'),
    markets: sentences('markets'),
    buyers: sentences('buyers'),
    shorts: sentences('shorts'),
    summaries: sentences('summaries'),
    problemFields: sentences('problemFields'),
    customerFields: sentences('customerFields'),
    build: sentences('buildAnswers'),
    sell: sentences('sellAnswers'),
    risk: sentences('riskAnswers'),
  };
  readonly #revenues = new Map(
    Array.from(revenueKinds(), ([key, kind]) => [
      key,
      { predicates: kind.predicates.map(phraseOf), nouns: kind.nouns.map(phraseOf) },
    ]),
  );

  constructor(random: Random) {
    this.#random = random;
  }

  write(concept: Concept, facts: TextFacts): CompanyTexts {
    const revenue = this.#prepare(concept, facts);
    return {
      short: this.#short(),
      long: this.#long(facts),
      llm: capitalised(this.#one(this.#frames.summaries)),
      customerProblem: this.#one(this.#frames.problemFields),
      targetCustomer: this.#one(this.#frames.customerFields),
      challenges: [this.#one(this.#frames.build), this.#one(this.#frames.sell), this.#one(this.#frames.risk)],
      revenue,
    };
  }

  /** Chooses what to say about this company and puts it into the slots. Returns the kind of revenue. */
  #prepare(concept: Concept, facts: TextFacts): string {
    const random = this.#random;
    const { family } = concept;
    // Product, action, problem and outcome at the same position belong together.
    const variant = random.below(concept.products.length);
    this.#setSector(random.pick(family.sectors));
    this.#set('N', facts.name);
    this.#setProduct(concept, variant);
    this.#setCustomers(concept, variant);
    this.#clause('q', 'Q', concept.problems, variant);
    this.#clause('o', '', concept.outcomes, variant);
    this.#clause('h', 'H', concept.obstacles, variant === 1 ? random.below(2) : variant >> 1);
    const mechanism = random.below(family.mechanisms.length);
    this.#clause('m', '', family.mechanisms, mechanism);
    this.#clause('n', '', family.mechanisms, this.#other(family.mechanisms.length, mechanism));
    this.#clause('s', 'S', family.sales, random.below(99));
    this.#clause('w', 'W', family.risks, random.below(99));
    const kind = random.pick(concept.revenues);
    this.#setRevenue(kind);
    this.#setFacts(facts);
    return kind;
  }

  #setSector(sector: string): void {
    this.#set('k', sector);
    this.#set('K', withArticle(`${sector} company`));
    this.#set('J', capitalised(sector));
  }

  #setProduct(concept: Concept, variant: number): void {
    const product = concept.products[variant];
    this.#set('P', product?.withArticle ?? '');
    this.#set('p', product?.bare ?? '');
    this.#set('F', product?.first ?? '');
    const general = concept.actions.length - 1;
    this.#clause('D', '', concept.actions, variant);
    const more = this.#random.chance(0.6) ? general : this.#other(concept.actions.length, variant);
    this.#clause('d', '', concept.actions, more);
  }

  #setCustomers({ customers }: Concept, variant: number): void {
    const buyer = this.#random.chance(0.85) ? variant : customers.length - 1;
    const customer = customers[buyer % customers.length];
    this.#set('C', customer?.inside ?? '');
    this.#set('Z', customer?.first ?? '');
    this.#set('c', customers[this.#other(customers.length, buyer)]?.inside ?? '');
  }

  #setRevenue(kind: string): void {
    const revenue = this.#revenues.get(kind);
    if (revenue === undefined) throw new Error(`No revenue kind is called ${kind}.`);
    this.#set('r', fill(this.#random.pick(revenue.predicates), this.#slots, this.#random));
    this.#set('R', fill(this.#random.pick(revenue.nouns), this.#slots, this.#random));
  }

  #setFacts(facts: TextFacts): void {
    this.#set('T', facts.city);
    this.#set('A', facts.country === '' ? 'several countries' : countryText(facts.country));
    this.#set('Y', String(facts.founded));
    this.#set('E', String(facts.employees));
    this.#set('V', facts.funding === 0 ? '' : moneyText(facts.funding));
    this.#set('U', facts.university);
    this.#set('X', facts.founders);
  }

  #set(letter: string, value: string): void {
    this.#slots[slot[letter] ?? 0] = value;
  }

  /** Fills a clause once, so that its numbers are the same in every text. */
  #clause(inside: string, first: string, clauses: readonly Clause[], index: number): void {
    const clause = clauses[index % clauses.length];
    const text = clause === undefined ? '' : fill(clause.inside, this.#slots, this.#random);
    this.#set(inside, text);
    if (first !== '') this.#set(first, capitalised(text));
  }

  /** Any index below `end` except this one. */
  #other(end: number, index: number): number {
    return (index + 1 + this.#random.below(end - 1)) % end;
  }

  #one(list: readonly Phrase[]): string {
    return fill(this.#random.pick(list), this.#slots, this.#random);
  }

  #short(): string {
    for (let attempt = 0; attempt < 3; attempt++) {
      const text = this.#one(this.#frames.shorts);
      if (text.length <= longestShort && !repeatsFor.test(text)) return capitalised(text);
    }
    return `${this.#slots[slot['N'] ?? 0]}: ${this.#slots[slot['p'] ?? 0]}`;
  }

  /** One to fourteen sentences; the measured lengths have a median of 380 characters and a long tail. */
  #long(facts: TextFacts): string {
    const random = this.#random;
    const problemFirst = random.chance(0.3);
    const sections = this.#sections(facts, problemFirst);
    let wanted = Math.min(sections.length, sentenceCount(random) - (problemFirst ? 2 : 1));
    let text = this.#one(problemFirst ? this.#frames.problemOpenings : this.#frames.openings);
    for (let index = 0; wanted > 0 && index < sections.length; index++) {
      if (random.next() >= wanted / (sections.length - index)) continue;
      text += ` ${this.#one(sections[index] ?? [])}`;
      wanted--;
    }
    return text;
  }

  #sections(facts: TextFacts, problemFirst: boolean): (readonly Phrase[])[] {
    const all = this.#frames;
    const sections: (readonly Phrase[])[] = problemFirst ? [] : [all.problems];
    sections.push(all.moreActions, all.mechanisms, all.hardParts, all.materials, all.outcomes, all.buyers);
    sections.push(all.revenues, all.selling, all.markets);
    if (facts.founders !== '') sections.push(all.founders);
    if (facts.university !== '') sections.push(all.university);
    if (facts.founded !== 0) sections.push(all.year);
    if (facts.city !== '') sections.push(all.city);
    if (facts.employees > 4) sections.push(all.team);
    if (facts.funding > 0) sections.push(all.funding);
    sections.push(all.outlooks);
    return sections;
  }
}

function sentenceCount(random: Random): number {
  const draw = random.next();
  if (draw < 0.09) return 1;
  if (draw < 0.2) return 2;
  if (draw < 0.31) return 3;
  if (draw < 0.43) return 4;
  if (draw < 0.55) return 5;
  if (draw < 0.66) return 6;
  if (draw < 0.76) return 8;
  if (draw < 0.88) return 10;
  return 14;
}

const takesThe = /^(?:United|Netherlands|Philippines|Czech)/;

/** A country's name as it appears in a sentence. */
function countryText(name: string): string {
  return takesThe.test(name) && name !== 'Czechia' ? `the ${name}` : name;
}

/** An amount in USD as a person would say it. */
function moneyText(amount: number): string {
  if (amount >= 1_000_000) {
    const millions = amount / 1_000_000;
    return `${millions >= 10 ? String(Math.round(millions)) : millions.toFixed(1)} million dollars`;
  }
  return `${Math.max(1, Math.round(amount / 1000))},000 dollars`;
}

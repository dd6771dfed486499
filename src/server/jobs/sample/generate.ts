import { labelOf, stages, type BusinessModel, type Highlight } from '#shared/domain/choices.ts';
import { addDays, addWeeks, digestWeekOf, mondayOf } from '#shared/domain/digestWeek.ts';
import { countryByCode } from '#shared/reference/countries.ts';
import { groupsOfIndustry, industriesOfGroup } from '#shared/reference/industries.ts';
import { universities, type University } from '#shared/reference/universities.ts';
import type { CompanyRecord } from '../../record/companyRecord.ts';
import { CompanyNamer } from './companyNames.ts';
import { CompanyTextWriter, type CompanyTexts } from './companyTexts.ts';
import { FigureMaker, type Figures, revenueKinds } from './figures.ts';
import { ContactMaker, NameTable, foldedName, FounderMaker, type Founders } from './people.ts';
import { readPlaces, type Place } from './places.ts';
import { Weighted, Random } from './random.ts';
import { type Concept, readVocabulary, type Family } from './vocabulary.ts';

/** How many industries companies have, in per cent, as measured in the Crunchbase export of 2017. */
const counts: readonly (readonly [number, number])[] = [
  [0, 22.61],
  [1, 21.93],
  [2, 14.13],
  [3, 27.7],
  [4, 6.93],
  [5, 3.28],
  [6, 1.81],
  [7, 0.82],
  [8, 0.42],
  [9, 0.37],
];

/** Industries that companies of any trade have besides their own. */
const general: readonly (readonly [string, number])[] = [
  ['Software', 30],
  ['Artificial Intelligence', 16],
  ['Information Technology', 14],
  ['Internet', 10],
  ['Mobile', 9],
  ['SaaS', 8],
  ['Machine Learning', 7],
  ['Mobile Apps', 6],
  ['Apps', 6],
  ['Analytics', 5],
  ['Enterprise Software', 5],
  ['E-Commerce', 5],
  ['Consulting', 4],
  ['Hardware', 4],
  ['Big Data', 3],
  ['Internet of Things', 3],
  ['Social Media', 3],
  ['Web Apps', 2],
];

/** Chooses industries that go together. */
export class IndustryPicker {
  readonly #random: Random;
  readonly #counts = new Weighted(counts);
  readonly #general = new Weighted(general);

  constructor(random: Random) {
    this.#random = random;
  }

  industries(concept: Concept): string[] {
    const random = this.#random;
    const count = this.#counts.pick(random);
    const chosen: string[] = [];
    for (let own = 0; chosen.length < count; own++) {
      const name = this.#next(concept, own);
      if (!chosen.includes(name)) chosen.push(name);
    }
    return chosen;
  }

  /** Mostly the concept's own, in their order; otherwise a general one or one from the same group. */
  #next(concept: Concept, own: number): string {
    const random = this.#random;
    const draw = random.next();
    const mine = concept.industries[own];
    if (mine !== undefined && draw < 0.76) return mine;
    if (draw < 0.95) return this.#general.pick(random);
    const [group] = groupsOfIndustry(concept.industries[0] ?? '');
    return group === undefined ? this.#general.pick(random) : random.pick(industriesOfGroup(group));
  }
}

export interface SampleOptions {
  /** How many companies. */
  readonly count: number;
  /** The same seed gives the same companies. */
  readonly seed: number;
  /** `YYYY-MM-DD`; its ISO week is the newest released digest. */
  readonly today: string;
}

/**
 * Invents companies distributed like real company files, blanks included. Pure and deterministic; no two companies
 * share name and country, or a domain. None is meant to be a company that exists.
 */
export function* generateCompanies(options: SampleOptions): Generator<CompanyRecord> {
  const generator = new CompanyGenerator(options);
  for (let index = 0; index < options.count; index++) yield generator.next();
}

const scientificFamilies = new Set([
  'biotech',
  'semiconductors',
  'materials',
  'space',
  'medical-devices',
  'ai',
  'chemistry',
]);
const placeholders = ['bad data', "I don't know."];

class CompanyGenerator {
  readonly #random: Random;
  readonly #concepts = readVocabulary().concepts;
  readonly #places = readPlaces();
  readonly #names: NameTable;
  readonly #namer: CompanyNamer;
  readonly #texts: CompanyTextWriter;
  readonly #contacts: ContactMaker;
  readonly #calendar: DiscoveryCalendar;
  readonly #figures: FigureMaker;
  readonly #industries: IndustryPicker;
  readonly #founders: FounderMaker;
  readonly #universities = universitiesByCountry();
  readonly #thisYear: number;

  constructor({ count, seed, today }: SampleOptions) {
    const random = new Random(seed);
    this.#random = random;
    this.#names = new NameTable(count);
    this.#namer = new CompanyNamer(random);
    this.#texts = new CompanyTextWriter(random);
    this.#contacts = new ContactMaker(random, new NameTable(count));
    this.#calendar = new DiscoveryCalendar(random, today);
    this.#figures = new FigureMaker(random);
    this.#industries = new IndustryPicker(random);
    this.#founders = new FounderMaker(random);
    this.#thisYear = Number(today.slice(0, 4));
  }

  next(): CompanyRecord {
    const random = this.#random;
    const concept = this.#concepts.pick(random);
    const place = this.#places.pick(random);
    const city = place.cities !== null && random.chance(0.984) ? place.cities.pick(random) : '';
    const founders = this.#founders.founders(place, scientificFamilies.has(concept.family.name));
    const name = this.#name(concept.family, place, founders.surname);
    const discovered = this.#calendar.discovered();
    const figures = this.#figures.figures(Math.min(discovered.year, this.#thisYear), founders.people.length);
    const schools = founders.people.length > 0 && random.chance(0.15) ? this.#schools(place) : [];
    const texts = this.#texts.write(concept, {
      name,
      city,
      country: countryByCode(place.code)?.name ?? '',
      ...writtenFigures(figures),
      university: writtenName(schools[0]),
      founders: founderText(founders),
    });
    const score = this.#score(figures, founders, schools.length > 0);
    return {
      name,
      logo: '',
      ...this.#fields(texts),
      businessModels: random.chance(0.22) ? [] : this.#models(texts.revenue),
      score,
      countryCode: place.code,
      city,
      founded: figures.founded,
      discoveredDate: discovered.date,
      cbRank: random.chance(0.2) ? null : Math.max(1, Math.round(random.logNormal(180_000, 1.4))),
      semScorePercentile: this.#percentile(score),
      stages: figures.stages,
      industries: this.#industries.industries(concept),
      highlights: this.#highlights(score, figures, founders, schools),
      ...this.#contacts.contacts(name, place),
      employeeCount: figures.employees,
      fundedOn: this.#fundedOn(figures),
      fundingTotal: figures.fundingTotal,
      followers: random.chance(0.34) ? '' : followersText(random.logNormal(900 + (figures.employees ?? 5) * 25, 1.5)),
      isTranslated: place.code !== '' && place.language !== 'anglo' && random.chance(0.16),
      universities: schools.map((school) => school.code),
      people: founders.people,
      lastRound: labelOf(stages, figures.stages.at(-1) ?? ''),
      ...unsaid,
      isSample: true,
    };
  }

  #name(family: Family, place: Place, surname: string): string {
    for (let attempt = 0; ; attempt++) {
      const name = this.#namer.name(family, place, surname, attempt);
      if (this.#names.add(`${foldedName(name)}|${place.code}`)) return name;
    }
  }

  /** Text fields with the blanks and placeholders that real files have. */
  #fields(texts: CompanyTexts) {
    const random = this.#random;
    const [build, sell, risk] = texts.challenges;
    const hasChallenges = random.chance(0.78);
    return {
      description: {
        short: random.chance(0.035) ? '' : texts.short,
        long: random.chance(0.065) ? '' : texts.long,
        llm: this.#machineText(texts.llm, 0.26),
      },
      customerProblem: this.#machineText(texts.customerProblem, 0.2),
      targetCustomer: this.#machineText(texts.targetCustomer, 0.18),
      challenges: [build, sell, risk].map((text) => (hasChallenges ? this.#machineText(text, 0.02) : '')) as [
        string,
        string,
        string,
      ],
    };
  }

  #machineText(text: string, blankShare: number): string {
    const draw = this.#random.next();
    if (draw < blankShare) return '';
    return draw < blankShare + 0.012 ? this.#random.pick(placeholders) : text;
  }

  #models(revenue: string): BusinessModel[] {
    return [...this.#random.pick(revenueKinds().get(revenue)?.models ?? [])];
  }

  /** Skewed: most companies lie between 0.2 and 0.6, one in six at 0.7 or more. */
  #score(figures: Figures, founders: Founders, topUniversity: boolean): number | null {
    const random = this.#random;
    const team =
      (founders.people.length > 1 ? 0.15 : -0.1) + (founders.doctors > 0 ? 0.25 : 0) + (topUniversity ? 0.4 : 0);
    const logit = figures.quality - 0.2 + team + 1.12 * random.normal();
    if (random.chance(0.08)) return null;
    return Math.round(10_000 / (1 + Math.exp(-logit))) / 10_000;
  }

  #percentile(score: number | null): number | null {
    const random = this.#random;
    if (score === null || random.chance(0.1)) return null;
    const noisy = Math.min(0.999, Math.max(0.001, score * 0.9 + 0.05 + 0.12 * random.normal()));
    return Math.round(noisy * 1000) / 1000;
  }

  #fundedOn({ stages, fundingTotal, founded }: Figures): string {
    const isFunded = stages.length > 0 || fundingTotal !== null;
    return isFunded && this.#random.chance(0.86) ? this.#calendar.funded(founded ?? 0) : '';
  }

  #schools(place: Place): University[] {
    const random = this.#random;
    const home = this.#universities.get(place.code);
    const first = home !== undefined && random.chance(0.75) ? random.pick(home) : random.pick(universities);
    if (!random.chance(0.25)) return [first];
    const second = random.pick(universities);
    return second === first ? [first] : [first, second];
  }

  #highlights(score: number | null, figures: Figures, founders: Founders, schools: readonly University[]): Highlight[] {
    const random = this.#random;
    const found: Highlight[] = [];
    const put = (highlight: Highlight, applies: boolean): void => {
      if (applies) found.push(highlight);
    };
    const people = founders.people.length;
    const taught = schools.length > 0;
    put('positive_rated', score !== null && score >= 0.7);
    put('female_founder', founders.women > 0);
    put('founding_team_more_than_one', people > 1);
    put('phd_founder', founders.doctors > 0);
    put('top_uni_founder', taught);
    put('serial_entrepreneur_founder', people > 0 && random.chance(0.11));
    put('only_female_founders', people > 0 && founders.women === people);
    put('young_team', people > 0 && random.chance(0.14));
    put('strong_tech_education', people > 0 && random.chance(taught || founders.doctors > 0 ? 0.45 : 0.06));
    put('strong_software_dev_education', people > 0 && random.chance(taught ? 0.4 : 0.08));
    put('key_player', (figures.employees ?? 0) > 40 && random.chance(0.4));
    put('top_match', score !== null && score >= 0.9);
    return found;
  }
}

/** What the sample's source does not say of its companies. */
const unsaid = {
  employeeBand: '',
  fundingTotalOriginal: '',
  lastRoundAmount: null,
  lastRoundAmountOriginal: '',
  fundingRounds: null,
  investorCount: null,
  investors: [],
  founderCount: null,
  status: '',
  own: [],
  formerNames: [],
  aliases: [],
  ids: [],
  valuesOn: '',
  employeeGrowth: null,
  fromFiles: [],
  history: { sources: [], seen: [] },
};

/** Up to three founders' names as a sentence lists them. */
function founderText({ people }: Founders): string {
  const names = people.slice(0, 3).map((person) => `${person.first_name} ${person.last_name}`);
  return names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}

function universitiesByCountry(): Map<string, University[]> {
  return Map.groupBy(universities, (university) => university.country);
}

/** A number of followers as profiles show it. */
function followersText(followers: number): string {
  if (followers < 1000) return `${Math.round(followers)} followers`;
  if (followers < 999_500) return `${(followers / 1000).toFixed(1).replace('.0', '')}K followers`;
  return `${(followers / 1_000_000).toFixed(1).replace('.0', '')}M followers`;
}

/** Weeks before and after today's that are filled evenly, so that the weekly digests are of similar size. */
const weeksBack = 12;
const weeksAhead = 4;
const evenShare = 0.2;
const olderDays = 3 * 365;

/** A day by its date, with its year. */
interface Day {
  readonly date: string;
  readonly year: number;
}

/**
 * Spreads the days on which companies were found: a fifth evenly over the weeks around today (the last four of them not
 * yet released), the rest over the three years before.
 */
class DiscoveryCalendar {
  readonly #random: Random;
  readonly #older: Day[] = [];
  readonly #weeks: Day[][] = [];
  readonly #fundingDays: Day[] = [];

  /** `today`: `YYYY-MM-DD`. */
  constructor(random: Random, today: string) {
    this.#random = random;
    const thisWeek = digestWeekOf(today);
    const firstMonday = mondayOf(addWeeks(thisWeek, -weeksBack));
    for (let day = olderDays; day > 0; day--) this.#older.push(dayOf(addDays(firstMonday, -day)));
    for (let week = -weeksBack; week <= weeksAhead; week++) {
      const monday = mondayOf(addWeeks(thisWeek, week));
      const days = Array.from({ length: 7 }, (_, index) => addDays(monday, index));
      // What is released today was found by today.
      this.#weeks.push(days.filter((date) => week !== 0 || date <= today).map(dayOf));
    }
    for (let day = 0; day < olderDays; day++) this.#fundingDays.push(dayOf(addDays(today, -day)));
  }

  discovered(): Day {
    const random = this.#random;
    return random.chance(evenShare) ? random.pick(random.pick(this.#weeks)) : random.pick(this.#older);
  }

  /** A day of the last three years, in `founded` or later, or `''` if there is none. */
  funded(founded: number): string {
    for (let attempt = 0; attempt < 4; attempt++) {
      const day = this.#random.pick(this.#fundingDays);
      if (day.year >= founded) return day.date;
    }
    return '';
  }
}

function dayOf(date: string): Day {
  return { date, year: Number(date.slice(0, 4)) };
}

/** Figures as texts mention them, 0 if unknown. */
function writtenFigures({ founded, employees, fundingTotal }: Figures) {
  return { founded: founded ?? 0, employees: employees ?? 0, funding: fundingTotal ?? 0 };
}

/** A university's name without what follows in brackets; `''` for none. */
function writtenName(university: University | undefined): string {
  return university?.name.replace(/,? ?\(.*\)$/, '') ?? '';
}

import type { BusinessModel, Highlight, LinkType, Stage } from '../domain/choices.ts';
import type { PersonRecord } from '../domain/company.ts';

/**
 * The kinds of values a company can have. `parts` are texts with a stored value each, `texts` a fixed number of them in
 * one; a day is `YYYY-MM-DD`.
 */
export type FieldKind = 'text' | 'parts' | 'texts' | 'day' | 'number' | 'flag' | 'list' | 'links' | 'people';

/**
 * What happens to a value when another source has the same company: it stays (`kept`), is filled in if blank, or the
 * longer text, later day, larger number or set flag wins; lists are merged: industries in their order, links with one
 * of each type, people with one of each name.
 */
export type MergeRule =
  | 'kept'
  | 'filled'
  | 'eachFilled'
  | 'longer'
  | 'eachLonger'
  | 'later'
  | 'larger'
  | 'either'
  | 'united'
  | 'industries'
  | 'links'
  | 'people';

/**
 * One field of a company. `id` is its place in a stored record: a number for ever; a new field gets the next one;
 * `parts` have a number each. `blank` is the value if nothing is known, or if the company was stored before the field
 * existed.
 */
export interface Field<K extends FieldKind = FieldKind, T = unknown> {
  readonly kind: K;
  readonly id: number | Readonly<Record<string, number>>;
  readonly blank: T;
  readonly merge: MergeRule;
}

function text<const Id extends number>(id: Id, merge: 'kept' | 'filled' | 'longer') {
  return { kind: 'text', id, blank: '' as string, merge } as const;
}

function day<const Id extends number>(id: Id, merge: 'kept' | 'later') {
  return { kind: 'day', id, blank: '' as string, merge } as const;
}

function number<const Id extends number>(id: Id, merge: 'filled' | 'larger') {
  return { kind: 'number', id, blank: null as number | null, merge } as const;
}

function flag<const Id extends number>(id: Id) {
  return { kind: 'flag', id, blank: false as boolean, merge: 'either' } as const;
}

const noDescription: { short: string; long: string; llm: string } = { short: '', long: '', llm: '' };
const noAnswers: [string, string, string] = ['', '', ''];

/**
 * What is known about a company, in the order of the API. What is derived from it (region, size category, funded tag,
 * funding highlights, `newly_added`) is not a field. A missing text is `''`, a missing number `null`.
 */
export const companyFields = {
  name: text(0, 'kept'),
  /** `https:` address of an image, or `''`. */
  logo: text(5, 'filled'),
  description: {
    kind: 'parts',
    id: { short: 4, long: 3, llm: 2 },
    blank: noDescription,
    merge: 'eachLonger',
  },
  customerProblem: text(6, 'longer'),
  targetCustomer: text(7, 'longer'),
  businessModels: { kind: 'list', id: 8, blank: [] as BusinessModel[], merge: 'united' },
  /** Predicted startup rating, 0 to 1. */
  score: number(9, 'filled'),
  /** ISO2 in upper case, or `''`. */
  countryCode: text(10, 'filled'),
  city: text(1, 'filled'),
  /** Incorporation year. */
  founded: number(11, 'filled'),
  /** The day it was found; its digest week is derived from it. */
  discoveredDate: day(12, 'kept'),
  cbRank: number(13, 'filled'),
  /** 0 to 1. */
  semScorePercentile: number(14, 'filled'),
  stages: { kind: 'list', id: 15, blank: [] as Stage[], merge: 'united' },
  /** Reference industries, followed by free tags from imported files. None contains a comma. */
  industries: { kind: 'list', id: 16, blank: [] as string[], merge: 'industries' },
  /** Highlights that are facts about the company; never `newly_added` or the three funding ones, which are derived. */
  highlights: { kind: 'list', id: 17, blank: [] as Highlight[], merge: 'united' },
  /** Without the e-mail link, which is derived from `emails`. */
  links: { kind: 'links', id: 18, blank: [] as { type: LinkType; url: string }[], merge: 'links' },
  employeeCount: number(19, 'filled'),
  emails: { kind: 'list', id: 20, blank: [] as string[], merge: 'united' },
  /** Day of the last funding, or `''`. */
  fundedOn: day(21, 'later'),
  /** Total funding in USD. */
  fundingTotal: number(22, 'larger'),
  /** For reading: `12.4K followers`, or `''`. */
  followers: text(23, 'filled'),
  isTranslated: flag(24),
  /** `uni_*` codes. */
  universities: { kind: 'list', id: 25, blank: [] as string[], merge: 'united' },
  /** Answers to the three challenge questions. */
  challenges: {
    kind: 'texts',
    id: 26,
    blank: noAnswers,
    merge: 'eachFilled',
  },
  /** Founders. */
  people: { kind: 'people', id: 27, blank: [] as PersonRecord[], merge: 'people' },
} as const satisfies Record<string, Field>;

export type CompanyField = keyof typeof companyFields;

/** The values of a table's fields, by name. */
export type ValuesOf<F extends Readonly<Record<string, Field>>> = { -readonly [N in keyof F]: F[N]['blank'] };

/** A company as it is stored. */
export type CompanyValues = ValuesOf<typeof companyFields>;

/** The fields in the order of the table. */
export const companyFieldNames = Object.keys(companyFields) as readonly CompanyField[];

import {
  companyStatuses,
  type BusinessModel,
  type Choice,
  type Highlight,
  type LinkType,
  type Stage,
} from '../domain/choices.ts';
import type { PersonRecord } from '../domain/person.ts';

/**
 * The kinds of values a company can have. `parts` are texts with a stored value each, `texts` a fixed number of them in
 * one; a day is `YYYY-MM-DD`; `named` are texts, each with the name it has in its file; `aliases` are what else the
 * company goes by.
 */
export type FieldKind =
  | 'text'
  | 'parts'
  | 'texts'
  | 'day'
  | 'number'
  | 'flag'
  | 'list'
  | 'links'
  | 'named'
  | 'people'
  | 'history'
  | 'aliases';

/** A value of a column that is no field of ours, under the header that its file has. */
export interface NamedValue {
  readonly name: string;
  readonly value: string;
}

/**
 * What else a company goes by: another domain of its own (`''` for none), or the name, domain and country (ISO2) of a
 * company that was merged into it. A row of a file with these is of this company.
 */
export interface Alias {
  readonly name: string;
  readonly domain: string;
  readonly countryCode: string;
}

/** What a source says of a dated field. Of a named value it is that (`NamedValue`). */
export interface Seen {
  readonly field: string;
  /** Index of the source among `sources`. */
  readonly source: number;
  readonly value: unknown;
}

/**
 * The sources of a company, each with the day of its values (`YYYY-MM-DD` or `YYYY-MM-DDTHH:MM`), a blank and its name,
 * oldest first; and what each says of the dated fields. Where there is one source, or none, nothing is `seen`, because
 * all values are of that source.
 */
export interface History {
  readonly sources: readonly string[];
  readonly seen: readonly Seen[];
}

/**
 * What becomes of a value when another source has the same company. The order in which sources come never matters: the
 * value of the newest day stays (`newest`), the earlier or later day, the longer text, the larger number or the set
 * flag; what is said of the last round goes with the later one (`ofRound`); lists and `aliases` are united, links and
 * people with one of each type or name, of two named values of one name the newer one. What is `derived` follows from
 * the history, which has what every source says.
 */
export type MergeRule =
  | 'newest'
  | 'earlier'
  | 'longer'
  | 'eachLonger'
  | 'allLonger'
  | 'later'
  | 'ofRound'
  | 'larger'
  | 'either'
  | 'united'
  | 'industries'
  | 'links'
  | 'named'
  | 'people'
  | 'aliases'
  | 'derived';

/**
 * What a number is: a part of one (0 to 1), a change as such a part (from -1), a whole number, USD, or any; of a text,
 * that it is an amount in another currency (`writeMoney`).
 */
export type Measure = 'share' | 'growth' | 'whole' | 'dollars' | 'money' | 'any';

/**
 * One field of a company. `id` is its place in a stored record: a number for ever; a new field gets the next one;
 * `parts` have a number each. `blank` is the value if nothing is known, or if the company was stored before the field
 * existed.
 *
 * `wire` is the name under which the API delivers the value as it is; left out if it delivers something made of it.
 * `label` is what people call the field: one that has it is an import field, a column of grid and export, and a fact on
 * page, pane and report, without a line of code for any of them. Left out if the field has its own place in each.
 * `isTold` says that page, pane and report have it in another fact already (the amount raised under “Funding”).
 * `choices` are the values a text can have, with what people call them. `isDated` says that what each source says is
 * kept with its day although the newest does not win; of `newest` and `named` fields it always is.
 */
export interface Field<K extends FieldKind = FieldKind, T = unknown> {
  readonly kind: K;
  readonly id: number | Readonly<Record<string, number>>;
  readonly blank: T;
  readonly merge: MergeRule;
  readonly wire?: string;
  readonly label?: string;
  readonly isTold?: true;
  readonly choices?: readonly Choice[];
  readonly measure?: Measure;
  readonly isDated?: true;
}

/** Under which name the API delivers the field as it is, and what people call it if it is shown like any other fact. */
interface Told {
  readonly wire: string;
  readonly label?: string;
  readonly isTold?: true;
  readonly choices?: readonly Choice[];
  readonly isDated?: true;
}

function text<const Id extends number, const T extends Told>(id: Id, merge: 'newest' | 'longer' | 'ofRound', told: T) {
  return { kind: 'text', id, blank: '' as string, merge, ...told } as const;
}

function money<const Id extends number, const T extends Told>(id: Id, merge: 'newest' | 'ofRound', told: T) {
  return { kind: 'text', id, blank: '' as string, merge, measure: 'money', ...told } as const;
}

function day<const Id extends number, const T extends Told>(id: Id, merge: 'earlier' | 'later', told: T) {
  return { kind: 'day', id, blank: '' as string, merge, ...told } as const;
}

function number<const Id extends number, const T extends Told>(
  id: Id,
  merge: 'newest' | 'larger' | 'ofRound' | 'derived',
  measure: Measure,
  told: T,
) {
  return { kind: 'number', id, blank: null as number | null, merge, measure, ...told } as const;
}

function flag<const Id extends number, const T extends Told>(id: Id, told: T) {
  return { kind: 'flag', id, blank: false as boolean, merge: 'either', ...told } as const;
}

function list<const Id extends number, V extends string, const T extends Told>(
  id: Id,
  blank: V[],
  merge: 'newest' | 'united' | 'industries' | 'derived',
  told: T,
) {
  return { kind: 'list', id, blank, merge, ...told } as const;
}

/** A field that the API delivers in another form. */
function reshaped<const Id extends number, const K extends FieldKind, T, const M extends MergeRule>(
  kind: K,
  id: Id,
  blank: T,
  merge: M,
) {
  return { kind, id, blank, merge } as const;
}

const noHistory: History = { sources: [], seen: [] };
const noDescription: { short: string; long: string; llm: string } = { short: '', long: '', llm: '' };
const noAnswers: [string, string, string] = ['', '', ''];

/**
 * What is known about a company, in the order of the API. What is derived from it (region, size category, funded tag,
 * funding highlights, `newly_added`) is not a field. A missing text is `''`, a missing number `null`.
 */
export const companyFields = {
  name: text(0, 'newest', { wire: 'name' }),
  /** `https:` address of an image, or `''`. */
  logo: text(5, 'newest', { wire: 'logo' }),
  description: {
    kind: 'parts',
    id: { short: 4, long: 3, llm: 2 },
    blank: noDescription,
    merge: 'eachLonger',
  },
  customerProblem: text(6, 'longer', { wire: 'customer_problem' }),
  targetCustomer: text(7, 'longer', { wire: 'target_customer' }),
  businessModels: reshaped('list', 8, [] as BusinessModel[], 'united'),
  /** Predicted startup rating, 0 to 1. */
  score: number(9, 'newest', 'share', { wire: 'score' }),
  /** ISO2 in upper case, or `''`. */
  countryCode: reshaped('text', 10, '', 'newest'),
  city: reshaped('text', 1, '', 'newest'),
  /** Incorporation year. */
  founded: number(11, 'newest', 'whole', { wire: 'founded' }),
  /** The day it was found; its digest week is derived from it. */
  discoveredDate: day(12, 'earlier', { wire: 'discovered_date' }),
  cbRank: number(13, 'newest', 'whole', { wire: 'cb_rank' }),
  /** 0 to 1. */
  semScorePercentile: number(14, 'newest', 'any', { wire: 'sem_score_percentile' }),
  stages: list(15, [] as Stage[], 'newest', { wire: 'stages' }),
  /** Reference industries, followed by free tags from imported files. None contains a comma. */
  industries: list(16, [] as string[], 'industries', { wire: 'industry' }),
  /** Highlights that are facts about the company; never `newly_added` or the three funding ones, which are derived. */
  highlights: reshaped('list', 17, [] as Highlight[], 'united'),
  /** Without the e-mail link, which is derived from `emails`. */
  links: reshaped('links', 18, [] as { type: LinkType; url: string }[], 'links'),
  employeeCount: reshaped('number', 19, null as number | null, 'newest'),
  emails: list(20, [] as string[], 'united', { wire: 'emails' }),
  /** Day of the last funding, or `''`. */
  fundedOn: day(21, 'later', { wire: 'funded_on', label: 'Last funded on', isTold: true, isDated: true }),
  /** Total funding in USD. */
  fundingTotal: number(22, 'larger', 'dollars', {
    wire: 'funding_total',
    label: 'Amount raised',
    isTold: true,
    isDated: true,
  }),
  /** For reading: `12.4K followers`, or `''`. */
  followers: text(23, 'newest', { wire: 'followers' }),
  isTranslated: flag(24, { wire: 'isTranslated' }),
  /** `uni_*` codes. */
  universities: list(25, [] as string[], 'united', { wire: 'allTopUnis' }),
  /** Answers to the three challenge questions. */
  challenges: reshaped('texts', 26, noAnswers, 'allLonger'),
  /** Founders. */
  people: reshaped('people', 27, [] as PersonRecord[], 'people'),
  /** The number of employees where a source gives a band and no number: `11-50`, `10001+`. */
  employeeBand: text(28, 'newest', { wire: 'employee_band' }),
  /** What the last round is called, as its source has it: `Series B`, `Convertible Note`. */
  lastRound: text(29, 'ofRound', { wire: 'last_round', label: 'Last round', isTold: true }),
  lastRoundAmount: number(30, 'ofRound', 'dollars', { wire: 'last_round_amount', label: 'Last round amount' }),
  fundingRounds: number(31, 'larger', 'whole', { wire: 'funding_rounds', label: 'Funding rounds' }),
  investorCount: number(32, 'larger', 'whole', { wire: 'investor_count', label: 'Number of investors', isTold: true }),
  investors: list(33, [] as string[], 'united', { wire: 'investors', label: 'Investors', isTold: true }),
  /** How many founders a source counts, also where it names none. */
  founderCount: number(34, 'larger', 'whole', { wire: 'founder_count', label: 'Number of founders', isTold: true }),
  status: text(35, 'newest', { wire: 'status', label: 'Status', choices: companyStatuses }),
  /** What imported files say beyond the fields above, by their headers. */
  own: reshaped('named', 36, [] as NamedValue[], 'named'),
  /** Invented, as an example: no company of that name is meant. */
  isSample: flag(37, { wire: 'is_sample' }),
  /** Names that older sources give, newest first; found by a search, too. */
  formerNames: list(38, [] as string[], 'derived', { wire: 'former_names', label: 'Former names' }),
  /** The day that the newest source of an imported company is of, or `''`. */
  valuesOn: day(39, 'later', { wire: 'values_on', label: 'Values of', isTold: true }),
  /** How much its number of employees has grown in half a year, as a part of what it was (`growthOf`). */
  employeeGrowth: number(40, 'derived', 'growth', {
    wire: 'employee_growth',
    label: 'Employee growth',
    isTold: true,
  }),
  /** The names of the imported files that have it. */
  fromFiles: list(41, [] as string[], 'united', { wire: 'from_files', label: 'From files', isTold: true }),
  /** Where the values come from, and of which day each is. */
  history: reshaped('history', 42, noHistory, 'derived'),
  aliases: reshaped('aliases', 43, [] as Alias[], 'aliases'),
  /** Total funding as its source has it, where that is in another currency (`writeMoney`). */
  fundingTotalOriginal: money(44, 'newest', {
    wire: 'funding_total_original',
    label: 'Amount raised in its currency',
    isTold: true,
  }),
  /** The same of the last round. */
  lastRoundAmountOriginal: money(45, 'ofRound', {
    wire: 'last_round_amount_original',
    label: 'Last round amount in its currency',
    isTold: true,
  }),
  /** What lists that have it call it, each with its scheme (`companyId`): by these it is known again. */
  ids: reshaped('list', 46, [] as string[], 'united'),
} as const satisfies Record<string, Field>;

export type CompanyField = keyof typeof companyFields;

/** The values of a table's fields, by name. */
export type ValuesOf<F extends Readonly<Record<string, Field>>> = { -readonly [N in keyof F]: F[N]['blank'] };

/** A company as it is stored. */
export type CompanyValues = ValuesOf<typeof companyFields>;

/** The fields in the order of the table. */
export const companyFieldNames = Object.keys(companyFields) as readonly CompanyField[];

/** Fields of which every source's value is kept, with its day. */
export const datedFields: readonly CompanyField[] = companyFieldNames.filter((name) => {
  const { merge, isDated }: Field = companyFields[name];
  return merge === 'newest' || merge === 'named' || isDated === true;
});

type Fields = typeof companyFields;

/** Fields that the API delivers as they are. */
export type WireField = { [F in CompanyField]: Fields[F] extends { readonly wire: string } ? F : never }[CompanyField];

/** The name under which the API delivers a field. */
export type WireName<F extends WireField> = Fields[F]['wire'];

/** Kinds of values that can be delivered as they are. */
export type PlainKind = Exclude<FieldKind, 'parts' | 'texts' | 'links' | 'named' | 'people' | 'history' | 'aliases'>;

/** A field as the layers need it that treat all fields of a kind alike. */
export interface PlainField {
  readonly field: CompanyField;
  readonly kind: PlainKind;
  readonly wire: string;
  readonly label: string | null;
  readonly isTold: boolean;
  readonly choices: readonly Choice[] | null;
  readonly measure: Measure;
}

/** The fields that the API delivers as they are, in the order of a table. */
export function wireFieldsOf(fields: Readonly<Record<string, Field>>): readonly PlainField[] {
  return Object.entries(fields).flatMap(([field, { kind, wire, label, isTold, choices, measure }]) =>
    wire === undefined
      ? []
      : [
          {
            field: field as CompanyField,
            kind: kind as PlainKind,
            wire,
            label: label ?? null,
            isTold: isTold ?? false,
            choices: choices ?? null,
            measure: measure ?? 'any',
          },
        ],
  );
}

export const wireFields: readonly PlainField[] = wireFieldsOf(companyFields);

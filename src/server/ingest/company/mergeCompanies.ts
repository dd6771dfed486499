import { isDeepStrictEqual } from 'node:util';
import {
  compareTexts,
  datedValuesOf,
  employeeGrowthOf,
  historyOf,
  keyOf,
  sourceOf,
  type DatedValue,
} from '#server/record/companyHistory.ts';
import type { CompanyRecord } from '#server/record/companyRecord.ts';
import { linkTypes, type LinkType } from '#shared/domain/choices.ts';
import type { CompanyLink } from '#shared/domain/company.ts';
import { ownDomain, ownDomainOf, siteLabel } from '#shared/domain/webAddress.ts';
import type { PersonRecord } from '#shared/domain/person.ts';
import {
  companyFieldNames,
  companyFields,
  type Alias,
  type CompanyField,
  type MergeRule,
  type NamedValue,
} from '#shared/fields/companyFields.ts';
import { industriesInOrder } from '../values/industries.ts';
import { coreOf } from '#shared/domain/companyNames.ts';

/**
 * What two records of one company say together (`MergeRule`), or null where `other` adds nothing, not even a day.
 * Records of different sources come to the same in any order, and merging one again never changes anything. Of two
 * records of one source (two rows of a file), the first has the say and the second fills its blanks.
 */
export function mergeCompanies(company: CompanyRecord, other: CompanyRecord): CompanyRecord | null {
  const dated = new DatedValues(company, calledAlike(company, other));
  // Field by field: an object of this size that others are spread into takes five times as long to make.
  const record: CompanyRecord = { ...company };
  const fields: Record<CompanyField, unknown> = record;
  for (let i = 0; i < merging.length; i++) {
    const { field, rule } = merging[i]!;
    fields[field] = rule(company[field] as never, other[field] as never, company, other);
  }
  dated.putNewest(record, [...company.formerNames, ...other.formerNames]);
  record.own = ownOf(company.own, other.own, dated);
  record.employeeGrowth = employeeGrowthOf(dated.of('employeeCount'));
  record.history = historyOf(dated.all(), [...sourcesOf(company), ...sourcesOf(other)]);
  if (record.people.length > 1 && !record.highlights.includes('founding_team_more_than_one')) {
    record.highlights = [...record.highlights, 'founding_team_more_than_one'];
  }
  return isDeepStrictEqual(company, record) ? null : record;
}

/**
 * What two companies are that somebody says are one. All values count as if files had brought them to the one company;
 * the website of `kept` stays, and rows of files that are about either are about this one from here on, under the name
 * that was chosen: what files call it by another of its names changes it no more.
 */
export function mergeByHand(kept: CompanyRecord, gone: CompanyRecord, name = bestName(kept, gone)): CompanyRecord {
  const aliases = unitedAliases([...kept.aliases, aliasOf(kept)], [...gone.aliases, aliasOf(gone)]);
  const formerNames = [...kept.formerNames, ...gone.formerNames, kept.name, gone.name];
  const known = called({ ...kept, aliases, formerNames }, aliases, name);
  return mergeCompanies(known, gone) ?? known;
}

/** Of two names of one company the one that its website is called by, if only one is; else the newest. */
export function bestName(kept: CompanyRecord, gone: CompanyRecord): string {
  const labels = new Set([kept, gone].map((record) => siteLabel(ownDomainOf(record))).filter((label) => label !== ''));
  const fits = [kept.name, gone.name].filter((name) => labels.has(coreOf(name).replaceAll(/[^\p{L}\p{N}]/gu, '')));
  if (coreOf(kept.name) === coreOf(gone.name)) return kept.name;
  return fits.length === 1 ? fits[0]! : (mergeCompanies(kept, gone) ?? kept).name;
}

/** A record of which every source says the same name wherever it says one of these. */
function called(record: CompanyRecord, names: readonly Pick<Alias, 'name'>[], name: string): CompanyRecord {
  const cores = new Set(names.map((each) => coreOf(each.name)));
  const nameFor = (said: string): string => (cores.has(coreOf(said)) ? name : said);
  const { sources, seen } = record.history;
  const renamed = seen.map((each) =>
    each.field === 'name' ? { ...each, value: nameFor(each.value as string) } : each,
  );
  return { ...record, name: nameFor(record.name), history: { sources, seen: renamed } };
}

/** What another record says of a company that was merged by hand, under the name that was chosen then. */
function calledAlike(company: CompanyRecord, other: CompanyRecord): CompanyRecord {
  if (company.aliases.length === 0) return other;
  const cores = new Set(company.aliases.map(({ name }) => coreOf(name)));
  const names = datedValuesOf(company).flatMap(({ field, value }) => (field === 'name' ? [value as string] : []));
  const chosen = names.find((name) => cores.has(coreOf(name)));
  return chosen === undefined ? other : called(other, company.aliases, chosen);
}

function aliasOf(record: CompanyRecord): Alias {
  return { name: record.name, domain: ownDomainOf(record), countryCode: record.countryCode };
}

/** Whether two records say the same, whatever their sources. */
export function haveSameValues(a: CompanyRecord, b: CompanyRecord): boolean {
  return haveSame(companyFieldNames, a, b);
}

/** Whether two records say the same but for their files' names and what follows from the days of their values. */
export function haveSameFacts(a: CompanyRecord, b: CompanyRecord): boolean {
  return haveSame(facts, a, b) && isDeepStrictEqual(byName(a.own), byName(b.own));
}

/** Own values in one order, whichever their file had. */
function byName(own: readonly NamedValue[]): NamedValue[] {
  return own.toSorted((a, b) => compareTexts(a.name, b.name));
}

/** Fields that say when, in which files and under which ids the same was said, and one whose order says nothing. */
const sayings: ReadonlySet<CompanyField> = new Set(['fromFiles', 'valuesOn', 'ids', 'own']);
const facts = companyFieldNames.filter((name) => !sayings.has(name) && companyFields[name].merge !== 'derived');

function haveSame(fields: readonly CompanyField[], a: CompanyRecord, b: CompanyRecord): boolean {
  return fields.every((field) => field === 'history' || isDeepStrictEqual(a[field], b[field]));
}

// ── What only counts by its own ───────────────────────────────────────────────────────────────────────────────────

type Dated = 'newest' | 'named' | 'derived';

/** How two values of a field become one, whatever their days; the companies they are of come behind them. */
const rules: {
  readonly [R in Exclude<MergeRule, Dated>]: (
    a: MergedBy<R>,
    b: MergedBy<R>,
    of: CompanyRecord,
    other: CompanyRecord,
  ) => MergedBy<R>;
} = {
  earlier: (a, b) => (a === '' || (b !== '' && b < a) ? b : a),
  later: (a, b) => (a > b ? a : b),
  longer,
  eachLonger: (a, b) => ({
    short: longer(a.short, b.short),
    long: longer(a.long, b.long),
    llm: longer(a.llm, b.llm),
  }),
  allLonger: (a, b) => [longer(a[0], b[0]), longer(a[1], b[1]), longer(a[2], b[2])],
  larger,
  ofRound: (a, b, of, other) => {
    if (of.fundedOn !== other.fundedOn) return other.fundedOn > of.fundedOn ? b : a;
    return typeof a === 'string' && typeof b === 'string'
      ? longer(a, b)
      : larger(a as number | null, b as number | null);
  },
  either: (a, b) => a || b,
  united: (a, b) => united<string>(a, b),
  industries: (a, b) => industriesInOrder(united(a, b)),
  links: (a, b, of, other) => {
    const site = isOtherSite(other, of) ? 'first' : 'second';
    return unitedLinks(a, b, site === 'first' || isOtherSite(of, other) ? site : '');
  },
  people: unitedPeople,
  aliases: unitedAliases,
};

/** The fields with such a rule. */
const merging = companyFieldNames.flatMap((field) => {
  const { merge }: { merge: MergeRule } = companyFields[field];
  return Object.hasOwn(rules, merge) ? [{ field, rule: rules[merge as keyof typeof rules] }] : [];
});

/** Values of the fields that a rule merges. */
type MergedBy<R extends MergeRule> = {
  [F in CompanyField]: R extends (typeof companyFields)[F]['merge'] ? CompanyRecord[F] : never;
}[CompanyField];

function longer(a: string, b: string): string {
  if (a.length !== b.length) return b.length > a.length ? b : a;
  return b < a ? b : a;
}

function shorter(a: string, b: string): string {
  if (a === '' || b === '' || a.length === b.length) return longer(a, b);
  return b.length < a.length ? b : a;
}

function larger(a: number | null, b: number | null): number | null {
  if (a === null || b === null) return a ?? b;
  return Math.max(a, b);
}

/** The texts of both, in the order that both have, or the only one that there is; else in that of `compare`. */
function united<T extends string>(
  a: readonly T[],
  b: readonly T[],
  compare: (one: T, another: T) => number = compareTexts,
): T[] {
  if (a.length === 0 || b.length === 0 || isDeepStrictEqual(a, b)) return [...(a.length === 0 ? b : a)];
  return [...new Set([...a, ...b])].toSorted(compare);
}

/** The links of both; of two websites the one that is its own, else the shorter, unless `website` says which. */
function unitedLinks(
  a: readonly CompanyLink[],
  b: readonly CompanyLink[],
  website: 'first' | 'second' | '',
): CompanyLink[] {
  const [types, others] = [a, b].map((links) => links.map(({ type }) => type)) as [LinkType[], LinkType[]];
  return united(types, others, (one, another) => linkTypes.indexOf(one) - linkTypes.indexOf(another)).map((type) => {
    const [first, second] = [urlOf(a, type), urlOf(b, type)];
    if (type !== 'website') return { type, url: shorter(first, second) };
    if (website === '') return { type, url: ownSite(first, second) };
    return { type, url: website === 'first' ? first : second };
  });
}

/** Of two sites the one that identifies the company, if only one does: not a page of a hosting or shop site. */
function ownSite(first: string, second: string): string {
  const [isFirst, isSecond] = [ownDomain(first) !== '', ownDomain(second) !== ''];
  if (isFirst !== isSecond) return isFirst ? first : second;
  return shorter(first, second);
}

/** Whether a record's website is one of the further domains of a company. */
function isOtherSite(record: CompanyRecord, company: CompanyRecord): boolean {
  const [domain, own] = [ownDomainOf(record), ownDomainOf(company)];
  return domain !== '' && own !== '' && domain !== own && company.aliases.some((alias) => alias.domain === domain);
}

function unitedAliases(a: readonly Alias[], b: readonly Alias[]): Alias[] {
  const keyed = new Map([...a, ...b].map((alias) => [Object.values(alias).join('\n'), alias]));
  return [...keyed].toSorted(([one], [other]) => compareTexts(one, other)).map(([, alias]) => alias);
}

function urlOf(links: readonly CompanyLink[], type: LinkType): string {
  return links.find((link) => link.type === type)?.url ?? '';
}

function unitedPeople(a: readonly PersonRecord[], b: readonly PersonRecord[]): PersonRecord[] {
  const names = united(a.map(fullName), b.map(fullName));
  return names.map((name) => {
    const [first, second] = [a, b].map((people) => people.find((person) => fullName(person) === name));
    return first !== undefined && second !== undefined ? samePerson(first, second) : (first ?? second!);
  });
}

function samePerson(a: PersonRecord, b: PersonRecord): PersonRecord {
  return {
    first_name: longer(a.first_name, b.first_name),
    last_name: longer(a.last_name, b.last_name),
    job_title: longer(a.job_title, b.job_title),
    logo_url: shorter(a.logo_url, b.logo_url),
    linkedin_url: shorter(a.linkedin_url, b.linkedin_url),
  };
}

function fullName(person: PersonRecord): string {
  return `${person.first_name} ${person.last_name}`.toLowerCase();
}

// ── What counts by its day ────────────────────────────────────────────────────────────────────────────────────────

function sourcesOf({ history: { sources }, discoveredDate }: CompanyRecord): readonly string[] {
  return sources.length > 0 ? sources : [sourceOf(discoveredDate, '')];
}

function sameSource({ field, value: first }: DatedValue, second: unknown): unknown {
  const { merge }: { merge: MergeRule } = companyFields[field];
  if (merge === 'larger') return Math.max(first as number, second as number);
  if (merge === 'later') return (first as string) > (second as string) ? first : second;
  // The same amount, and the rate that was given for it.
  if (typeof first === 'string' && typeof second === 'string' && second.startsWith(`${first} @`)) return second;
  return Array.isArray(first) ? [...new Set([...(first as unknown[]), ...(second as unknown[])])] : first;
}

/** What the sources of two records say, each once, by what it is of; of one source, the first record has the say. */
class DatedValues {
  /** Newest first. */
  readonly #byKey = new Map<string, DatedValue[]>();

  constructor(company: CompanyRecord, other: CompanyRecord) {
    for (const value of datedValuesOf(company)) this.#add(value);
    for (const value of datedValuesOf(other)) this.#add(value);
    for (const known of this.#byKey.values()) known.sort((a, b) => compareTexts(b.source, a.source));
  }

  #add(value: DatedValue): void {
    const key = keyOf(value);
    const known = this.#byKey.get(key);
    if (known === undefined) {
      this.#byKey.set(key, [value]);
      return;
    }
    const at = known.findIndex(({ source }) => source === value.source);
    if (at === -1) known.push(value);
    else known[at] = { ...value, value: sameSource(known[at]!, value.value) };
  }

  all(): DatedValue[] {
    return [...this.#byKey.values()].flat();
  }

  /** Gives a record the newest value of each field that goes by that. */
  putNewest(record: CompanyRecord, formerNames: readonly string[]): void {
    const fields: Record<string, unknown> = record;
    for (const [key, [newest]] of this.#byKey) {
      if (newest !== undefined && companyFields[newest.field].merge === 'newest') fields[key] = newest.value;
    }
    Object.assign(record, this.#names(formerNames), this.#employees(), this.#city());
  }

  newestOwn(name: string): string {
    const [newest] = this.of(`own:${name}`);
    return newest === undefined ? '' : (newest.value as NamedValue).value;
  }

  /** The newest name as it was spelled first, and all others that the company has had. */
  #names(former: readonly string[]): Pick<CompanyRecord, 'name' | 'formerNames'> {
    const values = this.of('name').map(({ value }) => value as string);
    const newest = coreOf(values[0] ?? '');
    const name = values.findLast((each) => coreOf(each) === newest) ?? '';
    const others = new Map<string, string>();
    // As the sources spell it, if any does: another spelling among the former names is gone while the name is the
    // newest.
    for (const each of [...values.toSorted(compareTexts), ...former.toSorted(compareTexts)]) {
      const key = coreOf(each);
      if (key !== newest && !others.has(key)) others.set(key, each);
    }
    return { name, formerNames: [...others.values()].toSorted(compareTexts) };
  }

  /** A number and a band are one fact: both are of the newest source that has either. */
  #employees(): Pick<CompanyRecord, 'employeeCount' | 'employeeBand'> {
    const [count] = this.of('employeeCount');
    const [band] = this.of('employeeBand');
    const newest = [count, band].reduce((latest, each) => ((each?.source ?? '') > latest ? each!.source : latest), '');
    return {
      employeeCount: count?.source === newest ? (count.value as number) : null,
      employeeBand: band?.source === newest ? (band.value as string) : '',
    };
  }

  /** The newest city that is not said to be in another country. */
  #city(): Pick<CompanyRecord, 'city'> {
    const countries = this.of('countryCode');
    const country = countries[0]?.value;
    const countryIn = (source: string): unknown => countries.find((each) => each.source === source)?.value ?? country;
    const city = this.of('city').find(({ source }) => countryIn(source) === country);
    return { city: city === undefined ? '' : (city.value as string) };
  }

  /** Those of a key (`keyOf`). */
  of(key: string): readonly DatedValue[] {
    return this.#byKey.get(key) ?? [];
  }
}

/** The newest value of each own column. */
function ownOf(a: readonly NamedValue[], b: readonly NamedValue[], dated: DatedValues): NamedValue[] {
  const names = united(
    a.map(({ name }) => name),
    b.map(({ name }) => name),
  );
  return names.map((name) => ({ name, value: dated.newestOwn(name) }));
}

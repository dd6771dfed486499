import type { CompanyCandidate, CompanyWriter } from '#server/index/port.ts';
import { isDeepStrictEqual } from 'node:util';
import { datedValuesOf } from '#server/record/companyHistory.ts';
import { haveOtherIds, shareId } from '#server/record/companyIds.ts';
import type { CompanyRecord } from '#server/record/companyRecord.ts';
import { ownDomainOf } from '#shared/domain/webAddress.ts';
import { fold, nameKey } from '#shared/domain/text.ts';
import { haveSameFacts, haveSameValues, mergeCompanies } from './mergeCompanies.ts';
import { areSimilarNames, coreOf } from '#shared/domain/companyNames.ts';
import type { Alias } from '#shared/fields/companyFields.ts';

/**
 * What is to become of a record: nothing (it adds nothing), a change to a stored company, or only one more day on which
 * its values held or file that says them (`confirmed`), or a new company.
 */
type Placement =
  | { readonly kind: 'duplicate'; readonly id: number }
  | { readonly kind: 'new' }
  | { readonly kind: 'confirmed'; readonly id: number; readonly record: CompanyRecord }
  | {
      readonly kind: 'update';
      readonly id: number;
      readonly record: CompanyRecord;
      readonly before: CompanyRecord;
    };

/**
 * Finds the stored company a record is about (docs/api.md 8): the same id in one list, else the same domain of its own
 * and a similar folded name, else the same name (`nameKey`) and country, unless what is known says that they are two:
 * different ids in one list do. Two different domains of their own say that companies of one name are two: in real
 * lists they always were. Sample companies are never matched.
 *
 * A company may have got its name or country from another row than the one at hand, or another one of its name may
 * have, so a record that some company has taken in already is a duplicate even where the rule no longer holds, or means
 * another company now: importing a file twice changes nothing.
 */
export function placeRecord(record: CompanyRecord, writer: CompanyWriter): Placement {
  const isHandedOver = isHandover(record);
  const domain = ownDomainOf(record);
  const name = nameKey(record.name);
  const known = knownById(record, writer);
  const candidates = writer.findSame(domain, name).filter(({ record: { ids } }) => !haveOtherIds(ids, record.ids));
  const related = candidates.filter(
    ({ domains, record: other }) =>
      domains.includes(domain) && haveSimilarNames(other, record) && !isPartOnly(other, record),
  );
  const namesakes = candidates.filter(
    (candidate) => candidate.nameKeys.includes(name) && areCompatible(candidate.domains, domain),
  );
  const same =
    known ??
    nearest(related, record) ??
    namesakes.find(({ record: other }) => isIn(other, name, record.countryCode) && !areNamesakesOnly(other, record));
  const change = same === undefined ? null : merged(same, record, domain);
  if (same !== undefined && change === null) return { kind: 'duplicate', id: same.id };
  const others = [...related, ...namesakes].filter((candidate) => candidate !== same);
  const taker = others.find((holder) => hasTaken(holder, record, domain));
  if (taker !== undefined) return { kind: 'duplicate', id: taker.id };
  if (same !== undefined && change !== null && haveSameFacts(same.record, change)) {
    // What a hand-over says is what Winnow knew: no day on which its values held.
    if (isHandedOver) return { kind: 'duplicate', id: same.id };
    return { kind: 'confirmed', id: same.id, record: change };
  }
  const holders = others.filter((candidate) => related.includes(candidate) || mayHold(candidate, record));
  const keeper = holders.find((holder) => isHeldBy(holder, record, domain));
  if (keeper !== undefined) return { kind: 'duplicate', id: keeper.id };
  if (same === undefined || change === null) return { kind: 'new' };
  return { kind: 'update', id: same.id, record: change, before: same.record };
}

/** Of companies of one site the one that is called like a record, or else the first. */
function nearest(related: readonly CompanyCandidate[], record: CompanyRecord): CompanyCandidate | undefined {
  return related.find(({ record: other }) => haveOneName(other, record)) ?? related[0];
}

/** Whether a record is of a hand-over, which is no source of its own. */
function isHandover({ fromFiles }: CompanyRecord): boolean {
  return fromFiles.length === 0;
}

/** The company that has an id of the record. */
function knownById({ ids }: CompanyRecord, writer: CompanyWriter): CompanyCandidate | undefined {
  for (const id of ids) {
    const [found] = writer.findSame(id, '');
    if (found !== undefined) return found;
  }
  return undefined;
}

/**
 * What a stored company and a record are together. One that is known by an id may have moved to another `domain`: the
 * newer one is its website, and rows about either are about it from here on.
 */
function merged(same: CompanyCandidate, said: CompanyRecord, domain: string): CompanyRecord | null {
  const stored = same.record;
  const record = isHandover(said) ? withSiteOf(stored, said) : said;
  const isElsewhereNow = shareId(stored.ids, said.ids) && domain !== '' && same.domains.length > 0;
  if (!isElsewhereNow || same.domains.includes(domain)) return mergeCompanies(stored, record);
  const isNewer = record.valuesOn > stored.valuesOn;
  const other = { name: '', domain: isNewer ? same.domains[0]! : domain, countryCode: '' };
  const links = isNewer
    ? [...record.links.filter(isSite), ...stored.links.filter((link) => !isSite(link))]
    : stored.links;
  const moved = { ...stored, links, aliases: [...stored.aliases, other].toSorted(byDomain) };
  return mergeCompanies(moved, record) ?? moved;
}

function byDomain(a: Alias, b: Alias): number {
  return a.domain < b.domain ? -1 : Number(a.domain > b.domain);
}

/**
 * Whether two companies of one site are two, one of which is a part of the other, or both of a third: one list has
 * both, the name of one only adds words to that of the other (`Quillo`, `Quillo Music Publishing`) or both to the same
 * first word (`Quillo Logistics`), and city, founding year or country of both differ. Of lists of different days a
 * company may have moved and changed its name.
 */
export function isPartOnly(a: CompanyRecord, b: CompanyRecord): boolean {
  if (!a.history.sources.some((source) => b.history.sources.includes(source)) || haveOneName(a, b)) return false;
  const [one, other] = [nameKey(a.name), nameKey(b.name)];
  if (!addsWords(one, other) && !addsWords(other, one) && !beginAlike(one, other)) return false;
  return isElsewhere(a, b) || isOlder(a, b) || differ(a.countryCode, b.countryCode);
}

/** Whether two companies go by one name, but for its form. */
function haveOneName(a: CompanyRecord, b: CompanyRecord): boolean {
  return namesOf(a).some((name) => namesOf(b).some((other) => coreOf(name) === coreOf(other)));
}

/** Whether two names add words of their own to the same first one. */
function beginAlike(a: string, b: string): boolean {
  const [first, ...rest] = a.split(' ');
  const [same, ...others] = b.split(' ');
  return first === same && rest.length > 0 && others.length > 0 && !rest.some((word) => others.includes(word));
}

/** Whether a name has all words of another one, and more. */
function addsWords(shorter: string, longer: string): boolean {
  const [few, many] = [shorter.split(' '), longer.split(' ')];
  return few.length < many.length && few.every((word) => many.includes(word));
}

function isSite({ type }: CompanyRecord['links'][number]): boolean {
  return type === 'website';
}

/** A company of a hand-over, which may have no more than the domain of its website, with the whole address. */
function withSiteOf(stored: CompanyRecord, record: CompanyRecord): CompanyRecord {
  return { ...record, links: [...stored.links.filter(isSite), ...record.links.filter((link) => !isSite(link))] };
}

/**
 * A namesake in the same country, or one with a site, by which it may have got its country after it took this record.
 */
function mayHold(holder: CompanyCandidate, record: CompanyRecord): boolean {
  return (
    isIn(holder.record, nameKey(record.name), record.countryCode) ||
    (record.countryCode === '' && holder.domains.length > 0)
  );
}

/** Whether a company of that name (`nameKey`) is in a country (ISO2, `''` for none), or was before it was merged. */
function isIn({ countryCode, aliases }: CompanyRecord, name: string, country: string): boolean {
  if (countryCode === country) return true;
  return aliases.some((alias) => alias.countryCode === country && nameKey(alias.name) === name);
}

/** Whether two companies go by names, or have gone by some, that may be one company's. */
function haveSimilarNames(a: CompanyRecord, b: CompanyRecord): boolean {
  return namesOf(a).some((name) => namesOf(b).some((other) => areSimilarNames(name, other)));
}

function namesOf({ name, formerNames, aliases }: CompanyRecord): readonly string[] {
  return [name, ...aliases.map((alias) => alias.name), ...formerNames];
}

/** Whether a company has everything a record says, its place and site included. */
function isHeldBy(holder: CompanyCandidate, record: CompanyRecord, domain: string): boolean {
  // Of two rows of one source the first has the say: what a namesake says otherwise would change nothing.
  if (!mayHaveSite(holder, domain) || areNamesakesOnly(holder.record, record)) return false;
  const both = mergeCompanies(holder.record, record);
  return both === null || haveSameValues(holder.record, both);
}

/**
 * Whether it has taken in this very record, as of its day. That the record adds nothing is not enough: of two rows of
 * one source the first has the say, and the second may be about a namesake in another country.
 */
function hasTaken(holder: CompanyCandidate, record: CompanyRecord, domain: string): boolean {
  if (!mayHaveSite(holder, domain) || areNamesakesOnly(holder.record, record)) return false;
  const known = datedValuesOf(holder.record);
  const countries = datedValuesOf(record).filter(({ field }) => field === 'countryCode');
  const wasThere = countries.every((country) => known.some((other) => isDeepStrictEqual(other, country)));
  return wasThere && mergeCompanies(holder.record, record) === null;
}

/** Whether a record's site, if it has one, is the company's. */
function mayHaveSite({ domains }: CompanyCandidate, domain: string): boolean {
  return domain === '' || domains.includes(domain);
}

/**
 * Whether two companies of one name and country are two: they have different ids in one list, or at least two of city,
 * founding year and industries are known of both and differ. Founding years differ by a year between sources.
 */
export function areNamesakesOnly(a: CompanyRecord, b: CompanyRecord): boolean {
  if (haveOtherIds(a.ids, b.ids)) return true;
  const hasBoth = a.industries.length > 0 && b.industries.length > 0;
  const isOther = hasBoth && !a.industries.some((industry) => b.industries.includes(industry));
  return [isElsewhere(a, b), isOlder(a, b), isOther].filter(Boolean).length > 1;
}

function isElsewhere(a: CompanyRecord, b: CompanyRecord): boolean {
  return differ(fold(a.city), fold(b.city));
}

function isOlder(a: CompanyRecord, b: CompanyRecord): boolean {
  return a.founded !== null && b.founded !== null && Math.abs(a.founded - b.founded) > 1;
}

/** Whether both are known and are not the same. */
function differ(a: string, b: string): boolean {
  return a !== '' && b !== '' && a !== b;
}

function areCompatible(domains: readonly string[], domain: string): boolean {
  return domain === '' || domains.length === 0 || domains.includes(domain);
}

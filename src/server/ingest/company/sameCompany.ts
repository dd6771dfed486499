import type { CompanyCandidate, CompanyWriter } from '#server/index/port.ts';
import { isDeepStrictEqual } from 'node:util';
import { datedValuesOf } from '#server/record/companyHistory.ts';
import type { CompanyRecord } from '#server/record/companyRecord.ts';
import { ownDomainOf } from '#shared/domain/webAddress.ts';
import { fold, nameKey } from '#shared/domain/text.ts';
import { haveSameFacts, haveSameValues, mergeCompanies } from './mergeCompanies.ts';
import { areSimilarNames } from '#shared/domain/companyNames.ts';

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
 * Finds the stored company a record is about (docs/api.md 8): same domain of its own and a similar folded name, else
 * same name (`nameKey`) and country, unless what is known says that they are two. Two different domains of their own
 * say that companies of one name are two: in real lists they always were. Sample companies are never matched.
 *
 * A company may have got its name or country from another row than the one at hand, or another one of its name may
 * have, so a record that some company has taken in already is a duplicate even where the rule no longer holds, or means
 * another company now: importing a file twice changes nothing.
 */
export function placeRecord(record: CompanyRecord, writer: CompanyWriter): Placement {
  const isHandedOver = record.fromFiles.length === 0;
  const domain = ownDomainOf(record);
  const name = nameKey(record.name);
  const candidates = writer.findSame(domain, name);
  const related = candidates.filter(
    (candidate) => candidate.domains.includes(domain) && haveSimilarNames(candidate.record, record),
  );
  const namesakes = candidates.filter(
    (candidate) => candidate.nameKeys.includes(name) && areCompatible(candidate.domains, domain),
  );
  const same =
    related[0] ??
    namesakes.find(({ record: other }) => isIn(other, name, record.countryCode) && !areNamesakesOnly(other, record));
  const change =
    same === undefined ? null : mergeCompanies(same.record, isHandedOver ? withSiteOf(same.record, record) : record);
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
  if (!mayHaveSite(holder, domain)) return false;
  const merged = mergeCompanies(holder.record, record);
  return merged === null || haveSameValues(holder.record, merged);
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
 * Whether two companies of one name and country are two: at least two of city, founding year and industries are known
 * of both and differ. Founding years differ by a year between sources.
 */
export function areNamesakesOnly(a: CompanyRecord, b: CompanyRecord): boolean {
  const isElsewhere = a.city !== '' && b.city !== '' && fold(a.city) !== fold(b.city);
  const isOlder = a.founded !== null && b.founded !== null && Math.abs(a.founded - b.founded) > 1;
  const hasBoth = a.industries.length > 0 && b.industries.length > 0;
  const isOther = hasBoth && !a.industries.some((industry) => b.industries.includes(industry));
  return [isElsewhere, isOlder, isOther].filter(Boolean).length > 1;
}

function areCompatible(domains: readonly string[], domain: string): boolean {
  return domain === '' || domains.length === 0 || domains.includes(domain);
}

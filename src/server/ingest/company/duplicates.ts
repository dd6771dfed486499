import type { CompanyRecord } from '#server/record/companyRecord.ts';
import { coreOf } from '#shared/domain/companyNames.ts';
import { fold } from '#shared/domain/text.ts';
import { ownDomainOf, siteLabel } from '#shared/domain/webAddress.ts';
import { haveOtherIds } from '#server/record/companyIds.ts';
import { areNamesakesOnly, isPartOnly } from './sameCompany.ts';

/**
 * Why two companies that an import has kept apart may be one: `site`, they have a domain in common, under names that
 * are not alike; `name`, they are called the same but for the form.
 */
export type DuplicateReason = 'site' | 'name';

/**
 * Whether somebody should look whether two companies are one, and why. Two of one name are not asked about where what
 * is known says that they are two: countries that differ, or sites of different names in different cities. Nor are two
 * with different ids in one list, or a group and a part of it.
 */
export function duplicateReason(a: CompanyRecord, b: CompanyRecord): DuplicateReason | null {
  if (haveOtherIds(a.ids, b.ids) || isPartOnly(a, b)) return null;
  const domains = domainsOf(a);
  if (domainsOf(b).some((domain) => domains.includes(domain))) return 'site';
  if (coreOf(a.name) !== coreOf(b.name) || areNamesakesOnly(a, b)) return null;
  if (a.countryCode !== '' && b.countryCode !== '' && a.countryCode !== b.countryCode) return null;
  return mayShareSites(a, b) ? 'name' : null;
}

function domainsOf(record: CompanyRecord): string[] {
  return [ownDomainOf(record), ...record.aliases.map(({ domain }) => domain)].filter((domain) => domain !== '');
}

/** Companies with a site each may be one if the sites have one name (`acme.com`, `acme.io`) or the city is the same. */
function mayShareSites(a: CompanyRecord, b: CompanyRecord): boolean {
  const [one, other] = [ownDomainOf(a), ownDomainOf(b)];
  if (one === '' || other === '' || siteLabel(one) === siteLabel(other)) return true;
  return a.city !== '' && fold(a.city) === fold(b.city) && a.countryCode === b.countryCode;
}

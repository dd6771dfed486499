import type { CompanyRecord } from '../store/companyRecord.ts';
import { domainOf } from '#shared/domain/webAddress.ts';

/** The domain of a company's website, or `''`. */
export function domainOfRecord(record: Pick<CompanyRecord, 'links'>): string {
  const website = record.links.find((link) => link.type === 'website');
  return website === undefined ? '' : domainOf(website.url);
}

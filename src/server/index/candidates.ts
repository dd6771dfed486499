import { ownDomainOf } from '#shared/domain/ownDomain.ts';
import { fold } from '#shared/domain/text.ts';
import type { CompanyCandidate } from './port.ts';
import type { CompanyRecord } from '../record/companyRecord.ts';

/** A stored company as a possible match. */
export function candidateOf(id: number, record: CompanyRecord): CompanyCandidate {
  return { id, record, domain: ownDomainOf(record), foldedName: fold(record.name) };
}

/** Which companies may be the one of a domain and a folded name: the rule of `CompanyWriter.findSame`. */
export function sameAs(domain: string, foldedName: string): (candidate: CompanyCandidate) => boolean {
  return (candidate) =>
    (domain !== '' && candidate.domain === domain) ||
    (foldedName !== '' && candidate.foldedName === foldedName && (domain === '' || candidate.domain === ''));
}

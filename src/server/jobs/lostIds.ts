import { ownDomainOf } from '#shared/domain/ownDomain.ts';
import { fold } from '#shared/domain/text.ts';
import type { CompanyRecord } from '../record/companyRecord.ts';
import { decodeRecord } from '../record/recordCodec.ts';
import { hashText } from '../index/analysis/keys.ts';
import type { AnalysedRecords } from '../index/analysis/recordAnalysis.ts';
import { packedBytes } from '../index/bits/packedTexts.ts';
import type { LostCompany } from '../state/entrySeed.ts';

/**
 * Gives companies that were lost with a part of the index their ids back when they are imported again, so that what
 * was decided about them is theirs. They are known by the rule by which an import knows any company: its domain, or
 * its name unless both have a domain. Each id is given once.
 */
export class LostIds {
  readonly #byDomain = new Map<number, LostCompany[]>();
  readonly #byName = new Map<number, LostCompany[]>();
  readonly #given = new Set<number>();

  constructor(lost: readonly LostCompany[]) {
    for (const company of lost) {
      put(this.#byDomain, company.domain, company);
      put(this.#byName, company.foldedName, company);
    }
  }

  /** The id that a company had, or undefined where it is not one of the lost. */
  take(record: CompanyRecord): number | undefined {
    const [domain, name] = [ownDomainOf(record), fold(record.name)];
    return this.#take(domain, name, hashOf(domain), hashOf(name));
  }

  /** The same of a record that has been worked out already; nearly all are told by their hashes alone. */
  takeAnalysed(records: AnalysedRecords, row: number): number | undefined {
    const [domainHash, nameHash] = [records.domains[row] ?? 0, records.names[row] ?? 0];
    if (!this.#byDomain.has(domainHash) && !this.#byName.has(nameHash)) return undefined;
    const record = decodeRecord(Buffer.from(packedBytes(records.records, row)).toString());
    return this.take(record);
  }

  #take(domain: string, name: string, domainHash: number, nameHash: number): number | undefined {
    const byDomain = domain === '' ? [] : (this.#byDomain.get(domainHash) ?? []);
    const byName = name === '' ? [] : (this.#byName.get(nameHash) ?? []);
    const isFree = ({ companyId }: LostCompany): boolean => !this.#given.has(companyId);
    const found =
      byDomain.find((lost) => isFree(lost) && lost.domain === domain && lost.foldedName === name) ??
      byDomain.find((lost) => isFree(lost) && lost.domain === domain) ??
      byName.find((lost) => isFree(lost) && lost.foldedName === name && (domain === '' || lost.domain === ''));
    if (found === undefined) return undefined;
    this.#given.add(found.companyId);
    return found.companyId;
  }
}

function put(to: Map<number, LostCompany[]>, text: string, company: LostCompany): void {
  if (text === '') return;
  const hash = hashOf(text);
  const there = to.get(hash);
  if (there === undefined) to.set(hash, [company]);
  else there.push(company);
}

function hashOf(text: string): number {
  return text === '' ? 0 : hashText(text);
}

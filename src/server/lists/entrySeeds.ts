import { setImmediate } from 'node:timers/promises';
import { highlightsOf, type Company } from '#shared/domain/company.ts';
import { ownDomainOf } from '#shared/domain/ownDomain.ts';
import { fold } from '#shared/domain/text.ts';
import type { CompanyReader } from '../index/port.ts';
import type { CompanyIdentity, EntrySeed } from '../state/entrySeed.ts';

/** Companies read at a time: little enough that other calls get their turn in between. */
const chunkSize = 500;

/** What an entry keeps of its company. */
export function entrySeedOf(company: Company): EntrySeed {
  return {
    companyId: company.id,
    score: company.score,
    topMatch: highlightsOf(company.tags).includes('top_match'),
    week: company.discovered,
    identity: identityOf(company),
  };
}

/** By what a company is found again. */
export function identityOf(company: Pick<Company, 'name' | 'links'>): CompanyIdentity {
  return { domain: ownDomainOf(company), foldedName: fold(company.name) };
}

/** The seeds of many companies, chunk by chunk; those that are not there are left out. */
export async function* seedsOf(companies: CompanyReader, ids: readonly number[]): AsyncGenerator<EntrySeed[]> {
  for (let start = 0; start < ids.length; start += chunkSize) {
    const found = await companies.getMany(ids.slice(start, start + chunkSize));
    yield found.map(entrySeedOf);
    await setImmediate();
  }
}

/** The seeds of companies that are few enough to hold. */
export async function allSeedsOf(companies: CompanyReader, ids: readonly number[]): Promise<EntrySeed[]> {
  const all: EntrySeed[] = [];
  for await (const seeds of seedsOf(companies, ids)) all.push(...seeds);
  return all;
}

import type { Config, User } from '#shared/domain/account.ts';
import type { Company } from '#shared/domain/company.ts';
import type { InboxEntry } from '#shared/domain/inboxEntry.ts';
import { flagsOfList, type ListName } from '#shared/domain/listName.ts';

/** A company with nothing but a name. */
function plainCompany(id: number, name = `Company ${id}`): Company {
  return {
    id,
    name,
    logo: '',
    description: { short: '', long: '', llm: '' },
    customer_problem: '',
    target_customer: '',
    business_model: '',
    score: null,
    region: '',
    location: { country: { name: '', code: '' }, city: '' },
    founded: null,
    discovered: '2026-W47',
    discovered_date: '2026-11-16',
    cb_rank: null,
    sem_score_percentile: null,
    stages: [],
    industry: [],
    tags: '',
    links: [],
    size: { label: '', count: null },
    sizeCategory: 'unknown',
    emails: [],
    funded: '',
    followers: '',
    isTranslated: false,
    allTopUnis: [],
    challenges_llm: { question1: '', question2: '', question3: '' },
  };
}

/** A company's entry in smart list 1. */
export function plainEntry(entryId: number, companyId: number, list: ListName): InboxEntry {
  const ids = { inboxId: 1, inboxEntryId: entryId, siblings: [], doubles: [] };
  return { ...plainCompany(companyId), ...ids, ...flagsOfList(list), decided_at: '' };
}

export const plainUser: User = { id: 7, email: 'a@example.org', name: 'Ada', is_staff: true, addons: ['export'] };

/** A server's configuration, its provider at `domain`. */
export function plainConfig(domain: string): Config {
  return {
    allowExperiments: false,
    domain,
    planUid: '',
    authenticationCallbackUrl: 'winnow://auth',
    addons: { export: 'export' },
  };
}

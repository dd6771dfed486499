import type { Company } from '../company.ts';

/** A company for tests: everything empty but what is given. */
export function company(id: number, part: Partial<Company> = {}): Company {
  return {
    id,
    name: `Company ${id}`,
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
    ...part,
  };
}

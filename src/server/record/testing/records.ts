import type { CompanyRecord } from '../companyRecord.ts';

/** A record with nothing in it but what `parts` say. */
export function recordOf(parts: Partial<CompanyRecord>): CompanyRecord {
  return {
    name: '',
    logo: '',
    description: { short: '', long: '', llm: '' },
    customerProblem: '',
    targetCustomer: '',
    businessModels: [],
    score: null,
    countryCode: '',
    city: '',
    founded: null,
    discoveredDate: '2026-11-16',
    cbRank: null,
    semScorePercentile: null,
    stages: [],
    industries: [],
    highlights: [],
    links: [],
    employeeCount: null,
    emails: [],
    fundedOn: '',
    fundingTotal: null,
    followers: '',
    isTranslated: false,
    universities: [],
    challenges: ['', '', ''],
    people: [],
    ...parts,
  };
}

import { isDeepStrictEqual } from 'node:util';
import type { CompanyLink } from '#shared/domain/company.ts';
import type { PersonRecord } from '#shared/domain/person.ts';
import type { CompanyRecord } from '#server/record/companyRecord.ts';
import { industriesInOrder } from '../values/industries.ts';

/**
 * What `other` adds to `company`: blanks filled, lists united, longer texts kept, the later funding day and the larger
 * total (both only grow). Null where it adds nothing. Merging the same record again therefore never changes anything.
 */
export function mergeCompanies(company: CompanyRecord, other: CompanyRecord): CompanyRecord | null {
  const people = unionPeople(company, other);
  const merged: CompanyRecord = {
    ...company,
    logo: company.logo || other.logo,
    description: {
      short: longer(company.description.short, other.description.short),
      long: longer(company.description.long, other.description.long),
      llm: longer(company.description.llm, other.description.llm),
    },
    customerProblem: longer(company.customerProblem, other.customerProblem),
    targetCustomer: longer(company.targetCustomer, other.targetCustomer),
    businessModels: union(company.businessModels, other.businessModels),
    score: company.score ?? other.score,
    countryCode: company.countryCode || other.countryCode,
    city: company.city || other.city,
    founded: company.founded ?? other.founded,
    cbRank: company.cbRank ?? other.cbRank,
    semScorePercentile: company.semScorePercentile ?? other.semScorePercentile,
    stages: union(company.stages, other.stages),
    industries: industriesInOrder([...company.industries, ...other.industries]),
    highlights: union(
      company.highlights,
      people.length > 1 ? [...other.highlights, 'founding_team_more_than_one'] : other.highlights,
    ),
    links: unionLinks(company.links, other.links),
    employeeCount: company.employeeCount ?? other.employeeCount,
    emails: union(company.emails, other.emails),
    fundedOn: company.fundedOn > other.fundedOn ? company.fundedOn : other.fundedOn,
    fundingTotal: larger(company.fundingTotal, other.fundingTotal),
    followers: company.followers || other.followers,
    universities: union(company.universities, other.universities),
    challenges: [
      company.challenges[0] || other.challenges[0],
      company.challenges[1] || other.challenges[1],
      company.challenges[2] || other.challenges[2],
    ],
    isTranslated: company.isTranslated || other.isTranslated,
    people,
  };
  return isDeepStrictEqual(company, merged) ? null : merged;
}

function longer(a: string, b: string): string {
  return b.length > a.length ? b : a;
}

function larger(a: number | null, b: number | null): number | null {
  if (a === null || b === null) return a ?? b;
  return Math.max(a, b);
}

function union<T>(a: readonly T[], b: readonly T[]): T[] {
  return [...new Set([...a, ...b])];
}

function unionLinks(a: readonly CompanyLink[], b: readonly CompanyLink[]): CompanyLink[] {
  return [...a, ...b.filter((link) => !a.some((known) => known.type === link.type))];
}

function unionPeople(a: CompanyRecord, b: CompanyRecord): PersonRecord[] {
  const known = new Set(a.people.map(fullName));
  return [...a.people, ...b.people.filter((person) => !known.has(fullName(person)))];
}

function fullName(person: PersonRecord): string {
  return `${person.first_name} ${person.last_name}`.toLowerCase();
}

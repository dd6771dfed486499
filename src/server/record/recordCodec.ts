import type { CompanyRecord } from './companyRecord.ts';

/**
 * How a record is written into a segment file: its values in a fixed order, without their names, which would be a
 * quarter of the file. Append only; a value that older files lack gets its default in `decodeRecord`.
 */
export function encodeRecord(record: CompanyRecord): string {
  const { description } = record;
  return JSON.stringify([
    record.name,
    record.city,
    description.llm,
    description.long,
    description.short,
    record.logo,
    record.customerProblem,
    record.targetCustomer,
    record.businessModels,
    record.score,
    record.countryCode,
    record.founded,
    record.discoveredDate,
    record.cbRank,
    record.semScorePercentile,
    record.stages,
    record.industries,
    record.highlights,
    record.links.flatMap((link) => [link.type, link.url]),
    record.employeeCount,
    record.emails,
    record.fundedOn,
    record.fundingTotal,
    record.followers,
    record.isTranslated ? 1 : 0,
    record.universities,
    record.challenges,
    record.people.flatMap((person) => [
      person.first_name,
      person.last_name,
      person.job_title,
      person.logo_url,
      person.linkedin_url,
    ]),
  ] satisfies Encoded);
}

type Encoded = [
  name: string,
  city: string,
  llm: string,
  long: string,
  short: string,
  logo: string,
  customerProblem: string,
  targetCustomer: string,
  businessModels: CompanyRecord['businessModels'],
  score: number | null,
  countryCode: string,
  founded: number | null,
  discoveredDate: string,
  cbRank: number | null,
  semScorePercentile: number | null,
  stages: CompanyRecord['stages'],
  industries: string[],
  highlights: CompanyRecord['highlights'],
  links: string[],
  employeeCount: number | null,
  emails: string[],
  fundedOn: string,
  fundingTotal: number | null,
  followers: string,
  isTranslated: number,
  universities: string[],
  challenges: CompanyRecord['challenges'],
  people: string[],
];

/** Reads what `encodeRecord` wrote. */
export function decodeRecord(text: string): CompanyRecord {
  const values = JSON.parse(text) as Encoded;
  return {
    name: values[0],
    logo: values[5],
    description: { short: values[4], long: values[3], llm: values[2] },
    customerProblem: values[6],
    targetCustomer: values[7],
    businessModels: values[8],
    score: values[9],
    countryCode: values[10],
    city: values[1],
    founded: values[11],
    discoveredDate: values[12],
    cbRank: values[13],
    semScorePercentile: values[14],
    stages: values[15],
    industries: values[16],
    highlights: values[17],
    links: linksOf(values[18]),
    employeeCount: values[19],
    emails: values[20],
    fundedOn: values[21],
    fundingTotal: values[22],
    followers: values[23],
    isTranslated: values[24] === 1,
    universities: values[25],
    challenges: values[26],
    people: peopleOf(values[27]),
  };
}

/** The searched texts of an encoded record (name, city, descriptions), without building the rest. */
export function textsOfEncoded(text: string): string[] {
  return (JSON.parse(text) as Encoded).slice(0, 5) as string[];
}

function linksOf(values: readonly string[]): CompanyRecord['links'] {
  const links: CompanyRecord['links'] = [];
  for (let i = 0; i < values.length; i += 2) {
    links.push({ type: values[i] as CompanyRecord['links'][number]['type'], url: values[i + 1]! });
  }
  return links;
}

function peopleOf(values: readonly string[]): CompanyRecord['people'] {
  const people: CompanyRecord['people'] = [];
  for (let i = 0; i < values.length; i += 5) {
    people.push({
      first_name: values[i]!,
      last_name: values[i + 1]!,
      job_title: values[i + 2]!,
      logo_url: values[i + 3]!,
      linkedin_url: values[i + 4]!,
    });
  }
  return people;
}

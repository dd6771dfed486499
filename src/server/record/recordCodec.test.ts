import { expect, test } from 'vitest';
import { companyFieldNames, companyFields } from '#shared/fields/companyFields.ts';
import { blankRecord, type CompanyRecord, recordLength, recordValue } from './companyRecord.ts';
import { codecOf, decodeRecord, encodeRecord, readRecord } from './recordCodec.ts';

const alma: CompanyRecord = {
  name: 'Alma',
  logo: 'https://alma.test/logo.png',
  description: { short: 'Payroll', long: 'Payroll for clinics', llm: 'Alma runs "payroll"' },
  customerProblem: 'Late pay',
  targetCustomer: 'Clinics',
  businessModels: ['B2B', 'SaaS'],
  score: 0.25,
  countryCode: 'FR',
  city: 'Lyon',
  founded: 2021,
  discoveredDate: '2026-11-16',
  cbRank: 12,
  semScorePercentile: 0.5,
  stages: ['inv_stage_seed'],
  industries: ['FinTech', 'Payroll'],
  highlights: ['phd_founder'],
  links: [
    { type: 'website', url: 'https://alma.test' },
    { type: 'linkedin', url: 'https://linkedin.test/alma' },
  ],
  employeeCount: 7,
  emails: ['a@alma.test'],
  fundedOn: '2026-01-05',
  fundingTotal: 2_000_000,
  followers: '12.4K followers',
  isTranslated: true,
  universities: ['uni_mit'],
  challenges: ['Yes', '', 'No'],
  people: [
    { first_name: 'Ana', last_name: 'Roy', job_title: 'CEO', logo_url: '', linkedin_url: 'https://linkedin.test/ana' },
    { first_name: 'Bo', last_name: 'Li', job_title: '', logo_url: 'https://alma.test/bo.png', linkedin_url: '' },
  ],
  employeeBand: '1-10',
  lastRound: 'Seed',
  lastRoundAmount: 1_500_000,
  fundingRounds: 2,
  investorCount: 3,
  investors: ['Kite Fund'],
  founderCount: 2,
  status: 'operating',
  own: [
    { name: 'Batch', value: 'W21' },
    { name: 'Pitch', value: 'Good' },
  ],
  isSample: true,
  formerNames: ['Almanac'],
  valuesOn: '2026-11-16',
  employeeGrowth: 0.25,
  fromFiles: ['alma_2025-11-03.csv', 'deals.csv'],
  history: {
    sources: ['2025-11-03 alma_2025-11-03.csv', '2026-11-16T09:30 deals.csv'],
    seen: [
      { field: 'name', source: 0, value: 'Almanac' },
      { field: 'name', source: 1, value: 'Alma' },
      { field: 'employeeCount', source: 1, value: 7 },
      { field: 'own', source: 0, value: { name: 'Batch', value: 'W21' } },
    ],
  },
  aliases: [
    { name: 'Alma GmbH', domain: 'alma.de', countryCode: 'DE' },
    { name: 'Alma', domain: '', countryCode: '' },
  ],
  fundingTotalOriginal: 'EUR 2000000',
  lastRoundAmountOriginal: 'CHF 500000',
  ids: ['siren=552100554'],
};

test('a record is written as it is in every file there is, and read again', () => {
  const text =
    '["Alma","Lyon","Alma runs \\"payroll\\"","Payroll for clinics","Payroll","https://alma.test/logo.png","Late pay",' +
    '"Clinics",["B2B","SaaS"],0.25,"FR",2021,"2026-11-16",12,0.5,["inv_stage_seed"],["FinTech","Payroll"],' +
    '["phd_founder"],["website","https://alma.test","linkedin","https://linkedin.test/alma"],7,["a@alma.test"],' +
    '"2026-01-05",2000000,"12.4K followers",1,["uni_mit"],["Yes","","No"],' +
    '["Ana","Roy","CEO","","https://linkedin.test/ana","Bo","Li","","https://alma.test/bo.png",""],' +
    '"1-10","Seed",1500000,2,3,["Kite Fund"],2,"operating",["Batch","W21","Pitch","Good"],1,["Almanac"],' +
    '"2026-11-16",0.25,["alma_2025-11-03.csv","deals.csv"],' +
    '["2025-11-03 alma_2025-11-03.csv","2026-11-16T09:30 deals.csv","=0,0,\\"Almanac\\"","=0,1,\\"Alma\\"",' +
    '"=19,1,7","=36,0,{\\"name\\":\\"Batch\\",\\"value\\":\\"W21\\"}"],["Alma GmbH","alma.de","DE","Alma","",""],"EUR 2000000","CHF 500000",["siren=552100554"]]';
  expect(encodeRecord(alma)).toBe(text);
  expect(decodeRecord(text)).toEqual(alma);
  expect(JSON.stringify(decodeRecord(text))).toBe(JSON.stringify(alma));
});

test('a record of today is told from one that would be written in another way', () => {
  const text = encodeRecord({ ...blankRecord(), name: 'Acme' });
  expect(readRecord(text)).toEqual({ record: decodeRecord(text), isCurrent: true });
  const older = JSON.stringify((JSON.parse(text) as unknown[]).slice(0, -1));
  expect(readRecord(older)).toEqual({ record: decodeRecord(text), isCurrent: false });
});

test('a record that says nothing is read as it was written', () => {
  expect(decodeRecord(encodeRecord(blankRecord()))).toEqual(blankRecord());
});

test('a record from before a field was there has its blank', () => {
  const values = JSON.parse(encodeRecord(alma)) as unknown[];
  const [from, to] = [recordValue.fundedOn, recordLength];
  const newest = companyFieldNames.filter((field) => typeof companyFields[field].id === 'number');
  for (let length = from; length <= to; length++) {
    const unknown = newest.filter((field) => Number(companyFields[field].id) >= length);
    const blanks = Object.fromEntries(unknown.map((field) => [field, blankRecord()[field]]));
    expect(decodeRecord(JSON.stringify(values.slice(0, length)))).toEqual({ ...alma, ...blanks });
  }
});

test('a field of every kind can be added: records of today have its blank, and keep it once it is told', () => {
  const added = {
    motto: { kind: 'text', id: recordLength, blank: '', merge: 'newest' },
    closedOn: { kind: 'day', id: recordLength + 1, blank: '', merge: 'later' },
    patents: { kind: 'number', id: recordLength + 2, blank: null as number | null, merge: 'larger' },
    isListed: { kind: 'flag', id: recordLength + 3, blank: false as boolean, merge: 'either' },
    awards: { kind: 'list', id: recordLength + 4, blank: [] as string[], merge: 'united' },
    profiles: { kind: 'links', id: recordLength + 5, blank: [] as CompanyRecord['links'], merge: 'links' },
    advisers: { kind: 'people', id: recordLength + 6, blank: [] as CompanyRecord['people'], merge: 'people' },
    names: { kind: 'texts', id: recordLength + 7, blank: ['', ''], merge: 'newest' },
    office: {
      kind: 'parts',
      id: { street: recordLength + 8, floor: recordLength + 9 },
      blank: { street: '', floor: '' },
      merge: 'newest',
    },
  } as const;
  const { encode, decode } = codecOf({ ...companyFields, ...added });
  const record = decode(encodeRecord(alma));
  const blanks = Object.fromEntries(Object.entries(added).map(([field, { blank }]) => [field, blank]));
  expect(record).toEqual({ ...alma, ...blanks });

  const told = {
    ...alma,
    motto: 'Paid on time',
    closedOn: '2026-11-01',
    patents: 3,
    isListed: true,
    awards: ['Best'],
    profiles: alma.links,
    advisers: alma.people,
    names: ['A', 'B'] as const,
    office: { street: 'Rue A', floor: '2' },
  };
  expect(decode(encode(told as unknown as typeof record))).toEqual(told);
});

test('no record shares its blanks with another one', () => {
  const short = encodeRecord(blankRecord()).replace(/,\[[^,]*$/, ']');
  for (const make of [blankRecord, () => decodeRecord(short), () => decodeRecord(encodeRecord(blankRecord()))]) {
    const changed = make();
    for (const value of Object.values(changed)) if (Array.isArray(value)) (value as unknown[]).push('x');
    changed.description.short = 'Changed';
    expect(make()).toEqual(blankRecord());
  }
});

test('every place of a record belongs to one field', () => {
  const ids = companyFieldNames.flatMap((field): number[] => {
    const { id } = companyFields[field];
    return typeof id === 'number' ? [id] : Object.values(id);
  });
  expect(ids.toSorted((a, b) => a - b)).toEqual(Array.from({ length: recordLength }, (_, index) => index));
});

import { expect, it } from 'vitest';
import type { PersonRecord } from './person.ts';
import { handoverFileName, handoverFiles, type HandedOver } from './handover.ts';
import { company } from './testing/company.ts';

function founder(first: string, last: string, title = ''): PersonRecord {
  return { first_name: first, last_name: last, job_title: title, logo_url: '', linkedin_url: '' };
}

const kite: HandedOver = {
  company: company(7, {
    name: 'Kite & Söhne, "GmbH"',
    description: { short: '', long: 'Sails,\nwhich fly', llm: '' },
    links: [
      { type: 'website', url: 'https://www.kite.io/en' },
      { type: 'linkedin', url: 'https://www.linkedin.com/company/kite' },
    ],
    industry: ['Wind; air', 'Sport, leisure'],
    location: { country: { name: 'Germany', code: 'DE' }, city: 'Köln' },
    founded: 2015,
    size: { label: '1,200 employees', count: 1200 },
    funding_total: 2_500_000,
    last_round: 'Seed',
    funded_on: '2026-08-01',
    emails: ['hello@kite.io', 'jose.nunez@kite.io', 'ana@kite.io'],
  }),
  founders: [founder('José', 'Núñez', 'CEO'), founder('Ana', 'Ruiz'), founder('芳', '王')],
  otherDomains: ['kite.io', 'sails.example.org'],
  notes: [
    { createdAt: '2026-11-03T23:30:00.000Z', text: 'Met "them".\n\n- likes\n=HYPERLINK("x")' },
    { createdAt: '2026-11-05T10:00:00.000Z', text: '=1+1' },
  ],
  decision: { list: 'Opportunities', reason: 'Team, market', owner: 'ada@fund.vc' },
};

/** On a site that many share, and with nothing else known. */
const bare: HandedOver = {
  company: company(8, { name: '=Формула', links: [{ type: 'website', url: 'https://github.com/formula' }] }),
  founders: [],
  otherDomains: [],
  notes: [],
};

it('M9 E14 writes for Affinity: organizations by website, plain numbers, several values with semicolons', () => {
  const { companies, people, notes } = handoverFiles('affinity', [kite, bare], 'Ada');
  expect(companies.header + companies.csv).toBe(
    [
      'Organization Name,Website,Description,Industry,City,Country,Year Founded,Number of Employees,' +
        'Total Funding Amount (USD),Last Round,Last Funding Date,LinkedIn URL,Status,Reason,Owners',
      '"Kite & Söhne, ""GmbH""",https://www.kite.io/en,"Sails,\nwhich fly","Wind air;Sport, leisure",Köln,Germany,' +
        '2015,1200,2500000,Seed,2026-08-01,https://www.linkedin.com/company/kite,' +
        'Opportunities,"Team, market",ada@fund.vc',
      "'=Формула,https://github.com/formula,,,,,,,,,,,,,",
      '',
    ].join('\r\n'),
  );
  expect(people.header + people.csv).toBe(
    [
      'First Name,Last Name,Email,Job Title,Organization Name,Website,LinkedIn URL',
      'José,Núñez,jose.nunez@kite.io,CEO,"Kite & Söhne, ""GmbH""",https://www.kite.io/en,',
      'Ana,Ruiz,ana@kite.io,,"Kite & Söhne, ""GmbH""",https://www.kite.io/en,',
      '芳,王,,,"Kite & Söhne, ""GmbH""",https://www.kite.io/en,',
      '',
    ].join('\r\n'),
  );
  expect(notes.header + notes.csv).toBe(
    [
      'Organization Name,Website,Author,Date,Note',
      '"Kite & Söhne, ""GmbH""",https://www.kite.io/en,Ada,2026-11-03,' +
        '"Met ""them"".\n\n- likes\n\'=HYPERLINK(""x"")"',
      '"Kite & Söhne, ""GmbH""",https://www.kite.io/en,Ada,2026-11-05,\'=1+1',
      '',
    ].join('\r\n'),
  );
});

it('M9 E14 writes for Attio: companies by their domains, days as ISO has them, several values with commas', () => {
  const { companies, people, notes } = handoverFiles('attio', [kite, bare], 'Ada');
  expect(companies.header + companies.csv).toBe(
    [
      'domains,name,description,categories,primary_location,employees,founded,funding_raised_usd,last_round,' +
        'last_funding_date,linkedin,status,reason,owner',
      '"kite.io,sails.example.org","Kite & Söhne, ""GmbH""","Sails,\nwhich fly","Wind; air,Sport leisure",' +
        '"Köln, Germany",1200,2015,2500000,Seed,2026-08-01,https://www.linkedin.com/company/kite,' +
        'Opportunities,"Team, market",ada@fund.vc',
      ",'=Формула,,,,,,,,,,,,",
      '',
    ].join('\r\n'),
  );
  expect(people.header + people.csv).toContain(
    'first_name,last_name,email_addresses,job_title,linkedin,company,domains\r\nJosé,Núñez,jose.nunez@kite.io,CEO,,',
  );
  expect(notes.header + notes.csv).toContain('domains,name,created_at,created_by,content\r\n"kite.io,sails.');
});

it('M9 E14 writes for HubSpot: companies by one domain, people, and notes with their day', () => {
  const { companies, people, notes } = handoverFiles('hubspot', [kite, bare], 'Ada');
  expect(companies.header + companies.csv).toBe(
    [
      'Company name,Company domain name,Description,City,Country/Region,Year founded,Number of employees,' +
        'Total money raised,LinkedIn company page,Decision,Decision reason,Company owner',
      '"Kite & Söhne, ""GmbH""",kite.io,"Sails,\nwhich fly",Köln,Germany,2015,1200,2500000,' +
        'https://www.linkedin.com/company/kite,Opportunities,"Team, market",ada@fund.vc',
      "'=Формула,,,,,,,,,,,",
      '',
    ].join('\r\n'),
  );
  expect(people.header).toBe('First Name,Last Name,Email,Job Title,Company name,Company domain name,LinkedIn URL\r\n');
  expect(notes.header + notes.csv).toBe(
    [
      'Activity date,Note body,Company name,Company domain name',
      '2026-11-03,"Met ""them"".\n\n- likes\n\'=HYPERLINK(""x"")","Kite & Söhne, ""GmbH""",kite.io',
      '2026-11-05,\'=1+1,"Kite & Söhne, ""GmbH""",kite.io',
      '',
    ].join('\r\n'),
  );
});

it('does not take an address for a founder’s that two of them could have', () => {
  const twins = [founder('Ana', 'Ruiz'), founder('Ana', 'Sol')];
  const { people } = handoverFiles('hubspot', [{ ...kite, founders: twins }], 'Ada');
  expect(people.csv).not.toContain('@');
});

it('names a file by product, part and day', () => {
  expect(handoverFileName('affinity', 'companies', '2026-11-27')).toBe('winnow-affinity-companies-2026-11-27.csv');
});

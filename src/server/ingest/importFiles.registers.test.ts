import { expect, test } from 'vitest';
import { importText } from './testing/importText.ts';

/** Lists of registers and of a single country that do not say which country it is; places as they write them. */

async function placesOf(content: string): Promise<string[]> {
  const { writer } = await importText(content);
  return writer.records.map(({ city, countryCode }) => `${city}/${countryCode}`);
}

test('F23 the number of a register says the country where nothing else does', async () => {
  expect(
    await placesOf(
      'siren;dateCreationEtablissement;dateCreationUniteLegale;denominationUniteLegale;libelleCommuneEtablissement\n' +
        '900000001;2019-07-15;2018-01-10;VERDELAINE;LYON 3EME\n900000002;2020-01-02;2020-01-02;OSTREA;LORIENT\n',
    ),
  ).toEqual(['Lyon/FR', 'Lorient/FR']);
  expect(await placesOf('Name,Ort,Amtsgericht,HRB\nWattwurm UG,Kiel,Kiel,HRB 9\nAlm GmbH,Wien,,\n')).toEqual([
    'Kiel/DE',
    'Wien/AT',
  ]);
  expect(
    await placesOf('CVR-nr.;Navn;Postnr. og by\n41;Havtorn ApS;8000 Aarhus C\n42;Birk A/S;7190 Billund\n'),
  ).toEqual(['Aarhus/DK', 'Billund/DK']);
  expect(await placesOf('KvK-nummer;Handelsnaam;Postcode en plaats\n7;Stroop B.V.;1411 AB Naarden\n')).toEqual([
    'Naarden/NL',
  ]);
});

test('F23 the French register: since when the company is, not its office', async () => {
  const { writer } = await importText(
    'siren,dateCreationEtablissement,dateCreationUniteLegale,denominationUniteLegale\n9,2019-07-15,2018-01-10,OSTREA\n',
  );
  expect(writer.records).toMatchObject([{ name: 'OSTREA', founded: 2018 }]);
});

test('F23 a country that a row names goes before its register', async () => {
  expect(await placesOf('Company,Country,ABN\nWombat,New Zealand,51 000\nQuokka,,51 001\nNumbat,,\n')).toEqual([
    '/NZ',
    '/AU',
    '/',
  ]);
});

test('F23 codes behind Brazilian cities are those of their states', async () => {
  const list = 'Startup;Cidade/UF;CNPJ\nJabuti;São Paulo/SP;12\nAçaí;Belém - PA;98\nSerra;Gramado - RS;97\n';
  expect(await placesOf(list)).toEqual(['São Paulo/BR', 'Belém/BR', 'Gramado/BR']);
});

test('F23 a state and a postcode of Australia', async () => {
  const list =
    'Company,Main Business Location\nA,VIC 3000\nB,WA 6000\nC,"12 High St, Perth WA 6000"\nD,Portland OR 97201\n';
  expect(await placesOf(list)).toEqual(['/AU', '/AU', 'Perth/AU', 'Portland/US']);
});

test('F23 OpenCorporates: where a company is registered', async () => {
  const companies = [
    { company: { name: 'Linden Ltd', jurisdiction_code: 'gb', registered_address: { locality: 'Bath' } } },
    { company: { name: 'Arbutus Inc', jurisdiction_code: 'us_de', registered_address: null } },
  ];
  expect(await placesOf(JSON.stringify({ results: { companies } }))).toEqual(['Bath/GB', '/US']);
});

test('F23 Form D: the state beside a city, or the country in its column', async () => {
  const { writer } = await importText(
    'CIK,ENTITYNAME,YEAROFINC_VALUE_ENTERED,CITY,STATEORCOUNTRY,STATEORCOUNTRYDESCRIPTION,INDUSTRYGROUPTYPE,TOTALAMOUNTSOLD\n' +
      '19,Prairie Gene LLC,2019,MADISON,WI,WISCONSIN,Biotechnology,1200000\n20,Maple Ltd,2018,KINGSTON,A6,"ONTARIO, CANADA",Other,1000000\n',
  );
  expect(writer.records).toMatchObject([
    { city: 'Madison', countryCode: 'US', founded: 2019, industries: ['Biotechnology'], fundingTotal: 1_200_000 },
    { city: 'Kingston', countryCode: 'CA', founded: 2018 },
  ]);
});

test('F23 a region that one country only has says the country', async () => {
  expect(await placesOf('Startup;Ville;Région\nMésange;Rennes;Bretagne\nDuo;Bilzen;Limburg\n')).toEqual([
    'Rennes/FR',
    'Bilzen/',
  ]);
  expect(await placesOf('Company,HQ\nA,"Augsburg, Bavaria"\nB,Bavaria\nC,Victoria\n')).toEqual([
    'Augsburg/DE',
    '/DE',
    'Victoria/',
  ]);
});

test('F23 flags, pictures, districts and addresses in the place of a city', async () => {
  expect(
    await placesOf(
      'Company,HQ\nA,🇩🇰 Copenhagen\nB,Remote 🌍\nC,Paris 11e\nD,København K\nE,🇵🇭\nF,http://kb.example/Q64\n',
    ),
  ).toEqual(['Copenhagen/DK', '/', 'Paris/FR', 'København/DK', '/PH', '/']);
});

test('F23 a postcode beside a city or in its place is none of it', async () => {
  expect(
    await placesOf('Company,City\nA,10115 Berlin\nB,Bengaluru 560030\nC,12345\nD,Paris 9\nE,19812 Shirling Lane\n'),
  ).toEqual(['Berlin/DE', 'Bengaluru/IN', '/', 'Paris 9/', '/']);
});

test('F23 cities that everybody knows, in their own letters', async () => {
  expect(await placesOf('Company,City\nA,Wrocław\nB,København\nC,תל אביב\nD,Москва\nE,الرياض\nF,Αθήνα\n')).toEqual([
    'Wrocław/PL',
    'København/DK',
    'תל אביב/IL',
    'Москва/RU',
    'الرياض/SA',
    'Αθήνα/GR',
  ]);
});

test('F23 Preqin, Pipedrive, Crunchbase’s people: whose a column is', async () => {
  const preqin = await importText(
    'PORTFOLIO COMPANY,PORTFOLIO COMPANY CITY,PORTFOLIO COMPANY COUNTRY,PORTFOLIO COMPANY YEAR ESTABLISHED,TOTAL KNOWN FUNDING (USD MN)\n' +
      'Lumen,Bristol,UK,2016,45.20\n',
  );
  expect(preqin.writer.records).toMatchObject([
    { city: 'Bristol', countryCode: 'GB', founded: 2016, fundingTotal: 45_200_000 },
  ]);
  const deals = await importText(
    'Deal - Title;Deal - Organization;Deal - Value;Organization - Web site\nSeed Moth;Moth;250000;moth.at\n',
  );
  expect(deals.writer.records).toMatchObject([{ name: 'Moth', fundingTotal: null }]);
  const people = await importText(
    'Full Name,Primary Job Title,Primary Organization,CB Rank (Person)\nAna Petit,CEO,Zelvora,"45,222"\n',
  );
  expect(people.writer.records).toMatchObject([{ name: 'Zelvora', cbRank: null }]);
});

test('F23 a postcode on either side of a city is no part of it, and a number that is none stays', async () => {
  const cities = [
    'Zurich 8001',
    'Sydney NSW 2000',
    'Oslo 0150',
    '00-950 Warszawa',
    'London EC1A 1BB',
    '114 55 Stockholm',
  ];
  const rows = [...cities, 'Lisboa 1000-001', 'Tromsdal 90123', 'Paris 9'].map((city, index) => `C${index},${city}\n`);
  expect(await placesOf(`Company,City\n${rows.join('')}`)).toEqual([
    'Zurich/CH',
    'Sydney/AU',
    'Oslo/NO',
    'Warszawa/PL',
    'London/GB',
    'Stockholm/SE',
    'Lisboa/PT',
    'Tromsdal/',
    'Paris 9/',
  ]);
});

import iconv from 'iconv-lite';
import { expect, test } from 'vitest';
import { importText } from './testing/importText.ts';

/** Files of kinds that nobody has sent us yet, read as a careful person would read them. */

test('F23 a French list: bands in words, a sector of two, one of them known', async () => {
  const {
    writer: { records },
  } = await importText(
    "Raison sociale;Pays;Effectif;Secteur d'activité\nCrème SAS;France;10 à 50 salariés;Agroalimentaire / SaaS\n",
  );
  expect(records).toMatchObject([
    { name: 'Crème SAS', employeeBand: '10-50', industries: ['Food and Beverage', 'SaaS'] },
  ]);
});

test('F23 a Spanish list: bands, sectors and two founders', async () => {
  const {
    writer: { records },
  } = await importText(
    'Empresa|Número de empleados|Sectores|Fundadores\n' +
      'Panadería Ágil|De 11 a 50|Alimentación; Logística|María García y José López\n' +
      'Cía. Móvil|Más de 500|Telecomunicaciones|José Ortega y Gasset\n',
  );
  expect(records.map(({ employeeBand }) => employeeBand)).toEqual(['11-50', '501+']);
  expect(records.map(({ industries }) => industries)).toEqual([
    ['Food and Beverage', 'Logistics'],
    ['Telecommunications'],
  ]);
  expect(records.map(({ people }) => people.length)).toEqual([2, 1]);
});

test('F23 a list without a header: well-known cities show themselves', async () => {
  const {
    writer: { records },
  } = await importText(
    'Acme Robotics,https://acme-robotics.com,Berlin,Germany,2015\n' +
      'Beta Labs,https://beta-labs.io,Paris,France,2018\nGamma Inc,https://gamma.co,Austin,United States,2011\n',
  );
  expect(records.map(({ city, countryCode }) => [city, countryCode])).toEqual([
    ['Berlin', 'DE'],
    ['Paris', 'FR'],
    ['Austin', 'US'],
  ]);
});

test('I13 a last row of totals is no company, one that is called so is', async () => {
  const {
    writer: { records },
    report,
  } = await importText('Company,Website,Raised\nAlpha,alpha.ai,$15M\nTotal,total.com,$1M\nGrand total,,$16M\n');
  expect(records.map(({ name }) => name)).toEqual(['Alpha', 'Total']);
  expect(report).toMatchObject({ rows: 3, imported: 2, rejected: [{ line: 4, reason: 'a row of totals' }] });
});

test('F23 founding years as people note them', async () => {
  const {
    writer: { records },
  } = await importText(
    'Company,Country,Founded\nA1,DE,Mar-14\nB2,DE,c. 2010\nC3,DE,Founded in 2009\nD4,DE,2009 or 2010\nE5,DE,2012-00-00\n',
  );
  expect(records.map(({ founded }) => founded)).toEqual([2014, 2010, 2009, null, 2012]);
});

test('F23 a bound is no founding year, a spreadsheet’s zero no day, and a day that is years off none of a round', async () => {
  const {
    writer: { records },
  } = await importText(
    'Company,Founded,Last funding date\nA1,Before 2010,2031-05-05\nB2,1900-01-00,2020. 1. 5.\nC3,2016 年,1/0/1900\nD4,c. 2012,2021-02-03\n',
  );
  expect(records.map(({ founded }) => founded)).toEqual([null, null, 2016, 2012]);
  expect(records.map(({ fundedOn }) => fundedOn)).toEqual(['', '2020-01-05', '', '2021-02-03']);
});

test('F23 a cell with several addresses gives site and profile', async () => {
  const {
    writer: { records },
  } = await importText('Company,Links\nAcme,"https://linkedin.com/company/acme, https://acme.com"\nBeta,beta.com\n');
  expect(records[0]?.links).toEqual([
    { type: 'website', url: 'https://acme.com' },
    { type: 'linkedin', url: 'https://linkedin.com/company/acme' },
  ]);
});

test('F23 dates without a telling day are read as the others of their file', async () => {
  const {
    writer: { records },
  } = await importText('Company,Founded,Last funding date\nA1,25/11/2018,01/02/2023\nB2,12/03/2020,03/04/2022\n');
  expect(records.map(({ fundedOn }) => fundedOn)).toEqual(['2023-02-01', '2022-04-03']);
});

test('F23 a well-known city tells a state from a country; of two countries in a cell the first counts', async () => {
  const places = ['Atlanta, Georgia', 'Tbilisi, Georgia', 'Berlin, DE', 'Dover, DE', 'Toronto, CA', 'Dublin, CA'];
  const {
    writer: { records },
  } = await importText(`Company,Location\n${places.map((place, row) => `A${String(row)},"${place}"`).join('\n')}\n`);
  const countries = await importText('Company,Country\nA1,USA / Germany\nB2,Sweden\n');
  expect(records.map(({ countryCode }) => countryCode)).toEqual(['US', 'GE', 'DE', 'US', 'CA', 'US']);
  expect(countries.writer.records.map(({ countryCode }) => countryCode)).toEqual(['US', 'SE']);
});

const countriesOf = async (...places: string[]): Promise<string[]> => {
  const lines = places.map((place, row) => `A${String(row)},"${place}"`).join('\n');
  return (await importText(`Company,HQ\n${lines}\n`)).writer.records.map(({ countryCode }) => countryCode);
};

test('F23 codes behind cities are countries where most of them can be nothing else, else states', async () => {
  expect(await countriesOf('Kiel, DE', 'Lund, SE', 'Nantes, FR', 'Salem, OR')).toEqual(['DE', 'SE', 'FR', 'US']);
  expect(await countriesOf('Dover, DE', 'Albany, NY', 'Salem, OR', 'Lund, SE')).toEqual(['US', 'US', 'US', 'SE']);
});

test('F23 a decade is no founding year', async () => {
  const {
    writer: { records },
  } = await importText('Company,Country,Founded\nA1,DE,2010s\nB2,DE,2011\n');
  expect(records.map(({ founded }) => founded)).toEqual([null, 2011]);
});

test('F23 emoji that were read as Windows-1252 come back', async () => {
  const {
    writer: { records },
  } = await importText('Company,Description\nRocket,ðŸš€ to the moon\n');
  expect(records[0]?.description.short).toBe('🚀 to the moon');
});

test.each([
  [
    'GB18030',
    'gb18030',
    '公司名称,官网,城市,国家\n北京智行科技有限公司,https://zhixing.cn,北京,中国\n',
    '北京智行科技有限公司',
    'CN',
  ],
  ['Big5', 'big5', '公司名稱,網站,城市,國家\n台北雲端,https://yunduan.tw,台北,台灣\n', '台北雲端', 'TW'],
  [
    'Shift JIS',
    'shiftjis',
    '会社名,ウェブサイト,設立,国\n東京ロボット,https://robot.jp,2015,日本\n',
    '東京ロボット',
    'JP',
  ],
  [
    'Windows-1250',
    'win1250',
    'Nazwa firmy;Kraj;Branża;Rok założenia\nŻubr Łódź;Polska;Robotyka;2018\n',
    'Żubr Łódź',
    'PL',
  ],
  ['ISO-8859-2', 'iso88592', 'Nazwa firmy;Kraj;Branża;Miejscowość\nŚwit;Polska;Robotyka;Łódź\n', 'Świt', 'PL'],
  ['Windows-1251', 'win1251', 'Название;Сайт;Страна\nБерёза;bereza.ru;Россия\n', 'Берёза', 'RU'],
  ['Windows-1254', 'win1254', 'Şirket Adı;Ülke;Kuruluş Yılı\nIşık Enerji;Türkiye;2017\n', 'Işık Enerji', 'TR'],
])('F23 a list in %s is known by its header', async (encoding, codec, text, name, countryCode) => {
  const { writer, report } = await importText(iconv.encode(text, codec));
  expect(report).toMatchObject({ encoding, imported: 1 });
  expect(writer.records).toMatchObject([{ name, countryCode }]);
});

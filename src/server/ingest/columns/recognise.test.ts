import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { inspectFile } from '../inspect.ts';
import { plain } from '../testing/importText.ts';
import { makeLookups } from './content.ts';
import { headerKey } from './headerKey.ts';
import { readMappingFile } from './columnMapping.ts';
import { recogniseColumns } from './recognise.ts';

const fieldsOf = (headers: string[] | null, ...rows: string[][]): string[] =>
  recogniseColumns(headers, rows, makeLookups()).map(({ field }) => field);

test.each([
  ['Firmenname;Webseite;Land;Stadt;Branche;Gründungsjahr;Mitarbeiterzahl;Beschreibung', 'German'],
  ["Nom de l'entreprise;Site web;Pays;Ville;Secteur d'activité;Année de création;Effectif;Résumé", 'French'],
  ['Nombre de la empresa;Sitio web;País;Ciudad;Industria;Año de fundación;Número de empleados;Descripción', 'Spanish'],
  ['Ragione sociale;Sito web;Paese;Città;Settore;Anno di fondazione;Numero dipendenti;Descrizione', 'Italian'],
  ['Nome da empresa;Site da empresa;País;Cidade;Setor;Ano de fundação;Funcionários;Descrição', 'Portuguese'],
  ['公司名称;官网;国家;城市;行业;成立时间;员工人数;简介', 'Chinese'],
  ['企業名;公式サイト;国;市区町村;業種;設立年月;従業員数;事業内容', 'Japanese'],
  ['Bedrijfsnaam;Website;Land;Plaats;Sector;Oprichtingsjaar;Aantal medewerkers;Omschrijving', 'Dutch'],
  ['Nazwa firmy;Strona www;Kraj;Miasto;Branża;Rok założenia;Liczba pracowników;Opis', 'Polish'],
  ['Název společnosti;Webové stránky;Země;Město;Odvětví;Rok založení;Počet zaměstnanců;Popis', 'Czech'],
  ['Företagsnamn;Webbplats;Land;Stad;Bransch;Grundat år;Antal anställda;Beskrivning', 'Swedish'],
  ['Şirket Adı;Web Sitesi;Ülke;Şehir;Sektör;Kuruluş Yılı;Çalışan Sayısı;Açıklama', 'Turkish'],
  ['Название компании;Сайт;Страна;Город;Отрасль;Год основания;Количество сотрудников;Описание', 'Russian'],
  ['회사명;홈페이지;국가;도시;업종;설립연도;직원수;설명', 'Korean'],
])('headers %s are recognised (%s)', (headers) => {
  const row = ['Acme', 'acme.com', 'DE', 'Berlin', 'Fintech', '2015', '12', 'Makes things'];
  expect(fieldsOf(headers.split(';'), row)).toEqual([
    'name',
    'website',
    'country',
    'city',
    'industries',
    'founded',
    'employees',
    'descriptionShort',
  ]);
});

test('a header is not believed against its content', () => {
  const rows = ['one', 'two', 'three'].map((word) => [word, word, 'https://www.crunchbase.com/x']);
  expect(fieldsOf(['Name', 'Founded', 'URL of Name'], ...rows)).toEqual(['name', '', '']);
});

test('whole places under "Country" or "City" are locations', () => {
  expect(fieldsOf(['Name', 'City'], ['A1', 'Berlin, Germany'], ['B2', 'Lyon, France'])).toEqual(['name', 'location']);
});

test('columns show what they are without a known header', () => {
  const rows = [
    ['Acme', 'info@acme.com', 'https://acme.com', 'https://linkedin.com/company/acme', 'Germany'],
    ['Bravo', 'hi@bravo.io', 'https://bravo.io', 'https://linkedin.com/company/bravo', 'France'],
  ];
  expect(fieldsOf(['Name', 'x1', 'x2', 'x3', 'x4'], ...rows)).toEqual([
    'name',
    'emails',
    'website',
    'linkedin',
    'country',
  ]);
});

test('a file without a header is recognised by content', () => {
  const rows = [
    ['1', 'Kite Robotics', 'kite.io', 'Robotics', 'USA', '2015', '11-50'],
    ['2', 'Wing Foods', 'wing.com', 'Food and Beverage', 'DEU', '2018', '1-10'],
    ['3', 'Salt Bank', 'salt.de', 'Banking', 'FRA', '2019', '51-100'],
  ];
  expect(fieldsOf(null, ...rows)).toEqual(['', 'name', 'website', 'industries', 'country', 'founded', 'employees']);
});

test('a known export without its header line is known', () => {
  const row =
    '/company/kite,Kite,http://kite.io,software,1750000,operating,USA,NY,New York,New York,1,6/1/2012,2012-06,2012-Q2,2012,6/30/2012,6/30/2012,1/1/2013';
  const fields = fieldsOf(null, row.split(','));
  expect(fields.slice(0, 5)).toEqual(['profilePages', 'name', 'website', 'industries', 'fundingTotal']);
});

test('other ranks, counts and scores are not taken for what they are not', () => {
  const headers = [
    'Name',
    'RANK',
    'Number.of.Funding.Rounds',
    'Trend.Score..7.Days.',
    'Stock.Symbol.URL',
    'Closed Date',
  ];
  expect(
    fieldsOf(headers, ['Acme', '17', '3', '0.4', 'https://www.crunchbase.com/ipo/a', '2019-01-01']).slice(1),
  ).toEqual(['', 'fundingRounds', '', '', '']);
});

test('headers are compared without case, accents and punctuation', () => {
  expect(['StartupName', 'AmountInUSD', ' Founded_On ', 'Größe', 'CB Rank (Company)'].map(headerKey)).toEqual([
    'startup name',
    'amount in usd',
    'founded on',
    'grosse',
    'cb rank company',
  ]);
});

test('a preview says what the file is, with samples and rows; a mapping corrects it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'winnow-inspect-'));
  try {
    const path = join(folder, 'list.txt');
    await writeFile(path, plain);
    const [preview] = await inspectFile(path);
    if (preview === undefined) throw new Error('There is a preview.');
    expect(preview).toMatchObject({
      file: 'list.txt',
      format: 'CSV',
      encoding: 'UTF-8',
      delimiter: ',',
      bytes: Buffer.byteLength(plain),
    });
    expect(preview.columns[0]).toEqual({
      index: 0,
      header: 'Name',
      field: 'name',
      confidence: 1,
      reason: 'its header means “Name”',
      asks: '',
      open: null,
      samples: ['Äcme GmbH', 'Bravo'],
      reads: [],
    });
    expect(preview.rows).toHaveLength(2);
    const map = join(folder, 'map.json');
    await writeFile(map, '{"Country": "", "#1": "city"}');
    const [corrected] = await inspectFile(path, { mapping: await readMappingFile(map) });
    expect(corrected?.columns.slice(0, 3).map(({ field }) => field)).toEqual(['city', 'website', '']);
    for (const wrong of ['{"Country": "nonsense"}', `{"Country": ${'['.repeat(20_000)}${']'.repeat(20_000)}}`]) {
      await writeFile(map, wrong);
      await expect(readMappingFile(map)).rejects.toMatchObject({ code: 'bad_file' });
    }
  } finally {
    await rm(folder, { recursive: true });
  }
});

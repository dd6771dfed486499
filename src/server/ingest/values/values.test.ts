import { describe, expect, test } from 'vitest';
import { CityNames, parseLocation } from './location.ts';
import { CountryNames } from './countries.ts';
import { DateEvidence, isoDateOf, parseDate } from './dates.ts';
import { parseAmount, parseCount, parseNumber } from './numbers.ts';
import { stageOf } from './stage.ts';
import { cellText, nameText, repairText } from './text.ts';
import { emailsIn, profileAddress, webAddress } from './web.ts';

describe('numbers', () => {
  test.each([
    ['1,007', 1007],
    ['20,00,00,000', 200_000_000],
    ['7550000.0', 7_550_000],
    ['1.234.567,89', 1_234_567.89],
    ['1 234 567', 1_234_567],
    ["1'234", 1234],
    ['1,5', 1.5],
    ['-3', -3],
    ['', null],
    ['12a', null],
    ['1-2', null],
  ])('%j is %j', (text, value) => {
    expect(parseNumber(text)).toBe(value);
  });

  test.each([
    ['$15M', 15_000_000],
    ['US$ 1.5 million', 1_500_000],
    ['26.1 MM', 26_100_000],
    ['USD 3m', 3_000_000],
    ['2,5 Mio', 2_500_000],
    ['$5 crore', 50_000_000],
    ['5 crore', null],
    ['1.2E+06', 1_200_000],
    ['>$10M', 10_000_000],
    ['over $10M', 10_000_000],
    ['more than 2 million USD', 2_000_000],
    ['over €10M', null],
    ['2 miljoen USD', 2_000_000],
    ['$2 milhões', 2_000_000],
    ['3亿美元', 300_000_000],
    ['14,342,000+', 14_342_000],
    ['€15,000', null],
    ['₹20,00,00,000', null],
    ['0', null],
    ['undisclosed', null],
    ['$10m (Series A)', 10_000_000],
    ['$3M seed', 3_000_000],
    ['$5M (Mar 2021)', 5_000_000],
    ['$10m (€9m)', null],
    ['$500K - $1M', null],
  ])('the amount %j is %j', (text, value) => {
    expect(parseAmount(text)).toBe(value);
  });

  test('crores are dollars where the column says so', () => {
    expect(parseAmount('1.5 Cr', false, true)).toBe(15_000_000);
  });

  test('a dot groups thousands in counts, and in amounts where the column says so', () => {
    expect(parseCount('1.200')).toBe(1200);
    expect(parseAmount('1.200')).toBe(1);
    expect(parseAmount('1.200', true)).toBe(1200);
  });
});

describe('dates', () => {
  test.each([
    ['2013-05-06', '2013-05-06'],
    ['2013-05-06T10:00:00Z', '2013-05-06'],
    ['6/1/2012', '2012-06-01'],
    ['31.12.2019', '2019-12-31'],
    ['2012-06', '2012-06-01'],
    ['2012-Q3', '2012-07-01'],
    ['2009', '2009-01-01'],
    ['Jan 12, 2012', '2012-01-12'],
    ['12. März 2012', '2012-03-12'],
    ['3 de mayo de 2019', '2019-05-03'],
    ['2015年3月', '2015-03-01'],
    ['1766553284', '2025-12-24'],
    ['12-May-16', '2016-05-12'],
    ['Monday, May 2, 2016', '2016-05-02'],
    ['43831', '2020-01-01'],
    ['31/02/2012', ''],
    ['soon', ''],
  ])('%j is %j', (text, day) => {
    expect(isoDateOf(parseDate(text, 'monthFirst'))).toBe(day);
  });

  test.each([
    [['01/02/2020', '13/02/2020'], 'dayFirst'],
    [['01/02/2020', '02/13/2020'], 'monthFirst'],
    [['01.02.2020'], 'dayFirst'],
    [['01/03/2020', '01/07/2020'], 'dayFirst'],
    [['03/01/2020', '07/01/2020'], 'monthFirst'],
    [['03/04/2020', '07/05/2020'], 'unknown'],
    [['03/04/2020', '03/05/2020'], 'unknown'],
  ])('the column %j has the %s', (cells, order) => {
    const evidence = new DateEvidence();
    for (const cell of cells) evidence.add(cell);
    expect(evidence.order()).toBe(order);
  });
});

test.each([
  ['Seed', 'inv_stage_seed'],
  ['Seed/ Angel Funding', 'inv_stage_seed'],
  ['Series Seed', 'inv_stage_seed'],
  ['Angel', 'inv_stage_pre_seed'],
  ['Pre-Seed', 'inv_stage_pre_seed'],
  ['pre-series A', 'inv_stage_seed'],
  ['Pré-seed', 'inv_stage_pre_seed'],
  ['Semilla', 'inv_stage_seed'],
  ['シード', 'inv_stage_seed'],
  ['プレシード', 'inv_stage_pre_seed'],
  ['シリーズA', 'inv_stage_series_a'],
  ['A Serisi', 'inv_stage_series_a'],
  ['Series Of Events', undefined],
  ['Series B (Extension)', 'inv_stage_series_b'],
  ['SERIES_C', 'inv_stage_series_c'],
  ['A轮', 'inv_stage_series_a'],
  ['Series D', undefined],
  ['Series Unknown', undefined],
  ['Equity Crowdfunding', undefined],
  ['Private Equity Round', undefined],
  ['Growth', undefined],
])('the funding type %j is %j', (text, stage) => {
  expect(stageOf(text)).toBe(stage);
});

describe('places', () => {
  const countries = new CountryNames();

  test.each([
    ['Germany', 'DE'],
    ['deu', 'DE'],
    ['Allemagne', 'DE'],
    ['Alemania', 'DE'],
    ['德国', 'DE'],
    ['The Netherlands', 'NL'],
    ['U.S.A.', 'US'],
    ['ROM', 'RO'],
    ['Україна', 'UA'],
    ['🇩🇪', 'DE'],
    ['DE - Germany', 'DE'],
    ['Germany (DE)', 'DE'],
    ['Georgia (US)', ''],
    ['NA', 'NA'],
    ['Atlantis', ''],
  ])('%j is the country %j', (text, code) => {
    expect(countries.codeOf(text)).toBe(code);
  });

  test.each([
    ['San Francisco, California, United States', 'US', 'San Francisco'],
    ['San Francisco, CA, USA; Remote', 'US', 'San Francisco'],
    ['Atlanta, GA', 'US', 'Atlanta'],
    ['Tbilisi, Georgia', 'GE', 'Tbilisi'],
    ['Japan, Asia', 'JP', ''],
    ['Bristol, Bristol, City of, United Kingdom', 'GB', 'Bristol'],
    ['Gaza, Gaza, Palestinian Territory, Occupied', 'PS', 'Gaza'],
    ['Remote; Lagos, Nigeria', 'NG', 'Lagos'],
    ['Paris (France)', 'FR', 'Paris'],
    ['Berlin', '', 'Berlin'],
    ['NY, USA', 'US', ''],
    ['Springfield, IL 62701', 'US', 'Springfield'],
    ['1 Main St, Portland, OR 97035, USA', 'US', 'Portland'],
    ['10115 Berlin, Germany', 'DE', 'Berlin'],
    ['US - San Francisco', 'US', 'San Francisco'],
    ['Berlin/Munich', '', 'Berlin'],
    ['Frankfurt/Main, Germany', 'DE', 'Frankfurt'],
    ['Washington, D.C.', 'US', 'Washington'],
    ['Kiel\u001fHolstein\u001fGermany', 'DE', 'Kiel'],
    ['Remote', '', ''],
    ['Congo, Democratic Republic of the', 'CD', ''],
    ['Kinshasa, Congo, Democratic Republic of the', 'CD', 'Kinshasa'],
    ['Congo', 'CG', ''],
    ['Seoul, Korea, Republic of', 'KR', 'Seoul'],
    ['Hong Kong S.A.R.', 'HK', ''],
    ['Athens, EL', 'GR', 'Athens'],
    ['EL', '', 'EL'],
    ['Bahamas, The', 'BS', ''],
    ['Nassau, Bahamas, The', 'BS', 'Nassau'],
    ['Hague, The, Netherlands', 'NL', 'The Hague'],
    ['Virgin Islands, U.S.', 'VI', ''],
    ['Copenhagen DK', 'DK', 'Copenhagen'],
    ['Austin TX', 'US', 'Austin'],
    ['Gary, IN', 'US', 'Gary'],
    ['UK & Ireland', '', ''],
    ['Berlin (DE)', 'DE', 'Berlin'],
    ['Germany (DE)', 'DE', ''],
    ['广东深圳', 'CN', '深圳'],
    ['广东省深圳市南山区', 'CN', '深圳'],
    ['四川省 绵阳市', 'CN', '绵阳'],
    ['上海市浦东新区', 'CN', '上海'],
    ['中国北京', 'CN', '北京'],
    ['浙江', 'CN', ''],
    ['深圳, 中国', 'CN', '深圳'],
    ['台北市信義區', 'TW', '台北'],
    ['香港', 'HK', ''],
    ['美国硅谷', 'US', '硅谷'],
    ['서울 서초구', 'KR', '서울'],
    ['서울특별시 강남구', 'KR', '서울'],
    ['경기도 성남시 분당구', 'KR', '성남'],
    ['대구텍', '', '대구텍'],
    ['東京都港区', 'JP', '東京'],
    ['東京都八王子市', 'JP', '八王子'],
    ['大阪府大阪市', 'JP', '大阪'],
    ['北海道札幌市', 'JP', '札幌'],
    ['〒150-0001 東京都渋谷区神宮前1-1', 'JP', '東京'],
  ])('%j is in %j, %j', (text, countryCode, city) => {
    expect(parseLocation(text, countries)).toEqual({ countryCode, city });
  });

  test('well-known cities have a country, ambiguous ones have none', () => {
    const cities = new CityNames();
    expect(['Bengaluru', 'São Paulo', 'Cambridge'].map((city) => cities.countryOf(city))).toEqual(['IN', 'BR', '']);
  });
});

describe('text', () => {
  test.each([
    ['cafÃ©', 'café'],
    ['itâ€™s', 'it’s'],
    [String.raw`Byju\\xe2\\x80\\x99s`, 'Byju’s'],
    ['A &amp; B f&uuml;r &#8364;', 'A & B für €'],
    [String.raw`one\\ntwo`, 'one two'],
    ['\u00a0Acme\u0000 ', 'Acme'],
    ['CAFÉ™', 'CAFÉ™'],
    [String.raw`C:\new`, String.raw`C:\new`],
  ])('%j is repaired to %j', (raw, text) => {
    expect(repairText(raw)).toBe(text);
  });

  test.each([
    'We map the world’s orchards',
    'Schöne Größe',
    'Łódź, Kęty',
    '东京都',
    'Привет',
    '🚀 café “ok” …',
    'naïve',
  ])('%j comes back from bytes that were read as Latin-1', (text) => {
    expect(repairText(Buffer.from(text).toString('latin1'))).toBe(text);
  });

  test('what was Windows-1252 and was read as Latin-1 has its quotes again', () => {
    expect(repairText('It\u0092s \u0093here\u0094 \u0096 5 \u0080')).toBe('It’s “here” – 5 €');
  });

  test.each(['été… « déjà »', 'Ôter “l’été”', 'Ça va — à Noël', 'Đà Nẵng', 'Ñandú'])('%j stays as it is', (text) => {
    expect(repairText(text)).toBe(text);
  });

  test.each([
    ['ByteDance[12]', 'ByteDance'],
    ['2012[a][note 1]', '2012'],
    ['Acme [2]', 'Acme [2]'],
    ["['AI', 'B2B']", "['AI', 'B2B']"],
    ['[1]', '[1]'],
  ])('%j is %j without its footnotes', (raw, text) => {
    expect([cellText(raw), nameText(raw)]).toEqual([text, text]);
  });

  test.each(['NA', 'N/A', '-', '#NAME?', 'bad data', "I don't know.", 'nan', ' '])('%j is empty', (raw) => {
    expect(cellText(raw)).toBe('');
  });

  test('names may look like placeholders', () => {
    expect(['None', '#waywire', 'Na', '.Club', 'NA', '#NAME?', '-'].map(nameText)).toEqual([
      'None',
      '#waywire',
      'Na',
      '.Club',
      '',
      '',
      '',
    ]);
  });
});

describe('addresses', () => {
  test.each(['<https://acme.com>', '[Acme](https://acme.com)', 'https://https://acme.com'])(
    '%s is the address within',
    (text) => {
      expect(webAddress(text)).toBe('https://acme.com');
    },
  );

  test('addresses are completed, and only http is taken', () => {
    expect(
      ['acme.com', 'HTTP://acme.com', 'javascript:alert(1)//acme.com', 'Acme', 'x@acme.com'].map(webAddress),
    ).toEqual(['https://acme.com', 'HTTP://acme.com', '', '', '']);
    expect(profileAddress('twitter', '@acme')).toBe('https://twitter.com/acme');
    expect(profileAddress('linkedin', 'company/acme')).toBe('https://www.linkedin.com/company/acme');
    expect(profileAddress('linkedin', 'in/jane')).toBe('');
    expect(profileAddress('facebook', 'acme.official')).toBe('https://www.facebook.com/acme.official');
    expect(['acme.com', 'acme.tech'].map((text) => profileAddress('facebook', text))).toEqual(['', '']);
    const sites = ['acme.com:8080/x', 'http://acme.com./x'].map(webAddress);
    expect(sites).toEqual(['https://acme.com:8080/x', 'http://acme.com/x']);
    expect(profileAddress('linkedin', 'https://evil.example.com/linkedin.com')).toBe('');
  });

  test('e-mail addresses are found and lower-cased', () => {
    expect(emailsIn('Write to Info@Acme.com; sales@acme.com, info@acme.com')).toEqual([
      'info@acme.com',
      'sales@acme.com',
    ]);
  });
});

test.each([
  ['平成25年4月1日', '2013-04-01'],
  ['平成25年', '2013-01-01'],
  ['平成25年4月', '2013-04-01'],
  ['平成二十五年四月一日', '2013-04-01'],
  ['令和元年5月1日', '2019-05-01'],
  ['令和3年', '2021-01-01'],
  ['昭和60年', '1985-01-01'],
  ['大正12年9月', '1923-09-01'],
  ['明治33年設立', '1900-01-01'],
  ['H25.4.1', '2013-04-01'],
  ['S60/4/1', '1985-04-01'],
  ['二〇一三年', '2013-01-01'],
  ['民國102年', '2013-01-01'],
  ['民国102年4月1日', '2013-04-01'],
  ['พ.ศ. 2561', '2018-01-01'],
  ['ค.ศ. 2018', '2018-01-01'],
  ['2018 AD', '2018-01-01'],
  ['2561 BE', '2018-01-01'],
  // Years that an era did not have, and what only looks like one.
  ['平成99年', ''],
  ['昭和町', ''],
  ['H25', ''],
  ['S60', ''],
  ['R2D2', ''],
  ['M12 Labs', ''],
])('the date %j is %j', (text, day) => {
  expect(isoDateOf(parseDate(text, 'monthFirst'))).toBe(day);
});

test.each([
  'n/d',
  'S/O',
  's.d.',
  'k. A.',
  'keine Angabe',
  'Non renseigné',
  'sin datos',
  'não informado',
  'brak danych',
  'нет данных',
  'Н/Д',
  '暂无',
  '未公開',
  '없음',
  '#N/A',
])('%j stands for nothing', (text) => {
  expect([cellText(text), cellText(` ${text} `)]).toEqual(['', '']);
});

test.each(['ND', 'NC', 's/o Orbit', 'Nada', 'SO', 'SD', 'Brakel', '无锡', 'n/d, Lyon', 'Noto'])(
  '%j stands for itself',
  (text) => {
    expect(cellText(text)).toBe(text);
  },
);

import { expect, test } from 'vitest';
import { importText } from './testing/importText.ts';

/** Lists in languages and scripts of their own: digits, months, amounts, stages. */

test('F23 an Arabic list in its own digits', async () => {
  const { writer } = await importText(
    'اسم الشركة,الدولة,سنة التأسيس,عدد الموظفين,إجمالي التمويل,المرحلة\n' +
      'نخلة,المملكة العربية السعودية,٢٠١٩,١١-٥٠,2.5 مليون دولار,جولة A\nزيتون,مصر,٢٠٢٠,٢٥,٣ مليون دولار,بذرة\n',
  );
  expect(writer.records).toMatchObject([
    {
      countryCode: 'SA',
      founded: 2019,
      employeeBand: '11-50',
      fundingTotal: 2_500_000,
      stages: ['inv_stage_series_a'],
    },
    { countryCode: 'EG', founded: 2020, employeeCount: 25, fundingTotal: 3_000_000, stages: ['inv_stage_seed'] },
  ]);
});

test('F23 a Turkish and a Polish list: months and dollars in words', async () => {
  const turkish = await importText(
    'Şirket Adı;Toplam Yatırım;Son Yatırım Tarihi\nKırlangıç;1,5 milyon dolar;Mart 2023\nÇınar;$500K;15 Ağustos 2022\nLale;2 milyon TL;3 Mayıs 2021\n',
  );
  expect(turkish.writer.records.map(({ fundingTotal, fundedOn }) => [fundingTotal, fundedOn])).toEqual([
    [1_500_000, '2023-03-01'],
    [500_000, '2022-08-15'],
    [null, '2021-05-03'],
  ]);
  const polish = await importText(
    'Nazwa firmy;Data założenia;Łączne finansowanie\nŻubr;12 października 2017 r.;2 mln dolarów\nWisła;maj 2014;2 mln zł\n',
  );
  expect(polish.writer.records).toMatchObject([
    { founded: 2017, fundingTotal: 2_000_000 },
    { founded: 2014, fundingTotal: null },
  ]);
});

test('F23 a Russian and a Hebrew list: stages, amounts and an upper bound in words', async () => {
  const russian = await importText(
    'Название;Город;Дата раунда;Сотрудники;Сумма инвестиций;Раунд\nСнегирь;Москва;5 марта 2021 г.;51-100;120 млн руб.;Раунд A\n' +
      'Берёза;Казань;май 2020;до 15;1,5 млн долларов;Посевной\n',
  );
  expect(russian.writer.records).toMatchObject([
    {
      countryCode: 'RU',
      fundedOn: '2021-03-05',
      employeeBand: '51-100',
      fundingTotal: null,
      stages: ['inv_stage_series_a'],
    },
    {
      countryCode: 'RU',
      fundedOn: '2020-05-01',
      employeeBand: '1-15',
      fundingTotal: 1_500_000,
      stages: ['inv_stage_seed'],
    },
  ]);
  const hebrew = await importText('שם החברה,עיר,סך גיוס,שלב\nזית,תל אביב,4.5 מיליון דולר,סבב A\nכרמל,חיפה,$12M,סיד\n');
  expect(hebrew.writer.records).toMatchObject([
    { countryCode: 'IL', fundingTotal: 4_500_000, stages: ['inv_stage_series_a'] },
    { countryCode: 'IL', fundingTotal: 12_000_000, stages: ['inv_stage_seed'] },
  ]);
});

test('F23 dollars in Japanese, French and Spanish; other dollars stay blank', async () => {
  const { writer } = await importText(
    'Company,Total funding\nA,500万ドル\nB,"2,5 millions de dollars"\nC,3 millones de dólares\nD,4 million Canadian dollars\nE,$6M\n',
  );
  expect(writer.records.map(({ fundingTotal }) => fundingTotal)).toEqual([5e6, 2.5e6, 3e6, null, 6e6]);
});

test('F23 years of the Buddha, years as numbers, digits as wide as letters', async () => {
  const { writer } = await importText(
    'Company,Founded,Last round date\nChang,2561,25/11/2563\nMango,"2,017",1er mars 2022\nNoi,２０１９,03/02/2564\n',
  );
  expect(writer.records.map(({ founded, fundedOn }) => [founded, fundedOn])).toEqual([
    [2018, '2020-11-25'],
    [2017, '2022-03-01'],
    [2019, '2021-02-03'],
  ]);
});

test('F23 countries as the World Bank, their neighbours and they themselves call them', async () => {
  const names = [
    'Egypt, Arab Rep.',
    'Korea, Rep.',
    'Republic of Ireland',
    'KSA',
    'PR China',
    '米国',
    'РФ',
    'The Bahamas',
  ];
  const { writer } = await importText(`Company,Country\n${names.map((name) => `X,"${name}"`).join('\n')}\n`);
  expect(writer.records.map(({ countryCode }) => countryCode)).toEqual([
    'EG',
    'KR',
    'IE',
    'SA',
    'CN',
    'US',
    'RU',
    'BS',
  ]);
});

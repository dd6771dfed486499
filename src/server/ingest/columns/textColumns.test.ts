import { expect, test } from 'vitest';
import { makeLookups } from './content.ts';
import { recogniseColumns } from './recognise.ts';

const fieldsOf = (headers: string[], ...rows: string[][]): string[] =>
  recogniseColumns(headers, rows, makeLookups()).map(({ field }) => field);

const brief = ['Trading platform for farmers', 'App for invoices', 'Loans for shops'];
const ample = brief.map((text) => `${text}. It is sold in nine countries, runs on phones and is paid by the month.`);

test.each([
  [['Company', 'Overview', 'Description'], brief, ample, ['descriptionShort', 'descriptionLong']],
  [['Company', 'Overview', 'Description'], ample, brief, ['descriptionLong', 'descriptionShort']],
  [['Company', 'About', 'Summary'], ample, brief, ['descriptionLong', 'descriptionShort']],
  [['Company', 'Description', 'Company description'], ample, brief, ['descriptionLong', 'descriptionShort']],
  [['公司', '简介', '公司介绍'], ample, brief, ['descriptionLong', 'descriptionShort']],
  // What headers say goes first.
  [['Company', 'Short description', 'Description'], ample, brief, ['descriptionShort', 'descriptionLong']],
  [['Company', 'Description', 'Full description'], ample, brief, ['descriptionShort', 'descriptionLong']],
  // Texts of the same length.
  [['Company', 'Description', 'Overview'], brief, brief.toReversed(), ['descriptionShort', 'descriptionLong']],
  // The same in two languages.
  [['Company', 'description_de', 'description_en'], ample, brief, ['descriptionShort', 'descriptionShort']],
])('the longer of two texts is the long one: %j', (headers, first, second, expected) => {
  const rows = first.map((text, row) => [`Firm ${String(row)}`, text, second[row] ?? '']);
  expect(fieldsOf(headers, ...rows).slice(1)).toEqual(expected);
});

const trades = [
  'Electric fleet vehicles',
  'Autonomous counter-drone systems',
  'Nuclear microreactors',
  'Cargo airships',
];

test.each([
  ['Focus', trades, 'descriptionShort'],
  ['Main product', ['Sensors for orchards', 'Robots that sort seeds', 'An app for invoices'], 'descriptionShort'],
  ['Solution', ['Sensors for orchards', 'Robots that sort seeds', 'An app for invoices'], 'descriptionShort'],
  ['Spécialité', ['Capteurs pour vergers', 'Robots de tri', 'Paiement pour petits commerces'], 'descriptionShort'],
  ['主要产品', ['果园采摘机器人', '商店移动支付平台', '无人机测绘系统'], 'descriptionShort'],
  ['Focus', ['FinTech', 'Biotech', 'Robotics'], 'industries'],
  // Names of products, notes of one word, and what is the same for most.
  ['Products', ['Alma One, Alma Two', 'Bero', 'Cito Pro'], ''],
  ['Focus', ['B', 'A', 'C'], ''],
  ['Focus', ['Early stage', 'Early stage', 'Early stage', 'Late stage'], ''],
  ['Comment', trades, ''],
])('what companies do under another header: %s over %j is %j', (header, cells, field) => {
  expect(fieldsOf(['Company', header], ...cells.map((cell, row) => [`Firm ${String(row)}`, cell]))[1]).toBe(field);
});

test('another header for what companies do gives way to a description', () => {
  const rows = trades.map((trade, row) => [`Firm ${String(row)}`, trade, brief[row] ?? 'Ships for rent']);
  for (const header of ['Tagline', 'Description', 'Long description'])
    expect(fieldsOf(['Company', 'Focus', header], ...rows)[1]).toBe('');
  expect(fieldsOf(['Company', 'Focus', 'Solution'], ...rows)).toEqual(['name', 'descriptionShort', '']);
});

const tags = 'drone mapping|seed sorting|hail nets|bee health|kelp farming|pest traps|crop scans|hop drying'.split('|');
const lists = Array.from({ length: 24 }, (_, row) => [0, 3, 5].map((step) => tags[(row * (step + 1) + step) % 8]));

test.each([
  ['Sub Industries', lists.map((list) => list.join(', ')), 'industries'],
  ['Tags', lists.map((list) => list.slice(0, 2).join('; ')), 'industries'],
  ['Keywords', lists.map((list) => list.join(' | ')), 'industries'],
  [
    'Sub Industries',
    lists.map(([a = '', b = ''], row) => `Sells ${a} and ${b} to ${String(row)} farms`),
    'descriptionShort',
  ],
  ['Sector', lists.map(([a = '', b = '', c = '']) => `${a} for farms, ${b}, and ${c}`), 'descriptionShort'],
])('lists of unknown trades are tags, sentences are a text: %s', (header, cells, field) => {
  const rows = cells.map((cell, row) => [
    `Firm ${String(row)}`,
    `${cell}${field === 'industries' ? '' : ` ${String(row)}`}`,
  ]);
  expect(fieldsOf(['Company', header], ...rows)[1]).toBe(field);
});

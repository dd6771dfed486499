import { expect, test } from 'vitest';
import { importText } from '../testing/importText.ts';
import { inlineRows, workbookFiles, zipOf } from '../testing/workbook.ts';
import { FooterGuard } from './header.ts';

const remark = 'a remark, not a company';
const blank = ['', '', '', ''];
const wide = (text: string): string[] => [text, '', '', ''];
const header = ['Company', 'Website', 'Country', 'Employees'];
const list = [header, ['Alma', 'alma.de', 'Germany', '12'], ['Bravo', 'bravo.se', 'Sweden', '7'], wide('Orbit')];
const footer = [blank, wide('Total Records: 3'), wide('© 2026 Salesforce'), wide('Fund LLP'), wide('2026-11-01')];

test('I13 a report’s footer in a spreadsheet is no companies, a company of which only the name is known is one', async () => {
  const { report, writer } = await importText(zipOf(workbookFiles({ Report: inlineRows([...list, ...footer]) })));
  expect(writer.records.map(({ name }) => name)).toEqual(['Alma', 'Bravo', 'Orbit']);
  expect(report.rejected).toEqual([6, 7, 8, 9].map((line) => ({ line, reason: remark })));
});

test('I13 the same saved as text, where its lines are as wide as the others', async () => {
  const text = [...list, ...footer].map((row) => `${row.join(',')}\n`).join('');
  const { report, writer } = await importText(text);
  expect(writer.records.map(({ name }) => name)).toEqual(['Alma', 'Bravo', 'Orbit']);
  expect(report.rejected.map(({ line, reason }) => [line, reason])).toEqual([
    [5, 'the row is empty'],
    ...[6, 7, 8, 9].map((line) => [line, remark]),
  ]);
});

test('lines of one cell in the middle of a table, and at its end without a sign, stay', () => {
  const guard = new FooterGuard(4, true);
  const rows = [wide('A'), ['B', 'b.de', '', ''], wide('C')].map((cells, at) => ({ line: at + 2, cells, problem: '' }));
  const more = [{ line: 9, cells: wide('D'), problem: '' }];
  expect([...guard.pass(rows), ...guard.pass(more), ...guard.end()]).toEqual([...rows, ...more]);
});

test('I13 sums of a grouped report and a header that comes again are told as such', async () => {
  const { report, writer } = await importText(
    'Company,Website,Country\nAlma,alma.de,Germany\nCompany,Website,Country\nBravo,bravo.se,Sweden\nCount,2,\n',
  );
  expect(writer.records.map(({ name }) => name)).toEqual(['Alma', 'Bravo']);
  expect(report.rejected).toEqual([
    { line: 3, reason: 'the header again, not a company' },
    { line: 5, reason: 'a row of totals' },
  ]);
});

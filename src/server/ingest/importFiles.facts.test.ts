import { expect, test } from 'vitest';
import { importText, outcome } from './testing/importText.ts';

test('columns that nobody knows are kept under their headers, and read again with the same outcome', async () => {
  const text =
    'Company,Country,Batch,"Pitch, 1-5",,Batch\nAlma,Germany,W21,4,yes,again\nBero,France,,n/a,,\nCito,Spain,S22,2,no,\n';
  const { writer, report } = await importText(text);
  expect(outcome(report)).toEqual([3, 3, 0, 0, 0]);
  expect(writer.records.map(({ own }) => own)).toEqual([
    [
      { name: 'Batch', value: 'W21' },
      { name: 'Pitch / 1-5', value: '4' },
      { name: 'Column 5', value: 'yes' },
      { name: 'Batch (2)', value: 'again' },
    ],
    [],
    [
      { name: 'Batch', value: 'S22' },
      { name: 'Pitch / 1-5', value: '2' },
      { name: 'Column 5', value: 'no' },
    ],
  ]);
  expect(outcome((await importText(text, writer)).report)).toEqual([3, 0, 0, 3, 0]);
});

test('two of one name and country are two companies if they differ in two of city, year and trade', async () => {
  const header = 'Company,Country,City,Founded,Industry';
  const two = await importText(`${header}\nFabric,US,New York,2015,Logistics\nFabric,US,Bellevue,2017,Retail\n`);
  expect(outcome(two.report)).toEqual([2, 2, 0, 0, 0]);
  const again = `${header}\nFabric,US,Bellevue,2017,Retail\nFabric,US,New York,2015,Logistics\n`;
  expect(outcome((await importText(again, two.writer)).report)).toEqual([2, 0, 0, 2, 0]);
  const moved = await importText(`${header}\nFabric,US,New York,2015,Logistics\nFabric,US,Boston,2016,Logistics\n`);
  expect(outcome(moved.report)).toEqual([2, 1, 0, 1, 0]);
  const unknown = await importText(`${header}\nFabric,US,New York,2015,Logistics\nFabric,US,,,\n`);
  expect(outcome(unknown.report)).toEqual([2, 1, 0, 1, 0]);
});

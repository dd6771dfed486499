import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ColumnMapping, ColumnMatch } from '#shared/bridge/workspace.ts';
import { inspectFile } from './inspect.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'winnow-cells-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** The column of values of a file that has them beside names, as the preview says it. */
async function columnOf(header: string, cells: readonly string[], mapping: ColumnMapping = {}): Promise<ColumnMatch> {
  const path = join(folder, 'list.csv');
  const rows = cells.map((cell, at) => `F${String(at)},f${String(at)}.test,"${cell}"\n`);
  await writeFile(path, `Company,Website,${header}\n${rows.join('')}`);
  const [preview] = await inspectFile(path, { mapping });
  const column = preview?.columns[2];
  if (column === undefined) throw new Error('Three columns.');
  return column;
}

const days = ['05/02/2022', '11/12/2021', '07/07/2020'];
const small = ['4.5', '11', '$2M'];
const bare = ['5000000', '$2M', '750000'];

test.each([
  ['day', 'Last funding date', days, {}, ['', '', '7 Jul 2020'], true],
  ['day', 'Last funding date', days, { order: 'dayFirst' }, ['5 Feb 2022', '11 Dec 2021', '7 Jul 2020'], false],
  ['day', 'Last funding date', days, { order: 'monthFirst' }, ['2 May 2022', '12 Nov 2021', '7 Jul 2020'], false],
  [
    'day',
    'Values as of',
    days,
    { field: 'valuesOn', order: 'dayFirst' },
    ['5 Feb 2022', '11 Dec 2021', '7 Jul 2020'],
    false,
  ],
  ['unit', 'Total funding', small.slice(0, 2), {}, ['', ''], true],
  ['unit', 'Total funding', small.slice(0, 2), { unit: 'millions' }, ['$4.5M', '$11M'], false],
  ['unit', 'Total funding', small.slice(0, 2), { unit: 'thousands', currency: 'EUR' }, ['€4.5K', '€11K'], false],
  ['currency', 'Total funding', bare, {}, ['$5M', '$2M', '$750K'], false],
  ['currency', 'Total funding', bare, { currency: 'EUR' }, ['€5M', '$2M', '€750K'], false],
  ['currency', 'Total funding', ['5M kr', '7M kr'], {}, ['', ''], true],
  ['currency', 'Total funding', ['5M kr', '7M kr'], { currency: 'EUR' }, ['', ''], false],
] as const)(
  'F57 F59 C1 the %s of “%s” %j is open, and with %j read as %j',
  async (part, header, cells, said, reads, asks) => {
    const column = await columnOf(header, cells, { [header]: said });
    expect([column.reads, column.asks !== '']).toEqual([reads, asks]);
    expect(column.open?.parts).toContain(part === 'day' ? 'order' : part);
  },
);

test('F57 F59 C1 what the file says itself is not open', async () => {
  for (const [header, cells] of [
    ['Last funding date (dd/mm/yyyy)', days],
    ['Last funding date', ['25/02/2022', ...days]],
    ['Total funding (EUR M)', small],
    ['Total funding (USD)', bare],
    ['Total funding', ['€5M', '$2M', '750000']],
    ['City', ['Paris', 'Rome', 'Bonn']],
  ] as const) {
    const { open, asks, reads } = await columnOf(header, cells, {
      [header]: { order: 'monthFirst', unit: 'thousands', currency: 'SEK' },
    });
    expect([header, open, asks, reads]).toEqual([header, null, '', []]);
  }
});

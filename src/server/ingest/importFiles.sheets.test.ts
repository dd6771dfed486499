import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ImportSource } from '#node/localApi.ts';
import type { ImportReport } from '#shared/bridge/workspace.ts';
import { importFiles } from './importFiles.ts';
import { inspectFile } from './inspect.ts';
import { outcome } from './testing/importText.ts';
import { MemoryWriter } from './testing/memoryWriter.ts';
import { inlineRows, workbookFiles, zipOf } from './testing/workbook.ts';

/** Two company sheets of different headers, a third of the first one's header, notes, an empty sheet and a hidden one. */
function workbook(): Buffer {
  const files = workbookFiles({
    Notes: inlineRows([
      ['Remember', 'Until'],
      ['Call Ann', 'Monday'],
      ['Call Bob', 'Tuesday'],
    ]),
    Empty: '',
    'Alte Firmen': inlineRows([
      ['Firma', 'Land', 'Mitarbeiter'],
      ['Uhu', 'Deutschland', '12'],
      ['Pic', 'Frankreich', '5'],
    ]),
    Companies: inlineRows([
      ['Company', 'Website', 'City', 'Founded'],
      ['Alma', 'alma.de', 'Bonn', '2015'],
      ['Bero', 'bero.fr', 'Lille', '2016'],
      ['Caro', 'caro.it', 'Turin', '2017'],
    ]),
    'Companies 2': inlineRows([
      ['Company', 'Website', 'City', 'Founded'],
      ['Dodo', 'dodo.es', 'Vigo', '2018'],
    ]),
    Ghosts: inlineRows([
      ['Company', 'Website', 'City', 'Founded'],
      ['Ghost', 'ghost.io', 'Nowhere', '1999'],
    ]),
  });
  const xml = (files['xl/workbook.xml'] ?? '').replace('name="Ghosts"', 'name="Ghosts" state="hidden"');
  return zipOf({ ...files, 'xl/workbook.xml': xml });
}

let folder = '';
let path = '';

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'winnow-sheets-'));
  path = join(folder, 'deals.xlsx');
  await writeFile(path, workbook());
});

afterEach(async () => {
  await rm(folder, { recursive: true });
});

async function imported(
  sources: readonly Omit<ImportSource, 'path' | 'name' | 'mapping'>[],
): Promise<{ reports: ImportReport[]; names: string[] }> {
  const writer = new MemoryWriter();
  const reports = await importFiles(
    sources.map((source) => ({ path, name: 'deals.xlsx', mapping: {}, ...source })),
    writer,
    { today: '2026-11-20', onProgress: () => undefined, signal: new AbortController().signal, dryRun: false },
  );
  return { reports, names: writer.records.map(({ name }) => name) };
}

test('every sheet with rows is offered; what looks most like companies, all sheets of one header, is chosen', async () => {
  const [preview, ...others] = await inspectFile(path);
  expect(others).toEqual([]);
  expect(preview?.sheets).toEqual([
    { name: 'Notes', rows: 3, isHidden: false, isList: false },
    { name: 'Alte Firmen', rows: 2, isHidden: false, isList: true },
    { name: 'Companies', rows: 3, isHidden: false, isList: true },
    { name: 'Companies 2', rows: 1, isHidden: false, isList: true },
    { name: 'Ghosts', rows: 1, isHidden: true, isList: true },
  ]);
  expect(preview?.read).toEqual(['Companies', 'Companies 2']);
  expect((await imported([{}])).names).toEqual(['Alma', 'Bero', 'Caro', 'Dodo']);
});

test('chosen sheets of different headers have their own columns, and one preview each', async () => {
  const previews = await inspectFile(path, { sheets: ['Companies', 'Alte Firmen', 'Ghosts'] });
  expect(previews.map(({ read, columns }) => [read, columns.map(({ header }) => header)])).toEqual([
    [
      ['Companies', 'Ghosts'],
      ['Company', 'Website', 'City', 'Founded'],
    ],
    [['Alte Firmen'], ['Firma', 'Land', 'Mitarbeiter']],
  ]);
  const { reports, names } = await imported(previews.map(({ read }) => ({ sheets: read })));
  expect(reports.map(outcome)).toEqual([
    [4, 4, 0, 0, 0],
    [2, 2, 0, 0, 0],
  ]);
  expect(reports.map(({ note }) => note)).toEqual([
    'Sheets used: “Companies”, “Ghosts”.',
    'Sheet used: “Alte Firmen”.',
  ]);
  expect(names).toEqual(['Alma', 'Bero', 'Caro', 'Ghost', 'Uhu', 'Pic']);
});

test('a sheet that lists no companies is looked at only if somebody asks for it', async () => {
  expect(await inspectFile(path, { sheets: ['Notes'] })).toMatchObject([{ read: ['Notes'] }]);
});

test('a sheet of another list than companies says so, and the others stay to choose from', async () => {
  const funds = inlineRows([
    ['Investor', 'Website', 'Country', 'Ticket size'],
    ['Alpha', 'alpha.vc', 'France', '$1M'],
  ]);
  const list = inlineRows([
    ['Company', 'Website'],
    ['Alma', 'alma.de'],
  ]);
  await writeFile(path, zipOf(workbookFiles({ Funds: funds, List: list })));
  const [preview] = await inspectFile(path, { sheets: ['Funds'] });
  expect(preview?.problem).toContain('investors');
  expect(preview?.sheets.map(({ name }) => name)).toEqual(['Funds', 'List']);
  expect((await inspectFile(path))[0]?.read).toEqual(['List']);
});

test.each([[['Nowhere']], [['Companies', 'Empty']]])(
  'a sheet that is not there, or empty, is told with those that are: %j',
  async (sheets) => {
    await expect(inspectFile(path, { sheets })).rejects.toThrow(
      /no sheet “(?:Nowhere|Empty)” with rows, but “Notes”, “Alte Firmen”/,
    );
    await expect(imported([{ sheets }])).rejects.toMatchObject({ code: 'bad_file' });
  },
);

test('any other file has no sheets', async () => {
  const csv = join(folder, 'a.csv');
  await writeFile(csv, 'Name,Website\nAlma,alma.de\n');
  expect(await inspectFile(csv, { sheets: ['Companies'] })).toMatchObject([{ sheets: [], read: [], problem: '' }]);
});

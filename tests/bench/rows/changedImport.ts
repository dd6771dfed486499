import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { filtersFromQuery } from '#shared/domain/filterQuery.ts';
import { openState } from '#server/state/sqlite/file.ts';
import type { BenchRow } from '../benchRow.ts';
import { processorSeconds } from '../engines/processes.ts';
import { importFiles } from '../engines/winnow.ts';
import { median } from '../measure/figures.ts';
import { Targets } from '../measure/ratios.ts';
import type { Workbench } from '../workbench.ts';

/** The most companies that are imported, and of how many one has changed in the second file. */
const mostCompanies = 200_000;
const changedOf = 20;

const countries = [
  'France',
  'Germany',
  'Spain',
  'Italy',
  'Norway',
  'Poland',
  'Sweden',
  'Austria',
  'Ireland',
  'Denmark',
];
const codes = ['FR', 'DE', 'ES', 'IT', 'NO', 'PL', 'SE', 'AT', 'IE', 'DK'];

/** L2: what it costs an import to find out which of the companies that it changes match a smart list now. */
export const changedImportRow: BenchRow = {
  id: 'L2',
  metric: `a file again in which one company of ${changedOf} has changed, with ${countries.length} smart lists that they match now`,
  unit: 's',
  must: '<= 1.15x of the same import without smart lists',
  stretch: '<= 1.05x',
  async run(workbench) {
    const companies = Math.min(workbench.size, mostCompanies);
    const base = join(workbench.folder, 'changed-base', 'winnow.db');
    const [first, second] = [
      join(workbench.folder, 'first_2026-10-01.csv'),
      join(workbench.folder, 'second_2026-11-01.csv'),
    ];
    writeFile(first, companies, false);
    writeFile(second, companies, true);
    await importFiles(workbench.server, base, first);
    const ours: Imported[] = [];
    const bare: Imported[] = [];
    for (let round = 0; round < workbench.longRounds; round++) {
      bare.push(await importAgain(workbench, base, second, false));
      ours.push(await importAgain(workbench, base, second, true));
    }
    const crossed = Math.min(...ours.map((each) => each.crossed));
    if (crossed !== Math.floor(companies / changedOf)) throw new Error(`${crossed} companies came into the lists.`);
    const ratioOf = (what: 'seconds' | 'processor'): number =>
      median(ours.map((each, round) => each[what] / (bare[round]?.[what] ?? Number.NaN)));
    const figure = (what: 'seconds' | 'processor') => ({
      'without lists': { value: median(bare.map((each) => each[what])), ratio: 1 / ratioOf(what), worst: null },
    });
    const targets = new Targets();
    targets.atMost('without lists', ratioOf('seconds'), 1.15, 1.05);
    const { met, stretchMet, notes } = targets;
    return {
      ours: median(ours.map(({ seconds }) => seconds)),
      peers: figure('seconds'),
      parts: [
        {
          name: 'processor time, s',
          ours: median(ours.map(({ processor }) => processor)),
          peers: figure('processor'),
        },
      ],
      met,
      stretchMet,
      notes: [...notes, `${companies} companies, ${crossed} of them came into lists; ${ours.length} rounds`],
    };
  },
};

function writeFile(path: string, companies: number, isChanged: boolean): void {
  const rows = Array.from({ length: companies }, (_, index) => {
    const has = isChanged && index % changedOf === 0;
    const country = countries[Math.floor(index / changedOf) % countries.length] ?? '';
    return `Company ${index},https://company-${index}.example,${country},${has ? 'Series A,60' : 'Seed,20'}\n`;
  });
  writeFileSync(path, `name,website,country,stage,employees\n${rows.join('')}`);
}

/** How long an import took, by the clock and on all cores, and how many companies it brought into lists. */
interface Imported {
  readonly seconds: number;
  readonly processor: number;
  readonly crossed: number;
}

/** Imports a file into a copy of the workspace. */
async function importAgain(workbench: Workbench, base: string, path: string, hasLists: boolean): Promise<Imported> {
  const file = join(workbench.folder, 'changed', 'winnow.db');
  rmSync(dirname(file), { recursive: true, force: true });
  mkdirSync(dirname(file));
  cpSync(dirname(base), dirname(file), { recursive: true });
  const lists = hasLists ? await addLists(file) : [];
  const [start, before] = [performance.now(), processorSeconds('self', 'children')];
  await importFiles(workbench.server, file, path);
  const seconds = (performance.now() - start) / 1000;
  const processor = processorSeconds('self', 'children') - before;
  return { seconds, processor, crossed: await entriesOf(file, lists) };
}

async function addLists(file: string): Promise<number[]> {
  const state = await openState(file, { isOurs: true });
  try {
    const { id: user } = await state.users.firstUser();
    const lists: number[] = [];
    for (const [index, name] of countries.entries()) {
      const filters = filtersFromQuery({ country_codes: codes[index], stages: 'inv_stage_series_a' });
      const made = { name, filters, matchedWeek: '2099-W01', now: new Date().toISOString() };
      const created = await state.smartLists.create(user, made, [], []);
      if (created === 'name_taken') throw new Error('There is such a list already.');
      lists.push(created.list.id);
    }
    return lists;
  } finally {
    state.close();
  }
}

async function entriesOf(file: string, lists: readonly number[]): Promise<number> {
  const state = await openState(file, { isOurs: true });
  try {
    const entries = await Promise.all(lists.map((list) => state.entries.companyIds(list, 'all')));
    return entries.flat().length;
  } finally {
    state.close();
  }
}

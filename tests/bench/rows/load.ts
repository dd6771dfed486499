import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { BenchRow, PeerFigure } from '../benchRow.ts';
import { importFiles, WinnowServer } from '../engines/winnow.ts';
import { median } from '../measure/figures.ts';
import { skipped, Targets } from '../measure/ratios.ts';
import { miniSearchSize, type Workbench } from '../workbench.ts';

/** T6: from a CSV file to a workspace where every company can be found. */
export const loadRow: BenchRow = {
  id: 'T6',
  metric: 'CSV file to fully searchable (ours: the import command, process start included)',
  unit: 's',
  must: '2.4x PostgreSQL',
  stretch: '4x',
  async run(workbench) {
    const { ours, peers } = await againstPostgres(workbench);
    const mini = await againstMiniSearch(workbench);
    const targets = new Targets();
    targets.atLeast('PostgreSQL', peers.ratio, 2.4, 4);
    targets.printed('MiniSearch', mini.figure.ratio);
    const { met, stretchMet, notes } = targets;
    return {
      ours: median(ours),
      peers: { PostgreSQL: peers, MiniSearch: mini.figure },
      parts: [{ name: `${mini.size} companies`, ours: mini.ours, peers: { MiniSearch: mini.figure } }],
      met,
      stretchMet,
      notes: [...notes, `${ours.length} rounds`],
    };
  },
};

async function againstPostgres(workbench: Workbench): Promise<{ ours: number[]; peers: PeerFigure }> {
  const { path, rows } = await workbench.companyFile();
  const table = await workbench.csvTable();
  const ours: number[] = [];
  const theirs: number[] = [];
  for (let round = 0; round < workbench.longRounds; round++) {
    ours.push(await importOnce(workbench, path, rows));
    if (table !== null) theirs.push((await table.load(path)) / 1000);
  }
  if (table === null) return { ours, peers: skipped };
  const ratios = theirs.map((time, round) => time / (ours[round] ?? Number.NaN));
  return { ours, peers: { value: median(theirs), ratio: median(ratios), worst: Math.min(...ratios) } };
}

/** Seconds of one import into a new workspace. */
async function importOnce(workbench: Workbench, path: string, rows: number): Promise<number> {
  const file = join(workbench.folder, 'import', 'winnow.db');
  rmSync(join(workbench.folder, 'import'), { recursive: true, force: true });
  const start = performance.now();
  await importFiles(workbench.server, file, path);
  const seconds = (performance.now() - start) / 1000;
  const server = await WinnowServer.start(workbench.server, file, 0);
  const { count } = server.read(await server.search({ bucket: '', words: [], filters: {} }));
  await server.close();
  // The sample has namesakes without a country, which an import takes for one company.
  if (count < rows * 0.98 || count > rows) throw new Error(`${count} of ${rows} companies were imported.`);
  return seconds;
}

async function againstMiniSearch(workbench: Workbench): Promise<{ size: number; ours: number; figure: PeerFigure }> {
  const size = Math.min(workbench.size, miniSearchSize);
  const { path, rows } = await workbench.companyFile(size);
  const ours = await importOnce(workbench, path, rows);
  const mini = await workbench.miniSearch();
  if (mini === null) return { size, ours, figure: skipped };
  const value = mini.buildMilliseconds / 1000;
  return { size, ours, figure: { value, ratio: value / ours, worst: value / ours } };
}

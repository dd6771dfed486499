import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { exportColumns } from '#shared/domain/exportColumns.ts';
import type { BenchRow, PeerFigure } from '../benchRow.ts';
import { countLines, exportByDuck, exportByLibrary, exportByWinnow, loadDuck } from '../csv/csvContenders.ts';
import { csvLibraries, type CsvLibrary } from '../csv/csvLibraries.ts';
import { sqlColumns } from '../csv/exportSource.ts';
import { median } from '../measure/figures.ts';
import { skipped, Targets } from '../measure/ratios.ts';
import { hasPeer } from '../peers/load.ts';
import type { Workbench } from '../workbench.ts';

/** The libraries against which a user would notice a difference. */
const peerNames = ['fast-csv', 'csv-stringify', 'papaparse', 'DuckDB'];

const columns = exportColumns.map(({ key }) => key);

/**
 * T12: the default export of everything, with all its columns. Numbers in DuckDB's table are text, which is to its
 * advantage.
 */
export const exportRow: BenchRow = {
  id: 'T12',
  metric: `CSV of all companies, ${columns.length} columns, guarded against formulas`,
  unit: 'rows/s',
  must: '0.7x fast-csv',
  stretch: '1x',
  async run(workbench) {
    const source = await workbench.exportSource();
    const exporters = await exportersOf(workbench);
    const times = new Map(exporters.map(({ name }) => [name, [] as number[]]));
    for (let round = -1; round < workbench.rounds; round++) {
      for (const { name, write } of exporters) {
        const target = join(workbench.folder, 'export-out.csv');
        const milliseconds = await write(target);
        const lines = round === -1 ? await countLines(target) : source.rows + 1;
        rmSync(target);
        if (lines !== source.rows + 1) throw new Error(`${name} wrote ${lines} lines, not ${source.rows + 1}.`);
        if (round >= 0) times.get(name)?.push(milliseconds);
      }
    }
    const rate = (milliseconds: number): number => (source.rows / milliseconds) * 1000;
    const own = times.get('Winnow') ?? [];
    const targets = new Targets();
    const peers: Record<string, PeerFigure> = {};
    for (const name of peerNames) {
      const peer = times.get(name);
      const ratios = (peer ?? []).map((time, round) => time / (own[round] ?? Number.NaN));
      peers[name] =
        peer === undefined ? skipped : { value: rate(median(peer)), ratio: median(ratios), worst: Math.min(...ratios) };
    }
    targets.atLeast('fast-csv', peers['fast-csv']?.ratio ?? null, 0.7, 1);
    const { met, stretchMet, notes } = targets;
    return { ours: rate(median(own)), peers, parts: [], met, stretchMet, notes };
  },
};

interface Exporter {
  readonly name: string;
  /** Writes the whole export; returns milliseconds. */
  readonly write: (target: string) => Promise<number>;
}

async function exportersOf(workbench: Workbench): Promise<Exporter[]> {
  const source = await workbench.exportSource();
  const winnow = await workbench.winnow();
  const exporters: Exporter[] = [{ name: 'Winnow', write: (target) => exportByWinnow(winnow, target, columns) }];
  for (const library of csvLibraries) {
    if (await hasPeer(library)) exporters.push(libraryExporter(library));
    else workbench.skip(library, 'its package could not be installed');
  }
  const duck = await workbench.duckFile('export');
  if (duck !== null) {
    await loadDuck(duck.connection, source, sqlColumns);
    exporters.push({ name: 'DuckDB', write: (target) => exportByDuck(duck.connection, target, columns) });
  }
  return exporters;

  function libraryExporter(library: CsvLibrary): Exporter {
    return {
      name: library,
      write: async (target) => (await exportByLibrary(library, source, target, columns, false)).milliseconds,
    };
  }
}

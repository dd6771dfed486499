import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { BenchRow } from '../benchRow.ts';
import { exportByLibrary, exportByWinnow } from '../csv/csvContenders.ts';
import { memoryOf } from '../engines/processes.ts';
import { skipped, Targets } from '../measure/ratios.ts';
import { hasPeer } from '../peers/load.ts';
import type { Workbench } from '../workbench.ts';

/** Few enough columns for papaparse to fit a million rows into one string. */
const columns = 'id,name,website,description_short,stages,industry,country,city,founded,employees,score'.split(',');

/** T13: the peak memory of an export of everything. Ours is the whole server, freshly started. */
export const exportMemoryRow: BenchRow = {
  id: 'T13',
  metric: `peak memory of a CSV export of all companies, ${columns.length} columns`,
  unit: 'MB',
  must: '10x less than papaparse; <= 1.3x of a tenth of the companies',
  stretch: '20x less',
  async run(workbench) {
    const target = join(workbench.folder, 'memory-out.csv');
    const large = await peakOf(workbench, workbench.size, target);
    const small = await peakOf(workbench, workbench.size / 10, target);
    const targets = new Targets();
    let figure = skipped;
    if (await hasPeer('papaparse')) {
      const { peak } = await exportByLibrary('papaparse', await workbench.exportSource(), target, columns, true);
      rmSync(target);
      figure = { value: peak, ratio: peak / large, worst: peak / large };
    } else workbench.skip('papaparse', 'its package could not be installed');
    targets.atLeast('papaparse', figure.ratio, 10, 20);
    targets.atMost('against a tenth of the companies', large / small, 1.3, 1.3);
    const { met, stretchMet, notes } = targets;
    const parts = [{ name: `${workbench.size / 10} companies`, ours: small, peers: {} }];
    return { ours: large, peers: { papaparse: figure }, parts, met, stretchMet, notes };
  },
};

async function peakOf(workbench: Workbench, size: number, target: string): Promise<number> {
  const server = await workbench.freshWinnow(size);
  try {
    await exportByWinnow(server, target, columns);
    rmSync(target);
    return memoryOf(server.pid).peak;
  } finally {
    await server.close();
  }
}

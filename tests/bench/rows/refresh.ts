import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { BenchRow } from '../benchRow.ts';
import { writeChangedFile } from '../csv/companyFile.ts';
import { textFilterQueries } from '../data/queries.ts';
import { importFiles, WinnowServer } from '../engines/winnow.ts';
import { median, percentile } from '../measure/figures.ts';
import { OpenLoop } from '../measure/openLoop.ts';
import { skipped, Targets } from '../measure/ratios.ts';

/** T7: a twentieth of the companies changes while people search. */
export const refreshRow: BenchRow = {
  id: 'T7',
  metric: '5 % of the companies changed, until live, 50 searches a second going on',
  unit: 's',
  must: '1.8x PostgreSQL UPDATE with its indexes; search p99 <= 4x of idle',
  stretch: '3x; 1.5x',
  async run(workbench) {
    const { path } = await workbench.companyFile();
    const file = join(workbench.folder, 'refreshed', 'winnow.db');
    await importFiles(workbench.server, file, path);
    const server = await workbench.ending(WinnowServer.start(workbench.server, file, 0));
    const table = await workbench.csvTable();
    if (table !== null) await table.load(path);
    const queries = textFilterQueries(await workbench.dataset());
    const loop = new OpenLoop(queries, (query) => server.search(query));
    // A process's first searches compile code and fill caches.
    await loop.during(() => setTimeout(5000));
    const idle = await loop.during(() => setTimeout(5000));
    const ours: number[] = [];
    const theirs: number[] = [];
    const busy: number[] = [];
    for (let round = 0; round < workbench.longRounds; round++) {
      const word = `zyx${'abcdefghij'[round % 10]}qu`;
      const changes = join(workbench.folder, 'changed.csv');
      const rows = writeChangedFile(workbench.size, round, word, changes);
      const start = performance.now();
      busy.push(...(await loop.during(() => importFiles(workbench.server, file, changes))));
      const { count } = server.read(await server.search({ bucket: '', words: [word], filters: {} }));
      ours.push((performance.now() - start) / 1000);
      if (count < rows * 0.9) throw new Error(`${count} of ${rows} changes are live.`);
      if (table === null) continue;
      theirs.push((await table.refresh(changes)) / 1000);
      if ((await table.count(word)) !== rows) throw new Error('PostgreSQL has not taken all changes.');
    }
    const ratios = theirs.map((time, round) => time / (ours[round] ?? Number.NaN));
    const slower = percentile(busy, 0.99) / percentile(idle, 0.99);
    const targets = new Targets();
    targets.atLeast('PostgreSQL', table === null ? null : median(ratios), 1.8, 3);
    targets.atMost('p99 of searches against idle', slower, 4, 1.5);
    const { met, stretchMet, notes } = targets;
    return {
      ours: median(ours),
      peers: {
        PostgreSQL:
          table === null ? skipped : { value: median(theirs), ratio: median(ratios), worst: Math.min(...ratios) },
      },
      parts: [
        { name: 'search p99 idle, ms', ours: percentile(idle, 0.99), peers: {} },
        { name: 'search p99 meanwhile, ms', ours: percentile(busy, 0.99), peers: {} },
      ],
      met,
      stretchMet,
      notes: [...notes, `${ours.length} rounds`],
    };
  },
};

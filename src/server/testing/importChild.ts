import { basename } from 'node:path';
import { configWithoutProvider, openWorkspace } from '../workspace.ts';

/** A process of its own that imports a file, or undoes the last import, and may be killed at any moment. */
async function main(): Promise<void> {
  const [file = '', task = '', path = ''] = process.argv.slice(2);
  const workspace = await openWorkspace({
    file,
    config: configWithoutProvider(''),
    now: () => new Date('2026-11-20T10:00:00Z'),
    onEvent: () => undefined,
    reportError: (error) => {
      throw error;
    },
  });
  process.stdout.write('started\n');
  if (task === 'undo') await workspace.jobs.startUndo();
  else {
    const source = { path, name: basename(path), mapping: {} };
    await workspace.jobs.startImport([source], { removeSample: true, dryRun: false });
  }
  workspace.close();
  process.stdout.write(`${workspace.jobs.job?.state ?? ''}\n`);
}

await main();

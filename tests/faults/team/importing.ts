import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const cli = fileURLToPath(new URL('../../../src/server/commandLine/cli.ts', import.meta.url));

/** What came of an import by the command line. */
export interface Imported {
  readonly code: number | null;
  readonly said: string;
}

/** Writes a file of companies that nobody has yet. */
export function writeCompanies(folder: string, count: number): string {
  const path = join(folder, `import-${String(count)}.csv`);
  const lines = Array.from({ length: count }, (_, n) => `Fault ${String(n)},https://fault-${String(n)}.example`);
  writeFileSync(path, ['name,website', ...lines].join('\n'));
  return path;
}

/** Imports a file into a team's database, as a process of its own. */
export function importFile(store: string, folder: string, path: string): Promise<Imported> {
  const args = [cli, 'import', path, '--store', store, '--db', join(folder, 'importer', 'team.db')];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (said = (said + text).slice(-4000)));
  }
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, said })));
}

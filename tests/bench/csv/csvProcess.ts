import { readFileSync } from 'node:fs';
import { exportWith, type CsvLibrary } from './csvLibraries.ts';

/** What a CSV library's process reports once the file is written. */
export interface CsvProcessResult {
  readonly milliseconds: number;
  /** Its peak resident memory, in megabytes. */
  readonly peak: number;
}

/** Entry: writes one CSV file with one library. */
async function main([library = '', source = '', target = '', columns = '', whole = '']: string[]): Promise<void> {
  const start = performance.now();
  await exportWith(library as CsvLibrary, { source, target, columns: columns.split(','), whole: whole === 'whole' });
  const milliseconds = performance.now() - start;
  const peak = Number(/^VmHWM:\s+(\d+)/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1] ?? 0) / 1024;
  process.stdout.write(`${JSON.stringify({ milliseconds, peak } satisfies CsvProcessResult)}\n`);
}

await main(process.argv.slice(2));

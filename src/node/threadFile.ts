import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * Where a thread's entry file is. From source it is TypeScript in `src/server/thread/entries`; in a build the entries
 * stand in `out/main`, and this code either there or in `out/main/chunks`. Works inside an asar, too, because
 * Electron's `fs` looks into it.
 */
export function threadFile(name: 'worker' | 'writerThread' | 'readerThread' | 'postingsThread' | 'exportThread'): URL {
  if (import.meta.url.endsWith('.ts')) return new URL(`../server/thread/entries/${name}.ts`, import.meta.url);
  const beside = new URL(`./${name}.js`, import.meta.url);
  return existsSync(fileURLToPath(beside)) ? beside : new URL(`../${name}.js`, import.meta.url);
}

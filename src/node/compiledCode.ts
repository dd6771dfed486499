import { enableCompileCache } from 'node:module';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

/**
 * Keeps compiled code beside what was built, for the next start; it goes with it at the next build. Sources run as they
 * are. To be called by an entry before it loads the rest; `entry` is its `import.meta.url`.
 */
export function keepCompiledCode(entry: string): void {
  if (!entry.endsWith('.js')) return;
  const folder = fileURLToPath(new URL('../compiled', entry));
  enableCompileCache(folder);
  // Threads read it from here.
  process.env['NODE_COMPILE_CACHE'] = folder;
}

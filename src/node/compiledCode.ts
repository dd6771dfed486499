import { enableCompileCache } from 'node:module';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

/**
 * Keeps compiled code beside the build, for the next start; the next build removes it. Sources run as they are. An
 * entry calls this before it loads the rest; `entry` is its `import.meta.url`.
 */
export function keepCompiledCode(entry: string): void {
  if (!entry.endsWith('.js')) return;
  const folder = fileURLToPath(new URL('../compiled', entry));
  enableCompileCache(folder);
  // Threads read it from here.
  process.env['NODE_COMPILE_CACHE'] = folder;
}

import { join } from 'node:path';
import { build } from 'vite';

/** Bundles a process to be killed into one file, which starts several times faster; returns its path. */
export async function bundleProcess(name: string, folder: string): Promise<string> {
  await build({
    configFile: false,
    logLevel: 'warn',
    root: join(import.meta.dirname, '..', '..', '..'),
    ssr: { noExternal: true },
    build: {
      ssr: join(import.meta.dirname, `${name}.ts`),
      outDir: folder,
      emptyOutDir: false,
      target: 'node24',
      minify: true,
      rollupOptions: { output: { entryFileNames: `${name}.mjs` } },
    },
  });
  return join(folder, `${name}.mjs`);
}

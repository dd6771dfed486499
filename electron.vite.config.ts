import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'electron-vite';
import type { Plugin } from 'vite';

/** What each of the three builds writes about the packages in it; `scripts/lib/licences.mjs` puts them together. */
const licenceFile = '.licences.json';

const tableCode = /\/(?:ag-grid-community|ag-grid-react|ag-stack)\/|\/renderer\/grid\/CompanyTable\.tsx$/;
const listCode = /\/renderer\/(?:grid|lists|features\/(?:filters|search|inbox|collect))\//;

/** Puts a compressed copy beside every script and style sheet, so that no start of the browser shell compresses them. */
function compressedCopies(): Plugin {
  return {
    name: 'winnow:compressed-copies',
    writeBundle({ dir = '' }, bundle) {
      for (const name of Object.keys(bundle)) {
        if (!/\.(?:js|css)$/.test(name)) continue;
        const file = join(dir, name);
        writeFileSync(`${file}.gz`, gzipSync(readFileSync(file), { level: 9 }));
      }
    },
  };
}

/**
 * Three builds. `main` holds everything that runs on Node: the two shells, the API's worker and the command line.
 * Most packages stay external there and are installed beside it; the preload is one CommonJS file, as a sandboxed preload
 * must be; the renderer is one page for both shells.
 */
export default defineConfig({
  main: {
    build: {
      sourcemap: true,
      target: 'node24',
      // `dependencies` stay outside and are packed beside the bundles: what main reads as files, or seldom loads. All else
      // is bundled, so that a start reads a few files instead of three hundred, and is a `devDependency`.
      license: { fileName: licenceFile },
      rollupOptions: {
        // puppeteer-core is of the browser shell only, which runs from a clone.
        external: [/^node:/, 'electron', 'keytar', 'puppeteer-core'],
        input: {
          index: 'src/main/index.ts',
          browserShell: 'src/main/browserShell.ts',
          worker: 'src/server/thread/entries/worker.ts',
          writerThread: 'src/server/thread/entries/writerThread.ts',
          exportThread: 'src/server/thread/entries/exportThread.ts',
          readerThread: 'src/server/thread/entries/readerThread.ts',
          followThread: 'src/server/thread/entries/followThread.ts',
          postingsThread: 'src/server/thread/entries/postingsThread.ts',
          cli: 'src/server/commandLine/cli.ts',
        },
        output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
      },
    },
  },
  preload: {
    build: {
      externalizeDeps: false,
      license: { fileName: licenceFile },
      rollupOptions: {
        input: { index: 'src/preload/index.ts' },
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    root: 'src/renderer',
    plugins: [
      react(),
      // electron-vite makes addresses relative, for `file:`. The app's pages have real origins and deep routes.
      { name: 'winnow:absolute-addresses', enforce: 'post', config: () => ({ base: '/' }) },
      compressedCopies(),
    ],
    build: {
      sourcemap: true,
      license: { fileName: licenceFile },
      minify: true,
      chunkSizeWarningLimit: 4000,
      target: 'chrome140',
      assetsInlineLimit: 0,
      rollupOptions: {
        input: 'src/renderer/index.html',
        output: {
          // What every start needs is one file where it would be sixty; the screens' own code stays theirs.
          // So is what lists share, but for AG Grid, which comes when their first rows are on the screen.
          codeSplitting: {
            groups: [
              { name: 'start', tags: ['$initial'], priority: 2 },
              { name: 'table', test: tableCode, priority: 1, includeDependenciesRecursively: false },
              { name: 'lists', test: listCode },
            ],
          },
        },
      },
    },
  },
});

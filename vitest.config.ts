import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

// Many tests start processes and threads that run our TypeScript; compiled once, they start in half the time.
process.env['NODE_COMPILE_CACHE'] ??= fileURLToPath(new URL('node_modules/.cache/compiled', import.meta.url));

// A test that hangs must end; a machine that is busy with others must not fail one that works. CI gives a failed test one
// more try, which the report names, so that a bad moment of the machine is told from a defect.
const retry = process.env['CI'] === undefined ? 0 : 1;
const patience = { testTimeout: 60_000, hookTimeout: 60_000, retry };

/** Tests that leave nothing behind in the process that runs them. */
const withoutProcess = ['shared', 'renderer', 'main/services', 'server/ingest'].map(
  (folder) => `src/${folder}/**/*.test.{ts,tsx}`,
);

export default defineConfig({
  test: {
    // By itself it would take one of a machine's two cores.
    maxWorkers: '100%',
    projects: [
      {
        test: {
          ...patience,
          name: 'unit',
          include: ['src/**/*.test.ts', 'src/**/*.test.tsx', 'scripts/**/*.test.ts', 'tests/bench/*.test.ts'],
          exclude: withoutProcess,
        },
      },
      // One process for many of them: starting one for each took longer than the tests themselves.
      { test: { ...patience, name: 'logic', include: [...withoutProcess, 'tests/import/*.test.ts'], isolate: false } },
      {
        test: {
          ...patience,
          // A test waits for several things, each as long as a busy machine may take.
          testTimeout: 180_000,
          hookTimeout: 180_000,
          name: 'component',
          include: ['tests/component/**/*.test.ts', 'tests/component/**/*.test.tsx'],
          setupFiles: ['tests/component/dom.ts'],
        },
      },
      { test: { ...patience, testTimeout: 180_000, name: 'contract', include: ['tests/contract/**/*.test.ts'] } },
      { test: { ...patience, testTimeout: 180_000, name: 'faults', include: ['tests/faults/**/*.test.ts'] } },
    ],
  },
});

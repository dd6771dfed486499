import { defineConfig } from 'vitest/config';

// A test that hangs must end; a machine that is busy with others must not fail one that works.
const patience = { testTimeout: 60_000, hookTimeout: 60_000 };

export default defineConfig({
  test: {
    projects: [
      {
        test: { ...patience, name: 'unit', include: ['src/**/*.test.ts', 'src/**/*.test.tsx', 'scripts/**/*.test.ts'] },
      },
      { test: { ...patience, name: 'contract', include: ['tests/contract/**/*.test.ts'] } },
      { test: { ...patience, name: 'faults', include: ['tests/faults/**/*.test.ts'] } },
    ],
  },
});

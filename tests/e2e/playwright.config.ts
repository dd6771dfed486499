import { defineConfig } from 'playwright/test';

const report = process.env['WINNOW_E2E_REPORT'];
const chromium = process.env['WINNOW_CHROMIUM'];
const isRoot = process.getuid?.() === 0;

/** One set of specs; the launcher (tests/e2e/launchers) decides which shell they drive. */
export default defineConfig({
  testDir: './specs',
  outputDir: '../../test-results',
  fullyParallel: false,
  workers: 1,
  // As in vitest.config.ts: the list names what passed only at the second try as flaky.
  retries: process.env['CI'] === undefined ? 0 : 1,
  timeout: 120_000,
  expect: { timeout: 15_000 },
  reporter: report === undefined ? [['list']] : [['list'], ['json', { outputFile: report }]],
  use: {
    viewport: { width: 1280, height: 800 },
    colorScheme: 'dark',
    trace: 'retain-on-failure',
    launchOptions: {
      ...(chromium === undefined ? {} : { executablePath: chromium }),
      args: [
        ...(isRoot ? ['--no-sandbox'] : []),
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
});

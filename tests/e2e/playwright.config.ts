import { defineConfig } from 'playwright/test';
import { browserShellOnly, shellName } from './launchers/shell.ts';

const report = process.env['WINNOW_E2E_REPORT'];
const chromium = process.env['WINNOW_CHROMIUM'];
const isRoot = process.getuid?.() === 0;

const shell = shellName();

/** Besides the specs for every shell, those for one only. */
const ofShell = { browser: ['visual/*.spec.ts'], standin: ['desktop/*.spec.ts'], electron: [] }[shell];

/** One set of specs; the launcher (tests/e2e/launchers) decides which shell they drive. */
export default defineConfig({
  globalSetup: './launchers/samples.ts',
  testMatch: ['specs/*.spec.ts', ...ofShell],
  ...(shell === 'browser' ? {} : { grepInvert: new RegExp(browserShellOnly.tag) }),
  outputDir: '../../test-results',
  fullyParallel: false,
  // Each spec starts its own app, so two can run at a time.
  workers: 2,
  // As in vitest.config.ts: the list reports what passed only on the second try as flaky.
  retries: process.env['CI'] === undefined ? 0 : 1,
  timeout: 120_000,
  // What these let pass and what they catch was measured: README.md.
  expect: { timeout: 15_000, toMatchSnapshot: { threshold: 0.1, maxDiffPixels: 5 } },
  snapshotPathTemplate: '{testDir}/visual/pictures/{arg}{ext}',
  reporter: report === undefined ? [['list']] : [['list'], ['json', { outputFile: report }]],
  use: {
    viewport: { width: 1280, height: 800 },
    colorScheme: 'dark',
    // Numbers and dates follow the region.
    locale: 'en-GB',
    // Tracing takes a second of each test; a whole run traces only the second try that CI gives to a failed one.
    trace: report === undefined ? 'retain-on-failure' : 'on-first-retry',
    launchOptions: {
      ...(chromium === undefined ? {} : { executablePath: chromium }),
      args: [
        ...(isRoot ? ['--no-sandbox'] : []),
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // The headless shell would hint letters, which no visible browser does.
        '--font-render-hinting=none',
        // No spec asks for anything outside this machine.
        '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
      ],
    },
  },
});

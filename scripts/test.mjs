/**
 * `npm test`: on a fresh clone installs what is missing, then runs types, lint, unit, contract, fault and end-to-end
 * tests. All of them run, even after one has failed. The last line is `N passed, N failed, N skipped`, counted from the
 * runners' own reports; a check that is not a test (types, lint) adds one failure if it fails.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { root } from './lib/paths.mjs';
import { ensureBuilt, prepared } from './lib/setup.mjs';

await prepared(() => {
  ensureBuilt();
  const reports = mkdtempSync(path.join(tmpdir(), 'winnow-test-'));
  try {
    const report = (/** @type {string} */ name) => path.join(reports, name);
    const counts = [
      runChecks(),
      runVitest(reports),
      runEndToEnd('end to end, in the browser shell', report('browser.json'), []),
      runEndToEnd('end to end, the desktop on the stand-in for Electron', report('desktop.json'), [
        '--shell',
        'standin',
        'desktop',
      ]),
    ];
    const sum = (/** @type {'passed' | 'failed' | 'skipped'} */ key) =>
      counts.reduce((total, count) => total + count[key], 0);
    const [passed, failed, skipped] = [sum('passed'), sum('failed'), sum('skipped')];
    process.stdout.write(`\n${passed} passed, ${failed} failed, ${skipped} skipped\n`);
    return failed === 0 && passed > 0 ? 0 : 1;
  } finally {
    rmSync(reports, { recursive: true, force: true });
  }
});

/**
 * @param {string} title
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} [env]
 */
function node(title, args, env = {}) {
  process.stdout.write(`\n── ${title}\n`);
  const { status } = spawnSync(process.execPath, args, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, NO_COLOR: '1', ...env },
  });
  return status === 0;
}

/** @param {string} file */
function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}

function runChecks() {
  const checks = [
    node('types', ['scripts/typecheck.mjs']),
    node('lint', ['node_modules/oxlint/bin/oxlint', '--type-aware', '--deny-warnings', '.']),
    node('layers', ['scripts/checkLayers.mjs']),
    node('format', ['node_modules/prettier/bin/prettier.cjs', '--check', '--log-level', 'warn', '.']),
    node('unused code', ['node_modules/knip/bin/knip.js']),
  ];
  return { passed: 0, failed: checks.filter((ok) => !ok).length, skipped: 0 };
}

/** @param {string} reports the folder of the runners' reports */
function runVitest(reports) {
  const runs = [vitest('unit, contract and fault tests', path.join(reports, 'vitest.json'))];
  // In CI, a file whose process crashed gets one more try, like a failed test; the log above says that it crashed.
  const [{ interrupted }] = runs;
  if (process.env.CI !== undefined && interrupted.length > 0) {
    process.stdout.write(
      `\nThe process of these files ended in the middle; they run once more:\n${interrupted.join('\n')}\n`,
    );
    runs.push(vitest('once more', path.join(reports, 'again.json'), interrupted));
  }
  const total = { passed: 0, failed: 0, skipped: 0 };
  for (const { passed, failed, skipped } of runs) {
    total.passed += passed;
    total.failed += failed;
    total.skipped += skipped;
  }
  if (!runs.at(-1).ok && total.failed === 0) total.failed += 1;
  return total;
}

/**
 * @param {string} title
 * @param {string} report
 * @param {string[]} files
 */
function vitest(title, report, files = []) {
  const args = ['node_modules/vitest/vitest.mjs', 'run', '--reporter=default', '--reporter=json'];
  const ok = node(title, [...args, `--outputFile.json=${report}`, ...files]);
  return { ok, ...countsOf(readReport(report)) };
}

/**
 * The counts of a vitest report; `interrupted` are the files whose process ended in the middle, which are not counted.
 */
function countsOf(report) {
  const counts = { passed: 0, failed: 0, skipped: 0, interrupted: /** @type {string[]} */ ([]) };
  for (const { name, assertionResults } of report?.testResults ?? []) {
    const states = assertionResults.map(({ status }) => status);
    if (states.includes('pending')) counts.interrupted.push(name);
    else {
      counts.passed += states.filter((state) => state === 'passed').length;
      counts.failed += states.filter((state) => state === 'failed').length;
      // `todo` is vitest's word for a test that is only planned: it did not run either.
      counts.skipped += states.filter((state) => state === 'skipped' || state === 'todo').length;
    }
  }
  return counts;
}

/**
 * @param {string} title
 * @param {string} file the report
 * @param {string[]} args
 */
function runEndToEnd(title, file, args) {
  const ok = node(title, ['scripts/e2e.mjs', ...args], { WINNOW_E2E_REPORT: file });
  const { expected = 0, flaky = 0, unexpected = 0, skipped = 0 } = readReport(file)?.stats ?? {};
  return { passed: expected + flaky, failed: unexpected > 0 || ok ? unexpected : 1, skipped };
}

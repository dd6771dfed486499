/**
 * `npm test`: on a fresh clone installs what is missing, then runs types, lint, unit, contract, fault and end-to-end
 * tests. All of them run, even after one has failed. The last line is `N passed, N failed, N skipped`, counted from the
 * runners' own reports; a check that is not a test (types, lint) adds one failure if it fails.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { root } from './lib/paths.mjs';
import { scratchFolder } from './lib/scratch.mjs';
import { ensureBuilt, prepared } from './lib/setup.mjs';

await prepared(async () => {
  ensureBuilt();
  const reports = mkdtempSync(path.join(scratchFolder(), 'winnow-test-'));
  // PostgreSQL and PgBouncer do not run as root: as another user they go through it to the folders that are theirs.
  chmodSync(reports, 0o711);
  // What tests leave behind, as those that are killed do, goes with the run.
  process.env['TMPDIR'] = reports;
  try {
    const report = (/** @type {string} */ name) => path.join(reports, name);
    const counts = [
      await runChecks(),
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
    // Said again at the end: in a long log nobody finds them.
    const names = counts.flatMap((count) => count.names);
    if (names.length > 0) process.stdout.write(`\n── failed\n${names.join('\n')}\n`);
    process.stdout.write(`\n${passed} passed, ${failed} failed, ${skipped} skipped\n`);
    return failed === 0 && passed > 0 ? 0 : 1;
  } finally {
    rmSync(reports, { recursive: true, force: true, maxRetries: 5 });
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

/** Two at a time: each of them keeps one of a machine's two cores busy. */
async function runChecks() {
  const chains = [
    [
      ['types', 'scripts/typecheck.mjs'],
      ['layers', 'scripts/checkLayers.mjs'],
    ],
    [
      ['lint', 'node_modules/oxlint/bin/oxlint', '--type-aware', '--deny-warnings', '.'],
      ['format', 'node_modules/prettier/bin/prettier.cjs', '--check', '--log-level', 'warn', '.'],
      ['unused code', 'node_modules/knip/bin/knip.js'],
    ],
  ];
  const failed = await Promise.all(
    chains.map(async (checks) => {
      const names = [];
      for (const [title = '', ...args] of checks) if (!(await quietly(title, args))) names.push(title);
      return names;
    }),
  );
  const names = failed.flat();
  return { passed: 0, failed: names.length, skipped: 0, names };
}

/**
 * Runs a check beside another one: what it says is printed once it has ended.
 * @param {string} title
 * @param {string[]} args
 */
async function quietly(title, args) {
  const child = spawn(process.execPath, args, { cwd: root, env: { ...process.env, NO_COLOR: '1' } });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += String(chunk)));
  const [code] = await once(child, 'close');
  process.stdout.write(`\n── ${title}\n${said}`);
  return code === 0;
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
  const total = { passed: 0, failed: 0, skipped: 0, names: /** @type {string[]} */ ([]) };
  for (const { passed, failed, skipped, names } of runs) {
    total.passed += passed;
    total.failed += failed;
    total.skipped += skipped;
    total.names.push(...names);
  }
  if (!runs.at(-1).ok && total.failed === 0) {
    total.failed += 1;
    total.names.push('vitest ended with an error that is no test’s');
  }
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
  const counts = {
    passed: 0,
    failed: 0,
    skipped: 0,
    interrupted: /** @type {string[]} */ ([]),
    names: /** @type {string[]} */ ([]),
  };
  for (const { name, message, assertionResults } of report?.testResults ?? []) {
    const states = assertionResults.map(({ status }) => status);
    if (states.includes('pending')) counts.interrupted.push(name);
    else {
      for (const { status, fullName, failureMessages } of assertionResults)
        if (status === 'failed') counts.names.push(failureLine(name, fullName, failureMessages[0]));
      if (states.length === 0 && message) counts.names.push(failureLine(name, 'the file', message));
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
  const { stats: { expected = 0, flaky = 0, unexpected = 0, skipped = 0 } = {}, suites = [] } = readReport(file) ?? {};
  const names = suites.flatMap(failedSpecs);
  if (unexpected === 0 && !ok) names.push(`${title} ended with an error that is no test’s`);
  return { passed: expected + flaky, failed: unexpected > 0 || ok ? unexpected : 1, skipped, names };
}

/**
 * The failed tests of a suite of Playwright’s report and of those in it.
 * @param {any} suite
 * @returns {string[]}
 */
function failedSpecs(suite) {
  const failed = suite.specs
    .filter((spec) => !spec.ok)
    .map((spec) => failureLine(spec.file, spec.title, spec.tests[0]?.results.at(-1)?.error?.message));
  return [...failed, ...(suite.suites ?? []).flatMap(failedSpecs)];
}

/**
 * A test that failed and the first line of why.
 * @param {string} file
 * @param {string} test
 */
function failureLine(file, test, why = '') {
  return `${path.relative(root, path.resolve(root, file))}: ${test}\n    ${why.split('\n')[0]}`;
}

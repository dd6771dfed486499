/**
 * `npm test`: on a fresh clone installs what is missing, then runs types, lint, unit, contract, faults and end-to-end
 * tests. All of them run, also after one has failed. The last line is `N passed, N failed, N skipped`, counted from the
 * runners' own reports; a check that is no test (types, lint) adds one failure when it fails.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { continueUnderProjectNode, ensureBuilt, ensureInstalled } from './lib/setup.mjs';
import { root } from './lib/paths.mjs';

ensureInstalled();
const codeUnderProjectNode = await continueUnderProjectNode();
if (codeUnderProjectNode !== null) process.exit(codeUnderProjectNode);
ensureBuilt();

const reports = mkdtempSync(path.join(tmpdir(), 'winnow-test-'));
const total = { passed: 0, failed: 0, skipped: 0 };

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
    return JSON.parse(readFileSync(path.join(reports, file), 'utf8'));
  } catch {
    return null;
  }
}

function check(/** @type {string} */ title, /** @type {string[]} */ args) {
  if (!node(title, args)) total.failed += 1;
}

check('types', ['scripts/typecheck.mjs']);
check('lint', ['node_modules/oxlint/bin/oxlint', '--type-aware', '--deny-warnings', '.']);
check('layers', ['scripts/checkLayers.mjs']);
check('format', ['node_modules/prettier/bin/prettier.cjs', '--check', '--log-level', 'warn', '.']);
check('unused code', ['node_modules/knip/bin/knip.js']);

/**
 * @param {string} title
 * @param {string} report
 * @param {string[]} files
 */
function vitest(title, report, files = []) {
  const json = `--outputFile.json=${path.join(reports, report)}`;
  const args = ['node_modules/vitest/vitest.mjs', 'run', '--reporter=default', '--reporter=json', json, ...files];
  return { ok: node(title, args), ...countsOf(readReport(report)) };
}

/**
 * What a report of vitest says; `interrupted` are the files in the middle of which their process ended, which count for
 * nothing.
 */
function countsOf(report) {
  const counts = { passed: 0, failed: 0, skipped: 0, interrupted: /** @type {string[]} */ ([]) };
  for (const { name, assertionResults } of report?.testResults ?? []) {
    const states = assertionResults.map(({ status }) => status);
    if (states.includes('pending')) counts.interrupted.push(name);
    else {
      counts.passed += states.filter((state) => state === 'passed').length;
      counts.failed += states.filter((state) => state === 'failed').length;
      counts.skipped += states.filter((state) => state === 'skipped' || state === 'todo').length;
    }
  }
  return counts;
}

const runs = [vitest('unit, contract and fault tests', 'vitest.json')];
// As a failed test has one more try in CI, so has a file whose process crashed; that it did stands above.
const [{ interrupted }] = runs;
if (process.env.CI !== undefined && interrupted.length > 0) {
  process.stdout.write(
    `\nThe process of these files ended in the middle; they run once more:\n${interrupted.join('\n')}\n`,
  );
  runs.push(vitest('once more', 'again.json', interrupted));
}
for (const { passed, failed, skipped } of runs) {
  total.passed += passed;
  total.failed += failed;
  total.skipped += skipped;
}
const last = runs.at(-1);
if (!last.ok && runs.every(({ failed }) => failed === 0)) total.failed += 1;

/**
 * @param {string} title
 * @param {string} report
 * @param {string[]} args
 */
function endToEnd(title, report, args) {
  const isOk = node(title, ['scripts/e2e.mjs', ...args], { WINNOW_E2E_REPORT: path.join(reports, report) });
  const { expected = 0, flaky = 0, unexpected = 0, skipped = 0 } = readReport(report)?.stats ?? {};
  total.passed += expected + flaky;
  total.failed += unexpected;
  total.skipped += skipped;
  if (!isOk && unexpected === 0) total.failed += 1;
}

endToEnd('end to end, in the browser shell', 'browser.json', []);
endToEnd('end to end, the desktop on the stand-in for Electron', 'desktop.json', ['--shell', 'standin', 'desktop']);

rmSync(reports, { recursive: true, force: true });
process.stdout.write(`\n${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped\n`);
process.exitCode = total.failed === 0 && total.passed > 0 ? 0 : 1;

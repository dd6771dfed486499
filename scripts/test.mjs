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

const unitOk = node('unit, contract and fault tests', [
  'node_modules/vitest/vitest.mjs',
  'run',
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${path.join(reports, 'vitest.json')}`,
]);
const unit = readReport('vitest.json');
total.passed += unit?.numPassedTests ?? 0;
total.failed += unit?.numFailedTests ?? 0;
total.skipped += (unit?.numPendingTests ?? 0) + (unit?.numTodoTests ?? 0);
if (!unitOk && !(unit?.numFailedTests > 0)) total.failed += 1;

const e2eOk = node('end to end', ['scripts/e2e.mjs'], { WINNOW_E2E_REPORT: path.join(reports, 'e2e.json') });
const e2e = readReport('e2e.json');
total.passed += (e2e?.stats.expected ?? 0) + (e2e?.stats.flaky ?? 0);
total.failed += e2e?.stats.unexpected ?? 0;
total.skipped += e2e?.stats.skipped ?? 0;
if (!e2eOk && !(e2e?.stats.unexpected > 0)) total.failed += 1;

rmSync(reports, { recursive: true, force: true });
process.stdout.write(`\n${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped\n`);
process.exitCode = total.failed === 0 && total.passed > 0 ? 0 : 1;

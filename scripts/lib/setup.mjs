/**
 * What every script does first on a machine that may have nothing but Node 20 and npm: install the packages, go on under
 * the project's own Node, build what is missing or stale. Runs under the system's Node, so it uses nothing newer.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { runToEnd } from './child.mjs';
import { withFileLock } from './fileLock.mjs';
import { root } from './paths.mjs';

const buildStamp = path.join(root, 'out', '.stamp');
const wantedNode = readFileSync(path.join(root, '.nvmrc'), 'utf8').trim();

/** The project's own Node, by path. */
const projectNode = path.join(root, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node');

/**
 * Whether a command needs a shell: npm is a script on Windows, which nothing else runs. A shell takes a path with a space
 * for two words, so nothing that is named by its path gets one.
 * @param {string} command
 * @param {NodeJS.Platform} [platform]
 */
export function needsShell(command, platform = process.platform) {
  return platform === 'win32' && command === 'npm';
}

/**
 * Runs a command to its end; what it prints goes to stderr, so that stdout stays ours.
 * @param {string} command
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} [env]
 */
function run(command, args, env = process.env) {
  const { status, error } = spawnSync(command, args, {
    cwd: root,
    env,
    stdio: ['ignore', 2, 2],
    shell: needsShell(command),
  });
  if (error) throw error;
  if (status !== 0) throw new Error(`${path.basename(command)} ${args.join(' ')} failed (exit code ${status}).`);
}

/** Installs the packages when they are missing or package-lock.json has changed since. */
export function ensureInstalled() {
  if (isInstalled()) return;
  process.stderr.write('Installing packages…\n');
  run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error']);
}

/** Whether what npm has noted in node_modules is what package-lock.json asks for; an optional package may be missing. */
function isInstalled() {
  const noted = path.join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(noted) || !existsSync(projectNode)) return false;
  const wanted = Object.entries(packagesOf(path.join(root, 'package-lock.json')));
  const there = packagesOf(noted);
  return wanted.every(([name, { version, optional }]) => {
    if (name === '') return true;
    return there[name] === undefined ? optional === true : there[name].version === version;
  });
}

/**
 * @param {string} lockFile
 * @returns {Record<string, { version?: string, optional?: boolean }>}
 */
function packagesOf(lockFile) {
  return JSON.parse(readFileSync(lockFile, 'utf8')).packages ?? {};
}

/**
 * Goes on under the project's Node: runs this script again there and returns its exit code, or null where it runs there
 * already.
 * @returns {Promise<number | null>}
 */
export async function continueUnderProjectNode() {
  if (process.version === `v${wantedNode}`) return null;
  return await runToEnd(projectNode, process.argv.slice(1));
}

/** A fingerprint of everything the build reads: path, size and time of each file; tests are not built. */
function sourcesFingerprint() {
  const hash = createHash('sha256');
  const visit = (/** @type {string} */ folder) => {
    for (const entry of readdirSync(folder, { withFileTypes: true }).toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
      const file = path.join(folder, entry.name);
      if (entry.isDirectory()) visit(file);
      else if (!/\.(?:test\.tsx?|md)$/.test(entry.name)) {
        const { size, mtimeMs } = statSync(file);
        hash.update(`${path.relative(root, file)}\0${size}\0${mtimeMs}\n`);
      }
    }
  };
  visit(path.join(root, 'src'));
  for (const file of ['electron.vite.config.ts', 'package-lock.json']) {
    hash.update(readFileSync(path.join(root, file)));
  }
  return hash.digest('hex');
}

/** Builds everything into `out/`. */
export function build() {
  withBuildLock(buildNow);
}

/** Builds when nothing is built yet or a source has changed since. */
export function ensureBuilt() {
  if (isBuilt()) return;
  withBuildLock(() => {
    if (!isBuilt()) buildNow();
  });
}

function isBuilt() {
  return existsSync(buildStamp) && readFileSync(buildStamp, 'utf8') === sourcesFingerprint();
}

/**
 * Builds beside `out/` and then changes places, so that a build that fails leaves the last good one. `out.next` lies as
 * deep as `out`: source maps name their sources by relative paths.
 */
function buildNow() {
  const wanted = sourcesFingerprint();
  process.stderr.write('Building…\n');
  const next = path.join(root, 'out.next');
  rmSync(next, { recursive: true, force: true });
  const electronVite = path.join(root, 'node_modules', 'electron-vite', 'bin', 'electron-vite.js');
  try {
    run(projectNode, [electronVite, 'build', '--logLevel', 'warn', '--outDir', next], {
      ...process.env,
      NODE_ENV: 'production',
      NO_COLOR: '1',
    });
    writeFileSync(path.join(next, '.stamp'), wanted);
    rmSync(path.join(root, 'out'), { recursive: true, force: true });
    renameSync(next, path.join(root, 'out'));
  } finally {
    rmSync(next, { recursive: true, force: true });
  }
}

/** Two scripts started at once must not write into `out/` together. @param {() => void} work */
function withBuildLock(work) {
  withFileLock(path.join(root, 'node_modules', '.winnow-build.lock'), work);
}

/**
 * What every script does first on a machine that may have nothing but Node 20 and npm: install the packages, continue
 * under a Node that is new enough, build what is missing or stale. Runs under the caller's Node, so it uses nothing
 * newer.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { runToEnd, script } from './child.mjs';
import { withFileLock } from './fileLock.mjs';
import { writeLicences } from './licences.mjs';
import { installedNode, isAtLeast, leastNode, nodePackage, whyNotUnder, whyTooOld } from './node.mjs';
import { npm } from './npm.mjs';
import { root } from './paths.mjs';

const buildStamp = path.join(root, 'out', '.stamp');

/** Installs the packages if they are missing or package-lock.json has changed since. */
function ensureInstalled() {
  const tooOld = whyTooOld(process.version, offeredNode(root));
  if (tooOld !== '') throw new Error(tooOld);
  if (isInstalled(root)) return;
  process.stderr.write('Installing packages…\n');
  const quietly = ['--no-audit', '--no-fund', '--loglevel=error'];
  // Windows cannot remove a running program, so if that is the Node in node_modules, only what has changed is replaced.
  const inPlace = process.platform === 'win32' && process.execPath.startsWith(path.join(root, 'node_modules'));
  const args = [...(inPlace ? ['install', '--no-save'] : ['ci']), ...quietly];
  const code = npm(args, root);
  if (code !== 0)
    throw new Error(`The packages could not be installed: npm ${args.join(' ')} failed (exit code ${code}).`);
}

/**
 * Whether npm's record in node_modules matches package-lock.json. An optional package may be missing, except the Node
 * that an older one needs to continue under.
 * @param {string} folder the project's
 * @param {string} [version] of the Node that asks
 */
export function isInstalled(folder, version = process.version) {
  const noted = path.join(folder, 'node_modules', '.package-lock.json');
  if (!existsSync(noted)) return false;
  if (!isAtLeast(version, leastNode) && !existsSync(installedNode(folder))) return false;
  const wanted = Object.entries(packagesOf(path.join(folder, 'package-lock.json')));
  const there = packagesOf(noted);
  return wanted.every(([name, { version, optional }]) => {
    if (name === '') return true;
    return there[name] === undefined ? optional === true : there[name].version === version;
  });
}

/**
 * The version of Node that the lockfile has for this system, or null.
 * @param {string} folder
 */
function offeredNode(folder) {
  const name = `node_modules/${nodePackage(process.platform, process.arch)}`;
  return packagesOf(path.join(folder, 'package-lock.json'))[name]?.version ?? null;
}

/**
 * @param {string} lockFile
 * @returns {Record<string, { version?: string, optional?: boolean }>}
 */
function packagesOf(lockFile) {
  return JSON.parse(readFileSync(lockFile, 'utf8')).packages ?? {};
}

/**
 * Continues under a Node that is new enough: null if this one is, else runs this script again under the installed one
 * and returns its exit code.
 * @returns {Promise<number | null>}
 */
async function continueUnderProjectNode() {
  if (isAtLeast(process.version, leastNode)) return null;
  const binary = installedNode();
  const problem = whyNotUnder(binary);
  if (problem !== '') throw new Error(problem);
  return await runToEnd(binary, process.argv.slice(1));
}

/**
 * Runs a script's work with the packages installed, under a Node that is new enough; its result is the exit code.
 * @param {() => number | Promise<number>} work
 */
export async function prepared(work) {
  await script(async () => {
    ensureInstalled();
    return (await continueUnderProjectNode()) ?? (await work());
  });
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
  for (const file of ['electron.vite.config.ts', 'package-lock.json', 'LICENSE', 'scripts/lib/licences.mjs']) {
    hash.update(readFileSync(path.join(root, file)));
  }
  return hash.digest('hex');
}

/** Builds everything into `out/`. */
export function build() {
  withBuildLock(buildNow);
}

/** Builds if nothing is built yet or a source has changed since. */
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
 * Builds beside `out/` and then swaps the folders, so that a failed build leaves the last good one. `out.next` has the
 * same depth as `out`, because source maps name their sources by relative paths.
 */
function buildNow() {
  const wanted = sourcesFingerprint();
  process.stderr.write('Building…\n');
  const next = path.join(root, 'out.next');
  rmSync(next, { recursive: true, force: true });
  const electronVite = path.join(root, 'node_modules', 'electron-vite', 'bin', 'electron-vite.js');
  try {
    const args = [electronVite, 'build', '--logLevel', 'warn', '--outDir', next];
    const env = { ...process.env, NODE_ENV: 'production', NO_COLOR: '1' };
    const { status, error } = spawnSync(process.execPath, args, { cwd: root, env, stdio: ['ignore', 2, 2] });
    if (error) throw error;
    if (status !== 0) throw new Error(`The build failed (exit code ${status}).`);
    writeLicences(root, next);
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

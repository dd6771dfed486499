/** What `npm run package` passes to electron-builder, and what it checks in a package before it is sealed. */
import { closeSync, existsSync, openSync, readSync } from 'node:fs';
import path from 'node:path';

/**
 * electron-builder's arguments: the given ones, and the two addresses that nobody can know beforehand.
 * @param {readonly string[]} given
 * @param {NodeJS.ProcessEnv} env `WINNOW_UPDATES_URL` and `WINNOW_HOMEPAGE`
 * @param {NodeJS.Platform} platform
 * @returns {{ args: string[], notes: string[] }} `notes` say what is left out without an address
 */
export function packagerArguments(given, env, platform) {
  const args = [...given, '--publish', 'never'];
  const notes = [];
  const { WINNOW_UPDATES_URL: updates, WINNOW_HOMEPAGE: homepage } = env;
  if (updates) {
    // A folder for each system and processor: on Windows, the feeds of two processors have the same name.
    args.push('-c.publish.provider=generic', `-c.publish.url=${updates.replace(/\/+$/, '')}/\${os}-\${arch}`);
  } else {
    notes.push(
      'WINNOW_UPDATES_URL is not set: these packages will not look for updates, and there is no feed for others.',
    );
  }
  if (homepage) args.push(`-c.extraMetadata.homepage=${homepage}`);
  const forLinux =
    given.includes('--linux') || (platform === 'linux' && !given.some((word) => /^--(?:mac|win)$/.test(word)));
  if (!homepage && forLinux) {
    notes.push('WINNOW_HOMEPAGE is not set: no .deb is made, which must name one.');
    const at = args.indexOf('--linux');
    if (at === -1) args.unshift('--linux', 'AppImage');
    else if (/^(?:--|$)/.test(args[at + 1] ?? '')) args.splice(at + 1, 0, 'AppImage');
  }
  return { args, notes };
}

/**
 * electron-builder's hook: rejects a package without the module for the system's keychain, or with one for another
 * processor. Nothing else would notice: it is an optional dependency, and a Winnow without it forgets sign-ins.
 * @param {{ appOutDir: string, arch: number, packager: { getResourcesDir(folder: string): string } }} context
 */
export function afterPack({ appOutDir, arch, packager }) {
  const unpacked = path.join(packager.getResourcesDir(appOutDir), 'app.asar.unpacked');
  const file = path.join(unpacked, 'node_modules', 'keytar', 'build', 'Release', 'keytar.node');
  if (!existsSync(file)) {
    throw new Error(
      `The package has no ${file}: keytar was not built. See what “npm ci --foreground-scripts” says about it.`,
    );
  }
  const wanted = wantedProcessors[arch];
  if (wanted === undefined)
    throw new Error(`Winnow is not packaged for the processor with electron-builder’s number ${arch}.`);
  const there = processorsOf(file);
  if (wanted.every((name) => there.includes(name))) return;
  throw new Error(
    `${file} is for ${there.join(' and ') || 'no processor known'}, and the package for ${wanted.join(' and ')}.`,
  );
}

/** By electron-builder's numbers: x64, arm64, universal. @type {Readonly<Record<number, string[]>>} */
const wantedProcessors = { 1: ['x64'], 3: ['arm64'], 4: ['x64', 'arm64'] };

const processors = {
  elf: new Map([
    [0x3e, 'x64'],
    [0xb7, 'arm64'],
  ]),
  pe: new Map([
    [0x8664, 'x64'],
    [0xaa64, 'arm64'],
  ]),
  mach: new Map([
    [0x01000007, 'x64'],
    [0x0100000c, 'arm64'],
  ]),
};

/**
 * The processors that a native module is for, from its file header (ELF, PE, Mach-O).
 * @param {string} file
 * @returns {string[]}
 */
export function processorsOf(file) {
  const head = Buffer.alloc(4096);
  const opened = openSync(file, 'r');
  try {
    readSync(opened, head, 0, head.length, 0);
  } finally {
    closeSync(opened);
  }
  return numbersIn(head).flatMap((name) => name ?? []);
}

/**
 * @param {Buffer} head
 * @returns {(string | undefined)[]}
 */
function numbersIn(head) {
  if (head.readUInt32BE(0) === 0x7f454c46) return [processors.elf.get(head.readUInt16LE(18))];
  if (head.toString('latin1', 0, 2) === 'MZ') {
    const at = head.readUInt32LE(60);
    return [at + 6 <= head.length ? processors.pe.get(head.readUInt16LE(at + 4)) : undefined];
  }
  if (head.readUInt32LE(0) === 0xfeedfacf) return [processors.mach.get(head.readUInt32LE(4))];
  // One file for several processors: a list of them, twenty bytes each.
  if (head.readUInt32BE(0) !== 0xcafebabe) return [];
  const count = Math.min(head.readUInt32BE(4), 16);
  return Array.from({ length: count }, (_, index) => processors.mach.get(head.readUInt32BE(8 + index * 20)));
}

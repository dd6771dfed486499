import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** The note of a folder that is whole: what it was made of, and the sizes of its files. */
const noteName = 'kept.json';
const root = new URL('../..', import.meta.url).pathname;

interface KeptNote {
  readonly key: string;
  readonly sizes: Readonly<Record<string, number>>;
}

/** Where data is kept between runs. PostgreSQL reads it as another user where the run is root's. */
export function cacheFolder(): string {
  const { WINNOW_BENCH_CACHE: chosen, XDG_CACHE_HOME: cache = join(homedir(), '.cache') } = process.env;
  return chosen ?? join(process.getuid?.() === 0 ? '/var/tmp' : cache, 'winnow-bench');
}

/**
 * Data that runs have in common: made by the first one that needs it, and kept under a key of all that it is made of.
 * One run at a time has it; others make their own.
 */
export class KeptData {
  readonly #folder: string;
  readonly #lock: string;
  #isOurs = false;

  constructor(folder: string) {
    this.#folder = folder;
    this.#lock = join(folder, 'run.pid');
  }

  /** Takes the cache for this process; false if another one has it, or it cannot be written to. */
  take(): boolean {
    try {
      mkdirSync(this.#folder, { recursive: true, mode: 0o755 });
      const holder = existsSync(this.#lock) ? Number(readFileSync(this.#lock, 'utf8')) : 0;
      if (holder !== 0 && holder !== process.pid && isRunning(holder)) return false;
      writeFileSync(this.#lock, String(process.pid));
      this.#isOurs = true;
      return true;
    } catch {
      return false;
    }
  }

  release(): void {
    if (this.#isOurs) rmSync(this.#lock, { force: true });
  }

  /**
   * The folder `name`, as `make` has filled it for this key, now or in an earlier run. What was made for another key,
   * or is not as it was left, is made anew.
   */
  async folder(name: string, key: string, make: (folder: string) => unknown): Promise<string> {
    const folder = join(this.#folder, name);
    if (noteOf(folder)?.key === key && isAsNoted(folder)) return folder;
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true, mode: 0o755 });
    await make(folder);
    const note: KeptNote = { key, sizes: sizesIn(folder) };
    writeFileSync(join(folder, noteName), JSON.stringify(note));
    return folder;
  }

  /** A folder whose files change as they are used: it has to have been noted as whole under this key. */
  open(name: string, key: string): { readonly folder: string; readonly isKept: boolean; readonly keep: () => void } {
    const folder = join(this.#folder, name);
    const isKept = noteOf(folder)?.key === key;
    if (!isKept) rmSync(folder, { recursive: true, force: true });
    else rmSync(join(folder, noteName));
    mkdirSync(folder, { recursive: true, mode: 0o755 });
    // Without its note until it is left in order: what a run that was killed leaves is made anew.
    const keep = (): void => writeFileSync(join(folder, noteName), JSON.stringify({ key, sizes: {} }));
    return { folder, isKept, keep };
  }
}

/** A key of settings, and of the source files that these patterns match, in the repository's folder. */
export function keyOf(settings: unknown, ...sources: readonly string[]): string {
  const hash = createHash('sha256').update(JSON.stringify(settings));
  const files = sources.flatMap((pattern) => globSync(pattern, { cwd: root })).filter((file) => !isTest(file));
  for (const file of [...new Set(files)].toSorted()) {
    hash.update(file).update(readFileSync(join(root, file)));
  }
  return hash.digest('hex');
}

function isTest(file: string): boolean {
  return file.includes('.test.') || file.includes('/testing/');
}

function noteOf(folder: string): KeptNote | null {
  try {
    return JSON.parse(readFileSync(join(folder, noteName), 'utf8')) as KeptNote;
  } catch {
    return null;
  }
}

function isAsNoted(folder: string): boolean {
  return JSON.stringify(noteOf(folder)?.sizes) === JSON.stringify(sizesIn(folder));
}

function sizesIn(folder: string): Record<string, number> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== noteName)
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted();
  return Object.fromEntries(files.map((file) => [file.slice(folder.length + 1), statSync(file).size]));
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

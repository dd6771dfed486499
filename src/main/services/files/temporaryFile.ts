import { lstat, open, rename, rm, type FileHandle } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { AppError } from '#shared/errors.ts';
import { syncFolder } from '#node/atomicFile.ts';
import { storageError } from '#node/sqlite.ts';

/** The ending of our temporary files; nothing else is ever removed as a leftover. */
export const temporaryEnding = '.winnow-part';

/** An unfinished file beside its target: created new, for its owner only, and renamed when complete (S40, I12). */
export class TemporaryFile {
  readonly path: string;
  readonly #target: string;
  readonly #file: FileHandle;
  #length = 0;

  private constructor(path: string, target: string, file: FileHandle) {
    this.path = path;
    this.#target = target;
    this.#file = file;
  }

  /**
   * Where a target's temporary file is: in the same folder, so that the rename is one step. Its name does not contain
   * the target's, because a longer one may be too long for the file system.
   */
  static pathFor(target: string, id: string): string {
    return join(dirname(target), `winnow-${id}${temporaryEnding}`);
  }

  /**
   * Throws `bad_file` if the target is a folder, a device or the like (only files and links are replaced), or if its
   * folder is gone.
   */
  static async create(target: string, id: string): Promise<TemporaryFile> {
    const there = await lstat(target).catch(() => null);
    if (there !== null && !there.isFile() && !there.isSymbolicLink()) {
      throw new AppError('bad_file', `${basename(target)} is not a file. Choose another name.`);
    }
    const path = TemporaryFile.pathFor(target, id);
    try {
      return new TemporaryFile(path, target, await open(path, 'wx', 0o600));
    } catch (error) {
      throw fileProblem(error, basename(target), 'write');
    }
  }

  /** Throws `storage_full` and the like, or `bad_file`: never anything that could be taken for a connection failure. */
  async write(bytes: Uint8Array): Promise<void> {
    let offset = 0;
    try {
      while (offset < bytes.length) {
        const { bytesWritten } = await this.#file.write(bytes, offset, bytes.length - offset, this.#length);
        offset += bytesWritten;
        this.#length += bytesWritten;
      }
    } catch (error) {
      throw fileProblem(error, basename(this.#target), 'write');
    }
  }

  /** Bytes written so far. */
  get length(): number {
    return this.#length;
  }

  /** Truncates the file to `length` bytes. Throws like `write`. */
  async cutTo(length: number): Promise<void> {
    try {
      await this.#file.truncate(length);
    } catch (error) {
      throw fileProblem(error, basename(this.#target), 'write');
    }
    this.#length = length;
  }

  /** Puts the complete file in the target's place, synced to disk. Throws like `write`. */
  async commit(): Promise<void> {
    const name = basename(this.#target);
    try {
      await this.#file.sync();
      await this.#file.close();
    } catch (error) {
      throw fileProblem(error, name, 'write');
    }
    try {
      await rename(this.path, this.#target);
    } catch (error) {
      throw fileProblem(error, name, 'replace');
    }
    await syncFolder(dirname(this.#target));
  }

  /** Leaves nothing behind. */
  async discard(): Promise<void> {
    await this.#file.close().catch(() => undefined);
    await rm(this.path, { force: true });
  }
}

/**
 * What a file-system error means for the file of that name: `storage_full` and the like, otherwise `bad_file` with a
 * sentence. `replace`: the new file is complete beside it but could not take its place.
 */
export function fileProblem(
  error: unknown,
  name: string,
  step: 'write' | 'replace',
  platform: NodeJS.Platform = process.platform,
): AppError {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const bad = (message: string): AppError => new AppError('bad_file', message, { cause: error });
  if (code === 'ENOENT' || code === 'ENOTDIR') return bad(`The folder of ${name} no longer exists.`);
  if (code === 'ENAMETOOLONG') return bad(`The name ${name} is too long. Choose a shorter one.`);
  // The folder accepted the new file, so somebody holds the old one open; these are Windows' codes for it.
  const isHeld = code === 'EBUSY' || (platform === 'win32' && (code === 'EPERM' || code === 'EACCES'));
  if (step === 'replace' && isHeld) {
    return bad(`${name} is open in another program. Close it there, or choose another name.`);
  }
  const known = storageError(error);
  return known instanceof AppError ? known : bad(`${name} could not be saved.`);
}

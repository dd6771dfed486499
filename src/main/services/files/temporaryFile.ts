import { lstat, open, rename, rm, type FileHandle } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { AppError } from '#shared/errors.ts';
import { syncFolder } from '#node/atomicFile.ts';
import { storageError } from '#node/sqlite.ts';

/** What the names of our temporary files end in; nothing else is ever removed as a leftover. */
export const temporaryEnding = '.winnow-part';

/** A file in the making beside its target: made new, for its owner only, and renamed when it is whole (S40, I12). */
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

  /** Where the temporary file of a target is: the same folder, so that the rename is one step. */
  static pathFor(target: string, id: string): string {
    return `${target}.${id}${temporaryEnding}`;
  }

  /** Throws `bad_file` where the target is a folder, a device or the like: only files and links are replaced. */
  static async create(target: string, id: string): Promise<TemporaryFile> {
    const there = await lstat(target).catch(() => null);
    if (there !== null && !there.isFile() && !there.isSymbolicLink()) {
      throw new AppError('bad_file', `${basename(target)} is not a file and is left as it is. Choose another name.`);
    }
    const path = TemporaryFile.pathFor(target, id);
    return new TemporaryFile(path, target, await open(path, 'wx', 0o600));
  }

  /** Throws `storage_full` and the like, or `bad_file`: never what could be taken for a fault of the connection. */
  async write(bytes: Uint8Array): Promise<void> {
    let offset = 0;
    try {
      while (offset < bytes.length) {
        const { bytesWritten } = await this.#file.write(bytes, offset, bytes.length - offset, this.#length);
        offset += bytesWritten;
        this.#length += bytesWritten;
      }
    } catch (error) {
      const known = storageError(error);
      if (known instanceof AppError) throw known;
      throw new AppError('bad_file', `${basename(this.#target)} could not be written.`, { cause: error });
    }
  }

  /** Takes back all that was written. */
  async clear(): Promise<void> {
    await this.#file.truncate(0);
    this.#length = 0;
  }

  /** Puts the whole file in the target's place, on the disk itself. */
  async commit(): Promise<void> {
    await this.#file.sync();
    await this.#file.close();
    await rename(this.path, this.#target);
    await syncFolder(dirname(this.#target));
  }

  /** Leaves nothing behind. */
  async discard(): Promise<void> {
    await this.#file.close().catch(() => undefined);
    await rm(this.path, { force: true });
  }
}

import { open, rename, rm, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import { syncFolder } from '#node/atomicFile.ts';

/** What the names of our temporary files end in; nothing else is ever removed as a leftover. */
export const temporaryEnding = '.winnow-part';

/** A file in the making beside its target: made new, for its owner only, and renamed when it is whole (S40, I12). */
export class TemporaryFile {
  readonly path: string;
  readonly #target: string;
  readonly #file: FileHandle;

  private constructor(path: string, target: string, file: FileHandle) {
    this.path = path;
    this.#target = target;
    this.#file = file;
  }

  /** Where the temporary file of a target is: the same folder, so that the rename is one step. */
  static pathFor(target: string, id: string): string {
    return `${target}.${id}${temporaryEnding}`;
  }

  static async create(target: string, id: string): Promise<TemporaryFile> {
    const path = TemporaryFile.pathFor(target, id);
    return new TemporaryFile(path, target, await open(path, 'wx', 0o600));
  }

  async write(bytes: Uint8Array): Promise<void> {
    let offset = 0;
    while (offset < bytes.length) offset += (await this.#file.write(bytes, offset)).bytesWritten;
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

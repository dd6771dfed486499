import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { Transform, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { FileOpener, OpenedFile } from '#main/ports.ts';
import { storageError } from '#node/sqlite.ts';
import { formatBytes } from '#shared/domain/formats.ts';
import { AppError } from '#shared/errors.ts';

/** Largest file that is accepted, in bytes. */
export const maxUploadBytes = 4_000_000_000;

/** Files that a page has handed over, in either shell, each known by a token. */
export interface HandedFiles {
  /** In a shell without its own dialog, `choose` returns nothing: the page has a file input. */
  readonly opener: FileOpener;
  /**
   * Streams a file to a private copy, which was `changed` when the original was. Throws `payload_too_large`,
   * `storage_full`, or `cancelled` if it breaks off.
   */
  receive(name: string, body: Readable, changed?: Date | null): Promise<OpenedFile>;
  /** Registers a file that stays in the user's own location. */
  add(name: string, path: string): OpenedFile;
}

/** Keeps the copies in `<temporary>/uploads` until the shell ends. */
export function createHandedFiles(temporary: string, limit: number = maxUploadBytes): HandedFiles {
  const files = new Map<string, OpenedFile>();
  const folder = join(temporary, 'uploads');
  const add = (name: string, path: string): OpenedFile => {
    const file = { token: randomUUID(), name, path };
    files.set(file.token, file);
    return file;
  };
  return {
    add,
    opener: { choose: async () => [], resolve: (token) => files.get(token) ?? null },
    receive: async (name, body, changed = null) => {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      // Some readers look at the extension, so it is kept; nothing else of the name reaches the disk.
      const ending = /\.[a-z\d]{1,8}$/i.exec(name)?.[0] ?? '';
      const path = join(folder, randomUUID() + ending.toLowerCase());
      try {
        await pipeline(body, atMost(limit), createWriteStream(path, { flags: 'wx', mode: 0o600 }));
      } catch (error) {
        await rm(path, { force: true });
        throw brokenOff(error);
      }
      // What an import goes by where neither rows nor names say of which day values are.
      if (changed !== null) await utimes(path, changed, changed);
      return add(name, path);
    },
  };
}

function atMost(limit: number): Transform {
  let length = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      length += chunk.length;
      if (length > limit)
        done(new AppError('payload_too_large', `Files larger than ${formatBytes(limit)} are not accepted.`));
      else done(null, chunk);
    },
  });
}

function brokenOff(error: unknown): unknown {
  const known = storageError(error);
  if (known instanceof AppError) return known;
  return new AppError('cancelled', 'The file did not arrive completely.', { cause: error });
}

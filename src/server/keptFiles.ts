import { randomUUID } from 'node:crypto';
import { createWriteStream, rmSync } from 'node:fs';
import { rm, stat, statfs, utimes } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { storageError } from '#node/sqlite.ts';
import { largestSentFile } from '#shared/api/schemas.ts';
import { AppError } from '#shared/errors.ts';
import type { SentFile } from './api/routes/teamCommands.ts';
import type { SentFileStore, StoredFile } from './state/serversPort.ts';

/** How much is kept, and for how long. */
export interface KeptFileLimits {
  /** The largest file, in bytes. */
  readonly bytes: number;
  /** Files of one user; the oldest makes room. */
  readonly files: number;
  /** How long a file is kept after its last use, in milliseconds. */
  readonly lifeMs: number;
  /** What stays free on the disk, in bytes. */
  readonly spare: number;
}

const usualLimits: KeptFileLimits = { bytes: largestSentFile, files: 100, lifeMs: 3_600_000, spare: 256 * 1024 ** 2 };

/** A file that a user has sent. */
export interface KeptFile {
  readonly path: string;
  /** What the user calls it. */
  readonly name: string;
}

/** Files that stay where they are until they are released. */
export interface HeldFiles {
  readonly files: readonly KeptFile[];
  /** With `isLast` they go. */
  readonly release: (isLast: boolean) => Promise<void>;
}

interface Kept extends KeptFile {
  readonly user: number;
  /** Jobs that read it. */
  uses: number;
  /** To be removed as soon as no job reads it. */
  isOver: boolean;
  timer: NodeJS.Timeout | undefined;
}

/**
 * Files that users have sent to be imported, beside the workspace's file and readable by its owner only. What a killed
 * process leaves of them, the next start removes (`removeTemporaries`). The servers of a team keep them in a store,
 * too, which says what there is: each fetches what it has not got.
 */
export class KeptFiles {
  readonly #beside: string;
  readonly #limits: KeptFileLimits;
  readonly #store: SentFileStore | null;
  /** By token, oldest first. */
  readonly #files = new Map<string, Kept>();
  /** What is being fetched, by token. */
  readonly #fetching = new Map<string, Promise<void>>();

  constructor(beside: string, limits: Partial<KeptFileLimits> = {}, store: SentFileStore | null = null) {
    this.#beside = beside;
    this.#limits = { ...usualLimits, ...limits };
    this.#store = store;
  }

  /**
   * Streams a file to the disk and returns its token. Leaves nothing if it throws: `payload_too_large`, also if the
   * disk has no room, `cancelled` if the sender breaks off, `storage_*`.
   */
  async keep(user: number, { name, changed, length, bytes }: SentFile): Promise<string> {
    await this.#throwIfTooLarge(length ?? 0);
    const token = randomUUID();
    const path = this.#newPath();
    try {
      await pipeline(this.#limited(bytes), createWriteStream(path, { flags: 'wx', mode: 0o600 }));
      // What an import goes by where neither rows nor names say of which day values are.
      if (changed !== null) await utimes(path, changed, changed);
      await this.#store?.put(token, user, { name, changed, bytes: (await stat(path)).size }, path);
    } catch (error) {
      await rm(path, { force: true });
      throw refusalOf(error);
    }
    this.#add(token, { user, path, name });
    await this.#makeRoom(user);
    return token;
  }

  /**
   * Files of this user by their tokens, which stay until `release`. Throws `not_found` if one is not kept, or is
   * another user's.
   */
  async hold(user: number, tokens: readonly string[]): Promise<HeldFiles> {
    for (const token of new Set(tokens)) await this.#bringHere(user, token);
    const files = tokens.map((token) => this.#of(user, token));
    for (const file of files) {
      file.uses += 1;
      clearTimeout(file.timer);
    }
    return {
      files,
      release: async (isLast) => {
        for (const file of files) {
          file.uses -= 1;
          file.isOver ||= isLast;
        }
        for (const token of tokens) this.#renew(token);
        // What cannot be dropped now goes once nobody has used it for long.
        if (isLast) for (const token of new Set(tokens)) await this.#store?.drop(token).catch(() => undefined);
      },
    };
  }

  /** Removes a user's files: they have signed out. */
  async forget(user: number): Promise<void> {
    for (const [token, file] of this.#files) if (file.user === user) this.#end(token, file);
    await this.#store?.dropOf(user);
  }

  /** Lets go what servers of the team have left in the store. */
  async tidy(): Promise<void> {
    await this.#store?.expire(this.#limits.lifeMs);
  }

  /** Removes the files that are here, whoever reads them. */
  close(): void {
    for (const { path, timer } of this.#files.values()) {
      clearTimeout(timer);
      rmSync(path, { force: true });
    }
    this.#files.clear();
  }

  #newPath(): string {
    return `${this.#beside}.${randomUUID()}.tmp`;
  }

  #add(token: string, file: { readonly user: number; readonly path: string; readonly name: string }): void {
    this.#files.set(token, { ...file, uses: 0, isOver: false, timer: undefined });
    this.#renew(token);
  }

  #of(user: number, token: string): Kept {
    const file = this.#files.get(token);
    if (file === undefined || file.user !== user || file.isOver) throw gone();
    return file;
  }

  /** Makes sure that a file of the team's store is here, and that one that is gone from there is not. */
  async #bringHere(user: number, token: string): Promise<void> {
    if (this.#store === null) return;
    const stored = await this.#store.use(token, user);
    const here = this.#files.get(token);
    if (stored === undefined) {
      if (here !== undefined) this.#end(token, here);
      throw gone();
    }
    if (here !== undefined) return;
    const fetching = this.#fetching.get(token) ?? this.#fetch(this.#store, user, token, stored);
    this.#fetching.set(token, fetching);
    await fetching.finally(() => this.#fetching.delete(token));
  }

  async #fetch(store: SentFileStore, user: number, token: string, { name, changed, bytes }: StoredFile): Promise<void> {
    await this.#throwIfTooLarge(bytes);
    const path = this.#newPath();
    try {
      await store.fetch(token, path);
      // Whoever has imported it meanwhile has removed it.
      if ((await stat(path)).size !== bytes) throw gone();
      if (changed !== null) await utimes(path, changed, changed);
    } catch (error) {
      await rm(path, { force: true });
      throw refusalOf(error);
    }
    this.#add(token, { user, path, name });
  }

  async #throwIfTooLarge(length: number): Promise<void> {
    if (length > this.#limits.bytes) throw tooLarge(this.#limits.bytes);
    const { bavail, bsize } = await statfs(dirname(this.#beside));
    if (bavail * bsize < length + this.#limits.spare) throw noRoom();
  }

  /** The bytes, as long as they are within the limit: nothing vouches for the announced length. */
  async *#limited(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    let size = 0;
    for await (const chunk of bytes) {
      size += chunk.byteLength;
      if (size > this.#limits.bytes) throw tooLarge(this.#limits.bytes);
      yield chunk;
    }
  }

  /** Lets a file that nothing reads go once it has not been used for long, or at once if it is over. */
  #renew(token: string): void {
    const file = this.#files.get(token);
    if (file === undefined) return;
    clearTimeout(file.timer);
    if (file.uses > 0) return;
    if (file.isOver) this.#end(token, file);
    else file.timer = setTimeout(() => this.#end(token, file), this.#limits.lifeMs).unref();
  }

  async #makeRoom(user: number): Promise<void> {
    const { files } = this.#limits;
    const own = [...this.#files].filter(([, file]) => file.user === user && !file.isOver);
    for (const [token, file] of own.slice(0, Math.max(0, own.length - files))) this.#end(token, file);
    await this.#store?.makeRoom(user, files);
  }

  #end(token: string, file: Kept): void {
    file.isOver = true;
    clearTimeout(file.timer);
    if (file.uses > 0) return;
    this.#files.delete(token);
    rmSync(file.path, { force: true });
  }
}

function gone(): AppError {
  return new AppError('not_found', 'Winnow no longer has the file. Choose it again.');
}

function tooLarge(bytes: number): AppError {
  const most = bytes >= 1e9 ? `${String(bytes / 1e9)} GB` : `${String(bytes)} bytes`;
  return new AppError('payload_too_large', `The file is larger than ${most}, the limit of this server.`);
}

function noRoom(): AppError {
  return new AppError('payload_too_large', 'The server’s disk has no room for the file.');
}

function refusalOf(error: unknown): unknown {
  const known = storageError(error);
  return known instanceof AppError && known.code === 'storage_full' ? noRoom() : known;
}

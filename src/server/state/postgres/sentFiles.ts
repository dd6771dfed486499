import { createReadStream, createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { integer, text } from '#node/rows.ts';
import type { SentFileStore, StoredFile } from '../serversPort.ts';
import type { Database } from '../sql/database.ts';

/** How many bytes a part has; a statement has it as Base64. */
const partBytes = 1024 ** 2;

const fileRow = { name: text, changed: text, bytes: integer };

/** Files that were sent to a server of the team, so that every one of them has them. */
export class SentFiles implements SentFileStore {
  readonly #db: Database;
  readonly #kind: string;
  readonly #now: () => Date;

  /** Users may send as many of each `kind` as they may keep. */
  constructor(db: Database, kind: 'companies' | 'known', now: () => Date) {
    [this.#db, this.#kind, this.#now] = [db, kind, now];
  }

  async put(token: string, user: number, { name, changed, bytes }: StoredFile, path: string): Promise<void> {
    await this.#db.run(
      `INSERT INTO sent_file (token, user_id, kind, name, changed, bytes, whole, used_at)
       VALUES (?, ?, ?, ?, ?, ?, 0, ?)`,
      token,
      user,
      this.#kind,
      name,
      changed?.toISOString() ?? '',
      bytes,
      this.#now().toISOString(),
    );
    let part = 0;
    for await (const chunk of createReadStream(path, { highWaterMark: partBytes })) {
      // Sent again where nobody knows whether it had come.
      await this.#db.run(
        `INSERT INTO sent_part (token, part, bytes) VALUES (?, ?, decode(?, 'base64')) ON CONFLICT DO NOTHING`,
        token,
        part++,
        (chunk as Buffer).toString('base64'),
      );
    }
    await this.#db.run('UPDATE sent_file SET whole = 1 WHERE token = ?', token);
  }

  async use(token: string, user: number): Promise<StoredFile | undefined> {
    const used = 'UPDATE sent_file SET used_at = ? WHERE token = ? AND user_id = ? AND kind = ? AND whole = 1';
    if ((await this.#db.run(used, this.#now().toISOString(), token, user, this.#kind)) === 0) return undefined;
    const row = await this.#db.get(fileRow, 'SELECT name, changed, bytes FROM sent_file WHERE token = ?', token);
    if (row === undefined) return undefined;
    return { ...row, changed: row.changed === '' ? null : new Date(row.changed) };
  }

  async fetch(token: string, path: string): Promise<void> {
    await pipeline(this.#parts(token), createWriteStream(path, { flags: 'wx', mode: 0o600 }));
  }

  async *#parts(token: string): AsyncGenerator<Buffer> {
    const select = `SELECT encode(bytes, 'base64') FROM sent_part WHERE token = ? AND part = ?`;
    for (let part = 0; ; part++) {
      const [bytes] = await this.#db.column(text, select, token, part);
      if (bytes === undefined) return;
      yield Buffer.from(bytes, 'base64');
    }
  }

  async drop(token: string): Promise<void> {
    await this.#db.run('DELETE FROM sent_file WHERE token = ?', token);
  }

  async dropOf(user: number): Promise<void> {
    await this.#db.run('DELETE FROM sent_file WHERE user_id = ? AND kind = ?', user, this.#kind);
  }

  async makeRoom(user: number, files: number): Promise<void> {
    await this.#db.run(
      `DELETE FROM sent_file WHERE token IN (
         SELECT token FROM sent_file WHERE user_id = ? AND kind = ? ORDER BY used_at DESC, number DESC OFFSET ?)`,
      user,
      this.#kind,
      files,
    );
  }

  async expire(lifeMs: number): Promise<void> {
    const since = new Date(this.#now().getTime() - lifeMs).toISOString();
    await this.#db.run('DELETE FROM sent_file WHERE kind = ? AND used_at < ?', this.#kind, since);
  }
}

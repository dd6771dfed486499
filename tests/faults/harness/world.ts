import { copyFileSync, existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { MoveStep, MoveTarget } from '#shared/bridge/moves.ts';
import { AppError } from '#shared/errors.ts';
import type { ListName } from '#shared/domain/listName.ts';
import { createEventHub } from '#main/services/eventHub.ts';
import { ApiClient } from '#main/services/api/apiClient.ts';
import { MoveQueue } from '#main/services/moves/moveQueue.ts';
import { FaultServer, pickedFrom, type Effect, type Fault } from './faultServer.ts';
import { newFolder } from './folder.ts';
import type { NoteEffect } from './noteAudit.ts';
import { FakeClock } from '#main/services/testing/fakeClock.ts';
import { Wire, type WireReply, type WireRequest } from './wire.ts';

/** A row of the queue's file. */
export interface FileRow {
  readonly seq: number;
  readonly account: string;
  readonly key: string;
  readonly step: string;
  /** The entry's number on the server. */
  readonly entry: number;
  readonly to: ListName;
  readonly state: string;
  /** Whether it gives a reason and moves nothing. */
  readonly isReason: boolean;
  /** The note that it is about, and the text that it gives it; `''` for a command that is about none. */
  readonly note: string;
  readonly text: string;
}

/** Gets notified of what happens, so that a test can check it against the rules. */
export interface Watcher {
  readonly onRequest: (account: string, request: WireRequest) => void;
  readonly onEffect: (account: string, effect: Effect) => void;
  readonly onNote: (account: string, effect: NoteEffect) => void;
}

const silent = { info: nothing, warn: nothing, error: nothing };

/** A queue on a real file with its users, servers, network and clock, all in one process. */
export class World {
  readonly clock = new FakeClock();
  readonly servers: ReadonlyMap<string, FaultServer>;
  readonly wire: Wire;
  queue: MoveQueue;
  /** Whoever is signed in; `''` for nobody. */
  account = '';
  /** The fault for each of the next requests. */
  fault: () => Fault = () => 'ok';
  readonly #folder = newFolder();
  readonly #watcher: Watcher;
  #path = join(this.#folder, 'queue.db');
  #copies = 0;
  #reader: DatabaseSync;
  #client: ApiClient | null = null;

  /** `file`: SQL for an existing queue file. */
  constructor(watcher: Watcher, file = '') {
    this.#watcher = watcher;
    if (file !== '') {
      const db = new DatabaseSync(this.#path);
      db.exec(file);
      db.close();
    }
    this.servers = new Map(
      ['ann', 'ben'].map((account) => [
        account,
        new FaultServer(
          (effect) => watcher.onEffect(account, effect),
          undefined,
          (effect) => watcher.onNote(account, effect),
        ),
      ]),
    );
    this.wire = new Wire(this.clock, (request) => this.#exchange(request));
    this.queue = this.#open();
    this.#reader = new DatabaseSync(this.#path);
  }

  server(account = this.account): FaultServer {
    const server = this.servers.get(account);
    if (server === undefined) throw new Error(`There is no server for ${account}.`);
    return server;
  }

  signIn(account: string): void {
    this.#client?.close();
    this.account = account;
    this.#client = new ApiClient({
      transport: this.wire,
      origin: 'http://127.0.0.1',
      token: account,
      jar: { csrf: '' },
      clock: this.clock,
      onDenied: () => this.signOut(),
      onReached: nothing,
    });
    this.queue.attach(account, this.#client);
  }

  signOut(): void {
    this.account = '';
    this.#client?.close();
    this.queue.detach();
  }

  /** Quits and starts again, or dies and starts again with what was on the disk at that moment. */
  restart(how: 'quit' | 'kill'): void {
    this.#reader.close();
    if (how === 'kill') this.#moveToCopy();
    else this.queue.stop();
    this.#client?.close();
    this.account = '';
    this.queue = this.#open();
    this.#reader = new DatabaseSync(this.#path);
  }

  /** The file's rows, of one account or of all. */
  rows(account?: string): FileRow[] {
    const rows = this.#reader.prepare('SELECT * FROM command ORDER BY seq').all();
    return rows
      .map((row) => ({
        seq: Number(row['seq']),
        account: String(row['account']),
        key: String(row['idempotency_key']),
        step: String(row['step_id']),
        entry: row['entry_id'] === 0 ? Number(row['company_id']) + pickedFrom : Number(row['entry_id']),
        to: String(row['to_list']) as ListName,
        state: String(row['state']),
        isReason: Number(row['reason_id']) >= 0,
        note: String(row['note_id']),
        text: String(row['note_to']),
      }))
      .filter((row) => account === undefined || row.account === account);
  }

  /** Decides entries; null, with nothing changed, if the file cannot be written. */
  decide(to: ListName, targets: readonly { entry: number; from: ListName }[]): MoveStep | null {
    return refusable(() => this.queue.enqueue({ to, targets: targets.map(({ entry, from }) => target(entry, from)) }));
  }

  /** Gives a note of company 1 another text; null, with nothing changed, if the file cannot be written. */
  write(noteId: string, from: string, to: string): MoveStep | null {
    return refusable(() => this.queue.writeNote({ noteId, companyId: 1, name: 'Company 1', from, to }));
  }

  undo(): MoveStep | null {
    return refusable(() => this.queue.undo());
  }

  /** Makes every write to the file fail, like a full or broken disk, until called with false. */
  breakDisk(broken: boolean): void {
    for (const write of ['INSERT', 'UPDATE', 'DELETE']) {
      this.#reader.exec(`DROP TRIGGER IF EXISTS broken_${write}`);
      if (!broken) continue;
      this.#reader.exec(
        `CREATE TRIGGER broken_${write} BEFORE ${write} ON command BEGIN SELECT RAISE(ABORT, 'disk I/O error'); END`,
      );
    }
  }

  /** Lets everything happen that needs no clock. */
  async turn(times = 1): Promise<void> {
    for (let time = 0; time < times; time++) await new Promise((resolve) => setImmediate(resolve));
  }

  /** Lets time pass if something waits for it: a deadline, or the pause after a fault. */
  async pass(): Promise<void> {
    if (this.wire.hanging > 0) this.clock.advance(10_000);
    else if (['lost', 'blocked'].includes(this.queue.state().status)) this.clock.advance(5000);
    await this.turn();
  }

  /** Continues until the queue has one of these statuses; throws if it never does. */
  async until(...statuses: readonly string[]): Promise<void> {
    for (let turns = 0; turns < 200_000; turns++) {
      if (statuses.includes(this.queue.state().status)) return;
      await this.pass();
    }
    throw new Error(`The queue stays ${this.queue.state().status}.`);
  }

  close(): void {
    this.queue.stop();
    this.#client?.close();
    this.#reader.close();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #open(): MoveQueue {
    const queue = new MoveQueue({ path: this.#path, clock: this.clock, events: createEventHub(silent), log: silent });
    queue.start();
    return queue;
  }

  /** What `kill -9` leaves: the files as they are at this instant. */
  #moveToCopy(): void {
    const copy = join(this.#folder, `queue-${++this.#copies}.db`);
    for (const ending of ['', '-wal']) {
      if (existsSync(`${this.#path}${ending}`)) copyFileSync(`${this.#path}${ending}`, `${copy}${ending}`);
    }
    this.queue.stop();
    this.#path = copy;
  }

  async #exchange(request: WireRequest): Promise<WireReply> {
    const account = request.token.replace('Bearer ', '');
    this.#watcher.onRequest(account, request);
    // A turn, so that keys can be pressed while the request is under way, and a second one at the same time would be
    // noticed.
    await this.turn();
    return this.server(account).answer(request, this.fault());
  }
}

function target(entry: number, from: ListName): MoveTarget {
  const companyId = entry > pickedFrom ? entry - pickedFrom : entry;
  return {
    entryId: entry > pickedFrom ? null : entry,
    companyId,
    name: `Company ${companyId}`,
    from,
    siblings: [],
  };
}

function refusable(work: () => MoveStep | null): MoveStep | null {
  try {
    return work();
  } catch (error) {
    if (error instanceof AppError && ['storage_readonly', 'unauthenticated'].includes(error.code)) return null;
    throw error;
  }
}

function nothing(): void {
  // Nobody listens.
}

import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { MoveRequest, MoveTarget } from '#shared/bridge/moves.ts';
import type { ListName } from '#shared/domain/listName.ts';
import type { Clock } from '../../ports.ts';
import { createEventHub, type BridgeEvent } from '../eventHub.ts';
import { ApiClient } from '../api/apiClient.ts';
import { createRemoteTransport } from '../api/remoteTransport.ts';
import { MoveQueue } from '../moves/moveQueue.ts';
import { FakeClock } from './fakeClock.ts';
import { MoveServer } from './moveServer.ts';
import { RecordingLog } from './recordingLog.ts';

/** A move queue on a real file against a real server, with a clock that the test moves. */
export class QueueBench {
  readonly clock = new FakeClock();
  readonly log = new RecordingLog();
  readonly events = createEventHub(this.log);
  readonly heard: BridgeEvent[] = [];
  readonly folder = mkdtempSync(join(tmpdir(), 'winnow-queue-'));
  readonly path = join(this.folder, 'queue.db');
  readonly server: MoveServer;
  queue: MoveQueue;
  client: ApiClient;

  private constructor(server: MoveServer) {
    this.server = server;
    this.events.subscribeAll((event) => this.heard.push(event));
    this.queue = this.newQueue();
    this.client = this.newClient();
  }

  static async start(): Promise<QueueBench> {
    const bench = new QueueBench(await MoveServer.start());
    bench.queue.start();
    return bench;
  }

  newQueue(): MoveQueue {
    return new MoveQueue({ path: this.path, clock: this.clock, events: this.events, log: this.log });
  }

  /** A client as the session makes one: a refusal of the token ends the session. */
  newClient(): ApiClient {
    const clock: Clock = this.clock;
    return new ApiClient({
      transport: createRemoteTransport(),
      origin: this.server.origin,
      token: 'token',
      jar: { csrf: '' },
      clock,
      onDenied: () => this.queue.detach(),
      onReached: () => undefined,
    });
  }

  attach(account = 'someone'): void {
    this.queue.attach(account, this.client);
  }

  /** The app ends as by `kill -9`, as far as the queue can tell, and starts again. */
  restart(): void {
    this.queue.stop();
    this.queue = this.newQueue();
    this.queue.start();
  }

  async stop(): Promise<void> {
    this.queue.stop();
    this.client.close();
    await this.server.stop();
    await rm(this.folder, { recursive: true, force: true });
  }
}

/** An entry to move; its company bears the same number. */
export function target(entryId: number, from: ListName = 'None'): MoveTarget {
  return { entryId, companyId: entryId, name: `Company ${entryId}`, from, siblings: [] };
}

/** A decision about some entries. */
export function decision(to: ListName, ...entries: number[]): MoveRequest {
  return { to, targets: entries.map((entry) => target(entry)) };
}

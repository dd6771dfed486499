import { flagsOfList } from '#shared/domain/listName.ts';
import { hasPeer, loadPeer } from '../peers/load.ts';
import type { JsonQueue } from './jsonQueue.ts';
import type { Destination } from './ownQueue.ts';

/** The parts of p-queue used here. */
interface Tasks {
  add(task: () => Promise<void>): Promise<unknown>;
  start(): unknown;
  pause(): void;
}
type TasksClass = new (options: { concurrency: number; autoStart: boolean }) => Tasks;

/**
 * p-queue sends the moves of a JSON file, one at a time and by key; each answer is recorded in the file before the
 * next.
 */
export class JsonDrain {
  /** Calls sent. */
  sent = 0;
  readonly #tasks: Tasks;
  readonly #kept: JsonQueue;
  readonly #destination: Destination;
  #limit = 0;
  #onLimit: () => void = () => undefined;

  private constructor(tasks: Tasks, kept: JsonQueue, destination: Destination) {
    this.#tasks = tasks;
    this.#kept = kept;
    this.#destination = destination;
  }

  /** Null if p-queue is not installed. */
  static async open(kept: JsonQueue, destination: Destination): Promise<JsonDrain | null> {
    if (!(await hasPeer('p-queue'))) return null;
    const { default: PQueue } = (await loadPeer('p-queue')) as { default: TasksClass };
    return new JsonDrain(new PQueue({ concurrency: 1, autoStart: false }), kept, destination);
  }

  /** Sends `count` moves; resolves once they are confirmed and recorded. */
  async send(count: number): Promise<void> {
    this.#limit = this.sent + count;
    await new Promise<void>((resolve, reject) => {
      this.#onLimit = resolve;
      for (let left = count; left > 0; left--) this.#tasks.add(() => this.#sendFirst()).catch(reject);
      this.#tasks.start();
    });
    this.#tasks.pause();
  }

  async #sendFirst(): Promise<void> {
    const [move] = this.#kept.moves;
    if (move === undefined) throw new Error('The file has no more moves.');
    const { origin, token, transport } = this.#destination;
    this.sent++;
    const response = await transport.fetch(
      new Request(`${origin}/api/user_smart_lists_inbox/${move.entryId}/`, {
        method: 'PATCH',
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          'idempotency-key': move.key,
        },
        body: JSON.stringify(flagsOfList(move.to)),
      }),
    );
    const { inboxEntryId } = (await response.json()) as { inboxEntryId?: number };
    if (!response.ok || inboxEntryId !== move.entryId) throw new Error(`A move was answered with ${response.status}.`);
    this.#kept.shift();
    if (this.sent === this.#limit) this.#onLimit();
  }
}

import { Agent, request, type ClientRequest } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { teamChangeSchema } from '#shared/domain/team.ts';

/** How long after a stream has broken off it is opened again, in milliseconds. */
const pauseMs = 50;

/** Somebody who hears what the team does, and begins again where the stream broke off, as the app does. */
export class TeamListener {
  /** The place of each change that was heard, in the order in which they came. */
  readonly places: number[] = [];
  /** The place from which on it hears; -1 until the first stream is open. */
  from = -1;
  readonly #port: number;
  readonly #token: string;
  readonly #agent = new Agent({ keepAlive: false });
  #lastId = '';
  #isOver = false;
  #sent: ClientRequest | undefined;
  readonly #running: Promise<void>;

  constructor(port: number, token: string) {
    this.#port = port;
    this.#token = token;
    this.#running = this.#run();
  }

  async close(): Promise<void> {
    this.#isOver = true;
    this.#sent?.destroy();
    await this.#running;
    this.#agent.destroy();
  }

  async #run(): Promise<void> {
    while (!this.#isOver) {
      await this.#hear();
      if (!this.#isOver) await sleep(pauseMs);
    }
  }

  /** Resolves when the stream has ended. */
  #hear(): Promise<void> {
    return new Promise((resolve) => {
      const last = this.#lastId === '' ? {} : { 'last-event-id': this.#lastId };
      const headers = { authorization: `Bearer ${this.#token}`, ...last };
      const place = { host: '127.0.0.1', port: this.#port, path: '/api/changes/', agent: this.#agent };
      const sent = request({ ...place, headers }, (response) => {
        let rest = '';
        response.setEncoding('utf8').on('error', () => undefined);
        response.on('close', resolve).on('data', (text: string) => {
          if (response.statusCode !== 200) return;
          const events = (rest + text).split('\n\n');
          rest = events.pop() ?? '';
          for (const event of events) this.#take(event);
        });
      });
      this.#sent = sent;
      sent.on('error', () => resolve()).end();
    });
  }

  #take(event: string): void {
    const fields = new Map(event.split('\n').map((line) => line.split(/: ?(.*)/s, 2) as [string, string]));
    const id = fields.get('id');
    const data = fields.get('data') ?? '';
    if (id === undefined) return;
    if (fields.get('event') === undefined) this.places.push(teamChangeSchema.parse(JSON.parse(data)).place);
    else if (this.from === -1) this.from = Number(id);
    this.#lastId = id;
  }
}

import type { ServerResponse } from 'node:http';
import type { Later } from '#shared/domain/later.ts';
import { flagsOfList, listFlagsSchema, listOfFlags, type ListName } from '#shared/domain/listName.ts';
import { sendJson, TestServer, type SeenRequest } from './httpServer.ts';
import { plainEntry } from './records.ts';

/**
 * What happens to one move: it is applied and answered; lost before or after it was applied; answered with a status; or
 * never answered.
 */
export type Fault =
  | 'ok'
  | 'resetBefore'
  | 'resetAfter'
  | 'hang'
  | 'html'
  | 'notOk'
  | { readonly status: number; readonly headers?: object };

/** One effect a move had on the server. */
export interface Effect {
  readonly key: string;
  readonly entry: number;
  readonly list: ListName;
}

/** A server for moves that remembers idempotency keys as Winnow's does, and fails as a test says. */
export class MoveServer {
  readonly effects: Effect[] = [];
  /** Entry → the reason it was given last, or that an undo brought back. */
  readonly reasons = new Map<number, number | 'before'>();
  /** Entry → until when it was put off last. */
  readonly later = new Map<number, Later | 'before'>();
  /** Entries that were made undecided as they were before, by an undo. */
  readonly asBefore = new Set<number>();
  /** Note → its texts in their order, `''` where it was deleted. */
  readonly notes = new Map<string, string[]>();
  /** Entry → list; an entry that is not there is in None. */
  readonly lists = new Map<number, ListName>();
  /** Company → its entries in smart lists other than "My picks". */
  readonly siblings = new Map<number, number[]>();
  /** What is put off is undecided again at once: its day has come. */
  isLate = false;
  /** Most moves that were under way at once. */
  mostAtOnce = 0;
  readonly http: TestServer;
  readonly #answers = new Map<string, { body: string }>();
  #fault: (request: SeenRequest, index: number) => Fault = () => 'ok';
  #underWay = 0;
  #moves = 0;

  private constructor(http: TestServer) {
    this.http = http;
    http.answerWith((request, response) => this.#answer(request, response));
  }

  static async start(): Promise<MoveServer> {
    return new MoveServer(await TestServer.start((_, response) => void response.end()));
  }

  get origin(): string {
    return this.http.origin;
  }

  /** What happens to the nth move, from 0. */
  fail(fault: (request: SeenRequest, index: number) => Fault): void {
    this.#fault = fault;
  }

  /** Moves that arrived, repeated ones too. */
  moves(): SeenRequest[] {
    return this.http.seen.filter(({ method }) => method === 'PATCH');
  }

  /** Changes of notes that arrived, repeated ones too. */
  noteCalls(): SeenRequest[] {
    return this.http.seen.filter(({ path }) => path.includes('/notes/'));
  }

  async stop(): Promise<void> {
    await this.http.stop();
  }

  async #answer(request: SeenRequest, response: ServerResponse): Promise<void> {
    if (request.method === 'POST') {
      const { company_id: company } = JSON.parse(request.body) as { company_id: number };
      const picked = plainEntry(company + 100_000, company, 'None');
      const siblings = (this.siblings.get(company) ?? []).filter((id) => (this.lists.get(id) ?? 'None') === 'None');
      sendJson(response, 201, { ...picked, siblings });
      return;
    }
    this.#underWay++;
    this.mostAtOnce = Math.max(this.mostAtOnce, this.#underWay);
    // A turn of the event loop, so that a second move at the same time would be seen.
    await new Promise((resolve) => setImmediate(resolve));
    this.#underWay--;
    this.#move(request, response, this.#fault(request, this.#moves++));
  }

  #move(request: SeenRequest, response: ServerResponse, fault: Fault): void {
    if (fault === 'hang') return;
    if (fault === 'resetBefore') {
      response.socket?.resetAndDestroy();
      return;
    }
    if (typeof fault === 'object') {
      sendJson(response, fault.status, { code: 'x', detail: `Status ${fault.status}.` }, fault.headers);
      return;
    }
    if (fault === 'html') {
      response.writeHead(200, { 'content-type': 'text/html' });
      response.end('<h1>Sign in to the hotel network</h1>');
      return;
    }
    const body = request.path.includes('/notes/') ? this.#write(request) : this.#apply(request);
    if (fault === 'resetAfter') response.socket?.resetAndDestroy();
    else if (body === '') response.writeHead(204).end();
    else sendJson(response, 200, fault === 'notOk' ? { ok: false } : JSON.parse(body));
  }

  /** What becomes of a note, once for each key. */
  #write({ method, path, headers, body }: SeenRequest): string {
    const key = String(headers['idempotency-key']);
    const answer = method === 'DELETE' ? '' : JSON.stringify({ results: [] });
    if (this.#answers.has(key)) return answer;
    this.#answers.set(key, { body: answer });
    const id = /\/notes\/([^/]+)\/$/.exec(path)?.[1] ?? '';
    const text = method === 'DELETE' ? '' : (JSON.parse(body) as { text: string }).text;
    this.notes.set(id, [...(this.notes.get(id) ?? []), text]);
    return answer;
  }

  #apply(request: SeenRequest): string {
    const key = String(request.headers['idempotency-key']);
    const known = this.#answers.get(key);
    if (known !== undefined) return known.body;
    const entry = Number(/\/(\d+)\/(?:reason\/)?$/.exec(request.path)?.[1]);
    const asked = JSON.parse(request.body) as { reason?: number | 'before'; later?: Later | 'before'; back?: 'before' };
    const { reason = 0, later, back, ...flags } = asked;
    if (back === undefined) this.asBefore.delete(entry);
    else this.asBefore.add(entry);
    this.reasons.set(entry, reason);
    if (request.path.endsWith('/reason/')) return this.#answerFor(key, entry, this.lists.get(entry) ?? 'None');
    const list = listOfFlags({ ...listFlagsSchema.parse({ ...flagsOfList('None'), ...flags }), later });
    if (later !== undefined) this.later.set(entry, later);
    this.effects.push({ key, entry, list });
    this.lists.set(entry, list);
    return this.#answerFor(key, entry, list);
  }

  #answerFor(key: string, entry: number, list: ListName): string {
    const company = entry > 100_000 ? entry - 100_000 : entry;
    const isBack = this.isLate && list === 'Later';
    const back = isBack ? ({ why: 'day', what: '2026-01-01', from: 'None' } as const) : null;
    const body = JSON.stringify({ ...plainEntry(entry, company, isBack ? 'None' : list), back });
    this.#answers.set(key, { body });
    return body;
  }
}

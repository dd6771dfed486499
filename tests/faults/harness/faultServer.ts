import { flagsOfList, listFlagsSchema, listOfFlags, type ListName } from '#shared/domain/listName.ts';
import { plainEntry } from '#main/services/testing/records.ts';
import type { NoteEffect } from './noteAudit.ts';
import type { WireReply, WireRequest } from './wire.ts';

/** What happens to one request on its way (docs/quality.md). */
export type Fault =
  | 'ok'
  | 'resetBefore'
  | 'resetAfter'
  | 'hangBefore'
  | 'hangAfter'
  | 'dripAfter'
  | 'cutAfter'
  | 'bombAfter'
  | 'htmlBefore'
  | 'notOkBefore'
  | 'redirectBefore'
  /** Delivered five times (F18). */
  | 'again'
  /** The latest requests arrive again before this one (F18). */
  | 'stale'
  | { readonly status: number; readonly retryAfter?: string };

/** Faults that pass on their own: what failed is sent again. */
export const passingFaults: readonly Fault[] = [
  'resetBefore',
  'resetAfter',
  'hangBefore',
  'hangAfter',
  'dripAfter',
  'cutAfter',
  'bombAfter',
  'htmlBefore',
  'notOkBefore',
  'redirectBefore',
  'again',
  'stale',
  { status: 500 },
  { status: 502 },
  { status: 429, retryAfter: '30' },
  { status: 503, retryAfter: '9e9' },
  { status: 503, retryAfter: 'Fri, 20 Nov 2026 12:01:00 GMT' },
  { status: 503, retryAfter: 'soon' },
];

/** One effect of a move. */
export interface Effect {
  readonly key: string;
  readonly entry: number;
  readonly list: ListName;
  /** The list the entry was in before. */
  readonly before: ListName;
  /** The reason that was given; null if the entry was moved. */
  readonly reason: number | null;
}

/** What a request asks for. */
interface Asked {
  readonly path: string;
  readonly entry: number;
  readonly isReason: boolean;
  readonly body: string;
}

const html = '<h1>Sign in to the hotel network</h1>';
/** In "My picks", a company's entry has the company's number plus this. */
export const pickedFrom = 1_000_000;
const rememberedRequests = 20;

/** One account's entries on a server that remembers keys as Winnow's does, behind a network that fails as told. */
export class FaultServer {
  readonly lists = new Map<number, ListName>();
  /** Entries that no longer exist (F27). */
  readonly gone = new Set<number>();
  /** How often a key came with a different body than before (I3). */
  keysReused = 0;
  requests = 0;
  readonly #reasons = new Map<number, number>();
  /** By entry and list, the reason that it had there last. */
  readonly #hadIn = new Map<string, number>();
  readonly #answers = new Map<string, Asked & { list: ListName }>();
  /** Keys whose move was refused for good: sent again, it is refused again. */
  readonly #refused = new Map<string, number>();
  readonly #recent: WireRequest[] = [];
  readonly #notes = new Map<string, string>();
  readonly #onEffect: (effect: Effect) => void;
  readonly #onNote: (effect: NoteEffect) => void;
  readonly #onRefusal: (entry: number, reason: number) => void;

  /** `onRefusal` is called for every reason that is refused for good. */
  constructor(
    onEffect: (effect: Effect) => void,
    onRefusal: (entry: number, reason: number) => void = () => undefined,
    onNote: (effect: NoteEffect) => void = () => undefined,
  ) {
    this.#onNote = onNote;
    this.#onEffect = onEffect;
    this.#onRefusal = onRefusal;
  }

  listOf(entry: number): ListName {
    return this.lists.get(entry) ?? 'None';
  }

  /** Why an entry is in its list; 0 for no reason. */
  reasonOf(entry: number): number {
    return this.#reasons.get(entry) ?? 0;
  }

  /** The text of a note; `''` for none. */
  noteOf(id: string): string {
    return this.#notes.get(id) ?? '';
  }

  knows(key: string): boolean {
    return this.#answers.has(key);
  }

  /** Whether the move has been applied or refused for good. */
  hasAnswered(key: string): boolean {
    return this.knows(key) || this.#refused.has(key);
  }

  /** Forgets old keys, as a server does after a time; none of them may still be under way. */
  forget(): void {
    this.#answers.clear();
    this.#refused.clear();
    this.#recent.length = 0;
  }

  answer(request: WireRequest, fault: Fault): WireReply {
    this.requests++;
    const reply = this.#meet(request, fault);
    this.#recent.push(request);
    if (this.#recent.length > rememberedRequests) this.#recent.shift();
    return reply;
  }

  #meet(request: WireRequest, fault: Fault): WireReply {
    if (typeof fault === 'object') {
      // A server does not refuse what it has applied; and only moves are refused here.
      const applied = request.method === 'POST' || this.knows(request.key);
      if (refusesForGood(fault.status) && applied) return this.#apply(request);
      if (refusesForGood(fault.status)) this.#refuse(request, fault.status);
      return refusal(fault.status, fault.retryAfter);
    }
    if (fault === 'resetBefore') return { kind: 'reset' };
    if (fault === 'hangBefore') return { kind: 'hang' };
    if (fault === 'htmlBefore') return answerOf(200, html, { 'content-type': 'text/html' });
    if (fault === 'notOkBefore') return answerOf(200, '{"ok":false}');
    if (fault === 'redirectBefore') return answerOf(302, '', { location: 'http://127.0.0.1:1/' });
    if (fault === 'again') for (let time = 0; time < 4; time++) this.#apply(request);
    if (fault === 'stale') for (const old of this.#recent) this.#apply(old);
    const answer = this.#apply(request);
    if (fault === 'resetAfter') return { kind: 'reset' };
    if (fault === 'hangAfter') return { kind: 'hang' };
    // What has no body cannot come slowly, or break off in the middle.
    const isCut = fault === 'dripAfter' || fault === 'cutAfter' || fault === 'bombAfter';
    if (isCut && answer.body === '') return { kind: 'reset' };
    if (fault === 'dripAfter') return { kind: 'drip', body: answer.body };
    if (fault === 'cutAfter') return { kind: 'cut', body: answer.body };
    if (fault === 'bombAfter') return { kind: 'bomb' };
    return answer;
  }

  #apply({ method, path, key, body }: WireRequest): WireReply & { kind: 'answer' } {
    if (method === 'POST') {
      const { company_id: company } = JSON.parse(body) as { company_id: number };
      const entry = company + pickedFrom;
      return answerOf(201, JSON.stringify(plainEntry(entry, company, this.listOf(entry))));
    }
    const asked = { path: `${method} ${path}`, entry: entryIn(path), isReason: path.endsWith(reasonPath), body };
    const { entry } = asked;
    if (this.gone.has(entry)) {
      this.#refused.set(key, 404);
      return refusal(404);
    }
    const refused = this.#refused.get(key);
    if (refused !== undefined) return refusal(refused);
    const known = this.#answers.get(key);
    if (known !== undefined) {
      const isSame = known.path === asked.path && known.body === body;
      if (isSame) return path.includes(notePath) ? noteAnswer(method) : entryAnswer(entry, known.list);
      this.keysReused++;
      return refusal(409);
    }
    if (path.includes(notePath)) {
      this.#answers.set(key, { ...asked, list: 'None' });
      return this.#write(key, path, method === 'DELETE' ? '' : (JSON.parse(body) as { text: string }).text);
    }
    const list = this.#change(key, asked);
    this.#answers.set(key, { ...asked, list });
    return entryAnswer(entry, list);
  }

  /** Moves an entry or gives it a reason; returns the list that it is in then. */
  #change(key: string, { entry, isReason, body }: Asked): ListName {
    const before = this.listOf(entry);
    const { reason, later, ...flags } = JSON.parse(body) as { reason?: number | 'before'; later?: unknown };
    if (isReason) {
      const given = Number(reason);
      this.#giveReason(entry, before, given);
      this.#onEffect({ key, entry, list: before, before, reason: given });
      return before;
    }
    const list = listOfFlags({ ...listFlagsSchema.parse({ ...flagsOfList('None'), ...flags }), later });
    this.lists.set(entry, list);
    this.#giveReason(entry, list, reason === 'before' ? (this.#hadIn.get(`${entry} ${list}`) ?? 0) : 0);
    this.#onEffect({ key, entry, list, before, reason: null });
    return list;
  }

  /** Writes, changes or deletes a note. One that is not there cannot be deleted. */
  #write(key: string, path: string, text: string): WireReply & { kind: 'answer' } {
    const id = path.split('/').at(-2) ?? '';
    const before = this.noteOf(id);
    if (text === '' && before === '') return refusal(404);
    this.#notes.set(id, text);
    this.#onNote({ key, id, text, before });
    return noteAnswer(text === '' ? 'DELETE' : 'PUT');
  }

  #giveReason(entry: number, list: ListName, reason: number): void {
    this.#reasons.set(entry, reason);
    this.#hadIn.set(`${entry} ${list}`, reason);
  }

  #refuse({ key, path, body }: WireRequest, status: number): void {
    this.#refused.set(key, status);
    if (!path.endsWith(reasonPath)) return;
    this.#onRefusal(entryIn(path), (JSON.parse(body) as { reason: number }).reason);
  }
}

const reasonPath = '/reason/';
const notePath = '/notes/';

function noteAnswer(method: string): WireReply & { kind: 'answer' } {
  return method === 'DELETE' ? answerOf(204, '') : answerOf(200, '{"results":[]}');
}

function entryIn(path: string): number {
  return Number(/\/(\d+)\/(?:reason\/)?$/.exec(path)?.[1]);
}

function refusesForGood(status: number): boolean {
  // A 404 means an entry that is `gone`: the server does not send it for one that exists.
  return [400, 409, 410, 422].includes(status);
}

function entryAnswer(entry: number, list: ListName): WireReply & { kind: 'answer' } {
  const company = entry > pickedFrom ? entry - pickedFrom : entry;
  return answerOf(200, JSON.stringify(plainEntry(entry, company, list)));
}

function refusal(status: number, retryAfter?: string): WireReply & { kind: 'answer' } {
  const body = JSON.stringify({ code: 'x', detail: `Status ${status}.` });
  return answerOf(status, body, retryAfter === undefined ? {} : { 'retry-after': retryAfter });
}

function answerOf(status: number, body: string, headers: Record<string, string> = {}): WireReply & { kind: 'answer' } {
  return { kind: 'answer', status, body, headers: { 'content-type': 'application/json', ...headers } };
}

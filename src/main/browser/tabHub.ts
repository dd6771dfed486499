import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer, type RawData, type WebSocket } from 'ws';
import type { SocketWay } from '#node/loopbackServer.ts';
import type { Clock, NoteOutcome, Notifier } from '#main/ports.ts';
import { plainNote } from '#main/shellCommon/texts.ts';
import { parseBoundedJson } from '#shared/boundedJson.ts';
import { closeCodes, socketHelloSchema, tabMessageSchema, type ShellMessage } from '#shared/bridge/browserWire.ts';
import { ownPages, type LaunchKeys } from './edge.ts';

/** Largest message on the socket, in bytes (S22). */
const maxMessageBytes = 1_000_000;
/** How long a new socket may take to send its key. */
const helloMs = 5000;
/** A socket that has not answered a ping for this long is closed. */
const pingMs = 30_000;
/** A tab may be away this long (a reload, a broken connection) before its requests are abandoned. */
const graceMs = 10_000;
const notifyMs = 5000;

interface Tab {
  readonly id: string;
  readonly left: AbortController;
  socket: WebSocket | null;
  cancelLeaving: () => void;
}

/** The open pages of the browser shell. Nothing is opened before `upgrade`. */
export class TabHub {
  readonly #keys: LaunchKeys;
  readonly #clock: Clock;
  readonly #server = new WebSocketServer({ noServer: true, maxPayload: maxMessageBytes, perMessageDeflate: false });
  readonly #events = new EventBuffer();
  readonly #tabs = new Map<string, Tab>();
  readonly #calling = new AsyncLocalStorage<string>();
  readonly #waitingNotes = new Map<string, (answer: NoteOutcome) => void>();

  readonly notifier: Notifier = {
    notify: async (note) => {
      const id = randomUUID();
      if (!this.send({ type: 'notify', id, ...plainNote(note) }))
        return { shown: false, reason: 'Winnow is not open in any tab.', later: true };
      return await this.#answerToNote(id);
    },
  };

  constructor(keys: LaunchKeys, clock: Clock) {
    this.#keys = keys;
    this.#clock = clock;
  }

  /** Number of the newest event. */
  get lastEvent(): number {
    return this.#events.last;
  }

  /** Takes over a socket after its Host and Origin were checked; its first message is the key. */
  upgrade(request: IncomingMessage, rawSocket: Duplex, head: Buffer, way?: SocketWay): void {
    this.#server.handleUpgrade(request, rawSocket, head, (socket) => {
      const cancelHello = this.#clock.after(helloMs, () => {
        socket.terminate();
      });
      keepAlive(socket, this.#clock);
      socket.on('error', () => {
        socket.terminate();
      });
      socket.once('message', (data) => {
        cancelHello();
        this.#greet(socket, data, way);
      });
    });
  }

  /** Sends an event to every tab, now or when it is back. */
  publish(name: string, payload: unknown): void {
    const event = this.#events.add(name, payload);
    for (const { socket } of this.#tabs.values()) if (socket !== null) write(socket, { type: 'event', ...event });
  }

  /** Sends a message to the tab whose call is being handled, otherwise to the newest one. False if there is none. */
  send(message: ShellMessage): boolean {
    const asking = this.#tabs.get(this.#calling.getStore() ?? '')?.socket;
    const newest = [...this.#tabs.values()].findLast(({ socket }) => socket !== null)?.socket;
    const socket = asking ?? newest ?? null;
    if (socket === null) return false;
    write(socket, message);
    return true;
  }

  /** Runs the work of one tab's call; `gone` aborts when the tab has left. */
  runFor<T>(tabId: string, work: (gone: AbortSignal) => Promise<T>): Promise<T> {
    return this.#calling.run(tabId, work, this.#tabOf(tabId).left.signal);
  }

  close(): void {
    for (const tab of this.#tabs.values()) {
      tab.cancelLeaving();
      tab.left.abort();
    }
    this.#tabs.clear();
    for (const socket of this.#server.clients) socket.terminate();
  }

  #greet(socket: WebSocket, data: RawData, way: SocketWay | undefined): void {
    const hello = socketHelloSchema.safeParse(parseJson(data));
    if (!hello.success) {
      socket.close(closeCodes.badMessage);
      return;
    }
    if (this.#keys.check(hello.data.key).kind !== 'good') {
      socket.close(closeCodes.badKey);
      return;
    }
    way?.belongsTo(ownPages);
    this.#take(socket, this.#tabOf(hello.data.tab));
    const missed = this.#events.since(hello.data.after);
    if (missed === null) write(socket, { type: 'missed' });
    else for (const event of missed) write(socket, { type: 'event', ...event });
  }

  /** Makes the socket the tab's current one. */
  #take(socket: WebSocket, tab: Tab): void {
    tab.socket?.terminate();
    tab.cancelLeaving();
    tab.socket = socket;
    // The newest tab is last: it is the one in front of the user.
    this.#tabs.delete(tab.id);
    this.#tabs.set(tab.id, tab);
    socket.on('message', (data) => this.#listen(data));
    socket.on('close', () => {
      if (tab.socket !== socket) return;
      tab.socket = null;
      this.#leaveLater(tab);
    });
  }

  #tabOf(id: string): Tab {
    const known = this.#tabs.get(id);
    if (known !== undefined) return known;
    const tab: Tab = { id, left: new AbortController(), socket: null, cancelLeaving: () => undefined };
    this.#tabs.set(id, tab);
    this.#leaveLater(tab);
    return tab;
  }

  #leaveLater(tab: Tab): void {
    tab.cancelLeaving();
    tab.cancelLeaving = this.#clock.after(graceMs, () => {
      this.#tabs.delete(tab.id);
      tab.left.abort();
    });
  }

  #answerToNote(id: string): Promise<NoteOutcome> {
    return new Promise((resolve) => {
      const cancel = this.#clock.after(notifyMs, () => {
        this.#waitingNotes.delete(id);
        resolve({ shown: false, reason: 'The page did not respond.' });
      });
      this.#waitingNotes.set(id, (answer) => {
        cancel();
        resolve(answer);
      });
    });
  }

  #listen(data: RawData): void {
    const message = tabMessageSchema.safeParse(parseJson(data));
    if (!message.success) return;
    const { id, shown, reason } = message.data;
    this.#waitingNotes.get(id)?.({ shown, reason });
    this.#waitingNotes.delete(id);
  }
}

/** An event as sent to the tabs, numbered from 1 in this launch. */
interface NumberedEvent {
  readonly id: number;
  readonly name: string;
  readonly payload: unknown;
}

/** How many events are kept for tabs that come back: some minutes of the heaviest load. */
export const keptEvents = 2000;

/** Numbers events and keeps the newest, so that a tab whose connection broke misses none. */
export class EventBuffer {
  #events: NumberedEvent[] = [];
  #last = 0;

  get last(): number {
    return this.#last;
  }

  add(name: string, payload: unknown): NumberedEvent {
    this.#last += 1;
    const event = { id: this.#last, name, payload };
    this.#events.push(event);
    // Dropped in batches, because removing one from the front moves all the others.
    if (this.#events.length > 2 * keptEvents) this.#events = this.#events.slice(-keptEvents);
    return event;
  }

  /** All events after number `after`, or null if some of them are gone or never existed. */
  since(after: number): readonly NumberedEvent[] | null {
    if (after > this.#last) return null;
    const events = this.#events.filter(({ id }) => id > after);
    return events.length === this.#last - after ? events : null;
  }
}

/** Detects a peer that is gone without saying so. */
function keepAlive(socket: WebSocket, clock: Clock): void {
  let answered = true;
  const ask = (): void => {
    if (!answered) {
      socket.terminate();
      return;
    }
    answered = false;
    socket.ping();
    cancel = clock.after(pingMs, ask);
  };
  let cancel = clock.after(pingMs, ask);
  socket.on('pong', () => {
    answered = true;
  });
  socket.once('close', () => {
    cancel();
  });
}

function write(socket: WebSocket, message: ShellMessage): void {
  socket.send(JSON.stringify(message));
}

function parseJson(data: RawData): unknown {
  try {
    return parseBoundedJson(Buffer.isBuffer(data) ? data.toString('utf8') : '');
  } catch {
    return null;
  }
}

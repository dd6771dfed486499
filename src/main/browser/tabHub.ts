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
/** A tab may be away this long (a reload, a broken connection) before what it asked for is given up. */
const graceMs = 10_000;
const notifyMs = 5000;

interface Tab {
  readonly id: string;
  readonly left: AbortController;
  socket: WebSocket | null;
  cancelLeaving: () => void;
}

/** The open pages of the browser shell. */
export interface TabHub {
  /** Number of the newest event. */
  readonly lastEvent: number;
  readonly notifier: Notifier;
  /** Takes over a socket whose Host and Origin were checked; the key is its first message. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer, way?: SocketWay): void;
  /** Tells every tab an event, now or when it is back. */
  publish(name: string, payload: unknown): void;
  /** Says something to the tab whose call is being handled, else to the newest one. False where there is none. */
  send(message: ShellMessage): boolean;
  /** Runs the work of one tab's call; `gone` aborts when the tab has left. */
  runFor<T>(tabId: string, work: (gone: AbortSignal) => Promise<T>): Promise<T>;
  close(): void;
}

/** Makes the hub; nothing is opened before `upgrade`. */
export function createTabHub(keys: LaunchKeys, clock: Clock): TabHub {
  const server = new WebSocketServer({ noServer: true, maxPayload: maxMessageBytes, perMessageDeflate: false });
  const events = new EventBuffer();
  const tabs = new Map<string, Tab>();
  const calling = new AsyncLocalStorage<string>();
  const waitingNotes = new Map<string, (answer: NoteOutcome) => void>();

  function tabOf(id: string): Tab {
    const known = tabs.get(id);
    if (known !== undefined) return known;
    const tab: Tab = { id, left: new AbortController(), socket: null, cancelLeaving: () => undefined };
    tabs.set(id, tab);
    leaveLater(tab);
    return tab;
  }

  function leaveLater(tab: Tab): void {
    tab.cancelLeaving();
    tab.cancelLeaving = clock.after(graceMs, () => {
      tabs.delete(tab.id);
      tab.left.abort();
    });
  }

  function greet(socket: WebSocket, data: RawData, way: SocketWay | undefined): void {
    const hello = socketHelloSchema.safeParse(parseJson(data));
    if (!hello.success) {
      socket.close(closeCodes.badMessage);
      return;
    }
    if (keys.check(hello.data.key).kind !== 'good') {
      socket.close(closeCodes.badKey);
      return;
    }
    way?.belongsTo(ownPages);
    const tab = tabOf(hello.data.tab);
    tab.socket?.terminate();
    tab.cancelLeaving();
    tab.socket = socket;
    // The newest tab stands last: it is the one the user has in front of them.
    tabs.delete(tab.id);
    tabs.set(tab.id, tab);
    socket.on('message', listen);
    socket.on('close', () => {
      if (tab.socket !== socket) return;
      tab.socket = null;
      leaveLater(tab);
    });
    const missed = events.since(hello.data.after);
    if (missed === null) write(socket, { type: 'missed' });
    else for (const event of missed) write(socket, { type: 'event', ...event });
  }

  function listen(data: RawData): void {
    const message = tabMessageSchema.safeParse(parseJson(data));
    if (!message.success) return;
    const { id, shown, reason } = message.data;
    waitingNotes.get(id)?.({ shown, reason });
    waitingNotes.delete(id);
  }

  function send(message: ShellMessage): boolean {
    const asking = tabs.get(calling.getStore() ?? '')?.socket;
    const newest = [...tabs.values()].findLast(({ socket }) => socket !== null)?.socket;
    const socket = asking ?? newest ?? null;
    if (socket === null) return false;
    write(socket, message);
    return true;
  }

  return {
    get lastEvent() {
      return events.last;
    },
    notifier: {
      notify: async (note) => {
        const id = randomUUID();
        if (!send({ type: 'notify', id, ...plainNote(note) }))
          return { shown: false, reason: 'No page of Winnow is open.', later: true };
        return await new Promise((resolve) => {
          const cancel = clock.after(notifyMs, () => {
            waitingNotes.delete(id);
            resolve({ shown: false, reason: 'The page did not answer.' });
          });
          waitingNotes.set(id, (answer) => {
            cancel();
            resolve(answer);
          });
        });
      },
    },
    upgrade: (request, rawSocket, head, way) => {
      server.handleUpgrade(request, rawSocket, head, (socket) => {
        const cancelHello = clock.after(helloMs, () => {
          socket.terminate();
        });
        keepAlive(socket, clock);
        socket.on('error', () => {
          socket.terminate();
        });
        socket.once('message', (data) => {
          cancelHello();
          greet(socket, data, way);
        });
      });
    },
    publish: (name, payload) => {
      const event = events.add(name, payload);
      for (const { socket } of tabs.values()) if (socket !== null) write(socket, { type: 'event', ...event });
    },
    send,
    runFor: (tabId, work) => calling.run(tabId, work, tabOf(tabId).left.signal),
    close: () => {
      for (const tab of tabs.values()) {
        tab.cancelLeaving();
        tab.left.abort();
      }
      tabs.clear();
      for (const socket of server.clients) socket.terminate();
    },
  };
}

/** Notices a peer that is gone without saying so. */
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
/** An event as it goes to the tabs, numbered from 1 in this launch. */
interface NumberedEvent {
  readonly id: number;
  readonly name: string;
  readonly payload: unknown;
}

/** How many events are kept for tabs that come back: some minutes of the busiest work. */
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
    // Dropped in lots, because taking one off the front moves all the others.
    if (this.#events.length > 2 * keptEvents) this.#events = this.#events.slice(-keptEvents);
    return event;
  }

  /** All events behind number `after`, or null where some of them are gone or were never ours. */
  since(after: number): readonly NumberedEvent[] | null {
    if (after > this.#last) return null;
    const events = this.#events.filter(({ id }) => id > after);
    return events.length === this.#last - after ? events : null;
  }
}

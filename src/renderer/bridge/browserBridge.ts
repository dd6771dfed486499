import {
  closeCodes,
  eventHeader,
  keyHeader,
  shellMessageSchema,
  tabHeader,
  type SessionReply,
  type ShellMessage,
  type SocketHello,
  type TabMessage,
} from '#shared/bridge/browserWire.ts';
import { createBridgeClient, type BridgeClient } from '#shared/bridge/client.ts';
import type { WinnowBridge } from '#shared/bridge/contract.ts';
import { assertNever } from '#shared/errors.ts';
import { sessionKey } from './browserSession.ts';

/**
 * The bridge of the browser shell: calls by `POST /rpc`, events by WebSocket. It also does what the shell asks of the
 * tab (open an address, show a notification).
 */
export function createBrowserBridge(session: SessionReply): WinnowBridge {
  const tab = crypto.randomUUID();
  const order = new EventOrder(session.last);
  const client = createBridgeClient({
    send: (name, input) => postCall(tab, order, name, input),
    after: (ms, callback) => {
      const timer = setTimeout(callback, ms);
      return () => {
        clearTimeout(timer);
      };
    },
  });
  const socket = openShellSocket({
    hello: () => ({ key: sessionKey(), tab, after: order.lastEvent }),
    onMessage: (message) => {
      const answer = obey(message, client);
      if (message.type === 'event') order.taken(message.id);
      if (answer !== null) socket.send(answer);
    },
    onLost: () => {
      order.connected(false);
      client.dispatch('connection.changed', { status: 'lost', since: new Date().toISOString() });
    },
    onBack: () => {
      order.connected(true);
      void tellConnection(client);
    },
    // After the reload the page finds that its key is no longer valid and says what to do.
    onRefused: () => {
      location.reload();
    },
  });
  const bridge: WinnowBridge = {
    call: (name, input) => client.call(name, input),
    subscribe: (name, listener) => client.subscribe(name, listener),
    info: session.info,
  };
  return Object.freeze(bridge);
}

/** The shell is back; it knows itself whether the API is. */
async function tellConnection(client: BridgeClient): Promise<void> {
  const reply = await client.call('connection.get', null);
  if (reply.ok) client.dispatch('connection.changed', reply.value);
}

async function postCall(tab: string, order: EventOrder, name: string, input: unknown): Promise<unknown> {
  const response = await fetch('/rpc', {
    method: 'POST',
    headers: { 'content-type': 'application/json', [keyHeader]: sessionKey(), [tabHeader]: tab },
    body: JSON.stringify({ name, input }),
  });
  const reply: unknown = await response.json();
  await order.whenTaken(Number(response.headers.get(eventHeader) ?? 0));
  return reply;
}

/** Does what the shell says. Returns the answer to send back, or null. */
function obey(message: ShellMessage, client: BridgeClient): TabMessage | null {
  switch (message.type) {
    case 'event':
      client.dispatch(message.name, message.payload);
      return null;
    case 'missed':
      location.reload();
      return null;
    case 'open':
      // A window of the app keeps its opener, which hands it the key; a foreign page gets none.
      window.open(message.url, '_blank', message.ownWindow ? 'popup,width=1100,height=800' : 'noopener,noreferrer');
      return null;
    case 'notify':
      return { type: 'notified', id: message.id, ...notify(message, client) };
    default:
      return assertNever(message);
  }
}

function notify(
  { title, body, path }: { title: string; body: string; path: string },
  client: BridgeClient,
): { shown: boolean; reason: string } {
  if (!('Notification' in window)) return { shown: false, reason: 'This browser does not support notifications.' };
  if (Notification.permission !== 'granted')
    return { shown: false, reason: 'Notifications are blocked in this browser.' };
  const note = new Notification(title, { body, icon: '/icon.svg' });
  note.addEventListener('click', () => {
    window.focus();
    note.close();
    client.dispatch('navigate', { path });
  });
  return { shown: true, reason: '' };
}

/** Waits between attempts to reconnect, in milliseconds; the last one repeats. */
const backoffMs = [250, 500, 1000, 2000, 4000];

interface ShellSocketOptions {
  /** Key, tab and the last event seen, at the moment of connecting. */
  readonly hello: () => SocketHello;
  readonly onMessage: (message: ShellMessage) => void;
  /** The connection broke; more attempts follow. Called once per outage. */
  readonly onLost: () => void;
  readonly onBack: () => void;
  /** The shell no longer knows the key: it was restarted. */
  readonly onRefused: () => void;
}

/** The socket for events. It reconnects for as long as the page lives. */
function openShellSocket(options: ShellSocketOptions): { send(message: TabMessage): void } {
  let socket: WebSocket | undefined;
  let attempts = 0;

  function connect(): void {
    const opened = new WebSocket(`ws://${location.host}/events`);
    socket = opened;
    opened.addEventListener('open', () => {
      opened.send(JSON.stringify(options.hello()));
      if (attempts > 0) options.onBack();
      attempts = 0;
    });
    opened.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      const message = shellMessageSchema.safeParse(JSON.parse(String(data)));
      if (message.success) options.onMessage(message.data);
    });
    opened.addEventListener('close', ({ code }) => {
      if (code === closeCodes.badKey) {
        options.onRefused();
        return;
      }
      if (attempts === 0) options.onLost();
      setTimeout(connect, backoffMs[Math.min(attempts, backoffMs.length - 1)]);
      attempts += 1;
    });
  }

  connect();
  return {
    send: (message) => {
      if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
    },
  };
}

/** The longest that a reply waits for events, in milliseconds: they use another connection, which may be lost. */
const longestWait = 1000;

/**
 * Calls and events use separate connections. A reply may build on an earlier event, which must be processed first: news
 * of an older move must not come after the reply to a newer one.
 */
export class EventOrder {
  #last: number;
  #isConnected = true;
  readonly #waiting = new Set<{ readonly event: number; readonly go: () => void }>();

  /** `last` is the number of the newest known event. */
  constructor(last: number) {
    this.#last = last;
  }

  get lastEvent(): number {
    return this.#last;
  }

  /** An event has been processed. */
  taken(event: number): void {
    this.#last = event;
    this.#release();
  }

  /** While no events come, no reply waits for them. */
  connected(isConnected: boolean): void {
    this.#isConnected = isConnected;
    this.#release();
  }

  /** Resolves once that event has been processed, or when there is no point in waiting for it. */
  async whenTaken(event: number): Promise<void> {
    if (this.#isIn(event)) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(() => entry.go(), longestWait);
      const entry = {
        event,
        go: (): void => {
          clearTimeout(timer);
          this.#waiting.delete(entry);
          resolve();
        },
      };
      this.#waiting.add(entry);
    });
  }

  #isIn(event: number): boolean {
    return !this.#isConnected || event <= this.#last;
  }

  #release(): void {
    for (const { event, go } of this.#waiting) if (this.#isIn(event)) go();
  }
}

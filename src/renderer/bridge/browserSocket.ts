import {
  closeCodes,
  shellMessageSchema,
  type ShellMessage,
  type SocketHello,
  type TabMessage,
} from '#shared/bridge/browserWire.ts';

/** Waits between attempts to reconnect, in milliseconds; the last one repeats. */
const backoffMs = [250, 500, 1000, 2000, 4000];

export interface ShellSocketOptions {
  /** Key, tab and the last event seen, at the moment of connecting. */
  readonly hello: () => SocketHello;
  readonly onMessage: (message: ShellMessage) => void;
  /** The connection broke; more attempts follow. Told once until it is back. */
  readonly onLost: () => void;
  readonly onBack: () => void;
  /** The shell does not know the key any more: it was started anew. */
  readonly onRefused: () => void;
}

/** The socket that events come over. It connects again for as long as the page lives. */
export function openShellSocket(options: ShellSocketOptions): { send(message: TabMessage): void } {
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

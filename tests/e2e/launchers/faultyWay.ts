import { createServer, request as forward, type IncomingMessage, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

/** What happens to a request on the way to a server. If left out, it passes. */
export interface Fault {
  /** Waits first, in milliseconds. */
  readonly delay?: number;
  /** Answers in place of the server. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Cuts the connection. */
  readonly cut?: true;
  /** Lets the request through, and cuts the connection instead of passing on the answer. */
  readonly lost?: true;
}

/** What happens to a request, by its method and its path with the query. */
type Rule = (method: string, path: string) => Fault | undefined;

const nothing: Rule = () => undefined;

/** A way to a server on which things go wrong as a spec says. */
export interface FaultyWay {
  readonly url: string;
  /** Sets what happens to each request from now on. */
  breakWith(rule: Rule): void;
  mend(): void;
  /** Leads to this server. */
  to(url: string): void;
  stop(): Promise<void>;
}

/**
 * Opens one; its address is the server's public one. To a browser, `localhost` is a different site from `127.0.0.1`.
 */
export async function openFaultyWay(host: '127.0.0.1' | 'localhost' = '127.0.0.1'): Promise<FaultyWay> {
  let rule: Rule = nothing;
  let target = '';

  function pass(incoming: IncomingMessage, outgoing: ServerResponse, isLost: boolean): void {
    const { method, headers, url = '/' } = incoming;
    const onward = forward(new URL(url, target), { method, headers }, (answer) => {
      if (isLost) {
        answer.resume();
        answer.on('end', () => outgoing.destroy());
        return;
      }
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    onward.on('error', () => outgoing.destroy());
    incoming.pipe(onward);
  }

  const server = createServer((incoming, outgoing) => {
    const fault = rule(incoming.method ?? '', incoming.url ?? '');
    const act = (): void => {
      if (fault?.cut === true) incoming.socket.destroy();
      else if (fault?.status === undefined) pass(incoming, outgoing, fault?.lost === true);
      else outgoing.writeHead(fault.status, fault.headers ?? {}).end(fault.body ?? '');
    };
    if (fault?.delay === undefined) act();
    else setTimeout(act, fault.delay);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;

  return {
    url: `http://${host}:${port}`,
    breakWith: (next) => {
      rule = next;
    },
    mend: () => {
      rule = nothing;
    },
    to: (url) => {
      target = url;
    },
    stop: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

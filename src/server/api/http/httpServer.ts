import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  edgeHeaders,
  listenOnLoopback,
  type Deadlines,
  type EdgeRules,
  type LoopbackServer,
  type SocketWay,
} from '#node/loopbackServer.ts';
import type { ShareLimits } from '#node/socketShares.ts';
import { endpoints } from '#shared/api/endpoints.ts';
import { AppError } from '#shared/errors.ts';
import { challengeOf, errorBody, type JsonAnswer } from './answers.ts';
import type { CallHeaders } from './requestInput.ts';

export interface HttpServerOptions {
  readonly fetch: (request: Request, way: SocketWay) => Response | Promise<Response>;
  /** Answers some calls with JSON by a shortcut; undefined for those it leaves to `fetch`. */
  readonly quick?: (call: SocketCall, way: SocketWay) => Promise<SocketAnswer> | undefined;
  /** 0 takes a free one. */
  readonly port: number;
  /** Where a TLS proxy offers this server, or null. Its Host and Origin are accepted as well as our own. */
  readonly publicUrl: URL | null;
  readonly deadlines?: Partial<Deadlines>;
  readonly sockets?: ShareLimits;
  /** What `/readyz` and `/metrics` tell; without it there are no such addresses. */
  readonly monitor?: Monitor;
}

/** Whether a server can answer, and else why not and how far it is. */
export interface Readiness {
  readonly ready: boolean;
  readonly reason: string;
  readonly progress: { readonly done: number; readonly total: number | null } | null;
}

/** What a server tells those who watch it. */
export interface Monitor {
  readiness(): Promise<Readiness>;
  /** The figures, for a caller with this `Authorization`; null for one who may not see them. */
  metrics(authorization: string): Promise<{ readonly type: string; readonly text: string } | null>;
}

export interface HttpServer {
  readonly url: string;
  /** Finishes the answers in progress, within a second and a half, and stops. */
  close(): Promise<void>;
}

/** A call as it comes from a socket: path and query, header fields by lower-case name, and the header's size. */
export interface SocketCall {
  readonly method: string;
  readonly target: string;
  readonly headers: CallHeaders;
  readonly headerSize: number;
  readonly isWanted: () => boolean;
  /** The body's bytes as they come. */
  readonly bytes: AsyncIterable<Uint8Array>;
}

/** An answer of JSON, with header fields of its own. */
export interface SocketAnswer extends JsonAnswer {
  readonly headers?: Readonly<Record<string, string>>;
}

const providerPages = /^\/(?:provider\/|admin\/?$)/;

/** Whether a path belongs to the membership provider's pages, which a person opens in a tab. */
export function isProviderPath(pathname: string): boolean {
  return providerPages.test(pathname);
}

/** Where files are sent (docs/api.md 8). */
const filesPath = new RegExp(`^${endpoints.sendFile.path}?(?:\\?|$)`);

/** The rules of the standalone server. */
export const serverEdge: EdgeRules = {
  gate: {
    // The API tells each address's own methods, with `Allow`.
    methods: null,
    // The app on another host links to them.
    pages: providerPages,
    // Programs call with a token and name no Origin; the provider's forms check for it themselves.
    mustNameOrigin: false,
  },
  // A person's app has a handful of connections. Half of all are reserved for those who have signed in.
  sockets: { total: 512, strangers: 256, perOwner: 64 },
  deadlines: { header: 10_000, request: 30_000, stall: 30_000 },
  longRequests: filesPath,
  graceMs: 1500,
  upgradePath: null,
  told: ({ code, detail }) => ({ type: 'application/json', body: JSON.stringify({ code, detail }) }),
};

/** Serves an app on 127.0.0.1. Throws `unavailable` if the port is taken. */
export async function startHttpServer(options: HttpServerOptions): Promise<HttpServer> {
  const { fetch, quick, port, publicUrl, monitor, deadlines = {}, sockets = serverEdge.sockets } = options;
  const rules = { ...serverEdge, sockets, deadlines: { ...serverEdge.deadlines, ...deadlines } };
  const server = await listen(port, rules, publicUrl);
  const ways = new WeakMap<IncomingMessage, SocketWay>();
  let listener: Promise<(request: IncomingMessage, response: ServerResponse) => Promise<void>> | undefined;
  /** The code that makes a Request and a Response is loaded with the first one: startup does not wait for it. */
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    listener ??= import('./fetchListener.ts').then(({ createFetchListener }) =>
      createFetchListener((asked, incoming) => {
        const way = ways.get(incoming);
        if (way === undefined) throw new Error('A request came by no connection.');
        return fetch(asked, way);
      }),
    );
    await (
      await listener
    )(request, response);
  };
  server.serve({
    quick: (request, response, way) => {
      const answering = quick?.(callOf(request, response), way);
      if (answering === undefined) return false;
      void sendQuickly(response, answering);
      return true;
    },
    request: async (request, response, way) => {
      const [, page] = /^\/(healthz|readyz|metrics)(?:\?|$)/.exec(request.url ?? '') ?? [];
      if (page === 'healthz' || (page !== undefined && monitor !== undefined)) {
        await tellMonitor(page, request, response, monitor);
        return;
      }
      ways.set(request, way);
      await answer(request, response);
    },
  });
  return { url: server.origin, close: () => server.close() };
}

function callOf(request: IncomingMessage, response: ServerResponse): SocketCall {
  const { url: target = '', method = '' } = request;
  const { rawHeaders } = request;
  // Each name and its value add a colon, a space and a line end.
  const headerSize = rawHeaders.reduce((sum, text) => sum + text.length + 2, target.length);
  const headers = {
    get: (name: string): string | null => {
      const value = request.headers[name];
      return Array.isArray(value) ? value.join(', ') : (value ?? null);
    },
  };
  return { method, target, headers, headerSize, isWanted: () => !response.destroyed, bytes: request };
}

const readHeaders = Object.entries({ ...edgeHeaders, 'Content-Type': 'application/json' }).flat();

async function sendQuickly(response: ServerResponse, answering: Promise<SocketAnswer>): Promise<void> {
  const {
    status,
    json,
    headers: more = {},
  } = await answering.catch((error: unknown): SocketAnswer => errorBody(error));
  const length = ['Content-Length', String(Buffer.byteLength(json))];
  // Header and body as one text leave the process in one piece.
  response
    .writeHead(status, [...readHeaders, ...length, ...Object.entries({ ...challengeOf(status), ...more }).flat()])
    .end(json);
}

/** For whoever monitors the server; read like any other address. */
async function tellMonitor(
  page: string,
  request: IncomingMessage,
  response: ServerResponse,
  monitor: Monitor | undefined,
): Promise<void> {
  const method = request.method ?? '';
  if (method !== 'GET' && method !== 'HEAD') {
    request.resume();
    response.setHeader('Allow', 'GET, HEAD');
    sendJson(response, 405, { code: 'method_not_allowed', detail: `This address takes no ${method}.` });
    return;
  }
  if (page === 'healthz' || monitor === undefined) {
    sendJson(response, 200, { status: 'ok' });
    return;
  }
  try {
    if (page === 'readyz') {
      const readiness = await monitor.readiness();
      sendJson(response, readiness.ready ? 200 : 503, readiness);
      return;
    }
    const figures = await monitor.metrics(request.headers.authorization ?? '');
    if (figures === null) sendJson(response, 404, { code: 'not_found', detail: 'There is no such address.' });
    else response.writeHead(200, { 'Content-Type': figures.type }).end(figures.text);
  } catch (error) {
    const { status, json } = errorBody(error);
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(json);
  }
}

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
}

async function listen(port: number, rules: EdgeRules, publicUrl: URL | null): Promise<LoopbackServer> {
  try {
    return await listenOnLoopback(port, rules, publicUrl);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : '';
    if (code === 'EADDRINUSE') throw new AppError('unavailable', `Port ${port} is in use.`, { cause: error });
    if (code === 'EACCES') throw new AppError('unavailable', `Port ${port} may not be used.`, { cause: error });
    throw error;
  }
}

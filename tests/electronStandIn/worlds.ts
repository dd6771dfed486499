import { makeWire, type Found, type Refs, type Wire } from './wire.ts';

/**
 * What runs in a page before its own scripts: the preload in its own world, and Electron's bridge between the two
 * worlds. Each function is sent to Chromium as text, so it uses nothing but its arguments.
 *
 * The worlds share the document and nothing else. A message is an event whose detail is text; files, which text cannot
 * carry, travel in the `files` of an input element that the event is dispatched on.
 */

/** Electron's name for the preload's world. */
export const isolatedName = 'Electron Isolated Context';

/** What the isolated world calls to reach the process; the page's own world does not have it. */
export const bindingName = '__standInTell';

/** Where a synchronous message is posted; the process answers before the page continues. */
export const syncPath = '/__standIn__/sync';

/** From the isolated world to the process. */
export type PageMessage =
  | { readonly kind: 'invoke'; readonly id: number; readonly channel: string; readonly args: unknown }
  | { readonly kind: 'send'; readonly channel: string; readonly args: unknown }
  | { readonly kind: 'preloadError'; readonly message: string };

/** The globals of the isolated world that the process calls. */
export interface IsolatedGlobals {
  standInReply(id: number, isDone: boolean, value: unknown): void;
  standInEvent(channel: string, args: unknown): void;
  /** The user hands over files: their names and sizes, and their paths. */
  standInFiles(files: readonly KnownFile[]): void;
}

export interface KnownFile {
  readonly name: string;
  readonly size: number;
  readonly path: string;
}

interface PreloadSource {
  readonly text: string;
  readonly file: string;
  readonly syncPath: string;
  readonly bindingName: string;
}

/** The scripts for a new document: the first for the isolated world, the second for the page's own. */
export function worldScripts(preload: string, file: string): { isolated: string; main: string } {
  const source: PreloadSource = { text: preload, file, syncPath, bindingName };
  const wire = `(${makeWire.toString()})()`;
  const link = `(${makeLink.toString()})`;
  return {
    isolated: `(${isolatedWorld.toString()})(${wire}, ${link}, ${JSON.stringify(source)}, function (require, process, exports, module) {\n${preload}\n})`,
    main: `(${mainWorld.toString()})(${wire}, ${link})`,
  };
}

/** One side of the bridge between the worlds. `ask` is answered before it returns. */
interface Link {
  ask(message: Ask): Answer;
  onAsk(answer: (message: Ask) => Answer): void;
  encode(value: unknown): unknown;
  decode(json: unknown): unknown;
}

type Ask = { readonly kind: 'exposed' } | { readonly kind: 'call'; readonly id: number; readonly args: unknown };
type Answer = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly message: string };

// As in wire.ts, nothing outside these functions is sent along into a page; and Electron logs to a page's console.
// oxlint-disable unicorn/consistent-function-scoping, no-console
/**
 * The same in both worlds: functions stay where they are and are called across, promises settle across, everything else
 * is copied.
 */
function makeLink(wire: Wire, own: string, other: string): Link {
  const functions: ((...args: unknown[]) => unknown)[] = [];
  const promises = new Map<number, { resolve: (value: unknown) => void; reject: (error: unknown) => void }>();
  const proxies = new Map<number, unknown>();
  let lastPromise = 0;
  let answered: Answer | null = null;
  let asked: (message: Ask) => Answer = () => ({ ok: false, message: 'Nobody answers.' });
  let outgoing: File[] = [];
  let incoming: readonly File[] = [];

  /** Bridged values may be nested a thousand deep, as in Electron. */
  function requireDepth(value: unknown, depth = 0): void {
    if (depth > 1000) throw new TypeError('Electron contextBridge recursion depth exceeded.');
    if (value === null || typeof value !== 'object' || value instanceof File || value instanceof Promise) return;
    for (const one of Object.values(value)) requireDepth(one, depth + 1);
  }

  const refs: Refs = {
    callable: (value) => {
      const known = functions.indexOf(value as never);
      return known >= 0 ? known : functions.push(value as never) - 1;
    },
    promise: (value) => {
      lastPromise += 1;
      const id = lastPromise;
      value.then(
        (result) => dispatch('settle', { id, ok: true, value: link.encode(result) }),
        (error: unknown) => dispatch('settle', { id, ok: false, value: link.encode(new Error(String(error))) }),
      );
      return id;
    },
    file: (value) => outgoing.push(value as File) - 1,
  };
  const found: Found = {
    callable: (id) => {
      if (!proxies.has(id)) {
        proxies.set(id, (...args: unknown[]) => {
          const answer = link.ask({ kind: 'call', id, args: link.encode(args) });
          if (!answer.ok) throw new Error(answer.message);
          return link.decode(answer.value);
        });
      }
      return proxies.get(id);
    },
    promise: (id) => new Promise((resolve, reject) => promises.set(id, { resolve, reject })),
    file: (index) => incoming[index],
  };

  function dispatch(kind: string, detail: unknown): void {
    const event = new CustomEvent(`standIn:${other}:${kind}`, { detail: JSON.stringify(detail), bubbles: true });
    if (outgoing.length === 0) {
      document.dispatchEvent(event);
      return;
    }
    const carrier = document.createElement('input');
    carrier.type = 'file';
    const files = new DataTransfer();
    for (const file of outgoing.splice(0)) files.items.add(file);
    carrier.files = files.files;
    document.documentElement.append(carrier);
    carrier.dispatchEvent(event);
    carrier.remove();
  }

  function listen(kind: string, heard: (detail: never) => void): void {
    document.addEventListener(`standIn:${own}:${kind}`, (event) => {
      incoming = event.target instanceof HTMLInputElement ? [...(event.target.files ?? [])] : [];
      heard(JSON.parse((event as CustomEvent<string>).detail) as never);
    });
  }

  const link: Link = {
    ask: (message) => {
      answered = null;
      dispatch('ask', message);
      return answered ?? { ok: false, message: 'The other world does not answer.' };
    },
    onAsk: (answer) => {
      asked = answer;
    },
    encode: (value) => {
      requireDepth(value);
      return wire.encode(value, refs);
    },
    decode: (json) => wire.decode(json, found),
  };
  listen('ask', (message: Ask) => {
    let answer: Answer;
    try {
      const call = message.kind === 'call' ? functions[message.id] : undefined;
      answer =
        message.kind === 'call' && call !== undefined
          ? { ok: true, value: link.encode(call(...(link.decode(message.args) as unknown[]))) }
          : asked(message);
    } catch (error) {
      answer = { ok: false, message: error instanceof Error ? error.message : String(error) };
    }
    dispatch('answer', answer);
  });
  listen('answer', (answer: Answer) => {
    answered = answer;
  });
  listen('settle', ({ id, ok, value }: { id: number; ok: boolean; value: unknown }) => {
    const waiting = promises.get(id);
    promises.delete(id);
    if (ok) waiting?.resolve(link.decode(value));
    else waiting?.reject(link.decode(value));
  });
  return link;
}

/** Runs the preload with what a sandboxed preload may require. */
function isolatedWorld(
  wire: Wire,
  link: typeof makeLink,
  { file, syncPath, bindingName }: PreloadSource,
  preload: (require: unknown, process: unknown, exports: unknown, module: unknown) => void,
): void {
  const world = globalThis as unknown as IsolatedGlobals & Record<string, (text: string) => void>;
  // Taken before a page could replace it, and out of the page's reach: only this world has it.
  const binding = world[bindingName];
  const tell = (message: PageMessage): void => binding?.(JSON.stringify(message));
  const bridge = link(wire, 'isolated', 'main');
  const listeners = new Map<string, ((event: unknown, ...args: unknown[]) => void)[]>();
  const calls = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>();
  const files: KnownFile[] = [];
  let lastCall = 0;

  const ipcRenderer = {
    on: (channel: string, listener: (event: unknown, ...args: unknown[]) => void) => {
      const all = listeners.get(channel) ?? [];
      listeners.set(channel, [...all, listener]);
      // Like Node's emitter in Electron.
      if (all.length === 10) console.error(`MaxListenersExceededWarning: 11 ${channel} listeners added.`);
      return ipcRenderer;
    },
    off: (channel: string, listener: (event: unknown, ...args: unknown[]) => void) => {
      const all = listeners.get(channel) ?? [];
      const last = all.lastIndexOf(listener);
      listeners.set(channel, last < 0 ? all : all.toSpliced(last, 1));
      return ipcRenderer;
    },
    send: (channel: string, ...args: unknown[]) => tell({ kind: 'send', channel, args: wire.encode(args) }),
    invoke: (channel: string, ...args: unknown[]) =>
      new Promise((resolve, reject) => {
        lastCall += 1;
        calls.set(lastCall, { resolve, reject });
        tell({ kind: 'invoke', id: lastCall, channel, args: wire.encode(args) });
      }),
    sendSync: (channel: string, ...args: unknown[]) => {
      const request = new XMLHttpRequest();
      request.open('POST', syncPath, false);
      request.send(JSON.stringify({ channel, args: wire.encode(args) }));
      return wire.decode(JSON.parse(request.responseText));
    },
  };
  world.standInReply = (id, isDone, value) => {
    const call = calls.get(id);
    calls.delete(id);
    if (isDone) call?.resolve(wire.decode(value));
    else call?.reject(new Error(String(value)));
  };
  world.standInEvent = (channel, args) => {
    const event = { sender: ipcRenderer, ports: [] };
    for (const listener of listeners.get(channel) ?? []) listener(event, ...(wire.decode(args) as unknown[]));
  };
  world.standInFiles = (handed) => void files.push(...handed);

  const exposed: Record<string, unknown> = {};
  bridge.onAsk(() => ({ ok: true, value: exposed }));
  const electron = {
    ipcRenderer,
    contextBridge: {
      exposeInMainWorld: (name: string, api: unknown) => {
        if (name in exposed) throw new Error('Cannot bind an API on top of an existing property on the window object');
        exposed[name] = bridge.encode(api);
      },
    },
    webUtils: {
      getPathForFile: (given: unknown) => {
        if (!(given instanceof File)) throw new TypeError('Argument must be a File');
        return files.find(({ name, size }) => name === given.name && size === given.size)?.path ?? '';
      },
    },
  };
  const require = (name: string): unknown => {
    if (/^electron(?:\/(?:common|renderer))?$/.test(name)) return electron;
    throw new Error(`module not found: ${name}`);
  };
  const module = { exports: {} };
  try {
    preload(require, { type: 'renderer', sandboxed: true, contextIsolated: true }, module.exports, module);
  } catch (error) {
    console.error(`Unable to load preload script: ${file}`);
    tell({ kind: 'preloadError', message: error instanceof Error ? String(error.stack) : String(error) });
  }
}

/** Puts what the preload has exposed on the page's `window`, frozen. */
function mainWorld(wire: Wire, link: typeof makeLink): void {
  const bridge = link(wire, 'main', 'isolated');
  const freeze = (value: unknown): unknown => {
    if (value === null || typeof value !== 'object' || value instanceof Promise || Object.isFrozen(value)) return value;
    Object.freeze(value);
    for (const one of Object.values(value)) freeze(one);
    return value;
  };
  const answer = bridge.ask({ kind: 'exposed' });
  if (!answer.ok) throw new Error(answer.message);
  for (const [name, value] of Object.entries(answer.value as Record<string, unknown>)) {
    Object.defineProperty(window, name, { value: freeze(bridge.decode(value)), enumerable: true });
  }
}

import { JSDOM } from 'jsdom';
import { afterAll, afterEach, expect } from 'vitest';

/**
 * The browser's globals for React, Mantine and AG Grid, of jsdom. What Node has itself stays Node's, but for what
 * events and elements are made of: main runs in this very process, and its fetch, URLs and abort signals must be its
 * own.
 */
const { window } = new JSDOM('<!doctype html><html lang="en"><body><div id="root"></div></body></html>', {
  url: 'http://127.0.0.1/',
  pretendToBeVisual: true,
});

const ofThePage = new Set([
  'CustomEvent',
  'Event',
  'FormData',
  'MessageEvent',
  'localStorage',
  'navigator',
  'sessionStorage',
]);
const page = window as unknown as Record<string, unknown>;
for (const name of Object.getOwnPropertyNames(window)) {
  if (name in globalThis && !ofThePage.has(name)) continue;
  Object.defineProperty(globalThis, name, { configurable: true, writable: true, value: page[name] });
}
Object.assign(globalThis, { window: globalThis, IS_REACT_ACT_ENVIRONMENT: false });
for (const name of ['addEventListener', 'removeEventListener', 'dispatchEvent'] as const) {
  Object.defineProperty(globalThis, name, { configurable: true, writable: true, value: window[name].bind(window) });
}

/** A screen of this size: jsdom lays nothing out, and the table draws no more rows than there is room for. */
const [width, height] = [1280, 800];
const sizes = { clientWidth: width, clientHeight: height, offsetWidth: width, offsetHeight: height };
for (const [name, value] of Object.entries(sizes)) {
  Object.defineProperty(window.HTMLElement.prototype, name, { configurable: true, get: () => value });
}

/** Tells the size once, as a browser does; it never changes here. */
class FixedSize {
  readonly #tell: ResizeObserverCallback;

  constructor(tell: ResizeObserverCallback) {
    this.#tell = tell;
  }

  observe(target: Element): void {
    const contentRect = { x: 0, y: 0, width, height, top: 0, left: 0, right: width, bottom: height };
    queueMicrotask(() => this.#tell([{ target, contentRect } as ResizeObserverEntry], this));
  }

  unobserve(): void {}

  disconnect(): void {}
}

/** Everything is seen. */
class AllSeen extends FixedSize {
  constructor(tell: IntersectionObserverCallback) {
    super(([entry], observer) => {
      const seen = { target: entry?.target, isIntersecting: true };
      tell([seen as unknown as IntersectionObserverEntry], observer as never);
    });
  }
}

Object.assign(globalThis, {
  ResizeObserver: FixedSize,
  IntersectionObserver: AllSeen,
  matchMedia: (media: string) => ({
    media,
    matches: false,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
    addListener: () => undefined,
    removeListener: () => undefined,
  }),
});
window.HTMLElement.prototype.scrollTo = () => undefined;
window.HTMLElement.prototype.checkVisibility = () => true;
window.HTMLElement.prototype.scrollIntoView = () => undefined;

/** Node's abort signals end jsdom's listeners too, which would only know its own. */
const { prototype } = window.EventTarget;
// oxlint-disable-next-line typescript/unbound-method -- it is called with each target.
const listen = prototype.addEventListener;
prototype.addEventListener = function addListener(this: EventTarget, type, listener, options) {
  if (typeof options !== 'object' || options.signal === undefined) {
    listen.call(this, type, listener, options);
    return;
  }
  const { signal, ...rest } = options;
  if (signal.aborted) return;
  listen.call(this, type, listener, rest);
  signal.addEventListener('abort', () => this.removeEventListener(type, listener, rest), { once: true });
};

/** What React has found wrong with what was drawn. */
const faults: string[] = [];

// Printed whole, a node of React's is hundreds of lines.
for (const level of ['warn', 'error'] as const) {
  // oxlint-disable-next-line no-console -- it is the console itself.
  const { [level]: say } = console;
  console[level] = (...said: unknown[]) => {
    if (/same key|unique "key"/.test(String(said[0]))) faults.push(said.map(String).join(' ').slice(0, 300));
    say(...said.map((one) => (one instanceof window.Node ? `<${one.nodeName.toLowerCase()}>` : one)));
  };
}

// Every font is there.
const fonts = Object.assign(new window.EventTarget(), { ready: Promise.resolve(), status: 'loaded' });
Object.defineProperty(window.document, 'fonts', { value: fonts });

// Two rows with one key are shown twice, or not at all.
afterEach(() => expect(faults.splice(0)).toEqual([]));
afterAll(() => window.close());

import { connect, Connection, type CDPSession } from 'puppeteer-core';
import { setup } from './state.ts';

/**
 * The Chromium that draws the windows: one that the test has started, so that it outlives a killed app by no more than
 * that.
 */
export interface Chromium {
  readonly root: CDPSession;
  readonly attach: (targetId: string) => Promise<CDPSession>;
}

let connected: Promise<Chromium> | null = null;

/** Connects to it; every later call gets the same connection. */
export function chromium(): Promise<Chromium> {
  connected ??= connectTo(setup.endpoint);
  return connected;
}

async function connectTo(browserWSEndpoint: string): Promise<Chromium> {
  // Puppeteer is only the client of the protocol here: it looks at no page by itself.
  const browser = await connect({
    browserWSEndpoint,
    defaultViewport: null,
    targetFilter: () => false,
    protocolTimeout: 0,
  });
  const root = await browser.target().createCDPSession();
  const connection = Connection.fromSession(root);
  if (connection === undefined) throw new Error('Chromium has gone.');
  const unknown = { type: 'page', title: '', url: '', attached: false, canAccessOpener: false };
  return { root, attach: (targetId) => connection.createSession({ ...unknown, targetId }) };
}

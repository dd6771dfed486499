import { connect, Connection, type CDPSession } from 'puppeteer-core';
import { setup } from './state.ts';

/** The Chromium that draws the windows. The test starts it, so that it does not outlive a killed app for long. */
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
  // Puppeteer is only the protocol's client here: it attaches to no page on its own.
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

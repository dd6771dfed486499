import { connect, Connection, type Browser, type CDPSession } from 'puppeteer-core';
import { setup } from './state.ts';

/** The Chromium that draws the windows: one that the test has started, so that it outlives a killed app by no more than that. */
export interface Chromium {
  readonly root: CDPSession;
  attach(targetId: string): Promise<CDPSession>;
}

let browser: Promise<Browser> | null = null;

/** Connects to it; every later call gets the same connection. */
export async function chromium(): Promise<Chromium> {
  // Puppeteer is only the client of the protocol here: it looks at no page by itself.
  browser ??= connect({
    browserWSEndpoint: setup.endpoint,
    defaultViewport: null,
    targetFilter: () => false,
    protocolTimeout: 0,
  });
  const root = await (await browser).target().createCDPSession();
  return {
    root,
    attach: async (targetId) => {
      const connection = Connection.fromSession(root);
      if (connection === undefined) throw new Error('Chromium has gone.');
      const { targetInfo } = await root.send('Target.getTargetInfo', { targetId });
      return await connection.createSession(targetInfo);
    },
  };
}

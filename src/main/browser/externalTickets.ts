import { randomBytes } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { ExternalOpener, WindowOpener } from '#main/ports.ts';
import { AppError } from '#shared/errors.ts';
import { replyText } from '#main/shellCommon/replies.ts';
import type { TabHub } from './tabHub.ts';

/** How many addresses wait to be opened; a tab that was told opens at once, so only blocked ones stay. */
const maxWaiting = 50;

/** Opens addresses and windows through the tab that asked. */
export interface ExternalTickets {
  readonly external: ExternalOpener;
  readonly windows: WindowOpener;
  /** Answers `GET /go/<ticket>` with a redirect, once. */
  answer(ticket: string, response: ServerResponse): void;
}

/**
 * The tab gets a ticket, not the address: the admin site's address carries the token, which must not reach the page
 * (S28). Only the new tab, which is foreign to the page, follows the redirect.
 */
export function createExternalTickets(tabs: TabHub): ExternalTickets {
  const waiting = new Map<string, string>();
  return {
    external: {
      open: async (url) => {
        const ticket = randomBytes(24).toString('base64url');
        waiting.set(ticket, url);
        const [oldest] = waiting.keys();
        if (waiting.size > maxWaiting && oldest !== undefined) waiting.delete(oldest);
        if (!tabs.send({ type: 'open', url: `/go/${ticket}`, ownWindow: false })) throw noTab();
      },
    },
    windows: {
      openRoute: async (path) => {
        if (!tabs.send({ type: 'open', url: path, ownWindow: true })) throw noTab();
      },
      // A tab has asked for what it shows by its address, and its socket keeps the events that it has missed.
      pageListens: () => undefined,
    },
    answer: (ticket, response) => {
      const url = waiting.get(ticket);
      if (url === undefined || response.req.method !== 'GET') {
        replyText(response, 404, 'This link was used already.');
        return;
      }
      waiting.delete(ticket);
      response.writeHead(302, { location: url, 'content-length': 0 });
      response.end();
    },
  };
}

function noTab(): AppError {
  return new AppError('unavailable', 'No page of Winnow is open to show this.');
}

import { randomBytes, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, rm, stat } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { FileSaver, SavedKind, ExternalOpener, WindowOpener } from '#main/ports.ts';
import { safeFileName } from '#main/shellCommon/texts.ts';
import { replyText } from '#main/shellCommon/pageFiles.ts';
import { AppError } from '#shared/errors.ts';
import type { TabHub } from './tabHub.ts';

interface Ready {
  readonly path: string;
  readonly name: string;
  readonly kind: SavedKind;
}

const contentTypes: Readonly<Record<SavedKind, string>> = {
  csv: 'text/csv; charset=utf-8',
  pdf: 'application/pdf',
  zip: 'application/zip',
};

/**
 * Saving in the browser shell: the file is written beside the workspace and fetched once, with a ticket in its address.
 */
export interface Downloads {
  readonly saver: FileSaver;
  /** Answers `GET /download/<ticket>`. */
  answer(ticket: string, response: ServerResponse): Promise<void>;
}

/** Keeps unfinished and waiting files in `<temporary>/downloads`. */
export function createDownloads(temporary: string): Downloads {
  const ready = new Map<string, Ready>();
  const folder = join(temporary, 'downloads');
  return {
    saver: {
      choose: async (suggestedName, kind) => {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        const name = safeFileName(suggestedName, kind);
        const path = join(folder, `${randomUUID()}.${kind}`);
        return {
          name,
          path,
          finish: async () => {
            const ticket = randomBytes(24).toString('base64url');
            ready.set(ticket, { path, name, kind });
            return `/download/${ticket}`;
          },
        };
      },
    },
    answer: async (ticket, response) => {
      const file = ready.get(ticket);
      if (file === undefined || response.req.method !== 'GET') {
        replyText(response, 404, 'This file was already downloaded. Export again for a new one.');
        return;
      }
      ready.delete(ticket);
      const { size } = await stat(file.path);
      response.writeHead(200, {
        'content-type': contentTypes[file.kind],
        'content-length': size,
        'content-disposition': attachment(file.name),
      });
      try {
        await pipeline(createReadStream(file.path), response);
      } catch (error) {
        // Whoever has left in the middle exports again.
        if (!isLeft(error)) throw error;
      } finally {
        await rm(file.path, { force: true });
      }
    },
  };
}

/** Whether whoever was answered has gone before the end. */
function isLeft(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE';
}

/** RFC 6266: the exact name for current browsers and a plain one for others. */
function attachment(name: string): string {
  const plain = name.replaceAll(/[^\x20-\x7e]|["%\\]/g, '_');
  const exact = encodeURIComponent(name).replaceAll(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
  return `attachment; filename="${plain}"; filename*=UTF-8''${exact}`;
}

/** How many addresses wait to be opened; tabs open theirs at once, so only blocked ones stay. */
const maxWaiting = 50;

/** Opens addresses and windows through the tab that asked. */
export interface ExternalTickets {
  readonly external: ExternalOpener;
  readonly windows: WindowOpener;
  /** Answers `GET /go/<ticket>` with a redirect, once. */
  answer(ticket: string, response: ServerResponse): void;
}

/**
 * The tab gets a ticket, not the address: the admin site's address contains the token, which must not reach the page
 * (S28). Only the new tab, which is isolated from the page, follows the redirect.
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
      // A tab knows its route from its address, and its socket replays the events it has missed.
      pageListens: () => undefined,
    },
    answer: (ticket, response) => {
      const url = waiting.get(ticket);
      if (url === undefined || response.req.method !== 'GET') {
        replyText(response, 404, 'This link has already been used.');
        return;
      }
      waiting.delete(ticket);
      response.writeHead(302, { location: url, 'content-length': 0 });
      response.end();
    },
  };
}

function noTab(): AppError {
  return new AppError('unavailable', 'Winnow is not open in any tab.');
}

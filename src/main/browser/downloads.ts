import { randomBytes, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, rm, stat } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { FileSaver } from '#main/ports.ts';
import { safeFileName } from '#main/shellCommon/fileName.ts';
import { replyText } from '#main/shellCommon/replies.ts';

interface Ready {
  readonly path: string;
  readonly name: string;
}

/**
 * Saving in the browser shell: the file is written beside the workspace and fetched once by a ticket in its address.
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
            ready.set(ticket, { path, name });
            return `/download/${ticket}`;
          },
        };
      },
    },
    answer: async (ticket, response) => {
      const file = ready.get(ticket);
      if (file === undefined || response.req.method !== 'GET') {
        replyText(response, 404, 'This download was fetched already. Export again for a new one.');
        return;
      }
      ready.delete(ticket);
      const { size } = await stat(file.path);
      response.writeHead(200, {
        'content-type': file.path.endsWith('.pdf') ? 'application/pdf' : 'text/csv; charset=utf-8',
        'content-length': size,
        'content-disposition': attachment(file.name),
      });
      try {
        await pipeline(createReadStream(file.path), response);
      } finally {
        await rm(file.path, { force: true });
      }
    },
  };
}

/** RFC 6266: the exact name for today's browsers and a plain one for others. */
function attachment(name: string): string {
  const plain = name.replaceAll(/[^\x20-\x7e]|["%\\]/g, '_');
  const exact = encodeURIComponent(name).replaceAll(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
  return `attachment; filename="${plain}"; filename*=UTF-8''${exact}`;
}

import { existsSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { contentPolicy, newNonce, pageWithNonce } from '#main/shellCommon/contentPolicy.ts';
import { answerFor, readPageFiles, type PageFile } from '#main/shellCommon/pageFiles.ts';
import { reply, replyText } from '#main/shellCommon/replies.ts';

const inflate = promisify(gunzip);

/** The built renderer, as the browser shell serves it. */
export interface Pages {
  /** Answers `GET` and `HEAD` of a path: a file, the page for a route of the app, or 404. */
  answer(path: string, response: ServerResponse): Promise<void>;
}

/** What a file holds, and whether it is compressed: scripts and style sheets are, by the build. */
interface Content {
  readonly bytes: Buffer;
  readonly isCompressed: boolean;
}

/**
 * Serves the files below `root`; `socket` is the origin of the event socket, for the page's policy. The files are read
 * now, so that a page goes on working while a new build is put in their place; source maps are left on the disk.
 */
export function createPages(root: string, socket: string): Pages {
  const files = readPageFiles(root);
  const page = readFileSync(join(root, 'index.html'), 'utf8');
  const contents = new Map<string, Content>();
  for (const { path } of files.values()) if (!path.endsWith('.map')) contents.set(path, readContent(path));

  function servePage(response: ServerResponse): void {
    const nonce = newNonce();
    reply(response, 200, pageWithNonce(page, nonce), {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': contentPolicy(nonce, socket),
    });
  }

  async function serveFile({ path, type, hashed }: PageFile, response: ServerResponse): Promise<void> {
    const headers = {
      'content-type': type,
      'cache-control': hashed ? 'private, max-age=31536000, immutable' : 'no-cache',
    };
    const { bytes, isCompressed } = contents.get(path) ?? { bytes: await readFile(path), isCompressed: false };
    if (!isCompressed) reply(response, 200, bytes, headers);
    else if (/\bgzip\b/.test(response.req.headers['accept-encoding'] ?? '')) {
      reply(response, 200, bytes, { ...headers, 'content-encoding': 'gzip', vary: 'accept-encoding' });
    } else reply(response, 200, await inflate(bytes), { ...headers, vary: 'accept-encoding' });
  }

  return {
    answer: async (path, response) => {
      const answer = answerFor(path, files);
      switch (answer.kind) {
        case 'file':
          await serveFile(answer.file, response);
          return;
        case 'page':
          servePage(response);
          return;
        case 'notFound':
          replyText(response, 404, 'Page not found');
      }
    },
  };
}

function readContent(path: string): Content {
  const compressed = `${path}.gz`;
  return existsSync(compressed)
    ? { bytes: readFileSync(compressed), isCompressed: true }
    : { bytes: readFileSync(path), isCompressed: false };
}

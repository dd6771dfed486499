import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { contentPolicy, newNonce, pageWithNonce } from '#main/shellCommon/contentPolicy.ts';
import { answerFor, readPageFiles, type PageFile } from '#main/shellCommon/pageFiles.ts';
import { reply, replyText } from './replies.ts';

const compress = promisify(gzip);
const compressible = /^(?:text|application\/json|image\/svg)/;

/** The built renderer, as the browser shell serves it. */
export interface Pages {
  /** Answers `GET` and `HEAD` of a path: a file, the page for a route of the app, or 404. */
  answer(path: string, response: ServerResponse): Promise<void>;
}

/**
 * Serves the files below `root`; `socket` is the origin of the event socket, for the page's policy. The files are read
 * now, so that a page goes on working while a new build is put in their place; source maps are left on the disk.
 */
export function createPages(root: string, socket: string): Pages {
  const files = readPageFiles(root);
  const page = readFileSync(join(root, 'index.html'), 'utf8');
  const contents = new Map<string, Buffer>();
  for (const { path } of files.values()) if (!path.endsWith('.map')) contents.set(path, readFileSync(path));
  const compressed = new Map<string, Promise<Buffer>>();

  async function contentOf({ path }: PageFile): Promise<Buffer> {
    return contents.get(path) ?? (await readFile(path));
  }

  function servePage(response: ServerResponse): void {
    const nonce = newNonce();
    reply(response, 200, pageWithNonce(page, nonce), {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': contentPolicy(nonce, socket),
    });
  }

  async function serveFile(file: PageFile, response: ServerResponse): Promise<void> {
    const headers = {
      'content-type': file.type,
      'cache-control': file.hashed ? 'private, max-age=31536000, immutable' : 'no-cache',
    };
    const takesGzip = /\bgzip\b/.test(response.req.headers['accept-encoding'] ?? '');
    if (!takesGzip || !compressible.test(file.type)) {
      reply(response, 200, await contentOf(file), headers);
      return;
    }
    const body = compressed.get(file.path) ?? contentOf(file).then((content) => compress(content));
    compressed.set(file.path, body);
    reply(response, 200, await body, { ...headers, 'content-encoding': 'gzip', vary: 'accept-encoding' });
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

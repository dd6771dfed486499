import { readdirSync } from 'node:fs';
import { extname, join } from 'node:path';

/** One file of the built renderer. */
export interface PageFile {
  readonly path: string;
  readonly type: string;
  /** Its name carries a hash of its content, so it may be kept for ever. */
  readonly hashed: boolean;
}

/** Address path (`/assets/main-ab12.js`) to file. The map is made once; nothing outside it can be asked for. */
export type PageFiles = ReadonlyMap<string, PageFile>;

/** What an address path leads to. */
export type PageAnswer = { readonly kind: 'file'; readonly file: PageFile } | { readonly kind: 'page' | 'notFound' };

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.woff': 'font/woff',
  '.woff2': 'font/woff2',
};

/** The files below `root`. Symbolic links and files of a type that no page needs are left out. */
export function readPageFiles(root: string): PageFiles {
  const files = new Map<string, PageFile>();
  const visit = (folder: string, address: string): void => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name);
      const type = types[extname(entry.name)];
      if (entry.isDirectory()) visit(path, `${address}${entry.name}/`);
      else if (entry.isFile() && type !== undefined) {
        files.set(address + entry.name, { path, type, hashed: address === '/assets/' });
      }
    }
  };
  visit(root, '/');
  return files;
}

/**
 * What to answer for the path of an address, as it was sent. Files are found by their exact name only; a path that
 * could be a route of the app gets the page, which knows its routes itself; everything else is not found (S2).
 */
export function answerFor(path: string, files: PageFiles): PageAnswer {
  if (path === '/index.html') return { kind: 'notFound' };
  const file = files.get(path);
  if (file !== undefined) return { kind: 'file', file };
  return { kind: isRoute(path) ? 'page' : 'notFound' };
}

/** Whether a path could be a route of the app: no dot, backslash, empty segment, control character or escape of one. */
function isRoute(path: string): boolean {
  const plain = path.length <= 2000 && /^\/[\x21-\x7e]*$/.test(path);
  return plain && !/[.\\]|\/\/|%(?:[01]|2e|2f|5c|7f)/i.test(path);
}

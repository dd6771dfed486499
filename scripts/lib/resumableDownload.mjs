/**
 * Downloads a file over HTTP for as long as bytes arrive, and resumes where an earlier attempt stopped: Electron's own
 * downloader starts over each time and has only one timeout, for the whole download.
 */
import {
  createWriteStream,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** An attempt that brought bytes is followed by another, but not forever. */
const maxAttempts = 8;

/**
 * Downloads to `target` through `<part>`, which stays if it fails.
 * @param {object} options
 * @param {string} options.url
 * @param {string} options.target
 * @param {string} options.part what has arrived so far; a file beside it says what it is a part of
 * @param {number} options.stallMs how long no bytes may arrive
 * @param {(received: number, total: number) => void} options.onProgress `total` is 0 if the server does not say
 */
export async function download({ url, target, part, stallMs, onProgress }) {
  mkdirSync(path.dirname(part), { recursive: true });
  mkdirSync(path.dirname(target), { recursive: true });
  for (let attempt = 1; ; attempt++) {
    const before = sizeOf(part);
    try {
      await receive(url, part, stallMs, onProgress);
      break;
    } catch (error) {
      const mayGoOn = attempt < maxAttempts && sizeOf(part) > before && !(error instanceof Refusal);
      if (!mayGoOn) throw error;
    }
  }
  rmSync(`${part}.json`, { force: true });
  renameSync(part, target);
}

/** The server refused the request, or no longer has the file that `part` belongs to. */
class Refusal extends Error {}

/**
 * @param {string} url
 * @param {string} part
 * @param {number} stallMs
 * @param {(received: number, total: number) => void} onProgress
 */
async function receive(url, part, stallMs, onProgress) {
  const stall = new AbortController();
  const stopAt = () => setTimeout(() => stall.abort(new Error(`no byte came for ${stallMs / 1000} seconds`)), stallMs);
  let timer = stopAt();
  try {
    const had = canGoOn(url, part) ? sizeOf(part) : 0;
    const headers = { 'accept-encoding': 'identity', ...(had > 0 && goOnHeaders(part, had)) };
    const response = await fetch(url, { headers, signal: stall.signal });
    if (response.status === 416) {
      // The part is longer than the file, so it belongs to another file.
      rmSync(part, { force: true });
      throw new Refusal('what had arrived belongs to another file');
    }
    if (!response.ok || response.body === null) throw new Refusal(`the server answered ${response.status}`);
    const goesOn = response.status === 206;
    let received = goesOn ? had : 0;
    const length = Number(response.headers.get('content-length') ?? 0);
    const total = length === 0 ? 0 : received + length;
    const validator = response.headers.get('etag') ?? response.headers.get('last-modified') ?? '';
    writeFileSync(`${part}.json`, JSON.stringify({ url, validator }));
    onProgress(received, total);
    const count = async function* (/** @type {AsyncIterable<Uint8Array>} */ chunks) {
      for await (const chunk of chunks) {
        clearTimeout(timer);
        timer = stopAt();
        received += chunk.length;
        onProgress(received, total);
        yield chunk;
      }
    };
    await pipeline(Readable.fromWeb(response.body), count, createWriteStream(part, { flags: goesOn ? 'a' : 'w' }));
    if (total !== 0 && received !== total) throw new Error('the connection ended early');
  } catch (error) {
    throw stall.signal.aborted ? stall.signal.reason : plain(error);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Whether what has arrived is the start of the file at the address.
 * @param {string} url
 * @param {string} part
 */
function canGoOn(url, part) {
  return sizeOf(part) > 0 && noted(part).url === url;
}

/**
 * @param {string} part
 * @param {number} had
 */
function goOnHeaders(part, had) {
  const { validator } = noted(part);
  // A weak validator does not identify bytes; the checksum of the whole file is checked at the end anyway.
  const ifSame = validator === '' || validator.startsWith('W/') ? {} : { 'if-range': validator };
  return { range: `bytes=${had}-`, ...ifSame };
}

/**
 * @param {string} part
 * @returns {{ url: string, validator: string }}
 */
function noted(part) {
  try {
    return JSON.parse(readFileSync(`${part}.json`, 'utf8'));
  } catch {
    return { url: '', validator: '' };
  }
}

/** @param {string} file */
function sizeOf(file) {
  return existsSync(file) ? statSync(file).size : 0;
}

/**
 * `fetch` hides the reason of a failure in the cause.
 * @param {unknown} error
 */
function plain(error) {
  if (error instanceof Refusal || !(error instanceof Error)) return error;
  const cause = /** @type {{ code?: string, message?: string } | undefined} */ (error.cause);
  return new Error(cause?.message || cause?.code || error.message, { cause: error });
}

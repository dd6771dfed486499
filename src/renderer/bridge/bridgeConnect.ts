import { uploadReplySchema, keyHeader } from '#shared/bridge/browserWire.ts';
import { handFiles } from '#shared/bridge/contract.ts';
import { AppError } from '#shared/errors.ts';
import { errorWireSchema } from '#shared/errorSchemas.ts';
import { createBrowserBridge } from './browserBridge.ts';
import { openBrowserSession, sessionKey, shareKeyWithOtherTabs, waitForKeyOfAnotherTab } from './browserSession.ts';

/** Whether this page may call the shell; if not, `message` tells the user why. */
export type BridgeConnection = { readonly ok: true } | { readonly ok: false; readonly message: string };

/**
 * Makes `window.winnow` ready: Electron's preload has already put it there; in the browser shell this page signs itself
 * in. Call it once, before anything is drawn.
 */
export async function connectBridge(): Promise<BridgeConnection> {
  if (window.winnow !== undefined) return { ok: true };
  try {
    const session = await openBrowserSession();
    if (session === null) {
      waitForKeyOfAnotherTab();
      return {
        ok: false,
        message: 'Winnow was restarted. Use the newly opened tab, or run `npm start` for a new link.',
      };
    }
    window.winnow = createBrowserBridge(session);
    shareKeyWithOtherTabs();
    return { ok: true };
  } catch {
    return { ok: false, message: 'Winnow is not running. Run `npm start` for a new link.' };
  }
}

/**
 * Hands dropped or chosen files to the shell and returns the tokens that stand for them in `workspace.inspect`. If the
 * shell can, it reads files in place; otherwise it keeps private copies until it ends. Throws an `AppError`.
 */
export async function handOverFiles(files: readonly File[], signal?: AbortSignal): Promise<string[]> {
  if (window.winnow === undefined) throw new AppError('not_initialized', 'Winnow is not connected yet.');
  const { capabilities, largestUpload } = window.winnow.info;
  const preload = window.winnow as unknown as { call(name: string, files: readonly File[]): Promise<string[]> };
  const inPlace = capabilities.filesInPlace ? await preload.call(handFiles, files) : [];
  const tokens: string[] = [];
  for (const [index, file] of files.entries()) {
    const token = inPlace[index] ?? '';
    tokens.push(token === '' ? await upload(file, largestUpload, signal) : token);
  }
  return tokens;
}

async function upload(file: File, largest: number, signal?: AbortSignal): Promise<string> {
  if (file.size > largest) {
    const megabytes = Math.floor(largest / 1_000_000);
    throw new AppError(
      'payload_too_large',
      `${file.name} is larger than ${megabytes} MB. Save it on this computer and choose it there.`,
    );
  }
  let response: Response;
  try {
    const about = new URLSearchParams({ name: file.name, changed: String(file.lastModified) });
    response = await fetch(`/upload?${about.toString()}`, {
      method: 'POST',
      headers: { 'content-type': 'application/octet-stream', [keyHeader]: sessionKey() },
      body: file,
      signal: signal ?? null,
    });
  } catch (error) {
    const stopped = signal?.aborted === true;
    throw new AppError(
      stopped ? 'cancelled' : 'connection_lost',
      stopped ? 'Cancelled.' : 'The file could not be sent.',
      {
        cause: error,
      },
    );
  }
  const reply: unknown = await response.json();
  if (response.ok) return uploadReplySchema.parse(reply).token;
  const refused = errorWireSchema.safeParse(reply);
  throw refused.success ? AppError.fromWire(refused.data) : new AppError('bad_reply', 'The file was not accepted.');
}

/** The nonce that styles made by libraries must carry (S3); `''` if the page has none. */
export function styleNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';
}

import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { AreaCalls, CallOutput, CallRequest } from '#shared/bridge/contract.ts';
import { AppError } from '#shared/errors.ts';
import type { FileOpener, OpenedFile } from '../ports.ts';
import type { ApiClient } from './api/apiClient.ts';

interface KnownFilesDeps {
  readonly opener: FileOpener;
  readonly client: () => ApiClient;
}

/**
 * Gives files of known companies to the API, the local one and a server's alike: there everything else is done, and
 * each user has what they know for themselves. Its methods are the bridge's calls `known.…`.
 */
export class KnownFiles implements AreaCalls<'known'> {
  readonly #deps: KnownFilesDeps;

  constructor(deps: KnownFilesDeps) {
    this.#deps = deps;
  }

  async chooseFile(_input: null, { client }: { readonly client: string }): Promise<CallOutput<'known.chooseFile'>> {
    const [file] = await this.#deps.opener.choose(client);
    return file === undefined ? null : this.#sent(file);
  }

  async send({ token }: CallRequest<'known.send'>): Promise<CallOutput<'known.send'>> {
    const file = this.#deps.opener.resolve(token);
    if (file === null) throw new AppError('not_found', 'The file is no longer available. Choose it again.');
    return this.#sent(file);
  }

  async #sent({ path, name }: OpenedFile): Promise<CallOutput<'known.send'>> {
    const { size, mtime } = await stat(path).catch((cause: unknown) => Promise.reject(notReadable(name, cause)));
    const bytes = size === 0 ? [] : createReadStream(path, { end: size - 1 });
    const { token } = await this.#deps.client().request(
      'sendKnownFile',
      {
        query: { name, changed: mtime.toISOString() },
        body: { length: size, bytes: bytes as AsyncIterable<Uint8Array> },
      },
      { deadlineMs: sendMs },
    );
    return { token, file: name };
  }
}

/** The longest that sending a file may take, in milliseconds. */
const sendMs = 600_000;

function notReadable(name: string, cause: unknown): AppError {
  return new AppError('bad_file', `“${name}” cannot be read.`, { cause });
}

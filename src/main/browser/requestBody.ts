import type { IncomingMessage } from 'node:http';
import { parseBoundedJson } from '#shared/boundedJson.ts';
import { AppError } from '#shared/errors.ts';

/**
 * Reads a JSON body of at most `limit` bytes. A form or plain text is refused before it is read, because a foreign page
 * could send those without being asked (S20).
 */
export async function readJsonBody(request: IncomingMessage, limit: number): Promise<unknown> {
  if (!/^application\/json(?:; ?charset=utf-8)?$/i.test(request.headers['content-type'] ?? '')) {
    throw new AppError('bad_request', 'The body must be JSON.');
  }
  const bytes = await readBody(request, limit);
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    throw new AppError('bad_request', 'The body is not UTF-8.', { cause: error });
  }
  return parseBoundedJson(text);
}

async function readBody(request: IncomingMessage, limit: number): Promise<Buffer> {
  const tooLarge = (): AppError => new AppError('payload_too_large', `The body is larger than ${limit} bytes.`);
  if (Number(request.headers['content-length'] ?? 0) > limit) throw tooLarge();
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > limit) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

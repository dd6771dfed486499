import { ApiFailure } from './apiFailure.ts';

/** Reads a whole answer as UTF-8, at most `limit` bytes of it, unpacked (F12). Throws `bad_reply` beyond. */
export async function readText(response: Response, limit: number): Promise<string> {
  if (response.body === null) return '';
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body) {
    size += chunk.byteLength;
    if (size > limit) throw new ApiFailure('bad_reply', 'The server’s answer is larger than it may be.');
    chunks.push(chunk);
  }
  return new TextDecoder().decode(Buffer.concat(chunks));
}

/**
 * Byte text: UTF-8 as a string of one character for each byte. What is cut out of stored JSON and sent on is never
 * decoded or encoded so, which takes longer than a search; quotes, commas and brackets are ASCII, and therefore
 * themselves.
 */

/** The byte text of bytes in UTF-8. */
export function byteTextOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
}

/** The byte text of a usual text. */
export function toByteText(text: string): string {
  return byteTextOf(Buffer.from(text));
}

/** The bytes of a byte text. */
export function bytesOfText(byteText: string): Uint8Array<ArrayBuffer> {
  return Buffer.from(byteText, 'latin1');
}

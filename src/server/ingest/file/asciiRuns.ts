import { isAscii } from 'node:buffer';

/** Bytes of one chunk, either all ASCII or with other characters among them. */
export interface Run {
  readonly bytes: Buffer;
  readonly ascii: boolean;
}

/** Fewest bytes looked at together: about a line of a company list. */
const pieceBytes = 1024;

const lineFeed = 0x0a;

/**
 * Cuts a chunk at line ends into runs that are ASCII and runs that are not. One accent makes all of a decoded text, and
 * every cell cut from it, take two bytes a character, and everything done with them slower; few lines have one.
 */
export function* asciiRuns(chunk: Buffer): Generator<Run> {
  let from = 0;
  let ascii = true;
  for (let at = 0; at < chunk.length;) {
    const lineEnd = chunk.indexOf(lineFeed, at + pieceBytes);
    const to = lineEnd === -1 ? chunk.length : lineEnd + 1;
    const plain = isAscii(chunk.subarray(at, to));
    if (plain !== ascii && at > from) {
      yield { bytes: chunk.subarray(from, at), ascii };
      from = at;
    }
    ascii = plain;
    at = to;
  }
  if (from < chunk.length) yield { bytes: chunk.subarray(from), ascii };
}

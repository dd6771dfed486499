import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

/** The pages that a write-ahead log has committed. */
export interface CommittedFrames {
  /** Null where there is no log that can be read. */
  readonly pageSize: number | null;
  /** How many pages the file has after the last commit; 0 where none is there. */
  readonly lastPage: number;
  /** The newest committed content of a page, or null where the log has none. */
  read(page: number): Buffer | null;
  close(): void;
}

const headBytes = 32;
const frameHeadBytes = 24;

/**
 * Reads which pages a write-ahead log has committed, by SQLite's own rule: frames count up to the last commit before
 * the first one whose salt or checksum is wrong.
 */
export function committedFrames(path: string): CommittedFrames {
  let file: number;
  try {
    file = openSync(path, 'r');
  } catch {
    return none;
  }
  const head = readAt(file, 0, headBytes);
  const order = head === null ? null : orderOf(head);
  if (head === null || order === null) {
    closeSync(file);
    return none;
  }
  const pageSize = head.readUInt32BE(8);
  const { frames, lastPage } = framesOf(file, head, pageSize, order);
  return {
    pageSize: frames.size > 0 ? pageSize : null,
    lastPage,
    read: (page) => {
      const at = frames.get(page);
      return at === undefined ? null : readAt(file, at, pageSize);
    },
    close: () => closeSync(file),
  };
}

const none: CommittedFrames = { pageSize: null, lastPage: 0, read: () => null, close: () => undefined };

type Order = 'little' | 'big';
type Sum = readonly [number, number];

/** In which order of bytes the log counts its checksums; null where its head is not sound. */
function orderOf(head: Buffer): Order | null {
  const magic = head.readUInt32BE(0);
  if (magic !== 0x377f0682 && magic !== 0x377f0683) return null;
  const order = magic === 0x377f0683 ? 'big' : 'little';
  const size = head.readUInt32BE(8);
  if (size < 512 || size > 65_536 || (size & (size - 1)) !== 0) return null;
  const sum = checksum([0, 0], head.subarray(0, 24), order);
  return sum[0] === head.readUInt32BE(24) && sum[1] === head.readUInt32BE(28) ? order : null;
}

function framesOf(
  file: number,
  head: Buffer,
  pageSize: number,
  order: Order,
): { frames: Map<number, number>; lastPage: number } {
  const frames = new Map<number, number>();
  const uncommitted = new Map<number, number>();
  let lastPage = 0;
  let sum: Sum = [head.readUInt32BE(24), head.readUInt32BE(28)];
  const { size } = fstatSync(file);
  for (let at = headBytes; at + frameHeadBytes + pageSize <= size; at += frameHeadBytes + pageSize) {
    const frame = readAt(file, at, frameHeadBytes + pageSize);
    if (frame === null || frame.compare(head, 16, 24, 8, 16) !== 0) break;
    sum = checksum(checksum(sum, frame.subarray(0, 8), order), frame.subarray(frameHeadBytes), order);
    if (sum[0] !== frame.readUInt32BE(16) || sum[1] !== frame.readUInt32BE(20)) break;
    uncommitted.set(frame.readUInt32BE(0), at + frameHeadBytes);
    const pagesAfterCommit = frame.readUInt32BE(4);
    if (pagesAfterCommit === 0) continue;
    lastPage = pagesAfterCommit;
    for (const [page, where] of uncommitted) frames.set(page, where);
    uncommitted.clear();
  }
  return { frames, lastPage };
}

function checksum([first, second]: Sum, bytes: Buffer, order: Order): Sum {
  let [a, b] = [first, second];
  for (let at = 0; at + 8 <= bytes.length; at += 8) {
    const [x, y] =
      order === 'big'
        ? [bytes.readUInt32BE(at), bytes.readUInt32BE(at + 4)]
        : [bytes.readUInt32LE(at), bytes.readUInt32LE(at + 4)];
    a = (a + x + b) >>> 0;
    b = (b + y + a) >>> 0;
  }
  return [a, b];
}

function readAt(file: number, from: number, length: number): Buffer | null {
  const bytes = Buffer.allocUnsafe(length);
  try {
    return readSync(file, bytes, 0, length, from) === length ? bytes : null;
  } catch {
    return null;
  }
}

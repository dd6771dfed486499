import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { crc32 } from 'node:zlib';

/** How many bytes one checksum covers. */
const blockBytes = 1024 * 1024;
/** The pause between two blocks when a file is checked in the background, in milliseconds. */
const pauseMs = 20;

/**
 * What a segment's file was when it was made: its size and a CRC-32 for each block, 4 bytes each. Empty if nobody noted
 * it.
 */
export interface SegmentChecksums {
  readonly bytes: number;
  readonly sums: Uint8Array;
}

/** For files older than checksums. */
export const noChecksums: SegmentChecksums = { bytes: 0, sums: new Uint8Array(0) };

/** Reads a whole finished segment. */
export function checksumsOf(path: string): SegmentChecksums {
  const { size } = statSync(path);
  const sums = Buffer.alloc(4 * Math.ceil(size / blockBytes));
  for (const [block, sum] of sumsIn(path, size).entries()) sums.writeUInt32BE(sum, 4 * block);
  return { bytes: size, sums };
}

/** What is wrong with a segment's file, in a sentence, or `''`. Reads the whole of it. */
export function differenceFrom({ bytes, sums }: SegmentChecksums, path: string): string {
  if (sums.length === 0) return '';
  const wrongSize = sizeProblem({ bytes, sums }, path);
  if (wrongSize !== '') return wrongSize;
  const wanted = Buffer.from(sums);
  const wrong = sumsIn(path, bytes).flatMap((sum, block) => (sum === wanted.readUInt32BE(4 * block) ? [] : [block]));
  return wrong.length === 0 ? '' : changed(wrong.length);
}

/** The same without reading it: only whether the size is unchanged. */
export function sizeProblem({ bytes, sums }: SegmentChecksums, path: string): string {
  const size = statSync(path, { throwIfNoEntry: false })?.size;
  if (size === undefined) return 'is missing';
  return sums.length === 0 || size === bytes ? '' : `has ${String(size)} bytes where it had ${String(bytes)}`;
}

/** `differenceFrom` in the background: block by block, until `signal` is aborted. */
export async function differenceInTime(
  { bytes, sums }: SegmentChecksums,
  path: string,
  signal: AbortSignal,
): Promise<string> {
  if (sums.length === 0) return '';
  const wanted = Buffer.from(sums);
  const file = await open(path, 'r');
  try {
    const buffer = Buffer.alloc(blockBytes);
    for (let block = 0; block * blockBytes < bytes && !signal.aborted; block++) {
      const { bytesRead } = await file.read(buffer, 0, blockBytes, block * blockBytes);
      if (crc32(buffer.subarray(0, bytesRead)) !== wanted.readUInt32BE(4 * block)) return changed(1);
      await sleep(pauseMs, undefined, { ref: false });
    }
    return '';
  } finally {
    await file.close();
  }
}

function changed(blocks: number): string {
  return blocks === 1 ? 'has changed in one place' : `has changed in ${String(blocks)} places`;
}

function sumsIn(path: string, size: number): number[] {
  const file = openSync(path, 'r');
  try {
    const buffer = Buffer.alloc(Math.min(blockBytes, size));
    const sums: number[] = [];
    for (let at = 0; at < size; at += blockBytes) {
      const length = readSync(file, buffer, 0, buffer.length, at);
      sums.push(crc32(buffer.subarray(0, length)));
    }
    return sums;
  } finally {
    closeSync(file);
  }
}

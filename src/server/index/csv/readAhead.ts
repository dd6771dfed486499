import { open, stat } from 'node:fs/promises';
import process from 'node:process';

/** Bytes read at a time. */
const blockBytes = 1 << 20;

/** Bytes that a disk gives in the time of one read anywhere in a file: 50 µs at 500 MB a second. */
const bytesForOneRead = 25_000;

/** Whether `bytes` of files are read sooner than `rows` records at their places, and stay in `free` bytes of memory. */
export function isReadSooner(rows: number, bytes: number, free: number): boolean {
  return bytes < rows * bytesForOneRead && bytes < free / 2;
}

/**
 * Has the system read files from beginning to end where `rows` records of them are about to be read, which lie in
 * another order: what is read at its place is slow as long as the disk has to bring it, and kept in pieces of 4 kB even
 * then. Resolves when it is done or `signal` is aborted. Whether files can be read is said by who reads the records.
 */
export async function readAhead(files: readonly string[], rows: number, signal: AbortSignal): Promise<void> {
  try {
    const sizes = await Promise.all(files.map(async (file) => (await stat(file)).size));
    const bytes = sizes.reduce((sum, size) => sum + size, 0);
    if (!isReadSooner(rows, bytes, process.availableMemory())) return;
    const block = Buffer.allocUnsafe(blockBytes);
    for (const file of files) {
      await using handle = await open(file, 'r');
      while (!signal.aborted && (await handle.read(block, 0, blockBytes, null)).bytesRead > 0);
    }
  } catch {
    // Nothing was promised.
  }
}

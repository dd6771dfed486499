import { closeSync, fdatasyncSync, fstatSync, openSync, writeSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';

/** Pages of the log after which SQLite takes it into the file and begins it anew. */
const logPages = 250;
/** Those pages of 4 kB with their headers, and what one more transaction may need. */
const logBytes = 1.25 * 1024 * 1024;

/**
 * Makes room for the write-ahead log of a file into which there are many small commits. A commit that makes the log
 * longer has to bring its new length to the disk as well, which takes as long again. What nobody has written yet is
 * zeros, at which SQLite ends reading a log. Where there is no room things stay as they are.
 */
export function makeLogRoom(db: DatabaseSync, path: string): void {
  db.exec(`PRAGMA wal_autocheckpoint = ${logPages}; BEGIN IMMEDIATE`);
  try {
    // Nobody else writes to the log while this connection may.
    const log = openSync(`${path}-wal`, 'r+');
    try {
      const { size } = fstatSync(log);
      if (size < logBytes) {
        writeSync(log, Buffer.alloc(logBytes - size), 0, logBytes - size, size);
        fdatasyncSync(log);
      }
    } finally {
      closeSync(log);
    }
  } catch {
    // A full or write-protected disk is told by the first commit that needs it.
  } finally {
    db.exec('ROLLBACK');
  }
}

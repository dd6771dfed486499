import { closeSync, existsSync, mkdirSync, openSync, renameSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { pino } from 'pino';
import type { Log } from '#main/ports.ts';

/** At this size, in bytes, the log becomes `<file>.old` at the next start and a new one begins. */
const maxBytes = 5_000_000;

/**
 * A log of JSON lines in a file that only its owner can read. Lines are written before the call returns, so that the
 * last one before a crash is there.
 */
export function openFileLog(file: string): Log {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  if (existsSync(file) && statSync(file).size > maxBytes) renameSync(file, `${file}.old`);
  // Made here, because the umask may be more open than we want.
  closeSync(openSync(file, 'a', 0o600));
  const logger = pino({ base: { pid: process.pid } }, pino.destination({ dest: file, sync: true }));
  return {
    info: (event, fields) => {
      logger.info({ event, ...fields });
    },
    warn: (event, fields) => {
      logger.warn({ event, ...fields });
    },
    error: (event, error, fields) => {
      logger.error({ event, ...fields, error: describeError(error) });
    },
  };
}

/** An error for the log: its stack and those of its causes, without anything that looks like a credential (S37). */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return withoutSecrets(String(error));
  const cause = error.cause === undefined ? '' : `\ncaused by ${describeError(error.cause)}`;
  return withoutSecrets(error.stack ?? error.message) + cause;
}

/** The text with tokens in addresses and headers struck out. */
export function withoutSecrets(text: string): string {
  return text
    .replaceAll(/(access_token|token|secret|state|key)=[^&\s"']+/gi, '$1=…')
    .replaceAll(/\b(bearer)\s+[\w.~+/-]+=*/gi, '$1 …')
    .replaceAll(/(https?:\/\/[^\s#"']*)#[^\s"']+/gi, '$1#…');
}

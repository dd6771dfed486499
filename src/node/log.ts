import { closeSync, existsSync, openSync, readFileSync, renameSync, statSync, writeSync } from 'node:fs';
import { z } from 'zod';

/**
 * The fields that a line may have, whoever writes it. Any other field is left out, so that a new one cannot bring the
 * user's own text into a log; add a name here only if its values can never be such text. In `path`, `{id}` stands for
 * each number, `client` is a network address, `from` and `to` are lists, and `moves` are numbers of moves and
 * companies.
 */
export const loggedFields = [
  'action',
  'attempt',
  'call',
  'client',
  'code',
  'count',
  'exitCode',
  'fields',
  'from',
  'keptAs',
  'method',
  'moves',
  'ms',
  'path',
  'port',
  'process',
  'reason',
  'rows',
  'status',
  'to',
  'type',
  'user',
  'version',
] as const;

const allowed: ReadonlySet<string> = new Set(loggedFields);

/** What a line may say besides the event. */
export type LogFields = { readonly [F in (typeof loggedFields)[number]]?: string | number | boolean };

/** One line per call: what happened, with plain values; never text that a user wrote, never a token. */
export interface Log {
  info(event: string, fields?: LogFields): void;
  warn(event: string, fields?: LogFields): void;
  error(event: string, error: unknown, fields?: LogFields): void;
}

/** A log in a file. */
export interface FileLog extends Log {
  close(): void;
}

/** Longest text of a field, in characters. */
export const longestText = 200;

/** A log that has grown to this size, in bytes, becomes `<file>.old`, and a new one begins. */
const maxBytes = 5_000_000;

/** How much may wait in memory while the file cannot be written, in bytes. */
const maxWaiting = 1_000_000;

/** A log that hands its lines to `write`, each as JSON with a line break. Fields not on the list are left out. */
export function createLog(write: (line: string) => void, now: () => Date = () => new Date()): Log {
  const line = (level: 'info' | 'warn' | 'error', event: string, fields: LogFields, error?: string): void => {
    const kept = Object.entries(fields)
      .filter(([name]) => allowed.has(name))
      .map(([name, value]) => [name, typeof value === 'string' ? plain(value) : value] as const);
    write(`${JSON.stringify({ time: now().toISOString(), level, event, ...Object.fromEntries(kept), error })}\n`);
  };
  return {
    info: (event, fields = {}) => line('info', event, fields),
    warn: (event, fields = {}) => line('warn', event, fields),
    error: (event, error, fields = {}) => line('error', event, fields, describeError(error)),
  };
}

/** A text on one line, short, and without secrets. */
function plain(text: string): string {
  const short = withoutSecrets(text.replaceAll(/[\p{Cc}\p{Cf}]/gu, ''));
  return short.slice(0, longestText).toWellFormed();
}

/**
 * A log in a file that only its owner can read. A line is written before the call returns, so that the last one before
 * a crash is not lost. At most two files of `limit` bytes are kept. Writing never throws: on a full disk, lines wait in
 * memory and are dropped if there are too many. Throws if the file cannot be opened.
 */
export function openFileLog(file: string, limit: number = maxBytes): FileLog {
  let descriptor = openPrivate(file);
  let written = statSync(file).size;
  let waiting: Uint8Array = new Uint8Array();
  let isClosed = false;

  function begin(): void {
    written = 0;
    try {
      renameSync(file, `${file}.old`);
    } catch {
      // Continue in the same file, and try again when it has grown by as much once more.
      return;
    }
    try {
      const next = openPrivate(file);
      closeSync(descriptor);
      descriptor = next;
    } catch {
      // There is no room for a new file: continue in the renamed one.
    }
  }

  function write(line: string): void {
    // The system may have given the closed descriptor's number to another file.
    if (isClosed) return;
    if (written > limit) begin();
    if (waiting.length + line.length <= maxWaiting) waiting = Buffer.concat([waiting, Buffer.from(line)]);
    try {
      while (waiting.length > 0) {
        const taken = writeSync(descriptor, waiting);
        written += taken;
        waiting = waiting.subarray(taken);
      }
    } catch {
      // Logging must not break what it reports on; this line is tried again with the next one.
    }
  }

  return {
    ...createLog(write),
    close: () => {
      if (!isClosed) closeSync(descriptor);
      isClosed = true;
    },
  };
}

/** The mode is set here, because the umask may allow more than we want. */
function openPrivate(file: string): number {
  return openSync(file, 'a', 0o600);
}

/** An error's line, as written now and by Winnow 1.2. */
const errorLine = z.object({
  level: z.literal(['error', 50]),
  time: z.coerce.date(),
  event: z.string(),
  error: z.string(),
});

/** How many lines of an error are shown: its message and where it was thrown. */
const toldLines = 6;

/**
 * The newest errors in a log, oldest first, including those of earlier runs: when, which event, and the first lines of
 * the stack. Empty if there is no such file.
 */
export function lastErrorsOf(file: string, most = 10): string[] {
  const found: string[] = [];
  for (const path of [`${file}.old`, file]) {
    if (!existsSync(path)) continue;
    for (const line of readFileSync(path, 'utf8').split('\n')) {
      // Most lines are not errors and need not be parsed.
      if (!/"level":(?:"error"|50)/.test(line)) continue;
      const read = errorLine.safeParse(parsed(line));
      if (!read.success) continue;
      const { time, event, error } = read.data;
      found.push(`${time.toISOString()} ${event}: ${error.split('\n').slice(0, toldLines).join('\n')}`);
    }
  }
  return found.slice(-most);
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    // A crash may leave its last line half written.
    return null;
  }
}

/** An error for the log: its stack and those of its causes, without anything private. */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return withoutSecrets(String(error));
  const cause = error.cause === undefined ? '' : `\ncaused by ${describeError(error.cause)}`;
  return withoutSecrets(error.stack ?? error.message) + cause;
}

/**
 * The text without tokens in addresses and headers, and without the queries of addresses, which hold what the user
 * searches for.
 */
export function withoutSecrets(text: string): string {
  return text
    .replaceAll(
      /\b([a-z][a-z\d+.-]*:\/\/[^\s?#"'<>]*)(?:\?[^\s#"'<>]*)?(#[^\s"'<>]*)?/gi,
      (_, address: string, fragment) => (fragment === undefined ? address : `${address}#…`),
    )
    .replaceAll(/(\/[\w/-]+)\?[\w%.-]+=[^\s"'<>]*/g, '$1?…')
    .replaceAll(
      /\b(access_token|token|secret|state|key|code|password|code_verifier)["']?\s*[=:]\s*["']?[^&\s"',;}]+/gi,
      '$1=…',
    )
    .replaceAll(/\b(bearer|basic)\s+[\w.~+/-]+=*/gi, '$1 …');
}

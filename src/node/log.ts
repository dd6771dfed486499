import { closeSync, existsSync, mkdirSync, openSync, readFileSync, renameSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { pino } from 'pino';
import { z } from 'zod';
import { describeError, withoutSecrets } from './redact.ts';

/** One line of the log; `fields` are plain values, never text a user wrote, never a token. */
export interface Log {
  info(event: string, fields?: Readonly<Record<string, string | number | boolean>>): void;
  warn(event: string, fields?: Readonly<Record<string, string | number | boolean>>): void;
  error(event: string, error: unknown, fields?: Readonly<Record<string, string | number | boolean>>): void;
}

/** At this size, in bytes, the log becomes `<file>.old` and a new one begins. */
const maxBytes = 5_000_000;

/** How much may wait in memory while the file cannot be written, in bytes. */
const maxWaiting = 1_000_000;

/**
 * The fields that a line may have (S47). What has another name is left out, so that no text of the user's gets into the
 * log by somebody's new field; a name is added here when its values can be no such text.
 */
export const loggedFields: ReadonlySet<string> = new Set([
  'action',
  'attempt',
  'call',
  'code',
  'copied',
  'count',
  'event',
  'exitCode',
  'fields',
  'keptAs',
  'ms',
  'order',
  'pending',
  'place',
  'port',
  'process',
  'reason',
  'rescued',
  'rows',
  'status',
  'type',
  'version',
]);

type Fields = Readonly<Record<string, string | number | boolean>>;

/**
 * A log of JSON lines in a file that only its owner can read. Lines are written before the call returns, so that the
 * last one before a crash is there. Two files of `limit` bytes at most are kept. Writing never throws: on a full disk
 * lines wait in memory, and get lost when there are too many of them.
 */
export function openFileLog(file: string, limit: number = maxBytes): Log {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  makePrivate(file);
  const destination = pino.destination({ dest: file, sync: true, maxLength: maxWaiting });
  // Without a listener the error would be thrown at whoever has something to tell, and end the app (F5).
  destination.on('error', () => undefined);
  const logger = pino({ base: { pid: process.pid } }, destination);
  let written = statSync(file).size;

  function begin(): void {
    try {
      renameSync(file, `${file}.old`);
      makePrivate(file);
      destination.reopen();
    } catch {
      // It goes on in the file that is open, and tries again when that has grown as much once more.
    }
    written = 0;
  }

  function write(level: 'info' | 'warn' | 'error', line: Fields): void {
    if (written > limit) begin();
    logger[level](line);
    // What a line weighs beside its own fields: time, level, process, braces.
    written += JSON.stringify(line).length + 60;
  }

  return {
    info: (event, fields) => {
      write('info', { ...allowed(fields), event });
    },
    warn: (event, fields) => {
      write('warn', { ...allowed(fields), event });
    },
    error: (event, error, fields) => {
      write('error', { ...allowed(fields), event, error: describeError(error) });
    },
  };
}

/** Made here, because the umask may be more open than we want. */
function makePrivate(file: string): void {
  closeSync(openSync(file, 'a', 0o600));
}

function allowed(fields: Fields = {}): Fields {
  const kept: Record<string, string | number | boolean> = {};
  for (const [name, value] of Object.entries(fields)) {
    if (loggedFields.has(name)) kept[name] = typeof value === 'string' ? withoutSecrets(value) : value;
  }
  return kept;
}

const errorLine = z.object({ level: z.literal(50), time: z.number(), event: z.string(), error: z.string() });

/** How much of an error is told: its message and where it arose. */
const toldLines = 6;

/**
 * The newest errors of the log, oldest first, also those of starts before this one: when, which event, and the first
 * lines of its stack. Empty where the file cannot be read.
 */
export function lastErrorsOf(file: string, most = 10): string[] {
  const found: string[] = [];
  for (const path of [`${file}.old`, file]) {
    if (!existsSync(path)) continue;
    for (const line of readFileSync(path, 'utf8').split('\n')) {
      // Most lines are no errors and need not be parsed.
      if (!line.includes('"level":50')) continue;
      const read = errorLine.safeParse(parsed(line));
      if (!read.success) continue;
      const { time, event, error } = read.data;
      found.push(`${new Date(time).toISOString()} ${event}: ${error.split('\n').slice(0, toldLines).join('\n')}`);
    }
  }
  return found.slice(-most);
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    // The last line of a crash may be half written.
    return null;
  }
}

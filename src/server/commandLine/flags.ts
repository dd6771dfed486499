import { resolve } from 'node:path';
import type { parseArgs } from 'node:util';
import { AppError } from '#shared/errors.ts';

/** Flags of every command. */
export const common = {
  db: { type: 'string' },
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;

/** Node's own reader of arguments. */
export type Parse = typeof parseArgs;

/** Reads arguments; what is wrong with them is told in one line. */
export function parsed<T>(parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    // Node adds advice about positional arguments, which would mislead here.
    const flag = /^Unknown option '([^']+)'/.exec(message)?.[1];
    throw wrong(flag === undefined ? (message.split('\n')[0] ?? message) : `Unknown flag ${flag}.`);
  }
}

/** The workspace's file. Relative paths are relative to `folder`. */
export function fileOf(value: string | undefined, folder: string): string {
  if (value === undefined || value === '') throw wrong('--db FILE is needed.');
  return resolve(folder, value);
}

/** The error for a command that was asked for wrongly. */
export function wrong(message: string): AppError {
  return new AppError('invalid_input', message);
}

import { AppError, type ErrorCode } from '#shared/errors.ts';

export const busyMessage = 'The database is busy. Try again in a moment.';

/** PostgreSQL's codes and the system's, by what they mean to somebody who asked for something. */
const faults: readonly { codes: readonly string[]; code: ErrorCode; message: string }[] = [
  {
    // Another transaction was in the way, or the server has no room for one more connection.
    codes: ['40001', '40P01', '55P03', '57014', '53300'],
    code: 'busy',
    message: busyMessage,
  },
  { codes: ['25006'], code: 'storage_readonly', message: 'The database cannot be written to.' },
  { codes: ['53100'], code: 'storage_full', message: 'The database’s disk is full.' },
  { codes: ['XX001', 'XX002'], code: 'storage_corrupt', message: 'The database is damaged.' },
  // A zero byte, which no text of PostgreSQL can have.
  { codes: ['22021', '22P05'], code: 'bad_request', message: 'A text has a character that cannot be stored.' },
  { codes: ['28P01', '28000'], code: 'unavailable', message: 'The database refuses the user or the password.' },
  { codes: ['3D000'], code: 'unavailable', message: 'There is no such database on that server.' },
];

/** What an error of PostgreSQL or of the way to it means; any other error is returned unchanged. */
export function postgresError(error: unknown): unknown {
  if (error instanceof AppError || !(error instanceof Error)) return error;
  const code = codeOf(error);
  const fault = faults.find(({ codes }) => codes.includes(code));
  if (error.message === allInUse) return new AppError('busy', busyMessage, { cause: error });
  if (fault !== undefined) return new AppError(fault.code, fault.message, { cause: error });
  if (isLost(error))
    return new AppError('unavailable', `The database cannot be reached: ${reasonOf(error)}`, { cause: error });
  return error;
}

/** Whether a statement would have broken a UNIQUE constraint. */
export function isNotUnique(error: unknown): boolean {
  return error instanceof Error && codeOf(error) === '23505';
}

/** What `pg` says where all connections of a pool are in use for too long. */
const allInUse = 'timeout exceeded when trying to connect';

/** What `pg` says of a lost connection without a code. */
const lostMessages = /^(?:Connection terminated|Client has encountered a connection)/;

/** Whether the connection is gone, so that nothing is known of what was asked last. */
export function isLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = codeOf(error);
  // Class 08: connections; 57P01 to 57P03: the server stops, has crashed, or has not started yet.
  if (/^08|^57P0[1-3]$/.test(code)) return true;
  if (/^E[A-Z]{3,}$|^EAI_AGAIN$/.test(code)) return true;
  return lostMessages.test(error.message);
}

/** Whether the same transaction may succeed when it is run again. */
export function isPassing(error: unknown): boolean {
  return error instanceof Error && (['40001', '40P01'].includes(codeOf(error)) || error.message === allInUse);
}

/** Whether something between us and the server has mixed up prepared statements, as a pool of connections does. */
export function isNamesProblem(error: unknown): boolean {
  return error instanceof Error && ['26000', '42P05'].includes(codeOf(error));
}

function codeOf(error: Error): string {
  return 'code' in error && typeof error.code === 'string' ? error.code : '';
}

function reasonOf(error: Error): string {
  const code = codeOf(error);
  const known: Readonly<Record<string, string>> = {
    ECONNREFUSED: 'nothing listens at its address.',
    ENOTFOUND: 'there is no such host.',
    EAI_AGAIN: 'its host cannot be looked up.',
    ETIMEDOUT: 'it does not answer.',
    ENOENT: 'there is no such socket.',
    '57P01': 'it is being stopped.',
    '57P03': 'it is starting up.',
  };
  return known[code] ?? (error.message === '' ? `the system says ${code}.` : `${error.message.replace(/\.$/, '')}.`);
}

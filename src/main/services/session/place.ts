import { AppError } from '#shared/errors.ts';

/** What one signs in to. `origin` is `''` for the local workspace; `key` names the token in the secret store. */
export interface Place {
  readonly kind: 'local' | 'server';
  readonly origin: string;
  readonly key: string;
}

/** The place a server address stands for; `''` is the local workspace in `folder`. */
export function placeOf(origin: string, folder: string): Place {
  if (origin === '') return { kind: 'local', origin, key: `workspace ${folder}` };
  return { kind: 'server', origin, key: `server ${origin}` };
}

/** Whether a failure says that the token is not good (any more). */
export function isDenied(error: unknown): boolean {
  return error instanceof AppError && (error.code === 'unauthenticated' || error.code === 'forbidden');
}

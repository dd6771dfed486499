/**
 * What a line of the server's log may say: nothing a person wrote, no token, no query (QUALITY S47). `path` has `{id}`
 * where a number was; `client` is a network address.
 */
const fieldNames = ['method', 'path', 'status', 'ms', 'client', 'user', 'week', 'version', 'code'] as const;
export type LogFields = { readonly [F in (typeof fieldNames)[number]]?: string | number };

export interface ServerLog {
  readonly info: (event: string, fields?: LogFields) => void;
  readonly warn: (event: string, fields?: LogFields) => void;
}

/** Longest text in a line. */
const maxText = 200;

/** Writes JSON lines. Fields that are not on the list are left out, whatever the types say. */
export function createServerLog(write: (line: string) => void, now: () => Date): ServerLog {
  const line = (level: 'info' | 'warn', event: string, fields: LogFields): void => {
    const kept = fieldNames.flatMap((name) => {
      const value = fields[name];
      return value === undefined ? [] : [[name, typeof value === 'number' ? value : plain(value)] as const];
    });
    write(`${JSON.stringify({ time: now().toISOString(), level, event, ...Object.fromEntries(kept) })}\n`);
  };
  return {
    info: (event, fields = {}) => line('info', event, fields),
    warn: (event, fields = {}) => line('warn', event, fields),
  };
}

function plain(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}]/gu, '').slice(0, maxText);
}

/** A path without its ids, so that lines can be counted. */
export function pathForLog(pathname: string): string {
  const known = /^\/(?:api|provider|admin|healthz)(?:\/|$)/.test(pathname);
  return known ? pathname.replaceAll(/\/\d+(?=\/|$)/g, '/{id}') : 'other';
}

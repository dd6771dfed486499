import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { AppError } from '#shared/errors.ts';

/** One server that may have the database. */
export interface PostgresHost {
  /** A name, an address, or the folder of a socket. */
  readonly host: string;
  readonly port: number;
}

/** Where a team's database is, and as whom to sign in there. */
export interface PostgresAddress {
  /** Those of which one is the primary. */
  readonly hosts: readonly PostgresHost[];
  readonly database: string;
  readonly user: string;
  /** `''`: from `PGPASSWORD` or a password file, as every program of PostgreSQL has it. */
  readonly password: string;
  /** How a connection is encrypted: the certificate is always verified; null for a loopback address without. */
  readonly tls: { readonly ca: string | undefined } | null;
}

/** Whether a store's name is an address of PostgreSQL. */
export function isPostgresAddress(store: string): boolean {
  return /^postgres(?:ql)?:\/\//.test(store);
}

const parts = new RegExp(
  [
    /^postgres(?:ql)?:\/\//,
    /(?:(?<user>[^:@/?]*)(?::(?<password>[^@/?]*))?@)?/,
    /(?<hosts>[^/?]*)(?:\/(?<database>[^?]*))?(?:\?(?<query>.*))?$/,
  ]
    .map(({ source }) => source)
    .join(''),
);

const usualPort = 5432;
const knownSettings: ReadonlySet<string> = new Set(['host', 'port', 'sslmode', 'sslrootcert', 'user']);

/**
 * Reads `postgres://user@host:port,otherhost/database`, with `?host=/folder` for a socket and `?sslrootcert=FILE` for a
 * certificate of one's own. Throws `bad_request` with what is wrong, and never with the password.
 */
export function parsePostgresAddress(store: string, env: NodeJS.ProcessEnv = process.env): PostgresAddress {
  const found = parts.exec(store)?.groups;
  if (found === undefined) throw wrong('It is written postgres://user@host:5432/database.');
  const part = (name: string): string => decoded(found[name] ?? '');
  const query = new URLSearchParams(found['query']);
  for (const name of query.keys()) {
    if (!knownSettings.has(name)) throw wrong(`It has a setting that Winnow does not know: ${name}.`);
  }
  const hosts = hostsOf(query.get('host') ?? found['hosts'] ?? '', query.get('port'));
  // Who signs in where nothing is said, as for every program of PostgreSQL.
  const user = [query.get('user'), part('user'), env['PGUSER'], env['USER']].find(isSaid);
  const database = part('database');
  if (database === '') throw wrong('The name of the database is missing.');
  if (user === undefined) throw wrong('The name of the user is missing.');
  return { hosts, database, user, password: part('password'), tls: tlsOf(query, hosts) };
}

function isSaid(text: string | null | undefined): text is string {
  return text !== null && text !== undefined && text !== '';
}

/** An address as it may be shown: without its password. */
export function shownAddress({ hosts, database, user }: PostgresAddress): string {
  return `postgres://${user}@${hosts.map(({ host, port }) => `${host}:${String(port)}`).join(',')}/${database}`;
}

function hostsOf(text: string, otherPort: string | null): PostgresHost[] {
  return text.split(',').map((part) => {
    if (part.startsWith('/') || part.startsWith('%2F')) return { host: decoded(part), port: portOf(otherPort) };
    const [, name = '', port = otherPort] = /^(\[[^\]]*\]|[^:]*)(?::(\d+))?$/.exec(part) ?? [];
    const host = decoded(name.replaceAll(/^\[|\]$/g, ''));
    if (host === '' && part !== '') throw wrong('One of its hosts cannot be read.');
    return { host: host === '' ? 'localhost' : host, port: portOf(port) };
  });
}

function portOf(text: string | null): number {
  if (text === null) return usualPort;
  const port = Number(text);
  if (!Number.isInteger(port) || port < 1 || port > 65_535) throw wrong('A port is a number from 1 to 65535.');
  return port;
}

/** Whether what is sent to a host cannot leave the machine. */
function staysHere({ host }: PostgresHost): boolean {
  return (
    host.startsWith('/') || host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'))
  );
}

function tlsOf(query: URLSearchParams, hosts: readonly PostgresHost[]): PostgresAddress['tls'] {
  const mode = query.get('sslmode');
  const file = query.get('sslrootcert');
  if (mode !== null && !['disable', 'verify-full'].includes(mode)) {
    throw wrong('Its sslmode is verify-full, or disable on this machine: anything else leaves open who answers.');
  }
  const isHere = hosts.every(staysHere);
  if (mode === 'disable' && !isHere) throw wrong('Without encryption it may only be on this machine.');
  if (isHere && mode !== 'verify-full') return null;
  return { ca: file === null ? undefined : readCertificate(file) };
}

function readCertificate(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new AppError('bad_request', `The certificate ${file} cannot be read.`, { cause: error });
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw wrong('A % in it is not followed by two hexadecimal digits.');
  }
}

function wrong(why: string): AppError {
  return new AppError('bad_request', `The address of the database cannot be used. ${why}`);
}

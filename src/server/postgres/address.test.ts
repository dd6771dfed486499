import { describe, expect, test } from 'vitest';
import { parsePostgresAddress, shownAddress } from './address.ts';

const env = { USER: 'ann' };

describe('the address of a database', () => {
  test('has hosts of which one is the primary, a user, and a password that is never shown', () => {
    const address = parsePostgresAddress('postgres://w%40x:p%3Aq@one.example,two.example:5433/team%20one', env);
    expect(address).toMatchObject({
      hosts: [
        { host: 'one.example', port: 5432 },
        { host: 'two.example', port: 5433 },
      ],
      user: 'w@x',
      password: 'p:q',
      database: 'team one',
      tls: { ca: undefined },
    });
    expect(shownAddress(address)).toBe('postgres://w@x@one.example:5432,two.example:5433/team one');
  });

  test('may name a socket, an address of version 6, and nobody', () => {
    expect(parsePostgresAddress('postgres:///x?host=/run/pg&port=5433', env)).toMatchObject({
      hosts: [{ host: '/run/pg', port: 5433 }],
      user: 'ann',
      password: '',
      tls: null,
    });
    expect(parsePostgresAddress('postgresql://w@[::1]:1/x', env)).toMatchObject({ hosts: [{ host: '::1', port: 1 }] });
    expect(parsePostgresAddress('postgres://w@/x', { PGUSER: 'p' })).toMatchObject({ user: 'w', tls: null });
  });

  test('S26 another machine is reached with a certificate that is verified, or not at all', () => {
    for (const mode of ['disable', 'allow', 'prefer', 'require', 'verify-ca']) {
      const read = (): unknown => parsePostgresAddress(`postgres://w:secret@db.example.com/x?sslmode=${mode}`, env);
      expect(read).toThrow(expect.objectContaining({ code: 'bad_request' }));
      expect(read).not.toThrow(/secret/);
    }
    const mixed = 'postgres://w@127.0.0.1,db.example.com/x';
    expect(parsePostgresAddress(mixed, env).tls).not.toBeNull();
    expect(parsePostgresAddress('postgres://w@127.0.0.1/x', env).tls).toBeNull();
    expect(parsePostgresAddress('postgres://w@localhost/x?sslmode=verify-full', env).tls).not.toBeNull();
  });

  test.for([
    ['postgres://w@host', 'The name of the database is missing.'],
    ['postgres://host/x', 'The name of the user is missing.'],
    ['postgres://w@host:0/x', 'A port is a number from 1 to 65535.'],
    ['postgres://w@host/x?pool=3', 'It has a setting that Winnow does not know: pool.'],
    ['postgres://w@host/%zz', 'A % in it is not followed by two hexadecimal digits.'],
    ['postgres://w@ho st:x/y', 'One of its hosts cannot be read.'],
  ] as const)('%s is refused: %s', ([address, why]) => {
    expect(() => parsePostgresAddress(address, {})).toThrow(why);
  });
});

import { describe, expect, test } from 'vitest';
import { AppError } from '#shared/errors.ts';
import { commandOf } from './command.ts';

const folder = '/home/ann';

function read(...args: string[]): unknown {
  return commandOf(['user', ...args, '--db', 'w.db'], folder);
}

describe('the command line', () => {
  test('serves by default', () => {
    expect(commandOf(['--db', 'w.db', '--port', '0', '--sample', '500', '--json'], folder)).toEqual({
      kind: 'serve',
      file: '/home/ann/w.db',
      store: null,
      port: 0,
      sample: 500,
      publicUrl: null,
      signUp: false,
      oidc: null,
      beginAnew: false,
      log: null,
      metricsTokenFile: null,
      json: true,
    });
    expect(commandOf(['--db', '/data/w.db', '--public-url', 'https://winnow.example.com'], folder)).toMatchObject({
      file: '/data/w.db',
      store: null,
      publicUrl: new URL('https://winnow.example.com'),
      json: false,
    });
  });

  test('imports and refreshes; paths are relative to where it was called', () => {
    expect(commandOf(['import', 'a.csv', '/b.json', '--db', 'w.db', '--dry-run'], folder)).toEqual({
      kind: 'import',
      file: '/home/ann/w.db',
      store: null,
      paths: ['/home/ann/a.csv', '/b.json'],
      dryRun: true,
      beginAnew: false,
      map: null,
      sheets: [],
      day: null,
      likely: null,
      rates: {},
      json: false,
    });
    const sheets = ['import', 'a.xlsx', '--db', 'w.db', '--sheet', '2024', '--sheet', 'New deals'];
    expect(commandOf(sheets, folder)).toMatchObject({ sheets: ['2024', 'New deals'] });
    expect(commandOf([...sheets, '--day', '2025-11-03'], folder)).toMatchObject({ day: '2025-11-03' });
    expect(() => commandOf([...sheets, '--day', '3 Nov'], folder)).toThrow('--day takes a day as YYYY-MM-DD.');
    expect(commandOf([...sheets, '--likely', 'match'], folder)).toMatchObject({ likely: 'match' });
    expect(() => commandOf([...sheets, '--likely', 'all'], folder)).toThrow('--likely takes match or add.');
    const rates = { rates: { EUR: 1.08, GBP: 1.3 } };
    expect(commandOf([...sheets, '--rate', 'EUR=1.08', '--rate', 'gbp=1.3'], folder)).toMatchObject(rates);
    for (const rate of ['EUR', '1.08', 'EUR=', 'EUR=0', 'EUR=-1', 'Euro=1.08', 'EUR=1,08']) {
      expect(() => commandOf([...sheets, '--rate', rate], folder)).toThrow(
        '--rate takes what one of a currency is in US dollars, like EUR=1.08.',
      );
    }
    expect(commandOf([...sheets, '--print-map'], folder)).toMatchObject({ sheets: ['2024', 'New deals'] });
    expect(commandOf(['refresh', '--db', 'w.db'], folder)).toEqual({
      kind: 'refresh',
      file: '/home/ann/w.db',
      store: null,
      catchUp: false,
      simulate: false,
      json: false,
    });
    expect(commandOf(['refresh', '--catch-up', '--db', 'w.db'], folder)).toMatchObject({ catchUp: true });
    expect(commandOf(['refresh', '--simulate', '--db', 'w.db'], folder)).toMatchObject({ simulate: true });
    expect(commandOf(['--begin-anew', '--db', 'w.db'], folder)).toMatchObject({ kind: 'serve', beginAnew: true });
    expect(commandOf(['import', 'a.csv', '--begin-anew', '--db', 'w.db'], folder)).toMatchObject({ beginAnew: true });
    expect(commandOf(['--help'], folder)).toEqual({ kind: 'help' });
  });

  test('takes a team’s database in place of a file, which then only names the index', () => {
    const store = { hosts: [{ host: '127.0.0.1', port: 5433 }], database: 'x', user: 'w', password: 's/t', tls: null };
    const address = 'postgres://w:s%2Ft@127.0.0.1:5433/x';
    expect(commandOf(['refresh', '--store', address, '--db', 'w.db'], folder)).toMatchObject({
      file: '/home/ann/w.db',
      store,
    });
    const { file } = commandOf(['refresh', '--store', address], folder) as { file: string };
    expect(file).toMatch(/winnow\/[\da-f]{16}\/team\.db$/);
    // Whoever signs in, it is the same database; another one has another index.
    expect(commandOf(['refresh', '--store', address.replace(':s%2Ft', '')], folder)).toMatchObject({ file });
    expect(commandOf(['refresh', '--store', address.replace('5433', '5434')], folder)).not.toMatchObject({ file });
  });

  test('checks', () => {
    const asked = { kind: 'check', file: '/home/ann/w.db' };
    expect(commandOf(['check', '--db', 'w.db'], folder)).toEqual({ ...asked, json: false });
    expect(commandOf(['check', '--db', 'w.db', '--json'], folder)).toEqual({ ...asked, json: true });
  });

  test('backs up', () => {
    expect(commandOf(['backup', 'copy.db', '--db', 'w.db', '--json'], folder)).toEqual({
      kind: 'backup',
      file: '/home/ann/w.db',
      target: '/home/ann/copy.db',
      json: true,
    });
  });

  test('manages users; a password is never an argument', () => {
    const base = { kind: 'user', file: '/home/ann/w.db', store: null, json: false, login: 'b@x.org' } as const;
    expect(read('add', 'b@x.org', '--name', 'Bo', '--staff', '--addon', 'export', '--password-stdin')).toEqual({
      ...base,
      action: 'add',
      name: 'Bo',
      role: 'staff',
      addons: ['export'],
      passwordFromStdin: true,
    });
    expect(read('tokens', 'b@x.org', '--revoke', 'all')).toEqual({ ...base, action: 'tokens', revoke: 'all' });
    expect(read('change', 'b@x.org', '--no-staff')).toMatchObject({ role: 'analyst', addons: undefined });
    expect(read('list')).toEqual({ kind: 'user', file: '/home/ann/w.db', store: null, json: false, action: 'list' });
    expect(() => read('add', 'b@x.org', '--password', 'secret')).toThrow('Unknown flag --password.');
  });

  test.for([
    [['--db', 'w.db', '--bogus'], 'Unknown flag --bogus.'],
    [['refresh', '--db', 'w.db', '--port', '1'], 'Unknown flag --port.'],
    [['refresh', '--db', 'w.db', '--catch-up', '--simulate'], 'Say --catch-up or --simulate, not both.'],
    [[], '--db FILE is needed, or --store postgres://… for a team’s database.'],
    [['--db', ''], '--db FILE is needed, or --store postgres://… for a team’s database.'],
    [['--store', 'mysql://host/x'], '--store takes an address like postgres://user@host/database.'],
    [
      ['check', '--store', 'postgres://w@host/x'],
      'A team’s database is checked and copied by its own tools, such as pg_amcheck and pg_dump.',
    ],
    [['import', '--db', 'w.db'], 'Name at least one file to import.'],
    [['backup', '--db', 'w.db'], 'Name one file to back up to.'],
    [
      ['user', '--db', 'w.db'],
      'Say what to do: user add, user list, user change, user password, user close, user remove, user unlink, user tokens.',
    ],
    [['user', 'remove', '--db', 'w.db'], 'Name one user: user remove EMAIL --db FILE.'],
    [['user', 'add', 'a@b', '--addon', 'gold', '--db', 'w.db'], 'There is no add-on "gold"; there is "export".'],
    [['user', 'change', 'a@b', '--staff', '--no-staff', '--db', 'w.db'], 'Say --staff or --no-staff, not both.'],
    [
      ['user', 'change', 'a@b', '--addon', 'export', '--no-addons', '--db', 'w.db'],
      'Say --addon or --no-addons, not both.',
    ],
    [
      ['--db', 'w.db', '--public-url', 'http://winnow.example.com'],
      '--public-url takes an address like https://winnow.example.com, not "http://winnow.example.com".',
    ],
    [['export', '--db', 'w.db'], 'Unknown command "export".'],
    [['--db', 'w.db', '--port', '65536'], '--port takes a number from 0 to 65535, not "65536".'],
    [['--db', 'w.db', '--port', '8x'], '--port takes a number from 0 to 65535, not "8x".'],
    [['--db', 'w.db', '--sample=-1'], '--sample takes a number from 0 to 5000000, not "-1".'],
    [
      ['--db', 'w.db', '--public-url', 'winnow'],
      '--public-url takes an address like https://winnow.example.com, not "winnow".',
    ],
  ] as const)('%j is refused in one line', ([args, message]) => {
    expect(() => commandOf(args, folder)).toThrow(new AppError('invalid_input', message));
  });

  test.for([['--db'], ['--db', 'w.db', '--port'], ['--db', 'w.db', '--json=yes']])('%j is refused', (args) => {
    expect(() => commandOf(args, folder)).toThrow(AppError);
  });
});

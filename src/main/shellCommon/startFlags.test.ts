import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { defaultWorkspace, readStartFlags, type Surroundings } from './startFlags.ts';

const around: Surroundings = { env: { INIT_CWD: '/home/ann' }, platform: 'linux', home: '/home/ann', cwd: '/project' };

describe('start flags', () => {
  test('without any: the usual workspace, 50,000 sample companies, the browser opened', () => {
    expect(readStartFlags([], around)).toEqual({
      ok: true,
      flags: {
        browser: false,
        port: null,
        open: true,
        workspace: '/home/ann/.local/share/winnow',
        sample: 50_000,
        json: false,
      },
    });
  });

  test('all of them', () => {
    const args = ['--browser', '--port', '4000', '--no-open', '--workspace', '/tmp/w', '--sample=0', '--json'];
    expect(readStartFlags(args, around)).toEqual({
      ok: true,
      flags: { browser: true, port: 4000, open: false, workspace: '/tmp/w', sample: 0, json: true },
    });
  });

  test('a relative workspace is where the user was, not where npm runs the script', () => {
    expect(readStartFlags(['--workspace', 'w'], around)).toMatchObject({ flags: { workspace: '/home/ann/w' } });
    expect(readStartFlags(['--workspace', 'w'], { ...around, env: {} })).toMatchObject({
      flags: { workspace: '/project/w' },
    });
  });

  test.for([
    [['--prot', '1'], '--prot'],
    [['--port'], '--port'],
    [['--port', 'x'], '“x”'],
    [['--port', '0'], '“0”'],
    [['--port', '65536'], '“65536”'],
    [['--port', '-1'], '--port'],
    [['--sample', '1000001'], '“1000001”'],
    [['--sample', '1.5'], '“1.5”'],
    [['--workspace', ''], '--workspace'],
    [['folder'], 'folder'],
    [['--json=1'], '--json'],
  ] as const)('%j is refused in one line that names it', ([args, named]) => {
    const read = readStartFlags(args, around);
    expect(read.ok).toBe(false);
    if (read.ok) return;
    expect(read.problem).toContain(named);
    expect(read.problem).not.toContain('\n');
  });
});

test('the default workspace is the system’s folder for application data', () => {
  expect(defaultWorkspace({ ...around, env: { XDG_DATA_HOME: '/data' } })).toBe('/data/winnow');
  expect(defaultWorkspace({ ...around, env: { XDG_DATA_HOME: 'relative' } })).toBe('/home/ann/.local/share/winnow');
  expect(defaultWorkspace({ ...around, platform: 'darwin' })).toBe('/home/ann/Library/Application Support/Winnow');
  const windows: Surroundings = { ...around, platform: 'win32', env: { APPDATA: '' } };
  expect(defaultWorkspace(windows)).toBe(path.join('/home/ann', 'AppData', 'Roaming', 'Winnow'));
});

test('without a home folder a workspace has to be named, and is then enough', () => {
  const nowhere: Surroundings = { ...around, home: '', env: {} };
  for (const platform of ['linux', 'darwin', 'win32'] as const) {
    expect(readStartFlags([], { ...nowhere, platform })).toMatchObject({
      ok: false,
      problem: expect.stringContaining('--workspace'),
    });
    expect(readStartFlags(['--workspace', '/data/w'], { ...nowhere, platform })).toMatchObject({ ok: true });
  }
  expect(readStartFlags([], { ...nowhere, env: { XDG_DATA_HOME: '/data' } })).toMatchObject({ ok: true });
});

test.skipIf(process.getuid?.() !== 0)('a user whom the system does not know has no home folder', () => {
  const module = new URL('startFlags.ts', import.meta.url).href;
  const asked = 'process.setuid(54321); console.log(JSON.stringify(homeFolder()));';
  const args = ['--input-type=module', '-e', `import { homeFolder } from ${JSON.stringify(module)}; ${asked}`];
  expect(execFileSync(process.execPath, args, { env: {}, encoding: 'utf8' })).toBe('""\n');
});

import { describe, expect, test } from 'vitest';
import { findBrowser } from './findBrowser.ts';

const there =
  (...files: string[]) =>
  (file: string): boolean =>
    files.includes(file);

describe('the browser that prints', () => {
  test('is found where each system keeps it', () => {
    const env = { PATH: '/usr/local/bin:/usr/bin' };
    expect(findBrowser('linux', env, there('/usr/bin/chromium', '/usr/bin/microsoft-edge'))).toBe('/usr/bin/chromium');
    expect(findBrowser('linux', env, there('/usr/local/bin/google-chrome', '/usr/bin/chromium'))).toBe(
      '/usr/local/bin/google-chrome',
    );
    const chrome = '/Users/a/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';
    expect(findBrowser('darwin', { HOME: '/Users/a' }, there(chrome))).toBe(chrome);
    const edge = String.raw`C:\Program Files (x86)\Microsoft\Edge\Application\msedge.exe`;
    expect(findBrowser('win32', { 'PROGRAMFILES(X86)': String.raw`C:\Program Files (x86)` }, there(edge))).toBe(edge);
  });

  test('is the one that is named, and no other in its place', () => {
    const env = { PATH: '/usr/bin', WINNOW_CHROMIUM: '/opt/own' };
    expect(findBrowser('linux', env, there('/opt/own', '/usr/bin/chromium'))).toBe('/opt/own');
    expect(findBrowser('linux', env, there('/usr/bin/chromium'))).toBeNull();
  });

  test('is not there on a computer without one', () => {
    for (const platform of ['linux', 'darwin', 'win32'] as const) expect(findBrowser(platform, {}, there())).toBeNull();
  });
});

import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import type { Log, UpdateNews } from '#main/ports.ts';
import { electronUpdater, type UpdaterLibrary } from './electronUpdater.ts';

const log: Log = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** electron-updater as far as it is used: an emitter with three settings and two functions. */
class LibraryDouble extends EventEmitter {
  autoDownload = false;
  autoInstallOnAppQuit = false;
  logger: unknown = console;
  installs: unknown[][] = [];
  onCheck: () => Promise<unknown> = async () => ({});

  checkForUpdates(): Promise<unknown> {
    return this.onCheck();
  }

  quitAndInstall(...how: unknown[]): void {
    this.installs.push(how);
  }
}

function open(library = new LibraryDouble()) {
  const news: UpdateNews[] = [];
  let loads = 0;
  const updater = electronUpdater(async () => {
    loads += 1;
    // The double has what `UpdaterLibrary` names.
    return library as unknown as UpdaterLibrary;
  }, log);
  updater.subscribe((one) => news.push(one));
  return { updater, library, news, loads: () => loads };
}

test('the library is loaded with the first look and not before, and only once', async () => {
  const { updater, library, loads } = open();
  expect(loads()).toBe(0);
  await updater.check();
  await updater.check();
  expect(loads()).toBe(1);
  expect(library).toMatchObject({ autoDownload: true, autoInstallOnAppQuit: true, logger: null });
});

test('what the library says becomes news', async () => {
  const { updater, library, news } = open();
  library.onCheck = async () => {
    library.emit('checking-for-update');
    library.emit('update-available', { version: '1.2.0' });
    library.emit('download-progress', { percent: 12.5 });
    library.emit('update-downloaded', { version: '1.2.0' });
    library.emit('update-not-available', { version: '1.1.3' });
    return {};
  };
  await updater.check();
  expect(news).toEqual([
    { kind: 'checking' },
    { kind: 'available', version: '1.2.0' },
    { kind: 'progress', percent: 12.5 },
    { kind: 'downloaded', version: '1.2.0' },
    { kind: 'none' },
  ]);
});

test('S37 a look that fails is told once, in one line without a query', async () => {
  const { updater, library, news } = open();
  library.onCheck = () => {
    const error = new Error('Cannot get https://updates.test/latest.yml?token=abc: 404\n<html>');
    library.emit('error', error);
    return Promise.reject(error);
  };
  await updater.check();
  expect(news).toHaveLength(1);
  expect(news[0]).toMatchObject({ kind: 'failed', reason: expect.not.stringMatching(/abc|html/) });
});

test('a library that does not load is told, and tried again at the next look', async () => {
  let loads = 0;
  const news: UpdateNews[] = [];
  const updater = electronUpdater(() => {
    loads += 1;
    return Promise.reject(new Error('no such module'));
  }, log);
  updater.subscribe((one) => news.push(one));
  await updater.check();
  await updater.check();
  expect(loads).toBe(2);
  expect(news).toEqual([
    { kind: 'failed', reason: 'no such module' },
    { kind: 'failed', reason: 'no such module' },
  ]);
});

test('a library that may not look says that there is nothing new', async () => {
  const { updater, library, news } = open();
  library.onCheck = async () => null;
  await updater.check();
  expect(news).toEqual([{ kind: 'none' }]);
});

test('installing ends the app, shows the installer and starts it again', async () => {
  const { updater, library } = open();
  updater.install();
  expect(library.installs).toEqual([]);
  await updater.check();
  updater.install();
  await Promise.resolve();
  expect(library.installs).toEqual([[false, true]]);
});

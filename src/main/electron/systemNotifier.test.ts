import { EventEmitter } from 'node:events';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { NotificationConstructorOptions } from 'electron';
import { beforeEach, expect, test } from 'vitest';
import type { Notifier } from '#main/ports.ts';
import type { ShellNotification } from './electronApi.ts';
import { systemNotifier } from './systemNotifier.ts';
import { FakeTimers } from './testing/fakeTimers.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** The system's list of notes: like Electron, it keeps none alive. */
const listed: WeakRef<Note>[] = [];
let mood: 'show' | 'failed' | 'nothing' = 'show';
let activate: (details: { readonly arguments: string }) => void = () => undefined;

class Note extends EventEmitter implements ShellNotification {
  readonly id: string;
  static isSupported(): boolean {
    return true;
  }
  static handleActivation(callback: typeof activate): void {
    activate = callback;
  }
  constructor({ id = '' }: NotificationConstructorOptions = {}) {
    super();
    this.id = id;
    listed.push(new WeakRef(this));
  }
  show(): void {
    // Electron tells of it later.
    if (mood !== 'nothing') setImmediate(() => this.emit(mood, {}, 'Notifications are not allowed.'));
  }
}

const timers = new FakeTimers();
const shown: string[] = [];
beforeEach(() => {
  listed.length = 0;
  shown.length = 0;
  mood = 'show';
});

function notifierOn(platform: NodeJS.Platform): Notifier {
  return systemNotifier({
    Notification: Note,
    platform,
    icon: 'icon.png',
    clock: timers,
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
    show: (path) => shown.push(path),
  });
}

async function isAlive(note: number): Promise<boolean> {
  // A reference that was looked at is kept until the turn ends.
  await new Promise((resolve) => {
    setTimeout(resolve, 0);
  });
  collectGarbage();
  return listed[note]?.deref() !== undefined;
}

test('a note that has gone into the system’s list takes a click until the user closes it', async () => {
  const notifier = notifierOn('linux');
  for (const path of ['/list/smart/1', '/list/smart/2', '/list/smart/3']) {
    if (path === '/list/smart/3') mood = 'failed';
    await notifier.notify({ title: 'New', body: 'Companies', path });
  }
  listed[0]?.deref()?.emit('close', { reason: 'timedOut' });
  listed[1]?.deref()?.emit('close', { reason: 'userCanceled' });
  expect([await isAlive(0), await isAlive(1), await isAlive(2)]).toEqual([true, false, false]);
  listed[0]?.deref()?.emit('click', {});
  expect(shown).toEqual(['/list/smart/1']);
});

test('whether a note was shown is what the system says of it', async () => {
  const notifier = notifierOn('darwin');
  const note = { title: 'New', body: 'Companies', path: '/list/smart/1' };
  expect(await notifier.notify(note)).toEqual({ shown: true, reason: '' });
  mood = 'failed';
  expect(await notifier.notify(note)).toEqual({ shown: false, reason: 'The system refused the notification.' });
  mood = 'nothing';
  const unheard = notifier.notify(note);
  await new Promise((resolve) => setTimeout(resolve, 0));
  timers.advance(10_000);
  expect(await unheard).toMatchObject({ shown: false, reason: expect.stringContaining('did not say') });
});

test('on Windows a click in the notification centre is followed once, also when the note itself has gone', async () => {
  const notifier = notifierOn('win32');
  await notifier.notify({ title: 'New', body: 'Companies', path: '/list/smart/7' });
  const { id } = listed[0]?.deref() ?? { id: '' };
  activate({ arguments: `type=click&tag=${encodeURIComponent(id)}` });
  listed[0]?.deref()?.emit('click', {});
  expect(shown).toEqual(['/list/smart/7']);
  for (const details of ['', 'type=click&tag=other', 'type=click&tag=%E0%A4%A', 'winnow:x:/settings']) {
    activate({ arguments: details });
  }
  expect(shown).toHaveLength(1);
  // The app was started by the click.
  shown.length = 0;
  notifierOn('win32');
  activate({ arguments: `type=click&tag=${id}` });
  expect(shown).toEqual(['/list/smart/7']);
});

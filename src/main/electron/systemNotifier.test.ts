import { EventEmitter } from 'node:events';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import type { ElectronApi } from './electronApi.ts';
import { systemNotifier } from './systemNotifier.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** The system's list of notes: like Electron, it keeps none alive. */
const listed: WeakRef<EventEmitter>[] = [];
class Note extends EventEmitter {
  static isSupported(): boolean {
    return true;
  }
  constructor() {
    super();
    listed.push(new WeakRef(this));
  }
  show(): void {
    // Nothing to show it on.
  }
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
  const shown: string[] = [];
  const electron = { Notification: Note } as unknown as Pick<ElectronApi, 'Notification'>;
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const notifier = systemNotifier(electron, 'icon.png', (path) => shown.push(path), log);
  for (const path of ['/list/smart/1', '/list/smart/2', '/list/smart/3']) {
    await notifier.notify({ title: 'New', body: 'Companies', path });
  }
  listed[0]?.deref()?.emit('close', { reason: 'timedOut' });
  listed[1]?.deref()?.emit('close', { reason: 'userCanceled' });
  listed[2]?.deref()?.emit('failed', {}, 'Notifications are not allowed.');
  expect([await isAlive(0), await isAlive(1), await isAlive(2)]).toEqual([true, false, false]);
  listed[0]?.deref()?.emit('click', {});
  expect(shown).toEqual(['/list/smart/1']);
});

import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import type { Log } from '#main/ports.ts';
import { endOnCrash } from './system.ts';
import { createEnding } from './ending.ts';

/** A log that keeps its events. */
function keptLog(): Log & { readonly events: string[] } {
  const events: string[] = [];
  const keep = (event: string): void => {
    events.push(event);
  };
  return { events, info: keep, warn: keep, error: keep };
}

test('F29 the steps run from the last to the first, once, and one that fails keeps no other from its turn', async () => {
  const log = keptLog();
  const ending = createEnding(log);
  const done: string[] = [];
  ending.add(() => void done.push('lock'));
  ending.add(() => Promise.reject(new Error('no')));
  ending.add(async () => void done.push('app'));
  await Promise.all([ending.run(), ending.run()]);
  await ending.run();
  expect(done).toEqual(['app', 'lock']);
  expect(log.events).toEqual(['end.failed', 'stopped']);
});

test('F29 a step that never ends does not keep the app from ending', async () => {
  const log = keptLog();
  const ending = createEnding(log, 50);
  ending.add(() => new Promise(() => undefined));
  await ending.run();
  expect(log.events).toEqual(['end.late']);
});

test('a crash is written down and ends the app, once', () => {
  const log = keptLog();
  const source = new EventEmitter();
  const ends: unknown[] = [];
  endOnCrash(source, log, (error) => ends.push(error));
  const first = new Error('first');
  source.emit('uncaughtException', first);
  source.emit('uncaughtException', new Error('second'));
  expect(ends).toEqual([first]);
  expect(log.events).toEqual(['crash', 'crash']);
});

test('so is a rejection that nobody handles, of which Electron makes no exception', () => {
  const log = keptLog();
  const source = new EventEmitter();
  const ends: unknown[] = [];
  endOnCrash(source, log, (error) => ends.push(error));
  const reason = new Error('rejected');
  source.emit('unhandledRejection', reason);
  expect(ends).toEqual([reason]);
  expect(log.events).toEqual(['crash']);
});

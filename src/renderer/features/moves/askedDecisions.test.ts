import { expect, it } from 'vitest';
import { AskedDecisions } from './askedDecisions.ts';

it('lets a step wait for the decisions before it, also for one that fails, and for nothing else', async () => {
  const asked = new AskedDecisions();
  const done: string[] = [];
  asked.afterwards(() => done.push('at once'));
  expect(done).toEqual(['at once']);

  const first = Promise.withResolvers<void>();
  const second = Promise.withResolvers<void>();
  void asked.add(first.promise.then(() => done.push('first')));
  const refused = asked.add(second.promise);
  asked.afterwards(() => done.push('undo'));
  second.reject(new Error('Not reached.'));
  await expect(refused).rejects.toThrow('Not reached.');
  expect(done).toEqual(['at once']);
  first.resolve();
  await expect.poll(() => done).toEqual(['at once', 'first', 'undo']);
  asked.afterwards(() => done.push('at once again'));
  expect(done.at(-1)).toBe('at once again');
});

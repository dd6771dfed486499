import { describe, expect, it } from 'vitest';
import { takeOut } from './useAddToCollection.ts';

const items = Array.from({ length: 20 }, (_, id) => id);

const failAtNine = (id: number): Promise<void> => (id === 9 ? Promise.reject(new Error('Away.')) : Promise.resolve());

describe('taking many companies out of a collection', () => {
  it('takes out each once and tells how far it is', async () => {
    const removed: number[] = [];
    const told: number[] = [];
    await takeOut(
      items,
      (id) => Promise.resolve(removed.push(id)),
      (done) => told.push(done),
    );
    expect(removed).toEqual(items);
    expect(told).toEqual([8, 16, 20]);
  });

  it('ends at what fails and says so: it was silent, with some out and some in', async () => {
    const told: number[] = [];
    await expect(takeOut(items, failAtNine, (done) => told.push(done))).rejects.toThrow('Away.');
    expect(told).toEqual([8]);
  });
});

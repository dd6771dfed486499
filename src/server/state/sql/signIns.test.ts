import { expect, test } from 'vitest';
import type { UserRecord } from '../port.ts';
import { SignIns } from './signIns.ts';

const ann: UserRecord = { id: 1, email: '', name: 'Ann', role: 'analyst', addons: [] };
const good = { user: ann, endsAt: '' };

/** A database that counts how often it is asked, and what it answers. */
function database(answer: { readonly user: UserRecord; readonly endsAt: string } | undefined) {
  const asked = { times: 0, answer };
  return {
    asked,
    look: async () => {
      asked.times += 1;
      return asked.answer;
    },
  };
}

test('whose token it is, is asked once in its time', async () => {
  let time = 0;
  const signIns = new SignIns(500, () => time);
  const { asked, look } = database(good);
  for (time of [0, 100, 499]) expect(await signIns.userOf('a', look)).toBe(ann);
  expect(asked.times).toBe(1);
  time = 500;
  asked.answer = undefined;
  expect(await signIns.userOf('a', look)).toBeUndefined();
  // That it was good is forgotten, and that it is not is asked every time.
  asked.answer = good;
  expect(await signIns.userOf('a', look)).toBe(ann);
  expect(asked.times).toBe(3);
});

test('without a time it is asked every time', async () => {
  const signIns = new SignIns(0, () => 0);
  const { asked, look } = database(good);
  await signIns.userOf('a', look);
  await signIns.userOf('a', look);
  expect(asked.times).toBe(2);
});

test('S49 an answer from before a change is not remembered', async () => {
  const signIns = new SignIns(500, () => 0);
  const { asked, look } = database(good);
  const before = signIns.userOf('a', look);
  signIns.forget();
  await before;
  asked.answer = undefined;
  expect(await signIns.userOf('a', look)).toBeUndefined();
});

test('S49 a token that ends within the time is not remembered', async () => {
  const signIns = new SignIns(500, () => 0);
  const { asked, look } = database({ user: ann, endsAt: new Date(Date.now() + 400).toISOString() });
  await signIns.userOf('a', look);
  await signIns.userOf('a', look);
  expect(asked.times).toBe(2);
});

test('tokens without end do not fill the memory', async () => {
  const signIns = new SignIns(500, () => 0);
  const { asked, look } = database(good);
  for (let token = 0; token <= 10_000; token++) await signIns.userOf(String(token), look);
  await signIns.userOf('0', look);
  await signIns.userOf('10000', look);
  expect(asked.times).toBe(10_002);
});

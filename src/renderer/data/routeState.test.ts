import { expect, it } from 'vitest';
import { routeId } from './routeState.ts';

it('an address without a proper id asks for something that is not there, and not for nonsense', () => {
  expect(routeId('12')).toBe(12);
  for (const text of [undefined, '', 'abc', '0', '-1', '1.5', '1e999', '9007199254740993', '9'.repeat(40)]) {
    expect(routeId(text), text).toBe(2_147_483_647);
  }
});

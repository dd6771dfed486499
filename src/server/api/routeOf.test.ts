import { expect, test } from 'vitest';
import { endpointNames, endpoints } from '#shared/api/endpoints.ts';
import { callAt, routeOf } from './routeOf.ts';

test('every call has its own pattern, with and without a slash at its end', () => {
  for (const name of endpointNames) {
    const { method, path } = endpoints[name];
    const asked = path.replace('{note_id}', '0f8fad5b-d9cb-469f-a165-70867728950e').replaceAll(/\{\w+\}/g, '17');
    expect(routeOf(method, asked)).toMatchObject({ name, pattern: path });
    expect(routeOf(method, asked.replace(/\/$/, ''))).toMatchObject({ name, pattern: path });
  }
});

test('a call has what stands in the places of its parameters', () => {
  expect(callAt('PATCH', '/api/user_smart_lists_inbox/17/')).toEqual({ name: 'moveEntry', params: { id: '17' } });
  expect(callAt('GET', '/api/users/me')).toEqual({ name: 'getMe', params: {} });
  expect(callAt('DELETE', '/api/users/me/')).toBeUndefined();
});

test('no pattern has anything of an address that is not ours', () => {
  expect(routeOf('GET', '/provider/account/')).toEqual({ name: undefined, pattern: 'provider' });
  for (const path of ['/', '/api/users/ann@fund.example/', '/api/latest_companies/0/', '/admins', '/..']) {
    expect(routeOf('GET', path)).toEqual({ name: undefined, pattern: 'other' });
  }
  expect(routeOf('HEAD', '/api/users/me/').pattern).toBe('/api/users/me/');
  // A method that nobody knows is no label of its own.
  expect(routeOf('BREW', '/api/users/me/').pattern).toBe('other');
});

import { afterEach, expect, it, vi } from 'vitest';
import { clearLastPlace, readLastPlace, rememberPlace } from './lastPlace.ts';
import { TabStorage } from './testing/tabStorage.ts';

const storage = new TabStorage();
vi.stubGlobal('localStorage', storage);
afterEach(() => {
  storage.full = false;
  storage.clear();
});

it('remembers the last address of an account, tells nobody else, and forgets', () => {
  rememberPlace('ann', '/list/smart/1');
  rememberPlace('ann', '/list/search?text_search=solar');
  expect(readLastPlace('ann')).toBe('/list/search?text_search=solar');
  expect(readLastPlace('bob')).toBeNull();
  clearLastPlace();
  expect(readLastPlace('ann')).toBeNull();
});

it('works on where nothing can be kept or what was kept is not an address of the app', () => {
  storage.full = true;
  rememberPlace('ann', '/help');
  expect(readLastPlace('ann')).toBeNull();
  storage.full = false;
  for (const kept of ['{', '3', '{"account":"ann","path":"https://elsewhere.example"}', '{"account":"ann"}']) {
    storage.setItem('winnow.lastPlace', kept);
    expect(readLastPlace('ann')).toBeNull();
  }
});

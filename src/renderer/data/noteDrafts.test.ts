import { afterEach, expect, it, vi } from 'vitest';
import { clearDrafts, draftOf, dropDraft, keepDraft } from './noteDrafts.ts';
import { TabStorage } from './testing/tabStorage.ts';

const storage = new TabStorage();
vi.stubGlobal('localStorage', storage);
afterEach(() => {
  storage.full = false;
  storage.clear();
});

/** The same module as the next window loads it. */
async function nextWindow() {
  vi.resetModules();
  return await import('./noteDrafts.ts');
}

it('E22 what was typed for a note and not saved is there in the next window, for its account alone', async () => {
  keepDraft('ann', 'new 7', 'Met them in');
  keepDraft('ann', 'new 7', 'Met them in Lisbon');
  keepDraft('ann', 'new 8', 'Call back');
  const next = await nextWindow();
  expect(next.draftOf('ann', 'new 7')).toBe('Met them in Lisbon');
  expect(next.draftOf('ann', 'new 9')).toBeUndefined();
  expect(next.draftOf('bob', 'new 7')).toBeUndefined();
  next.dropDraft('ann', 'new 7');
  next.dropDraft('ann', 'new 8');
  expect(draftOf('ann', 'new 7')).toBeUndefined();
  expect(storage).toHaveLength(0);
});

it('E22 keeps the texts that were typed last', () => {
  for (let company = 1; company <= 30; company++) keepDraft('ann', `new ${company}`, 'Text');
  const kept = Array.from({ length: 30 }, (_, index) => index + 1).filter(
    (company) => draftOf('ann', `new ${company}`) !== undefined,
  );
  expect(kept).toEqual(Array.from({ length: 20 }, (_, index) => index + 11));
});

it('E22 logging out takes drafts from the computer, not from whoever signs in again in this window', async () => {
  storage.setItem('winnow.other', 'stays');
  keepDraft('cleo', 'new 7', 'Met them');
  clearDrafts();
  expect(storage).toHaveLength(1);
  expect(draftOf('cleo', 'new 7')).toBe('Met them');
  expect((await nextWindow()).draftOf('cleo', 'new 7')).toBeUndefined();
  keepDraft('cleo', 'new 8', 'Again');
  expect((await nextWindow()).draftOf('cleo', 'new 7')).toBe('Met them');
});

it('E22 drafts stay for as long as the window is open where nothing can be kept, and what was kept is not that', () => {
  storage.full = true;
  keepDraft('dora', 'new 7', 'Met them');
  expect(draftOf('dora', 'new 7')).toBe('Met them');
  dropDraft('dora', 'new 7');
  expect(draftOf('dora', 'new 7')).toBeUndefined();
  storage.full = false;
  storage.setItem('winnow.noteDrafts eve', '{"a":1}');
  expect(draftOf('eve', 'new 7')).toBeUndefined();
});

import { expect, it } from 'vitest';
import { whenText } from './Notes.tsx';

const note = {
  text: 'One',
  history: [],
  created_at: '2026-11-03T10:00:00.000Z',
  changed_at: '2026-11-03T10:00:00.000Z',
  isUnsaved: false,
  author: null,
};
const edited = [{ at: note.created_at, text: 'Zero' }];
const later = '2026-11-05T10:00:00.000Z';

it('says who wrote a note and when, and when it was edited, if it was', () => {
  expect(whenText(note)).toBe('You, 3 Nov 2026');
  expect(whenText({ ...note, history: edited })).toBe('You, 3 Nov 2026 · edited');
  expect(whenText({ ...note, history: edited, changed_at: later })).toBe('You, 3 Nov 2026 · edited 5 Nov 2026');
  const restored = [
    { at: note.created_at, text: '' },
    { at: note.created_at, text: 'One' },
  ];
  expect(whenText({ ...note, history: restored, changed_at: later })).toBe('You, 3 Nov 2026');
});

it('says whose a colleague’s comment is', () => {
  expect(whenText({ ...note, author: { id: 2, name: 'Ann Lee' } })).toBe('Ann Lee, 3 Nov 2026');
});

it('says what the server does not have yet', () => {
  expect(whenText({ ...note, created_at: '', changed_at: '', isUnsaved: true })).toBe('You · not saved yet');
  expect(whenText({ ...note, isUnsaved: true })).toBe('You, 3 Nov 2026 · not saved yet');
});

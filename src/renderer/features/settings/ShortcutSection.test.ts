import { expect, it } from 'vitest';
import { conflictsOf, defaultKeySettings } from '../../keyboard/keymap.ts';
import { withKey, withoutKeys } from './ShortcutSection.tsx';

it('takes a key over from the command that had it, and that one keeps its other keys', () => {
  const conflicts = conflictsOf('triage.archive', 'w', defaultKeySettings);
  expect(withKey({}, 'triage.archive', 'w', conflicts)).toEqual({
    'triage.archive': ['w'],
    'triage.watchlist': ['1'],
  });
});

it('forgets what is the same as in the table', () => {
  const mine = withoutKeys({}, 'list.filters');
  expect(mine).toEqual({ 'list.filters': [] });
  expect(withKey(mine, 'list.filters', 'f', [])).toEqual({});
});

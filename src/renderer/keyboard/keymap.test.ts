import { describe, expect, it } from 'vitest';
import { commands } from '#shared/commands.ts';
import {
  capsOf,
  chordTimeout,
  conflictsOf,
  defaultKeySettings,
  keymapOf,
  matchKey,
  notationOf,
  worksWhileTyping,
  type KeyPress,
} from './keymap.ts';

function press(key: string, more: Partial<KeyPress> = {}): KeyPress {
  return {
    key,
    code: '',
    ctrlKey: false,
    metaKey: false,
    altKey: false,
    shiftKey: false,
    altGraph: false,
    ...more,
  };
}

describe('notationOf', () => {
  it('writes letters, named keys and combinations as the table does', () => {
    expect(notationOf(press('j'), false)).toBe('j');
    expect(notationOf(press('J', { shiftKey: true }), false)).toBe('Shift+j');
    expect(notationOf(press('ArrowDown', { shiftKey: true }), false)).toBe('Shift+ArrowDown');
    expect(notationOf(press(' '), false)).toBe('Space');
    expect(notationOf(press('Shift', { shiftKey: true }), false)).toBeNull();
  });

  it('does not tell Shift where the character already says it', () => {
    expect(notationOf(press('?', { shiftKey: true }), false)).toBe('?');
    expect(notationOf(press('/', { shiftKey: true }), false)).toBe('/');
  });

  it('takes ⌘ on a Mac and Ctrl elsewhere as Mod', () => {
    expect(notationOf(press('k', { metaKey: true }), true)).toBe('Mod+k');
    expect(notationOf(press('k', { ctrlKey: true }), true)).toBe('Ctrl+k');
    expect(notationOf(press('k', { ctrlKey: true }), false)).toBe('Mod+k');
  });

  it('reads a character typed with AltGr as that character', () => {
    expect(notationOf(press('[', { ctrlKey: true, altKey: true, altGraph: true }), false)).toBe('[');
  });

  it('goes by the place of the key in another script', () => {
    expect(notationOf(press('ц', { code: 'KeyW' }), false)).toBe('w');
    expect(notationOf(press('é', { code: 'Digit2' }), false)).toBe('é');
  });
});

describe('matchKey', () => {
  const keymap = keymapOf(defaultKeySettings);

  it('finds the commands of a key', () => {
    expect(matchKey(keymap, 'w', null, 0).ids).toEqual(['triage.watchlist']);
    expect(matchKey(keymap, '1', null, 0).ids).toEqual(['triage.watchlist']);
    expect(matchKey(keymap, 'Mod+z', null, 0).ids).toEqual(['triage.undo']);
  });

  it('takes w after g as "go to Watchlist", within a second', () => {
    const { chord, ids } = matchKey(keymap, 'g', null, 1000);
    expect(ids).toEqual([]);
    expect(matchKey(keymap, 'w', chord, 1000 + chordTimeout)).toEqual({ chord: null, ids: ['go.watchlist'] });
    expect(matchKey(keymap, 'w', chord, 1001 + chordTimeout).ids).toEqual(['triage.watchlist']);
  });

  it('Esc ends a chord and does nothing else', () => {
    expect(matchKey(keymap, 'Escape', 0, 10)).toEqual({ chord: null, ids: [] });
  });

  it('switches single letters off, also chords, and keeps the rest', () => {
    const quiet = keymapOf({ ...defaultKeySettings, singleKeyShortcuts: false });
    expect(matchKey(quiet, 'e', null, 0).ids).toEqual([]);
    expect(matchKey(quiet, '?', null, 0).ids).toEqual([]);
    expect(matchKey(quiet, 'Shift+f', null, 0).ids).toEqual([]);
    expect(matchKey(quiet, 'g', null, 0).chord).toBeNull();
    expect(matchKey(quiet, 'ArrowDown', null, 0).ids).toEqual(['list.next']);
    expect(matchKey(quiet, 'Mod+e', null, 0).ids).toEqual(['list.export']);
  });

  it('uses the keys that the user has set instead of the table', () => {
    const mine = keymapOf({ ...defaultKeySettings, shortcuts: { 'triage.archive': ['a'] } });
    expect(matchKey(mine, 'a', null, 0).ids).toEqual(['triage.archive']);
    expect(matchKey(mine, 'e', null, 0).ids).toEqual([]);
  });
});

describe('the table', () => {
  it('gives every command its own id and no key twice', () => {
    expect(new Set(commands.map(({ id }) => id)).size).toBe(commands.length);
    const shared = [...keymapOf(defaultKeySettings)].filter(([, ids]) => ids.length > 1);
    expect(shared).toEqual([]);
  });

  it('names the conflict when two commands want one key', () => {
    expect(conflictsOf('triage.archive', 'w', defaultKeySettings).map(({ id }) => id)).toEqual(['triage.watchlist']);
    expect(conflictsOf('triage.archive', 'e', defaultKeySettings)).toEqual([]);
    // `g` alone would swallow every chord.
    expect(conflictsOf('triage.archive', 'g', defaultKeySettings).length).toBeGreaterThan(5);
  });
});

describe('typing', () => {
  it('leaves letters, Enter and text editing to the field', () => {
    for (const key of ['e', '?', 'Enter', 'Space', 'Backspace', 'ArrowDown', 'Mod+a', 'Mod+z', 'Shift+f']) {
      expect(worksWhileTyping(key), key).toBe(false);
    }
    for (const key of ['Escape', 'Mod+k', 'Mod+s', 'F6', 'Shift+F6']) expect(worksWhileTyping(key), key).toBe(true);
  });
});

it('draws caps as the system writes them', () => {
  expect(capsOf('Mod+k', true)).toEqual([['⌘', 'K']]);
  expect(capsOf('Mod+k', false)).toEqual([['Ctrl', 'K']]);
  expect(capsOf('g d', false)).toEqual([['g'], ['d']]);
  expect(capsOf('Shift+ArrowDown', false)).toEqual([['Shift', '↓']]);
});

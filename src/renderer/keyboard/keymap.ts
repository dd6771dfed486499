import { commands, type Command, type CommandId } from '#shared/commands.ts';

/** How soon after `g` the second key must come, in milliseconds. */
export const chordTimeout = 1000;

/** The one prefix that starts a chord. */
const chordPrefix = 'g';

/** What the user has changed about the keys (preferences `shortcuts`, `singleKeyShortcuts`). */
export interface KeySettings {
  readonly shortcuts: Readonly<Record<string, readonly string[]>>;
  readonly singleKeyShortcuts: boolean;
}

export const defaultKeySettings: KeySettings = { shortcuts: {}, singleKeyShortcuts: true };

/** The parts of a keyboard event that matter. */
export interface KeyPress {
  readonly key: string;
  readonly code: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
  readonly altGraph: boolean;
}

/** A started chord: when `g` was pressed (milliseconds), or null. */
export type ChordState = number | null;

/** Whether a combination types a character, with no modifier but Shift: what the off switch covers (WCAG 2.1.4). */
export function isSingleKey(keys: string): boolean {
  return keys.split(' ').every((part) => {
    const key = part.startsWith('Shift+') ? part.slice('Shift+'.length) : part;
    return isOneCharacter(key);
  });
}

/** One Unicode character; names of keys such as `Enter` are longer. */
function isOneCharacter(key: string): boolean {
  return /^.$/su.test(key);
}

const modifierKeys = new Set(['Shift', 'Control', 'Alt', 'Meta', 'AltGraph', 'CapsLock', 'Fn', 'Dead', 'Process']);

/** `notationOf` for a browser's keyboard event. */
export function notationOfEvent(event: KeyboardEvent, isMac: boolean): string | null {
  const { key, code, ctrlKey, metaKey, altKey, shiftKey } = event;
  const altGraph = event.getModifierState('AltGraph');
  return notationOf({ key, code, ctrlKey, metaKey, altKey, shiftKey, altGraph }, isMac);
}

/**
 * A key press in the table's notation, or null for a modifier alone. Shift is included only if the character does not
 * already imply it (`?` needs it on some keyboards and not on others). On a keyboard of another script the key's
 * position decides, so that `w` works on the key that types `ц`.
 */
export function notationOf(press: KeyPress, isMac: boolean): string | null {
  if (modifierKeys.has(press.key)) return null;
  const mod = isMac ? press.metaKey : press.ctrlKey;
  const otherControl = isMac ? press.ctrlKey : press.metaKey;
  // AltGr types characters, and Windows reports Ctrl and Alt with it.
  const modifiers = press.altGraph
    ? ''
    : `${mod ? 'Mod+' : ''}${otherControl ? 'Ctrl+' : ''}${press.altKey ? 'Alt+' : ''}`;
  const key = keyName(press);
  const shift = press.shiftKey && (key.length > 1 || /^[a-z]$/.test(key)) ? 'Shift+' : '';
  return modifiers + shift + key;
}

function keyName(press: KeyPress): string {
  if (press.key === ' ' || press.key === 'Spacebar') return 'Space';
  if (!isOneCharacter(press.key)) return press.key;
  const lower = press.key.toLowerCase();
  const place = /^Key([A-Z])$/.exec(press.code)?.[1]?.toLowerCase();
  const isAscii = lower >= ' ' && lower <= '~';
  return isAscii || place === undefined ? lower : place;
}

/** A command's keys: the user's if set, else the table's; without those that the off switch covers. */
export function keysOf(command: Command, settings: KeySettings): readonly string[] {
  const keys = settings.shortcuts[command.id] ?? command.keys.filter((key) => !isTaken(key, settings));
  return settings.singleKeyShortcuts ? keys : keys.filter((key) => !isSingleKey(key));
}

/** Whether the user has given a key to a command: one that has it by the table, perhaps since an update, gives way. */
function isTaken(key: string, { shortcuts }: KeySettings): boolean {
  return Object.values(shortcuts).some((keys) => keys?.includes(key) ?? false);
}

/** From key notation to the commands that have it, in the table's order. */
export type Keymap = ReadonlyMap<string, readonly CommandId[]>;

/** Builds the keymap from the table and the user's changes. */
export function keymapOf(settings: KeySettings): Keymap {
  const map = new Map<string, CommandId[]>();
  for (const command of commands) {
    for (const key of keysOf(command, settings)) {
      map.set(key, [...(map.get(key) ?? []), command.id]);
    }
  }
  return map;
}

/** What a key press means: the commands it may run, and whether it starts a chord. */
export interface Match {
  readonly chord: ChordState;
  readonly ids: readonly CommandId[];
}

/** Matches one key press. If a chord comes too late or has no command, its second key counts on its own. */
export function matchKey(keymap: Keymap, notation: string, chord: ChordState, now: number): Match {
  if (isBegun(chord, now)) {
    if (notation === 'Escape') return { chord: null, ids: [] };
    const ids = keymap.get(`${chordPrefix} ${notation}`);
    if (ids !== undefined) return { chord: null, ids };
  }
  const startsChord = notation === chordPrefix && hasChords(keymap);
  return { chord: startsChord ? now : null, ids: keymap.get(notation) ?? [] };
}

/** Whether a key completes a chord. */
export function endsChord(keymap: Keymap, notation: string, chord: ChordState, now: number): boolean {
  return isBegun(chord, now) && keymap.has(`${chordPrefix} ${notation}`);
}

function isBegun(chord: ChordState, now: number): boolean {
  return chord !== null && now - chord <= chordTimeout;
}

function hasChords(keymap: Keymap): boolean {
  return [...keymap.keys()].some((key) => key.startsWith(`${chordPrefix} `));
}

/**
 * Commands whose keys clash with `key`: the same key, or one of them starts a chord of the other. Settings shows them
 * as conflicts.
 */
export function conflictsOf(id: CommandId, key: string, settings: KeySettings): Command[] {
  const command = commands.find((item) => item.id === id);
  return commands.filter(
    (other) =>
      other.id !== id &&
      // Whatever the screen: a list and a company page are never in front together, but the pane shows a company in a
      // list.
      command !== undefined &&
      (settings.shortcuts[other.id] ?? other.keys).some((otherKey) => otherKey === key || isPrefix(otherKey, key)),
  );
}

function isPrefix(a: string, b: string): boolean {
  return a.startsWith(`${b} `) || b.startsWith(`${a} `);
}

/** Combinations that edit text; in a text field they keep that meaning. */
const textEditing = new Set(['Mod+a', 'Mod+z', 'Mod+c', 'Mod+v', 'Mod+x', 'Mod+y', 'Mod+ArrowLeft', 'Mod+ArrowRight']);

/** Whether a key may run a command while the user types in a field: only Esc, function keys and Mod combinations. */
export function worksWhileTyping(notation: string): boolean {
  if (textEditing.has(notation)) return false;
  return notation === 'Escape' || notation.startsWith('Mod+') || /^(?:Shift\+)?F\d+$/.test(notation);
}

const symbols: Readonly<Record<string, string>> = {
  ArrowDown: '↓',
  ArrowUp: '↑',
  ArrowLeft: '←',
  ArrowRight: '→',
  ContextMenu: 'Menu',
  Escape: 'Esc',
  PageDown: 'Page down',
  PageUp: 'Page up',
};

/** The caps to draw for a combination: `g d` gives two steps, `Mod+k` one of two caps. */
export function capsOf(keys: string, isMac: boolean): readonly (readonly string[])[] {
  return keys.split(' ').map((step) =>
    splitStep(step).map((part) => {
      if (part === 'Mod') return isMac ? '⌘' : 'Ctrl';
      if (part === 'Shift') return isMac ? '⇧' : 'Shift';
      if (part === 'Alt') return isMac ? '⌥' : 'Alt';
      const named = symbols[part];
      if (named !== undefined) return named;
      return /^[a-z]$/.test(part) && step !== part ? part.toUpperCase() : part;
    }),
  );
}

/** Splits at `+`; the last part may be the plus key itself. */
function splitStep(step: string): string[] {
  const parts = step.split('+');
  return step.endsWith('++') || step === '+' ? [...parts.filter((part) => part !== ''), '+'] : parts;
}

import {
  createContext,
  use,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
  type ReactNode,
} from 'react';
import { flushSync } from 'react-dom';
import { type Command, type CommandId, commandOf } from '#shared/commands.ts';
import {
  endsChord,
  keymapOf,
  matchKey,
  notationOfEvent,
  worksWhileTyping,
  type ChordState,
  type Keymap,
  type KeySettings,
} from './keymap.ts';
import { commandsAt, lettersAt, Typing, type Letters } from './places.ts';
import { TypeAhead } from './typeAhead.ts';

/**
 * What a command does on a screen. `event` is null if it was chosen in the palette or a menu. Returning false means
 * "not for me": the key goes on to the next handler, and to the browser if there is none.
 */
type CommandHandler = (event: KeyboardEvent | null) => void | boolean;
type CommandHandlers = Partial<Record<CommandId, CommandHandler>>;

interface Keyboard {
  readonly registry: CommandRegistry;
  readonly settings: KeySettings;
  readonly isMac: boolean;
}

const KeyboardContext = createContext<Keyboard | null>(null);

/**
 * How long a dialog may take to open, in milliseconds: keys pressed before it is there must not reach the list behind
 * it, or a word typed on a slow computer would decide on companies.
 */
const dialogOpeningTime = 1000;

/** Listens to the keyboard for the whole window and provides the registry to everything below it. */
export function CommandProvider({
  settings,
  isMac,
  children,
}: {
  readonly settings: KeySettings;
  readonly isMac: boolean;
  readonly children: ReactNode;
}): ReactNode {
  const [registry] = useState(() => new CommandRegistry());
  const keymap = useMemo(() => keymapOf(settings), [settings]);

  useEffect(() => {
    const presses = new KeyPresses(registry, keymap, isMac);
    // In the capture phase, so that a grid does not take the arrows and Enter first.
    window.addEventListener('keydown', presses.onKeyDown, true);
    return () => {
      presses.end();
      window.removeEventListener('keydown', presses.onKeyDown, true);
    };
  }, [registry, keymap, isMac]);

  const value = useMemo(() => ({ registry, settings, isMac }), [registry, settings, isMac]);
  return <KeyboardContext value={value}>{children}</KeyboardContext>;
}

/** One key press: what it is called, what letters do where it came, and whether it goes on with what it ran before. */
interface Press {
  readonly event: KeyboardEvent;
  readonly notation: string;
  readonly letters: Letters;
  readonly goesOn: boolean;
}

/** What becomes of each key press. */
class KeyPresses {
  readonly #registry: CommandRegistry;
  readonly #keymap: Keymap;
  readonly #isMac: boolean;
  readonly #typing = new Typing();
  readonly #typeAhead = new TypeAhead();
  #chord: ChordState = null;
  #dialogExpectedUntil = 0;
  #frame = 0;
  /** The key that ran a command, for as long as it is held down. */
  #heldDown: string | null = null;

  constructor(registry: CommandRegistry, keymap: Keymap, isMac: boolean) {
    this.#registry = registry;
    this.#keymap = keymap;
    this.#isMac = isMac;
  }

  readonly onKeyDown = (event: KeyboardEvent): void => {
    if (event.isComposing || event.defaultPrevented) return;
    const notation = notationOfEvent(event, this.#isMac);
    if (notation === null) return;
    const letters = lettersAt(event.target);
    const goesOn = event.repeat && this.#heldDown === notation;
    if (!goesOn) this.#heldDown = null;
    // The dialog is open, or this key has just closed it: closing it at once gives the list back at once.
    if (this.#dialogExpectedUntil > 0 && (isModalOpen() || isInDialog(event.target))) this.#dialogExpectedUntil = 0;
    if (this.#isTypedOn(event, notation, letters)) {
      swallow(event);
      return;
    }
    if (isForField(event, notation) || keepsItsKey(event.target, notation)) return;
    if (letters === 'type' && this.#goesAhead(event)) return;
    this.#press({ event, notation, letters, goesOn });
  };

  /** Stops waiting for a dialog. */
  end(): void {
    cancelAnimationFrame(this.#frame);
  }

  /** Whether a key is still meant for what was typed before the focus came to where keys decide. */
  #isTypedOn(event: KeyboardEvent, notation: string, letters: Letters): boolean {
    const isForList = letters === 'decide' || letters === 'screen';
    if (!isForList || isTyping(event.target)) {
      this.#typing.note(notation, event.timeStamp);
      return false;
    }
    if (letters === 'screen' && keepsItsKey(event.target, notation)) return false;
    return this.#typing.goesOn(notation, event.timeStamp) && !isModalOpen();
  }

  /** Gives a letter to the field or the value beside it that it is meant for. Returns whether there is one. */
  #goesAhead(event: KeyboardEvent): boolean {
    const { target, ctrlKey, metaKey, altKey } = event;
    if (ctrlKey || metaKey || altKey || !(target instanceof Element)) return false;
    const taken = this.#typeAhead.take(target, event);
    if (taken === 'done') swallow(event);
    return taken !== 'none';
  }

  #press(press: Press): void {
    const { event, notation, letters, goesOn } = press;
    const registry = this.#registry;
    const again = (): void => this.#press(press);
    const isForList = letters === 'decide' || letters === 'screen';
    if (isForList && registry.holdBehind(again)) {
      this.#heldDown = notation;
      swallow(event);
      return;
    }
    const dialogOnly = isModalOpen();
    const mayAnswer = isForList || letters === 'answer' || notation === 'Escape';
    if (
      !dialogOnly &&
      (event.timeStamp < this.#dialogExpectedUntil || (mayAnswer && !event.repeat && registry.takes(notation)))
    ) {
      this.#chord = null;
      swallow(event);
      return;
    }
    const isChord = endsChord(this.#keymap, notation, this.#chord, event.timeStamp);
    const match = matchKey(this.#keymap, notation, this.#chord, event.timeStamp);
    this.#chord = match.chord;
    const there = dialogOnly ? match.ids : commandsAt(letters, match.ids, { notation, isChord });
    const ids = idsFor(there, event, goesOn);
    const ran = (!dialogOnly && registry.hold(ids, again)) || registry.run(ids, event, { dialogOnly });
    if (!ran) return;
    this.#heldDown = notation;
    this.#awaitDialogOf(ids, event);
    swallow(event);
  }

  #awaitDialogOf(ids: readonly CommandId[], { timeStamp }: KeyboardEvent): void {
    const opensDialog = ids.some((id) => commandOf(id).opensDialog === true);
    this.#dialogExpectedUntil = opensDialog ? timeStamp + dialogOpeningTime : 0;
    cancelAnimationFrame(this.#frame);
    if (opensDialog) this.#frame = requestAnimationFrame(this.#awaitDialog);
  }

  readonly #awaitDialog = (): void => {
    if (isDialogThere()) this.#dialogExpectedUntil = 0;
    else if (performance.now() < this.#dialogExpectedUntil) this.#frame = requestAnimationFrame(this.#awaitDialog);
  };
}

/** Whether a dialog, a menu or a field has the keyboard by now. */
function isDialogThere(): boolean {
  const { activeElement } = document;
  const isInMenu = (activeElement?.closest('[role="menu"], [role="listbox"]') ?? null) !== null;
  return isModalOpen() || isInDialog(activeElement) || isInMenu || isTyping(activeElement);
}

/** Whether a key is meant for the field that the user is typing into; Esc leaves it. */
function isForField(event: KeyboardEvent, notation: string): boolean {
  if (!isTyping(event.target)) return false;
  if (notation === 'Escape') leaveField(event);
  return notation === 'Escape' || !worksWhileTyping(notation);
}

/**
 * A held-down key repeats only commands that are meant to repeat, and only if its first press ran one: what it answered
 * or typed before, it does not go on with as something else.
 */
function idsFor(ids: readonly CommandId[], { repeat }: KeyboardEvent, hasBegun: boolean): readonly CommandId[] {
  if (!repeat) return ids;
  return hasBegun ? ids.filter((id) => commandOf(id).repeats === true) : [];
}

/** Nothing else hears of a key. */
function swallow(event: KeyboardEvent): void {
  event.preventDefault();
  event.stopPropagation();
}

/**
 * Registers what commands do on this screen, for as long as the component is shown and `enabled`. The newest handlers
 * are used without registering again. `layer` decides who wins: dialog over pane over screen (the default) over frame.
 */
export function useCommands(
  handlers: CommandHandlers,
  { enabled = true, layer = 'screen' }: { readonly enabled?: boolean; readonly layer?: CommandLayer } = {},
): void {
  const { registry } = useKeyboard();
  const latest = useRef(handlers);
  useLayoutEffect(() => {
    latest.current = handlers;
  });
  useLayoutEffect(() => {
    if (!enabled) return undefined;
    return registry.register(layer, () => latest.current);
  }, [registry, enabled, layer]);
}

/**
 * While `enabled`, gets every key of the screen before commands do, in the keymap's notation. Returning true means that
 * the key was for it; otherwise it does what it always does.
 */
export function useKeysFirst(take: (notation: string) => boolean, { enabled }: { readonly enabled: boolean }): void {
  const { registry } = useKeyboard();
  const latest = useRef(take);
  useLayoutEffect(() => {
    latest.current = take;
  });
  useLayoutEffect(
    () => (enabled ? registry.takeFirst((notation) => latest.current(notation)) : undefined),
    [registry, enabled],
  );
}

/** A list whose keys may have to wait for rows that are still being loaded. */
export interface WaitingRows {
  /** Whether a key that asks about the last decision, or the current row, has to wait for keys or rows before it. */
  readonly mustWait: (about: NonNullable<Command['asks']>) => boolean;
  /** Calls back once it need not; or `forget`, which returns how many keys that were, if it is never to be. */
  readonly whenThere: (about: NonNullable<Command['asks']>, run: () => void, forget: () => number) => void;
}

/** Makes keys that ask something wait for a list's rows, with all keys after them, for as long as it is shown. */
export function useWaitingRows(rows: WaitingRows): void {
  const { registry } = useKeyboard();
  const latest = useRef(rows);
  useLayoutEffect(() => {
    latest.current = rows;
  });
  useLayoutEffect(
    () =>
      registry.waitFor({
        mustWait: (about) => latest.current.mustWait(about),
        whenThere: (...all) => latest.current.whenThere(...all),
      }),
    [registry],
  );
}

/** One thing that a command can do now, by its own name: `Only Seed`. */
export interface OfferedCommand {
  readonly id: CommandId;
  readonly title: string;
  readonly run: () => void;
}

/** Offers what a command can do on this screen one by one, for the palette; asked each time the palette opens. */
export function useOfferedCommands(
  offered: () => readonly OfferedCommand[],
  { enabled = true }: { readonly enabled?: boolean } = {},
): void {
  const { registry } = useKeyboard();
  const latest = useRef(offered);
  useLayoutEffect(() => {
    latest.current = offered;
  });
  useLayoutEffect(() => (enabled ? registry.offer(() => latest.current()) : undefined), [registry, enabled]);
}

/** What commands can do now, one by one. */
export function useOffers(): readonly OfferedCommand[] {
  const { registry } = useKeyboard();
  return useMemo(() => registry.offers(), [registry]);
}

/** Runs commands by id, as the palette and menus do. Returns whether something handled it. */
export function useRunCommand(): (id: CommandId) => boolean {
  const { registry } = useKeyboard();
  return (id) => registry.run([id], null);
}

/** Ids that something on the screen handles now. Re-renders when that changes. */
export function useLiveCommands(): ReadonlySet<string> {
  const { registry } = useKeyboard();
  const version = useSyncExternalStore(registry.subscribe, registry.snapshot);
  // oxlint-disable-next-line react/exhaustive-deps -- the version stands for what `live` reads
  return useMemo(() => registry.live(), [registry, version]);
}

/** The user's key settings, and whether this is a Mac. */
export function useKeySettings(): { readonly settings: KeySettings; readonly isMac: boolean } {
  const { settings, isMac } = useKeyboard();
  return { settings, isMac };
}

function useKeyboard(): Keyboard {
  const keyboard = use(KeyboardContext);
  if (keyboard === null) throw new Error('useCommands needs a CommandProvider above it.');
  return keyboard;
}

/** From bottom to top: the frame, the screen in it, a pane or toolbar in the screen, a dialog over everything. */
const commandLayers = ['frame', 'screen', 'pane', 'dialog'] as const;
type CommandLayer = (typeof commandLayers)[number];

interface Registration {
  readonly layer: CommandLayer;
  readonly order: number;
  readonly handlers: () => CommandHandlers;
}

/** Keeps what the screens shown have registered. The topmost handler of a command wins. */
export class CommandRegistry {
  #registrations: Registration[] = [];
  #order = 0;
  #version = 0;
  readonly #listeners = new Set<() => void>();
  readonly #offered = new Set<() => readonly OfferedCommand[]>();
  #takers: readonly ((notation: string) => boolean)[] = [];
  #rows: WaitingRows | null = null;
  /** Key presses that wait, in their order. */
  #held: (() => void)[] = [];

  /** Registers handlers until the returned function is called. `handlers` is read at each key press. */
  register(layer: CommandLayer, handlers: () => CommandHandlers): () => void {
    const registration = { layer, order: this.#order++, handlers };
    this.#registrations = [...this.#registrations, registration].toSorted((a, b) => rank(b) - rank(a));
    this.#changed();
    return () => {
      this.#registrations = this.#registrations.filter((item) => item !== registration);
      this.#changed();
    };
  }

  /** Gives every key to `take` first until the returned function is called; the newest comes first. */
  takeFirst(take: (notation: string) => boolean): () => void {
    this.#takers = [take, ...this.#takers];
    return () => {
      this.#takers = this.#takers.filter((other) => other !== take);
    };
  }

  /** Whether something takes this key before any command does. */
  takes(notation: string): boolean {
    return this.#takers.some((take) => take(notation));
  }

  /** Makes keys wait for the rows of a list, until the returned function is called. */
  waitFor(rows: WaitingRows): () => void {
    this.#rows = rows;
    return () => {
      if (this.#rows !== rows) return;
      this.#rows = null;
      this.#held = [];
    };
  }

  /** Holds a key that asks something while what it asks about is not there yet. Its answer waits behind it. */
  hold(ids: readonly CommandId[], press: () => void): boolean {
    const about = ids.map((id) => commandOf(id).asks).find((asks) => asks !== undefined);
    if (about === undefined || this.#rows?.mustWait(about) !== true) return false;
    this.#held.push(press);
    this.#rows.whenThere(
      about,
      // Not in the middle of what brings the rows.
      () => void setTimeout(() => this.#release()),
      () => this.#held.splice(0).length,
    );
    return true;
  }

  /** Holds a key behind those that wait already, if there are any. */
  holdBehind(press: () => void): boolean {
    if (this.#held.length === 0) return false;
    this.#held.push(press);
    return true;
  }

  #release(): void {
    const held = this.#held.splice(0);
    for (let press = held.shift(); press !== undefined; press = held.shift()) {
      // What one key opens is there before the next one comes.
      flushSync(press);
      // One that has to wait again keeps the rest behind it; what is typed into a field can only be dropped.
      if (this.#held.length > 0) this.#held.push(...held.splice(0));
      else if (isTyping(document.activeElement)) return;
    }
  }

  /** Adds what a screen offers until the returned function is called. */
  offer(offered: () => readonly OfferedCommand[]): () => void {
    this.#offered.add(offered);
    return () => this.#offered.delete(offered);
  }

  /** Everything that is offered now. */
  offers(): readonly OfferedCommand[] {
    return [...this.#offered].flatMap((offered) => offered());
  }

  /** Runs the first of these commands that a handler takes. Returns whether one did. */
  run(ids: readonly CommandId[], event: KeyboardEvent | null, options: { dialogOnly?: boolean } = {}): boolean {
    for (const { layer, handlers } of this.#registrations) {
      if (options.dialogOnly === true && layer !== 'dialog') continue;
      for (const id of ids) {
        const handler = handlers()[id];
        if (handler !== undefined && handler(event) !== false) return true;
      }
    }
    return false;
  }

  /** Commands that something handles now. */
  live(): ReadonlySet<string> {
    return new Set(this.#registrations.flatMap(({ handlers }) => Object.keys(handlers())));
  }

  /** Changes whenever something is registered or removed; for `useSyncExternalStore`. */
  readonly snapshot = (): number => this.#version;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  #changed(): void {
    this.#version += 1;
    for (const listener of this.#listeners) listener();
  }
}

/** Layers first, then the newest on top. */
function rank({ layer, order }: Registration): number {
  return commandLayers.indexOf(layer) * 1e9 + order;
}

/** Input types that take no text: their keys are free for commands. */
const notText = new Set(['button', 'checkbox', 'radio', 'range', 'reset', 'submit', 'color', 'file', 'image']);

/** Whether the user is typing into this element. */
function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return !notText.has(target.type);
  return target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement || target.isContentEditable;
}

const pressable = 'a[href], button, summary, input, select, [role="button"], [role="switch"], [role="checkbox"]';
const roving = '[role="menu"], [role="listbox"], [role="tablist"], [role="radiogroup"], [role="slider"], [role="tree"]';

/**
 * Whether the focused control needs this key itself: Enter and Space press a button, the arrows move inside a menu or a
 * tab list. A grid is not among them: its keys are the list's commands.
 */
function keepsItsKey(target: EventTarget | null, notation: string): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (seesTo(target, notation)) return true;
  if (notation === 'Enter' || notation === 'Space') return target.closest(`${pressable}, ${roving}`) !== null;
  if (/^(?:Shift\+)?(?:Arrow|Home$|End$|Page)/.test(notation)) return target.closest(roving) !== null;
  // An open menu, list or dialog closes itself first.
  if (notation === 'Escape') return target.closest('[role="menu"], [role="listbox"], [role="dialog"]') !== null;
  return false;
}

/** Whether an element, or what it stands in, sees to a key itself: `data-keeps="Escape ArrowDown"` names them. */
function seesTo(target: HTMLElement, notation: string): boolean {
  return target.closest<HTMLElement>('[data-keeps]')?.dataset['keeps']?.split(' ').includes(notation) === true;
}

/** Whether a modal dialog is in front; commands of the screen behind it must not run. */
function isModalOpen(): boolean {
  // Dialogs are outside the app's own element; searching the whole page would slow every key press.
  for (const child of document.body.children) {
    if (child.id !== 'root' && child.querySelector('[aria-modal="true"]') !== null) return true;
  }
  return false;
}

/** Whether a key is meant for a dialog, even if it has already closed it. */
function isInDialog(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[role="dialog"]') !== null;
}

/** Esc in a field only leaves the field; an open list of choices or a dialog closes itself first. */
function leaveField(event: KeyboardEvent): void {
  if (!(event.target instanceof HTMLElement) || isModalOpen()) return;
  if (event.target.getAttribute('aria-expanded') === 'true' || seesTo(event.target, 'Escape')) return;
  event.target.blur();
  event.preventDefault();
  event.stopPropagation();
}

import { commandOf, type CommandId } from '#shared/commands.ts';
import { isSingleKey } from './keymap.ts';

/**
 * What letters do where the focus is. An element says it of all that is in it with `data-letters`; the nearest counts.
 *
 * - `decide`: the table, the reading pane, focus mode, a company's page. Every command has its keys.
 * - `screen`: what is on another screen. Letters are that screen's commands, and none decides.
 * - `answer`: a question with a key for each answer. Only these keys do something.
 * - `type`: a panel, a strip with a field, a menu, a dialog. Letters type, or choose by name.
 * - `frame`: everywhere else, such as sidebar, header, toolbars, chips and toasts: also what nobody has thought of.
 */
export type Letters = 'decide' | 'screen' | 'answer' | 'type' | 'frame';

const marked = '[data-letters], [role="menu"], [role="listbox"], [role="dialog"]';

/**
 * What letters do at an element. If nothing has the focus, the list in front has the keys: that is so for the page
 * itself, and for an element with `data-letters="free"`, but not for what is in it.
 */
export function lettersAt(target: EventTarget | null): Letters {
  if (!(target instanceof Element) || target === document.body || target === document.documentElement) return 'decide';
  const place = target.closest(marked);
  const said = place?.getAttribute('data-letters');
  if (said === 'decide' || said === 'screen' || said === 'answer') return said;
  if (said === 'free') return place === target ? 'decide' : 'frame';
  return place === null ? 'frame' : 'type';
}

/** Keys that a text is made of and sent with: typed on after its field has gone, they are still meant for it. */
export function isOfText(notation: string): boolean {
  return isSingleKey(notation) || /^(?:Shift\+)?(?:Space|Enter|Backspace|Delete)$/.test(notation);
}

/** Those of a key's commands that it runs where letters do this. */
export function commandsAt(
  letters: Letters,
  ids: readonly CommandId[],
  { notation, isChord }: { readonly notation: string; readonly isChord: boolean },
): readonly CommandId[] {
  if (letters === 'decide') return ids;
  const harmless = ids.filter((id) => commandOf(id).group !== 'Decide');
  if (letters === 'screen') return harmless;
  // What a letter begins where it types is a word.
  if (isChord) return letters === 'frame' ? harmless : [];
  if (isOfText(notation)) return /[\p{L}\p{N}]$/u.test(notation) ? [] : harmless.filter(worksEverywhere);
  return letters === 'frame' || leadsAway(notation) ? harmless : [];
}

function worksEverywhere(id: CommandId): boolean {
  return commandOf(id).everywhere === true;
}

/** Esc, function keys and combinations with Ctrl or Cmd: whatever has the focus has no use for them itself. */
function leadsAway(notation: string): boolean {
  return /^(?:Shift\+)?(?:Escape|F\d+)$|Mod\+/.test(notation);
}

/** How long no key may come until keys are meant for what has the focus again, in milliseconds. */
const restTime = 300;

/**
 * Remembers that the user types where letters do not decide. When the focus goes from there to where they do, as after
 * a note is saved, the keys that follow are still meant for what was typed, until there is a pause.
 */
export class Typing {
  #last = -Infinity;

  /** A key has gone to where letters do not decide. */
  note(notation: string, at: number): void {
    if (isOfText(notation)) this.#last = at;
    // Who leaves by Esc means what is behind.
    else if (notation === 'Escape') this.#last = -Infinity;
  }

  /** Whether a key that would reach a list is still meant for what was typed. */
  goesOn(notation: string, at: number): boolean {
    if (at - this.#last >= restTime || !isOfText(notation)) return false;
    this.#last = at;
    return true;
  }
}

import type { CommandId } from '#shared/commands.ts';

/**
 * What a command does on a screen. `event` is null when it was chosen in the palette or a menu. Returning false means
 * "not for me": the key goes on to the next handler, and to the browser when there is none.
 */
type CommandHandler = (event: KeyboardEvent | null) => void | boolean;
export type CommandHandlers = Partial<Record<CommandId, CommandHandler>>;

/** From below to above: the frame, the screen in it, a pane or toolbar in the screen, a dialog over all. */
const commandLayers = ['frame', 'screen', 'pane', 'dialog'] as const;
export type CommandLayer = (typeof commandLayers)[number];

interface Registration {
  readonly layer: CommandLayer;
  readonly order: number;
  readonly handlers: () => CommandHandlers;
}

/** Layers first, then the newest on top. */
function rank({ layer, order }: Registration): number {
  return commandLayers.indexOf(layer) * 1e9 + order;
}

/** Holds what the screens that are shown have registered. The topmost handler of a command wins. */
export class CommandRegistry {
  #registrations: Registration[] = [];
  #order = 0;
  #version = 0;
  readonly #listeners = new Set<() => void>();

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

  /** Changes whenever something is registered or goes; for `useSyncExternalStore`. */
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

import { useEffect } from 'react';
import { useThrottledValue } from '@mantine/hooks';
import type { SharedAs } from '#shared/domain/team.ts';
import { api } from '../../bridge/bridge.ts';
import { useCommands } from '../../keyboard/CommandProvider.tsx';
import { Store, useStore } from '../../ui/store.ts';
import { showFailure } from '../../ui/toasts.tsx';

/** How often what is in hand is renewed, in milliseconds: the server keeps it for ten minutes. */
const renewMs = 60_000;
/** After this long without a key or a click in the inbox, what is in hand is given back, in milliseconds. */
const idleMs = 5 * 60_000;
/** After this long without an answer, what is in hand may have gone to others, in milliseconds. */
const keptMs = 9 * 60_000;
/** How often what was decided is replaced at most, in milliseconds. */
const refillMs = 500;

interface Dealt {
  readonly isOn: boolean;
  /** The entries that are shown; null until something has been dealt, and where everything is shown. */
  readonly hand: ReadonlySet<number> | null;
  /** How many of them the server keeps for the user: what was decided is not among them. */
  readonly kept: number;
}

/** The server's calls for one inbox. */
interface DealingPorts {
  /** Deals entries, or renews those that are dealt; resolves to all of them. */
  readonly deal: () => Promise<readonly number[]>;
  readonly giveBack: () => Promise<unknown>;
  readonly complain: (error: unknown) => void;
}

const nothingDealt: Dealt = { isOn: false, hand: null, kept: 0 };

/**
 * The companies of one shared inbox that are dealt to the user, which nobody else gets meanwhile: when asked, again
 * once decided, and renewed for as long as the user works in the inbox. They are given back when that has not been so
 * for five minutes, or when the user says so; reading a company on its page is no reason to.
 */
export class Dealing {
  readonly state = new Store<Dealt>(nothingDealt);
  readonly #ports: DealingPorts;
  /** How often it was turned on: an answer to an earlier time is not for this one. */
  #turns = 0;
  /** One call after the other: what is given back must not be what has been dealt since. */
  #calls: Promise<void> = Promise.resolve();
  #isRefilling = false;
  #left: number | undefined;
  #renewing: ReturnType<typeof setInterval> | undefined;
  #usedAt = 0;
  #answeredAt = 0;

  constructor(ports: DealingPorts) {
    this.#ports = ports;
  }

  readonly used = (): void => {
    this.#usedAt = performance.now();
  };

  turnOn(): void {
    if (this.state.get().isOn) return;
    this.used();
    this.#turns += 1;
    this.state.set({ ...nothingDealt, isOn: true });
    this.#renewing = setInterval(() => {
      if (performance.now() - this.#usedAt < idleMs) this.refill();
      else this.turnOff();
    }, renewMs);
    this.#call(async () => {
      try {
        await this.#deal();
      } catch (error) {
        this.turnOff();
        this.#ports.complain(error);
      }
    });
  }

  turnOff(): void {
    if (!this.state.get().isOn) return;
    clearInterval(this.#renewing);
    this.state.set(nothingDealt);
    // Where that cannot be said, the server takes it back after ten minutes.
    this.#call(() => this.#ports.giveBack().catch(() => undefined));
  }

  /**
   * Replaces what was decided, unless as many are undecided as at the last time, and renews the rest. Where that fails,
   * what is in hand stays there: it is asked again soon.
   */
  refill(left?: number): void {
    if (!this.state.get().isOn || this.#isRefilling || (left !== undefined && left === this.#left)) return;
    this.#left = left;
    this.#isRefilling = true;
    this.#call(async () => {
      this.#isRefilling = false;
      await this.#deal().catch(() => undefined);
    });
  }

  async #deal(): Promise<void> {
    if (!this.state.get().isOn) return;
    const turn = this.#turns;
    const entries = await this.#ports.deal();
    const { isOn, hand } = this.state.get();
    if (!isOn || turn !== this.#turns) return;
    // A monotonic clock may stand still while the computer sleeps, and the server's does not.
    const now = Date.now();
    // What was decided stays among them, so that its row is there again when that is undone.
    const before = now - this.#answeredAt < keptMs ? (hand ?? []) : [];
    this.#answeredAt = now;
    this.state.set({ isOn, hand: new Set([...before, ...entries]), kept: entries.length });
  }

  #call(work: () => Promise<unknown>): void {
    this.#calls = this.#after(this.#calls, work);
  }

  async #after(before: Promise<void>, work: () => Promise<unknown>): Promise<void> {
    await before;
    await work();
  }
}

/** What is dealt is still in hand when the user comes back to an inbox. */
const dealings = new Map<number, Dealing>();

function dealingOf(listId: number): Dealing {
  const params = { id: listId };
  const dealing =
    dealings.get(listId) ??
    new Dealing({
      deal: async () => (await api('dealCompanies', { params, body: {} })).entries,
      giveBack: () => api('giveBackCompanies', { params }),
      complain: (error) => showFailure('Nothing was dealt', error),
    });
  dealings.set(listId, dealing);
  return dealing;
}

/** What is dealt to the user in the inbox that they are in; `left` is how many are undecided. */
export function useDealing(
  listId: number,
  shared: SharedAs | null,
  left: number,
): Dealt & { readonly canDeal: boolean; readonly toggle: () => void } {
  const dealing = dealingOf(listId);
  const dealt = useStore(dealing.state);
  const { isOn } = dealt;
  const canDeal = shared?.mode === 'one' && shared.role !== 'reader';
  // It falls with every decision: for rapid keys several are replaced at a time.
  const leftLately = useThrottledValue(left, refillMs);
  useEffect(() => dealing.refill(leftLately), [dealing, leftLately]);
  useEffect(() => {
    if (!isOn) return undefined;
    addEventListener('keydown', dealing.used);
    addEventListener('pointerdown', dealing.used);
    return () => {
      removeEventListener('keydown', dealing.used);
      removeEventListener('pointerdown', dealing.used);
    };
  }, [dealing, isOn]);
  useEffect(() => {
    if (!canDeal) dealing.turnOff();
  }, [dealing, canDeal]);
  const toggle = (): void => (isOn ? dealing.turnOff() : dealing.turnOn());
  useCommands(canDeal ? { 'list.deal': toggle } : {});
  return { ...dealt, canDeal, toggle };
}

import { assertNever } from '#shared/errors.ts';
import type { Clock, Log } from '../../ports.ts';
import type { ApiClient } from '../api/apiClient.ts';
import type { Command, Numbering } from './command.ts';
import { deliver, retryDelayMs } from './deliver.ts';
import { Draft } from './draft.ts';
import type { Ledger } from './ledger.ts';
import { planDone, type StepItem } from './plan.ts';

/** How long the moves that one write marks as sent may take to be sent, in milliseconds, and their maximum number. */
const goOutMs = 50;
const most = 16;

/**
 * How many moves one write marks as sent: as many as can be sent within a moment. Until a marked move is sent, a new
 * decision about it follows it instead of replacing it, so with a slow server only one is marked.
 */
export class MarkingPace {
  readonly #clock: Clock;
  #count = 0;
  #markedAt = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Nothing is known yet about how fast moves are sent. */
  begin(): void {
    this.#count = 0;
  }

  /** How many to mark now that all marked ones have been sent. */
  next(): number {
    const now = this.#clock.monotonic();
    const wasQuick = now - this.#markedAt <= goOutMs;
    this.#markedAt = now;
    if (this.#count === 0) this.#count = 1;
    else this.#count = wasQuick ? Math.min(this.#count * 2, most) : Math.max(this.#count >> 1, 1);
    return this.#count;
  }
}

/** What the queue sends for: one ledger and the client of the same account. */
interface Link {
  readonly ledger: Ledger;
  readonly client: ApiClient;
  readonly ended: AbortController;
}

/** What a sender needs of the queue around it. */
interface SenderOptions {
  readonly clock: Clock;
  readonly log: Log;
  readonly ids: Numbering;
  readonly onChange: () => void;
  /** `isAnyBack`: some of what was put off is undecided again. */
  readonly onDrained: (sent: number, isAnyBack: boolean) => void;
  /** A confirmed decision now covers more entries; their moves are on disk. */
  readonly onExtended: (command: Command, items: readonly StepItem[]) => void;
  /** Whether a move can be skipped if its entry no longer exists. */
  readonly isIdle: (command: Command) => boolean;
}

/** A move that the server has confirmed and the file does not show yet. */
interface Confirmed {
  readonly command: Command;
  readonly siblings: readonly number[];
}

/** Why nothing is sent for now, and until when (wall clock, ISO 8601; only for display). */
interface Waiting {
  readonly reason: string;
  readonly retryAt: string;
}

/** Sends the moves of a ledger, oldest first, one at a time (I5). */
export class Sender {
  readonly #options: SenderOptions;
  #link: Link | null = null;
  #running = false;
  #isAnyBack = false;
  #paused = false;
  #waiting: Waiting | null = null;
  /** The moves of the link's ledger to send next, as they were before they were marked as sent. */
  #marked: Command[] = [];
  readonly #pace: MarkingPace;
  #cancelWait: () => void = () => undefined;

  constructor(options: SenderOptions) {
    this.#options = options;
    this.#pace = new MarkingPace(options.clock);
  }

  get waiting(): Waiting | null {
    return this.#waiting;
  }

  attach(link: Link): void {
    this.detach();
    this.#link = link;
    this.kick();
  }

  /** Stops sending; what is in flight is abandoned with an unknown outcome. */
  detach(): void {
    this.#link?.ended.abort();
    if (this.#link !== null) this.#unmark(this.#link.ledger);
    this.#link = null;
    this.#stopWaiting();
  }

  /**
   * Nothing is sent until `resume`, as the computer goes to sleep (F21). What is in flight is abandoned with an unknown
   * outcome, because nobody will be there to receive the reply.
   */
  pause(): void {
    this.#paused = true;
    this.#link?.ended.abort();
    if (this.#link !== null) this.#link = { ...this.#link, ended: new AbortController() };
  }

  /** Continues; a wait after a failure still lasts its time (I7). */
  resume(): void {
    this.#paused = false;
    this.kick();
  }

  /** Starts sending, unless already running, waiting or paused. */
  kick(): void {
    const link = this.#link;
    if (link === null || this.#paused || this.#running || this.#waiting !== null) return;
    this.#running = true;
    void this.#run(link);
  }

  async #run(link: Link): Promise<void> {
    this.#isAnyBack = false;
    const sent = await this.#drain(link);
    if (sent > 0) this.#options.onDrained(sent, this.#isAnyBack);
    // There may be another link by the time the last attempt of the old one ended.
    if (this.#link !== link) this.kick();
  }

  /** Sends until nothing is left, it has to wait, or the link has ended; returns how many were confirmed. */
  async #drain(link: Link): Promise<number> {
    let confirmed: Confirmed | null = null;
    let sent = 0;
    this.#pace.begin();
    try {
      for (;;) {
        const command = this.#advance(link.ledger, confirmed);
        confirmed = null;
        if (command === undefined) return sent;
        const outcome = await deliver(command, link.client, link.ended.signal, this.#options.clock.now());
        switch (outcome.kind) {
          case 'done':
            confirmed = { command, siblings: outcome.siblings };
            this.#isAnyBack ||= outcome.isBack === true;
            sent++;
            break;
          case 'refused': {
            if (outcome.isGone && this.#options.isIdle(command)) {
              confirmed = { command, siblings: [] };
              sent++;
              break;
            }
            const draft = new Draft(link.ledger.state);
            draft.fail(outcome.seen === undefined ? command : { ...command, seen: outcome.seen }, outcome.reason);
            link.ledger.commit(draft.changes);
            break;
          }
          case 'unknown':
            if (this.#link === link) this.#wait(outcome.reason, outcome.afterMs);
            return sent;
          case 'denied':
          case 'ended':
            return sent;
          default:
            assertNever(outcome);
        }
      }
    } catch (error) {
      // The file cannot be written: confirmed moves stay "sent" there and are sent once more under the same key.
      this.#options.log.error('queue.write', error);
      if (this.#link === link) this.#wait('', retryDelayMs);
      return sent;
    } finally {
      this.#unmark(link.ledger);
      // In the same turn in which nothing was left to send, so that a move arriving just then starts a new run.
      this.#running = false;
    }
  }

  /**
   * Records the confirmed move and returns the command to send next. That one is marked as sent on disk before its
   * first byte leaves, or a crash would make it look unsent (I6). A mark costs a sync, so one covers several moves;
   * confirmations in between are only written, because if a power cut undoes one, the move is sent again under the same
   * key.
   */
  #advance(ledger: Ledger, confirmed: Confirmed | null): Command | undefined {
    const { ids, onExtended } = this.#options;
    const draft = new Draft(ledger.state);
    const more = confirmed === null ? [] : planDone(draft, confirmed.command, confirmed.siblings, ids);
    const maySend = this.#link?.ledger === ledger && !this.#paused;
    const areAllOut = this.#marked.length === 0;
    const toMark = areAllOut && maySend ? ledger.state.next(this.#pace.next(), confirmed?.command.seq) : [];
    for (const command of toMark) if (command.state === 'pending') draft.put({ ...command, state: 'sent' });
    ledger.commit(draft.changes, areAllOut ? 'full' : 'normal');
    this.#marked.push(...toMark);
    if (confirmed !== null && more.length > 0) onExtended(confirmed.command, more);
    if (!maySend) return undefined;
    const next = this.#marked.shift();
    if (next !== undefined) return ledger.state.command(next.seq);
    // What the confirmed move now also covers did not exist when we looked for the next one.
    return more.length > 0 ? this.#advance(ledger, null) : undefined;
  }

  /** Marked moves that have not been sent can be replaced again. */
  #unmark(ledger: Ledger): void {
    const unsent = this.#marked.filter(({ state }) => state === 'pending');
    this.#marked = [];
    try {
      ledger.commit(unsent.map((command) => ({ kind: 'put', command })));
    } catch (error) {
      // They stay "sent" there, and are sent under the same keys.
      this.#options.log.error('queue.write', error);
    }
  }

  #wait(reason: string, ms: number): void {
    this.#stopWaiting();
    const due = this.#options.clock.monotonic() + ms;
    this.#waiting = { reason, retryAt: new Date(this.#options.clock.now().getTime() + ms).toISOString() };
    const arm = (left: number): void => {
      this.#cancelWait = this.#options.clock.after(left, () => {
        // A timer may fire a little early; the pause is measured on the monotonic clock (I7).
        const rest = due - this.#options.clock.monotonic();
        if (rest > 0) {
          arm(rest);
          return;
        }
        this.#waiting = null;
        this.#options.onChange();
        this.kick();
      });
    };
    arm(ms);
    this.#options.onChange();
  }

  #stopWaiting(): void {
    this.#cancelWait();
    this.#waiting = null;
  }
}

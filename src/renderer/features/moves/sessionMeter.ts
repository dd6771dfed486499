import type { ListName } from '#shared/domain/listName.ts';

/** What the status bar tells of this session's work. `kept` are companies put into Watchlist or Opportunities. */
export interface SessionFigures {
  readonly decided: number;
  readonly kept: number;
  /** Decisions (a bulk move is one) a minute of working time; null until there is enough to say. */
  readonly perMinute: number | null;
}

/** A pause longer than this is not working time, in milliseconds. */
const longestPause = 60_000;

/** Counts decisions of a session and how fast they come. */
export class SessionMeter {
  private steps = 0;
  private decided = 0;
  private kept = 0;
  private workedMs = 0;
  private lastAt: number | null = null;
  private figures: SessionFigures = { decided: 0, kept: 0, perMinute: null };
  private readonly listeners = new Set<() => void>();

  /** Counts a step; `now` in milliseconds on the monotonic clock. Lists name where each company was and went. */
  record(changes: readonly { from: ListName; to: ListName }[], now: number): void {
    if (this.lastAt !== null) this.workedMs += Math.min(now - this.lastAt, longestPause);
    this.lastAt = now;
    this.steps += 1;
    this.count(changes);
  }

  /** Counts what happened elsewhere to decisions of this session: it is no work done here. */
  correct(changes: readonly { from: ListName; to: ListName }[]): void {
    this.count(changes);
  }

  /** Another session begins. */
  reset(): void {
    [this.steps, this.decided, this.kept, this.workedMs, this.lastAt] = [0, 0, 0, 0, null];
    this.count([]);
  }

  private count(changes: readonly { from: ListName; to: ListName }[]): void {
    for (const { from, to } of changes) {
      this.decided += Number(to !== 'None') - Number(from !== 'None');
      this.kept += Number(isKept(to)) - Number(isKept(from));
    }
    // Undoing what an earlier session decided must not make the figures negative.
    this.decided = Math.max(0, this.decided);
    this.kept = Math.min(this.decided, Math.max(0, this.kept));
    const minutes = this.workedMs / 60_000;
    // A bulk move is one decision of the analyst: it must not make the pace absurd.
    const perMinute = this.decided >= 3 && this.workedMs >= 3000 ? this.steps / minutes : null;
    this.figures = { decided: this.decided, kept: this.kept, perMinute };
    for (const listener of this.listeners) listener();
  }

  readonly get = (): SessionFigures => this.figures;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };
}

function isKept(list: ListName): boolean {
  return list === 'Watchlist' || list === 'Opportunities';
}

import { listNames, type ListName } from '#shared/domain/listName.ts';
import type { Effect } from './faultServer.ts';
import type { NoteEffect } from './noteAudit.ts';
import type { FileRow, World } from './world.ts';
import type { WireRequest } from './wire.ts';

/** The shortest pause after a failure, in milliseconds (I7). */
const pauseMs = 5000;

/** Checks what happens in a world against the invariants of docs/quality.md; throws at the first violation. */
export class Rules {
  #world: World | null = null;
  /** Every row that was ever in the file, as last seen, by key. */
  readonly #seen = new Map<string, FileRow>();
  /** Keys that may have arrived: they were sent, or the process ended with their rows marked as sent. */
  readonly #mayBeThere = new Set<string>();
  /** By account and entry or note, the keys that had an effect, in their order. */
  readonly #applied = new Map<string, string[]>();
  #lastFailure = Number.NEGATIVE_INFINITY;
  readonly #moved = new Map<ListName, number>();
  #disk: 'works' | 'broken' = 'works';
  /** The first violation found where it could not be thrown: in the network, or in a callback. */
  #broken: Error | null = null;

  watch(world: World): void {
    this.#world = world;
  }

  /** A restart or a sign-in tries at once; the pause counts from then on. */
  beginsAnew(): void {
    this.#lastFailure = Number.NEGATIVE_INFINITY;
    this.#moved.clear();
  }

  /** A new process; on an empty file it counts from 1 again. After a kill it cannot know what was sent. */
  restarted(how: 'quit' | 'kill'): void {
    this.beginsAnew();
    this.#applied.clear();
    if (how === 'quit') return;
    for (const { key, state } of this.#seen.values()) if (state === 'sent') this.#mayBeThere.add(key);
  }

  diskIs(disk: 'works' | 'broken'): void {
    this.#disk = disk;
  }

  isKnown(key: string): boolean {
    return this.#seen.has(key);
  }

  onRequest(account: string, { method, key, path }: WireRequest): void {
    const world = this.#of();
    this.#check(
      world.account === account,
      `F13: a request of ${account} while ${world.account || 'nobody'} is signed in`,
    );
    this.#check(world.wire.mostAtOnce <= 1, 'I5: two requests at once');
    const since = world.clock.monotonic() - this.#lastFailure;
    this.#check(since >= pauseMs, `I7: sent ${since} ms after a failure`);
    if (method === 'POST') return;
    this.#mayBeThere.add(key);
    const row = world.rows(account).find((other) => other.key === key);
    this.#check(row?.state === 'sent', `I6: ${path} went out while its row was ${row?.state ?? 'not there'}`);
    this.look();
  }

  onEffect(account: string, effect: Effect): void {
    const row = this.#seen.get(effect.key);
    this.#check(row !== undefined, `I2: ${effect.key} was never in the file`);
    this.#check(row?.account === account && row.entry === effect.entry && row.to === effect.list, 'I2: another move');
    this.#check(row?.isReason === (effect.reason !== null), 'M2: a reason that is none');
    this.#check(
      row?.isReason === true || effect.before !== effect.list,
      `I3: entry ${effect.entry} was in ${effect.list} already`,
    );
    this.#checkOrder(`${account} entry ${effect.entry}`, effect.key);
  }

  onNote(account: string, { key, id, text, before }: NoteEffect): void {
    const row = this.#seen.get(key);
    this.#check(row !== undefined, `I2: ${key} was never in the file`);
    this.#check(row?.account === account && row.note === id && row.text === text, 'M2: another note');
    this.#check(before !== text, `I3: note ${id} was "${text}" already`);
    this.#checkOrder(`${account} note ${id}`, key);
  }

  /** I4: what is about one entry, or one note, comes in the order of its numbers. */
  #checkOrder(name: string, key: string): void {
    const earlier = this.#applied.get(name) ?? [];
    const last = earlier.at(-1);
    const [lastSeq, seq] = [last === undefined ? 0 : this.#seen.get(last)?.seq, this.#seen.get(key)?.seq];
    this.#check((lastSeq ?? 0) < (seq ?? 0), `I4: ${name}, ${lastSeq} came before ${seq}`);
    this.#applied.set(name, [...earlier, key]);
  }

  /** Checks the file and what is reported; call it after everything that may have changed either. */
  look(): void {
    const world = this.#of();
    const rows = world.rows();
    const there = new Map(rows.map((row) => [row.key, row]));
    for (const before of this.#seen.values()) {
      const now = there.get(before.key);
      // A row that was marked but not sent may have been reset (ADR 0011).
      if (before.state !== 'sent' || !this.#mayBeThere.has(before.key)) continue;
      if (now !== undefined) {
        this.#check(
          now.entry === before.entry && now.to === before.to && now.text === before.text,
          `I6: ${before.key} was edited after it was sent`,
        );
      } else {
        const { account, key } = before;
        this.#check(world.server(account).hasAnswered(key), `I1: ${key} is gone and no answer of the server says so`);
      }
    }
    for (const [key, before] of this.#seen) {
      if (!there.has(key)) this.#seen.set(key, { ...before, state: 'gone' });
    }
    for (const row of rows) this.#seen.set(row.key, row);
    this.#lookAtProgress(rows);
    this.raise();
  }

  /** A failure was noticed: the queue is waiting. */
  failed(): void {
    this.#lastFailure = this.#of().clock.monotonic();
  }

  raise(): void {
    if (this.#broken !== null) throw this.#broken;
  }

  /** I8: what is reported equals a recount of the file, and the number moved never decreases within a batch. */
  #lookAtProgress(rows: readonly FileRow[]): void {
    const world = this.#of();
    if (world.account === '' || this.#disk === 'broken') return;
    const { progress } = world.queue.state();
    const active = activeOf(rows.filter(({ account }) => account === world.account));
    for (const list of listNames) {
      const told = progress.find((one) => one.list === list) ?? { total: 0, pending: 0 };
      const counted = active.filter(({ to, isReason, note }) => to === list && !isReason && note === '').length;
      this.#check(told.pending === counted, `I8: ${told.pending} to ${list} are told, ${counted} are in the file`);
      const moved = told.total - told.pending;
      const before = progress.length === 0 ? 0 : (this.#moved.get(list) ?? 0);
      this.#check(moved >= before, `I8: ${list} fell from ${before} to ${moved} moved`);
      this.#moved.set(list, moved);
    }
  }

  #check(holds: boolean, message: string): void {
    if (!holds) this.#broken ??= new Error(message);
  }

  #of(): World {
    if (this.#world === null) throw new Error('No world is watched.');
    return this.#world;
  }
}

/** Pending rows: neither failed nor behind a failed move of the same entry. */
function activeOf(rows: readonly FileRow[]): FileRow[] {
  const held = new Set<number>();
  return rows.filter(({ entry, state, isReason, note }) => {
    if (note !== '') return state !== 'failed';
    if (state === 'failed' && !isReason) held.add(entry);
    return !held.has(entry) && state !== 'failed';
  });
}

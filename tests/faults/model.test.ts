import * as fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { listNames, type ListName } from '#shared/domain/listName.ts';
import { passingFaults, pickedFrom, type Fault } from './harness/faultServer.ts';
import { noteIds } from './harness/protocol.ts';
import { Rules } from './harness/rules.ts';
import { World, type FileRow } from './harness/world.ts';

// Many schedules on real files, on a machine that may be busy.
vi.setConfig({ testTimeout: 300_000 });

type Action =
  | { readonly kind: 'decide'; readonly entries: readonly number[]; readonly to: ListName }
  | { readonly kind: 'write'; readonly note: string; readonly text: string }
  | { readonly kind: 'turn'; readonly times: number }
  | { readonly kind: 'leap'; readonly ms: number }
  | { readonly kind: 'signIn'; readonly account: 'ann' | 'ben' }
  | { readonly kind: 'undo' | 'pass' | 'retry' | 'discard' | 'signOut' | 'quit' | 'kill' | 'break' | 'repair' }
  | { readonly kind: 'sleep' | 'wake' };

const entries = [1, 2, 3, 4, pickedFrom + 5];
const notes = noteIds.slice(0, 2);
const hour = 3_600_000;

const action: fc.Arbitrary<Action> = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.record({
      kind: fc.constant('decide' as const),
      entries: fc.uniqueArray(fc.constantFrom(...entries), { minLength: 1, maxLength: 3 }),
      to: fc.constantFrom(...listNames),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('write' as const),
      note: fc.constantFrom(...notes),
      text: fc.constantFrom('', 'One', 'Two'),
    }),
  },
  { weight: 8, arbitrary: fc.record({ kind: fc.constant('turn' as const), times: fc.integer({ min: 1, max: 6 }) }) },
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('pass' as const) }) },
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('undo' as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('leap' as const),
      ms: fc.constantFrom(24 * hour, -24 * hour, hour, -hour, 1),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('signIn' as const),
      account: fc.constantFrom('ann' as const, 'ben' as const),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constantFrom('retry' as const, 'discard' as const, 'signOut' as const, 'quit' as const, 'kill' as const),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('break' as const, 'repair' as const) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constantFrom('sleep' as const, 'wake' as const) }) },
);

const fault = fc.oneof(
  { weight: 12, arbitrary: fc.constant<Fault>('ok') },
  { weight: 8, arbitrary: fc.constantFrom<Fault>(...passingFaults) },
  { weight: 2, arbitrary: fc.constantFrom<Fault>({ status: 400 }, { status: 409 }, { status: 410 }, { status: 422 }) },
  { weight: 1, arbitrary: fc.constantFrom<Fault>({ status: 401 }, { status: 403 }) },
);

/** One or two users at a queue: does what the schedule says and remembers what the rows showed. */
class Session {
  readonly #rules = new Rules();
  readonly #world: World;
  readonly #shown = new Map<string, ListName>();
  /** What is shown of notes, and by step what a note was before. */
  readonly #texts = new Map<string, string>();
  readonly #wrote = new Map<string, { readonly note: string; readonly before: string }>();
  /**
   * Entries of which a refused move was sent again. A decision made meanwhile started from where the refusal had left
   * them, and taking it back now leaves the move that was sent again; the queue tells that once it has settled.
   */
  readonly #again = new Set<string>();
  /** Step → keys of the rows it made. */
  readonly #made = new Map<string, ReadonlySet<string>>();

  constructor(faults: readonly Fault[]) {
    const rules = this.#rules;
    this.#world = new World({
      onRequest: (account, request) => rules.onRequest(account, request),
      onEffect: (account, effect) => rules.onEffect(account, effect),
      onNote: (account, effect) => rules.onNote(account, effect),
    });
    rules.watch(this.#world);
    let next = 0;
    this.#world.fault = () => faults[next++ % faults.length] ?? 'ok';
    this.#world.signIn('ann');
  }

  async act(next: Action): Promise<void> {
    const world = this.#world;
    switch (next.kind) {
      case 'decide':
        this.#decide(next.entries, next.to);
        break;
      case 'write':
        this.#write(next.note, next.text);
        break;
      case 'undo':
        this.#undo();
        break;
      case 'turn':
        for (let time = 0; time < next.times; time++) await this.#watched(() => world.turn());
        break;
      case 'pass':
        await this.#watched(() => world.pass());
        break;
      case 'leap':
        world.clock.leap(next.ms);
        break;
      case 'retry':
      case 'discard':
        this.#resolveFailures(next.kind);
        break;
      case 'signIn':
        this.#rules.beginsAnew();
        world.signIn(next.account);
        break;
      case 'signOut':
        world.signOut();
        break;
      case 'quit':
      case 'kill':
        this.#rules.restarted(next.kind);
        this.#repair();
        world.restart(next.kind);
        this.#made.clear();
        this.#wrote.clear();
        break;
      case 'sleep':
        world.queue.pause();
        break;
      case 'wake':
        world.queue.resume();
        break;
      case 'break':
        this.#rules.diskIs('broken');
        world.breakDisk(true);
        break;
      case 'repair':
        this.#repair();
        break;
    }
    this.#rules.look();
  }

  /** The faults end: everything acknowledged must arrive, and in time (I1, I4, I10). */
  async end(): Promise<void> {
    const world = this.#world;
    this.#repair();
    world.queue.resume();
    world.fault = () => 'ok';
    for (const account of ['ann', 'ben']) {
      this.#rules.beginsAnew();
      world.signIn(account);
      // A failed write is shown until the next one succeeds.
      this.#decide([1], this.#listOf(1, account) === 'Archive' ? 'None' : 'Archive');
      const start = world.clock.monotonic();
      for (let round = 0; round < 100; round++) {
        await this.#until('idle');
        if (world.queue.state().failed.length === 0) break;
        this.#resolveFailures('retry');
      }
      expect(world.queue.state()).toMatchObject({ status: 'idle', failed: [] });
      // A deadline and a pause may still be running; the clock advances in steps of their length.
      expect(world.clock.monotonic() - start).toBeLessThanOrEqual(40_000);
      expect(world.rows(account)).toEqual([]);
      for (const entry of entries) {
        expect(`${entry} ${world.server(account).listOf(entry)}`).toBe(`${entry} ${this.#listOf(entry, account)}`);
      }
      for (const note of notes) {
        expect(`${note} ${world.server(account).noteOf(note)}`).toBe(`${note} ${this.#textOf(note)}`);
      }
      expect(world.server(account).keysReused).toBe(0);
    }
  }

  close(): void {
    this.#world.close();
  }

  #decide(chosen: readonly number[], to: ListName): void {
    const { account } = this.#world;
    const before = this.#world.rows();
    const targets = chosen.map((entry) => ({ entry, from: this.#listOf(entry, account) }));
    const step = this.#world.decide(to, targets);
    if (step === null) {
      // Refused, so none of it may be there (F5).
      expect(this.#world.rows()).toEqual(before);
      return;
    }
    for (const { entry } of targets) this.#show(entry, to);
    const made = this.#world.rows(account).filter((row) => row.step === step.stepId);
    this.#made.set(step.stepId, new Set(made.map(({ key }) => key)));
  }

  #textOf(note: string): string {
    return this.#texts.get(`${this.#world.account} ${note}`) ?? '';
  }

  #write(note: string, text: string): void {
    const before = this.#world.rows();
    const shown = this.#textOf(note);
    const step = this.#world.write(note, shown, text);
    if (step === null) {
      expect(this.#world.rows()).toEqual(before);
      return;
    }
    this.#texts.set(`${this.#world.account} ${note}`, text);
    this.#wrote.set(step.stepId, { note, before: shown });
  }

  /** I16: what was unsent is removed and what it replaced returns; what was sent gets its reverse; never both. */
  #undo(): void {
    const { account } = this.#world;
    const before = this.#world.rows(account);
    const step = this.#world.undo();
    if (step === null) return;
    const wrote = this.#wrote.get(step.stepId);
    if (wrote !== undefined) this.#texts.set(`${account} ${wrote.note}`, wrote.before);
    const after = this.#world.rows(account);
    const there = new Set(before.map(({ key }) => key));
    const own = this.#made.get(step.stepId) ?? new Set<string>();
    for (const { entryId, companyId, list } of step.placements) {
      const entry = entryId ?? companyId + pickedFrom;
      const appended = after.filter((row) => row.entry === entry && !this.#rules.isKnown(row.key));
      const putBack = after.filter((row) => row.entry === entry && !there.has(row.key) && this.#rules.isKnown(row.key));
      const unsent = before.some((row) => row.entry === entry && own.has(row.key) && row.state === 'pending');
      expect(appended.length + putBack.length).toBeLessThanOrEqual(1);
      if (unsent) expect(appended).toEqual([]);
      const left = this.#again.has(`${account} ${entry}`) ? after.findLast((row) => isOf(row, entry))?.to : undefined;
      this.#show(entry, left ?? list);
    }
  }

  /** Sends what failed again or discards it; the rows then show what is left. */
  #resolveFailures(how: 'retry' | 'discard'): void {
    const { account, queue } = this.#world;
    if (account === '') return;
    const { failed } = queue.state();
    if (failed.length === 0) return;
    try {
      queue[how](failed.map(({ id }) => id));
    } catch {
      return;
    }
    const rows = this.#world.rows(account);
    for (const note of notes) {
      const text = rows.findLast((row) => row.note === note)?.text ?? this.#world.server(account).noteOf(note);
      this.#texts.set(`${account} ${note}`, text);
    }
    for (const companyId of new Set(failed.filter(({ isNote }) => !isNote).map((move) => move.companyId))) {
      const entry = companyId === 5 ? pickedFrom + 5 : companyId;
      if (how === 'retry') this.#again.add(`${account} ${entry}`);
      const last = rows.findLast((row) => isOf(row, entry));
      this.#show(entry, last?.to ?? this.#world.server(account).listOf(entry));
    }
  }

  #repair(): void {
    this.#rules.diskIs('works');
    this.#world.breakDisk(false);
  }

  async #until(status: string): Promise<void> {
    for (let turns = 0; turns < 10_000; turns++) {
      if (this.#world.queue.state().status === status) return;
      await this.#watched(() => this.#world.pass());
    }
    throw new Error(`I10: the queue stays ${this.#world.queue.state().status}.`);
  }

  /** Notices when the queue starts waiting after a failure, because the next attempt must not come within 5 s (I7). */
  async #watched(work: () => Promise<void>): Promise<void> {
    const before = this.#world.queue.state().status;
    await work();
    if (before !== 'lost' && this.#world.queue.state().status === 'lost') this.#rules.failed();
    this.#rules.look();
  }

  #listOf(entry: number, account: string): ListName {
    return this.#shown.get(`${account} ${entry}`) ?? 'None';
  }

  #show(entry: number, list: ListName): void {
    this.#shown.set(`${this.#world.account} ${entry}`, list);
  }
}

/** Whether a row is about an entry, and not about a note of its company. */
function isOf(row: FileRow, entry: number): boolean {
  return row.entry === entry && row.note === '';
}

/** Schedules for each seed; `npm run faults` continues from here with real processes. */
const schedules = 5;
const seeds = Array.from({ length: 20 }, (_, index) => 101 + index);

describe('the move queue against its model', () => {
  it.each(seeds)('I1 I2 I3 I4 I5 I6 I7 I8 I9 I10 I11 I16 F17 F18 F21 F32 seed %i', async (seed) => {
    const schedule = fc.tuple(
      fc.array(action, { minLength: 10, maxLength: 60, size: 'max' }),
      fc.array(fault, { minLength: 1, maxLength: 40, size: 'max' }),
    );
    const property = fc.asyncProperty(schedule, async ([actions, faults]) => {
      const session = new Session(faults);
      try {
        for (const next of actions) await session.act(next);
        await session.end();
      } finally {
        session.close();
      }
    });
    await fc.assert(property, { seed, numRuns: schedules, endOnFailure: true });
  });
});

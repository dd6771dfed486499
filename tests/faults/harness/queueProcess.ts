import { writeSync } from 'node:fs';
import process from 'node:process';
import { createInterface } from 'node:readline';
import type { MoveTarget } from '#shared/bridge/moves.ts';
import { laterRules } from '#shared/domain/later.ts';
import { listNames, type ListName } from '#shared/domain/listName.ts';
import { ApiClient } from '#main/services/api/apiClient.ts';
import { MoveQueue } from '#main/services/moves/moveQueue.ts';
import { createEventHub } from '#main/services/eventHub.ts';
import type { Decision, Press } from './audit.ts';
import { CrashHook } from './crashPoints.ts';
import { pickedFrom } from './faultServer.ts';
import {
  companies,
  companyOfNote,
  entries,
  noteIds,
  type Life,
  type Said,
  type Shown,
  type ShownNotes,
  type Told,
} from './protocol.ts';
import { Random } from './random.ts';
import { FakeClock } from '#main/services/testing/fakeClock.ts';
import { Wire, type WireReply } from './wire.ts';

/**
 * A process with the move queue in it, on a real file, which decides, undoes and sends until it is killed. It reports
 * with blocking writes, so that every acknowledgement is known even if it dies in the next instruction.
 */
class QueueProcess {
  readonly #life: Life;
  readonly #random: Random;
  readonly #hook: CrashHook;
  readonly #clock = new FakeClock();
  readonly #wire: Wire;
  readonly #queue: MoveQueue;
  readonly #client: ApiClient;
  readonly #replies = new Map<number, (reply: WireReply) => void>();
  readonly #shown = new Map<number, ListName>();
  /** What undo takes back, newest last: where it leads to, and what can be given a reason. */
  readonly #steps: {
    readonly id: string;
    readonly before: Decision[];
    readonly decisions: Decision[];
    /** What it did to a note, in place of decisions. */
    readonly note?: { readonly id: string; readonly before: string };
  }[] = [];
  readonly #notes = new Map<string, string>();
  #texts = 0;
  #reason: number;
  #requests = 0;
  #heard: () => void = () => undefined;
  #started: () => void = () => undefined;

  constructor(life: Life) {
    this.#life = life;
    this.#random = new Random(life.seed);
    this.#reason = life.firstReason;
    this.#hook = new CrashHook(life.crash);
    const clock = this.#clock;
    this.#wire = new Wire(clock, (request) => {
      const id = this.#requests++;
      tell({ kind: 'request', id, request });
      this.#hook.reach('K4');
      return new Promise((resolve) => this.#replies.set(id, resolve));
    });
    const log = { info: nothing, warn: nothing, error: nothing };
    this.#queue = new MoveQueue({ path: life.path, clock, events: createEventHub(log), log });
    const transport = {
      fetch: async (request: Request) => {
        const response = await this.#wire.fetch(request);
        this.#hook.answered = true;
        return response;
      },
    };
    const jar = { csrf: '' };
    const onDenied = (): void => this.#queue.detach();
    this.#client = new ApiClient({
      transport,
      origin: 'http://127.0.0.1',
      token: 'someone',
      jar,
      clock,
      onDenied,
      onReached: nothing,
    });
  }

  hear(said: Said): void {
    if (said.kind === 'rows') {
      for (const [entry, list] of said.lists) this.#shown.set(entry, list);
      for (const [id, text] of said.notes) this.#notes.set(id, text);
      this.#started();
    }
    if (said.kind === 'reply') {
      this.#hook.reach('K5');
      this.#replies.get(said.id)?.(said.reply);
      this.#replies.delete(said.id);
    }
    this.#heard();
  }

  async run(): Promise<void> {
    this.#queue.start();
    this.#queue.attach('someone', this.#client);
    const started = new Promise<void>((resolve) => (this.#started = resolve));
    tell({ kind: 'open', shown: this.#onTheirWay(), notes: this.#notesOnTheirWay() });
    await started;
    for (let left = this.#life.moves; left > 0;) {
      left -= this.#act();
      for (let turns = this.#random.below(3); turns > 0; turns--) await this.#pass();
    }
    // A process that is to die at a point continues until it reaches the point.
    const goesOn = this.#life.drain || this.#life.crash !== null;
    if (goesOn) while (!this.#isDrained()) await this.#pass();
    tell({ kind: 'ending' });
    process.kill(process.pid, 'SIGKILL');
  }

  /** A key press; returns how many entries it decided. */
  #act(): number {
    const random = this.#random;
    if (this.#queue.state().status === 'parked') this.#queue.attach('someone', this.#client);
    const failed = this.#queue.state().failed.map(({ id }) => id);
    if (failed.length > 0) this.#queue.retry(failed);
    if (random.chance(0.15)) return this.#undo();
    if (random.chance(0.3)) return this.#giveReason();
    if (random.chance(0.2)) return this.#write();
    const size = random.chance(0.1) ? 2 + random.below(6) : 1;
    const chosen = new Set(Array.from({ length: size }, () => random.pick(everything)));
    const to = random.pick(listNames);
    const decisions = [...chosen].filter((entry) => this.#listOf(entry) !== to).map((entry) => ({ entry, list: to }));
    if (decisions.length === 0) return 0;
    const before = decisions.map(({ entry }) => ({ entry, list: this.#listOf(entry) }));
    let id = '';
    const later = to === 'Later' ? { later: { when: random.pick(laterRules) } } : {};
    this.#press('decide', decisions, () => {
      const targets = decisions.map(({ entry }) => this.#target(entry));
      id = this.#queue.enqueue({ to, ...later, targets }).stepId;
    });
    this.#steps.push({ id, before, decisions });
    return decisions.length;
  }

  /** Says why the newest decision that stands was made, or says it anew. Decides nothing. */
  #giveReason(): number {
    const step = this.#steps.at(-1);
    const decisions = step?.decisions.filter(({ list }) => list !== 'None') ?? [];
    if (step === undefined || decisions.length === 0) return 0;
    const reason = this.#reason++;
    this.#press(reason, decisions, () => this.#queue.giveReason({ stepId: step.id, reason }));
    return 0;
  }

  /** Writes, changes or deletes one of a few notes. Decides nothing. */
  #write(): number {
    const random = this.#random;
    const id = random.pick(noteIds);
    const before = this.#notes.get(id) ?? '';
    const text = before !== '' && random.chance(0.3) ? '' : `Text ${this.#life.seed}-${++this.#texts}`;
    const stepId = this.#pressNote(id, text, () => this.#changeNote(id, before, text));
    this.#steps.push({ id: stepId, before: [], decisions: [], note: { id, before } });
    return 0;
  }

  #changeNote(id: string, from: string, to: string): string {
    const companyId = companyOfNote(id);
    return this.#queue.writeNote({ noteId: id, companyId, name: `Company ${companyId}`, from, to }).stepId;
  }

  #pressNote<T>(id: string, text: string, work: () => T): T {
    tell({ kind: 'writing', note: { id, text } });
    this.#hook.enqueuing = true;
    const done = work();
    this.#hook.enqueuing = false;
    tell({ kind: 'acknowledged' });
    this.#hook.reach('K3');
    this.#notes.set(id, text);
    return done;
  }

  #takeBack(): void {
    if (this.#queue.undo() === null) throw new Error('There was nothing to undo.');
  }

  #undo(): number {
    const step = this.#steps.pop();
    if (step === undefined) return 0;
    if (step.note !== undefined) {
      this.#pressNote(step.note.id, step.note.before, () => this.#takeBack());
      return 0;
    }
    this.#press('undo', step.before, () => this.#takeBack());
    return step.before.length;
  }

  #press(press: Press, decisions: readonly Decision[], work: () => void): void {
    tell({ kind: 'intended', press, decisions });
    this.#hook.enqueuing = true;
    work();
    this.#hook.enqueuing = false;
    tell({ kind: 'acknowledged' });
    this.#hook.reach('K3');
    for (const { entry, list } of decisions) this.#shown.set(entry, list);
  }

  #target(entry: number): MoveTarget {
    const picked = entry > pickedFrom;
    const companyId = picked ? entry - pickedFrom : entry;
    const from = this.#listOf(entry);
    return { entryId: picked ? null : entry, companyId, name: `Company ${companyId}`, from, siblings: [] };
  }

  #listOf(entry: number): ListName {
    return this.#shown.get(entry) ?? 'None';
  }

  #onTheirWay(): Shown {
    const { pending, failed } = this.#queue.snapshot();
    const shown = new Map(pending.map(({ entryId, companyId, list }) => [entryId ?? companyId + pickedFrom, list]));
    // Failed moves, and those held back behind them, come after the pending ones.
    for (const { companyId, to, isReason, isNote } of failed) {
      if (!isReason && !isNote) shown.set(companyId > 100 ? companyId + pickedFrom : companyId, to);
    }
    return [...shown];
  }

  #notesOnTheirWay(): ShownNotes {
    const abouts = new Set(noteIds.map((id) => companyOfNote(id)));
    return [...abouts]
      .flatMap((company) => this.#queue.unsavedNotes(company))
      .map(({ id, text }) => [id, text] as const);
  }

  #isDrained(): boolean {
    const { status, failed } = this.#queue.state();
    if (status === 'parked') this.#queue.attach('someone', this.#client);
    if (failed.length > 0) this.#queue.retry(failed.map(({ id }) => id));
    return status === 'idle' && failed.length === 0;
  }

  /** Lets something happen: an answer, a deadline, the pause after a fault. */
  async #pass(): Promise<void> {
    if (this.#wire.hanging > 0) this.#clock.advance(10_000);
    else if (this.#queue.state().status === 'lost') this.#clock.advance(5000);
    else if (this.#wire.underWay > 0)
      await Promise.race([new Promise<void>((resolve) => (this.#heard = resolve)), later(5)]);
    await new Promise((resolve) => setImmediate(resolve));
  }
}

const waiting = new Int32Array(new SharedArrayBuffer(4));
const everything = [...entries, ...companies.map((company) => company + pickedFrom)];

function nothing(): void {
  // Nobody listens here.
}

function later(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms).unref());
}

function tell(told: Told): void {
  const bytes = Buffer.from(`${JSON.stringify(told)}\n`);
  for (let sent = 0; sent < bytes.length;) {
    try {
      sent += writeSync(1, bytes, sent);
    } catch (error) {
      // The pipe is full because the other side is busy.
      if (!(error instanceof Error && 'code' in error && error.code === 'EAGAIN')) throw error;
      Atomics.wait(waiting, 0, 0, 1);
    }
  }
}

let running: QueueProcess | null = null;
createInterface({ input: process.stdin }).on('line', (line) => {
  const said = JSON.parse(line) as Said;
  if (said.kind !== 'life') {
    running?.hear(said);
    return;
  }
  running = new QueueProcess(said.life);
  running.run().catch((error: unknown) => {
    process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
    process.exit(1);
  });
});

import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { createInterface } from 'node:readline';
import type { ListName } from '#shared/domain/listName.ts';
import { Audit } from './audit.ts';
import { crashPoints, type Crash } from './crashPoints.ts';
import { FaultServer, passingFaults, pickedFrom, type Fault } from './faultServer.ts';
import {
  companies,
  entries,
  noteIds,
  type Life,
  type Said,
  type Shown,
  type ShownNotes,
  type Told,
} from './protocol.ts';
import { NoteAudit } from './noteAudit.ts';
import { Random } from './random.ts';
import type { WireRequest } from './wire.ts';

export interface LaneOptions {
  /** The bundled process. */
  readonly program: string;
  /** The lane's own folder for the queue's file. */
  readonly folder: string;
  readonly seed: number;
  /** The least number of moves and kills. */
  readonly moves: number;
  readonly kills: number;
  /** Share of requests that a fault hits. */
  readonly faultShare: number;
  /** How processes die, picked at random; all ways if left out. */
  readonly deaths?: readonly Death[];
  /** Share of requests during which the process is suspended (SIGSTOP) and continued. */
  readonly suspend?: number;
}

/** At a point inside a write or a call; at a random time; or on its own, once its moves are made. */
export type Death = (typeof crashPoints)[number] | 'any time' | 'end';

const allDeaths: readonly Death[] = [...crashPoints, 'any time', 'any time', 'end'];
const everything = [...entries, ...companies.map((company) => company + pickedFrom)];
const refusals: readonly Fault[] = [{ status: 400 }, { status: 409 }, { status: 410 }, { status: 422 }];
const denials: readonly Fault[] = [{ status: 401 }, { status: 403 }];
/** Every how many lives one sends everything, so that the server and the user are compared. */
const drainEvery = 50;
/** The most moves of a short life, on average. */
const shortLife = 12;
/** A process that says nothing for this long hangs, in milliseconds. */
const patience = 120_000;

/**
 * One queue file and one server, and process after process that uses them and is killed with SIGKILL. The server is in
 * this process and outlives them all. After every kill the audit compares what the next process shows with what was
 * acknowledged; now and then everything is sent, and the server must show what the user was told.
 */
export class Lane {
  readonly audit = new Audit();
  readonly notes = new NoteAudit();
  readonly server = new FaultServer(
    (effect) => this.audit.effect(effect),
    (entry, reason) => this.audit.refused(entry, reason),
    (effect) => this.notes.effect(effect),
  );
  kills = 0;
  /** Requests that a fault hit. */
  faults = 0;
  /** Processes that died before they were done. */
  crashes = 0;
  /** How often a process was suspended and continued with a request under way. */
  suspensions = 0;
  readonly #options: LaneOptions;
  readonly #random: Random;
  readonly #path: string;
  #next: ChildProcess | null = null;
  #ending = false;
  #isWriting = false;
  #stopping = false;

  constructor(options: LaneOptions) {
    this.#options = options;
    this.#random = new Random(options.seed);
    this.#path = join(options.folder, 'queue.db');
  }

  get moves(): number {
    return this.audit.acknowledged;
  }

  /** Reasons acknowledged. */
  get reasons(): number {
    return this.audit.reasonsAcknowledged;
  }

  /** Runs lives until both numbers are reached, then sends everything and compares. */
  async run(onLife: () => void = () => undefined): Promise<void> {
    const { kills, moves, deaths = allDeaths } = this.#options;
    try {
      while (this.kills < kills - 1 && !this.#stopping) {
        const drain = this.kills % drainEvery === drainEvery - 1;
        const life = this.#movesOfLife(drain);
        if (drain) await this.#live(life, 'end', true);
        else await this.#live(life, this.#random.pick(deaths), false);
        onLife();
      }
      await this.#live(this.#stopping ? 0 : Math.max(moves - this.moves, 0), 'end', true);
      onLife();
    } finally {
      this.#next?.kill('SIGKILL');
    }
  }

  /** Ends early: sends and compares everything one last time. */
  stop(): void {
    this.#stopping = true;
  }

  /** Most lives are short; those that send everything make the rest of the moves, or a million would take hours. */
  #movesOfLife(drain: boolean): number {
    const { kills, moves } = this.#options;
    const left = Math.max(moves - this.moves, 0);
    const lives = kills - this.kills;
    const average = left / lives;
    if (drain) return Math.ceil(Math.max(left - shortLife * lives, 0) / Math.ceil(lives / drainEvery) + average);
    return Math.ceil(2 * Math.min(average, shortLife) * this.#random.next());
  }

  async #live(moves: number, death: Death, drain: boolean): Promise<void> {
    const random = this.#random;
    // A new file has a migration to die in.
    if (death === 'K9') await this.#sendAll();
    const crash = crashOf(death, random);
    const firstReason = this.audit.reasonsIntended + 1;
    const life: Life = { path: this.#path, seed: random.below(2 ** 31), moves, firstReason, crash, drain };
    const child = this.#next ?? this.#spawn();
    this.#next = this.#spawn();
    await this.#follow(child, life, death);
    this.kills++;
    if (!drain) return;
    this.audit.settled(this.server, everything);
    this.notes.settled((id) => this.server.noteOf(id), noteIds);
    this.server.forget();
  }

  async #sendAll(): Promise<void> {
    await this.#live(0, 'end', true);
    for (const ending of ['', '-wal', '-shm']) rmSync(`${this.#path}${ending}`, { force: true });
  }

  #spawn(): ChildProcess {
    return spawn(process.execPath, [this.#options.program], { stdio: ['pipe', 'pipe', 'inherit'] });
  }

  /** Starts a life and answers the process until it is dead. Throws if it ends by anything but SIGKILL. */
  async #follow(child: ChildProcess, life: Life, death: Death): Promise<void> {
    const { stdin, stdout } = child;
    if (stdin === null || stdout === null) throw new Error('The process has no pipes.');
    // A dead process no longer reads.
    stdin.on('error', () => undefined);
    const say = (said: Said): void => void stdin.write(`${JSON.stringify(said)}\n`);
    const watchdog = setTimeout(() => child.kill('SIGABRT'), patience);
    const ended = once(child, 'close');
    this.#ending = false;
    say({ kind: 'life', life });
    const killer = death === 'any time' ? setTimeout(() => child.kill('SIGKILL'), this.#random.below(60)) : undefined;
    for await (const line of createInterface({ input: stdout })) {
      watchdog.refresh();
      // The end may have cut off the last line.
      const told = parse(line);
      if (told !== null) this.#take(told, child, say);
    }
    const [code, signal] = (await ended) as [number | null, string | null];
    clearTimeout(watchdog);
    clearTimeout(killer);
    if (!this.#ending) this.crashes++;
    if (signal !== 'SIGKILL') throw new Error(`A process ended with ${signal ?? `exit code ${code}`} (${death}).`);
  }

  #take(told: Told, child: ChildProcess, say: (said: Said) => void): void {
    switch (told.kind) {
      case 'open':
        say({ kind: 'rows', lists: this.#reopened(told.shown), notes: this.#reopenedNotes(told.notes) });
        break;
      case 'intended':
        this.#isWriting = false;
        this.audit.intended(told.decisions, told.press);
        break;
      case 'writing':
        this.#isWriting = true;
        this.notes.intended(told.note);
        break;
      case 'acknowledged':
        if (this.#isWriting) this.notes.acknowledge();
        else this.audit.acknowledge();
        break;
      case 'request':
        this.#reply(told.id, told.request, child, say);
        break;
      case 'ending':
        this.#ending = true;
        break;
    }
  }

  #reply(id: number, request: WireRequest, child: ChildProcess, say: (said: Said) => void): void {
    const suspended = this.#random.chance(this.#options.suspend ?? 0);
    if (suspended) child.kill('SIGSTOP');
    say({ kind: 'reply', id, reply: this.server.answer(request, this.#fault(request)) });
    if (!suspended) return;
    this.suspensions++;
    // The answer is there before it continues.
    setTimeout(() => child.kill('SIGCONT'), 20);
  }

  #reopened(shown: Shown): Shown {
    const onTheirWay = new Map(shown);
    const listOf = (entry: number): ListName => onTheirWay.get(entry) ?? this.server.listOf(entry);
    this.audit.reopened(listOf, everything);
    return everything.map((entry) => [entry, listOf(entry)]);
  }

  #reopenedNotes(shown: ShownNotes): ShownNotes {
    const onTheirWay = new Map(shown);
    const textOf = (id: string): string => onTheirWay.get(id) ?? this.server.noteOf(id);
    this.notes.reopened(textOf, noteIds);
    return noteIds.map((id) => [id, textOf(id)] as const);
  }

  #fault({ method }: WireRequest): Fault {
    const random = this.#random;
    if (!random.chance(this.#options.faultShare)) return 'ok';
    this.faults++;
    if (random.chance(0.05)) return random.pick(denials);
    if (method !== 'POST' && random.chance(0.1)) return random.pick(refusals);
    return random.pick(passingFaults);
  }
}

function crashOf(death: Death, random: Random): Crash | null {
  if (death === 'any time' || death === 'end') return null;
  return { point: death, times: death === 'K9' ? 1 : 1 + random.below(4) };
}

function parse(line: string): Told | null {
  try {
    return JSON.parse(line) as Told;
  } catch {
    return null;
  }
}

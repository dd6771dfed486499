import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FailedMove, MoveStep, MoveTarget, MovesChanged } from '#shared/bridge/moves.ts';
import type { ListName } from '#shared/domain/listName.ts';
import { moveAt, shownList } from './overlay.ts';
import { coveredMoves, newestStep, placementsOf, reduce, stepOfUndo } from './reduce.ts';
import { initialState, type DecideEvent, type Snapshot, type State } from './state.ts';

/** Two companies with two entries each, all of one smart list. */
const entries = [1, 2, 3, 4];
const companyOf = (entryId: number): number => Math.ceil(entryId / 2);
const lists = ['None', 'Watchlist', 'Opportunities', 'Archive'] as const;
const inboxId = 9;

type News = { kind: 'told'; news: MovesChanged } | { kind: 'reset'; snapshot: Snapshot };

interface MainStep {
  readonly id: string;
  readonly items: readonly { readonly entryId: number; readonly from: ListName }[];
}

/** What main had said of one entry, and what the server had, at each revision. */
type History = { readonly said: ListName; readonly had: ListName }[];

/** The plain truth: what was decided and is on its way, what the server has, and which steps stand. */
class Main {
  revision = 0;
  readonly server = new Map<number, ListName>();
  readonly pending = new Map<number, ListName>();
  /** What was refused for good and not decided anew. */
  readonly refused = new Map<number, ListName>();
  readonly history = new Map<number, History>();
  steps: MainStep[] = [];
  windows: Window[] = [];
  #lastStep = 0;

  constructor() {
    this.#note();
  }

  said(entryId: number): ListName {
    return this.pending.get(entryId) ?? this.had(entryId);
  }

  had(entryId: number): ListName {
    return this.server.get(entryId) ?? 'None';
  }

  enqueue(to: ListName, ids: readonly number[]): MoveStep {
    const items = ids.map((entryId) => ({ entryId, from: this.said(entryId) })).filter(({ from }) => from !== to);
    this.#lastStep += 1;
    const step = { id: `step ${this.#lastStep}`, items };
    if (items.length > 0) this.steps.push(step);
    for (const { entryId } of items) this.#put(entryId, to);
    this.#next();
    // What is there already and not on its way rests at once.
    const moving = new Set(items.map(({ entryId }) => entryId));
    const rested = ids.filter((entryId) => !moving.has(entryId) && !this.pending.has(entryId));
    this.#tell(rested, items.length > 0 ? [] : [step.id]);
    return this.#reply(
      step.id,
      ids.map((entryId) => ({ entryId, companyId: companyOf(entryId), list: to })),
    );
  }

  undo(): MoveStep | null {
    const step = this.steps.pop();
    if (step === undefined) return null;
    for (const { entryId, from } of step.items) this.#put(entryId, from);
    this.#next();
    this.#tell([], [step.id]);
    return this.#reply(
      step.id,
      step.items.map(({ entryId, from }) => ({ entryId, companyId: companyOf(entryId), list: from })),
    );
  }

  /** The server does what has waited longest, or refuses it for good. */
  send(isRefused: boolean): void {
    const [first] = this.pending;
    if (first === undefined) return;
    const [entryId, list] = first;
    this.pending.delete(entryId);
    if (isRefused) this.refused.set(entryId, list);
    else this.server.set(entryId, list);
    this.#next();
    this.#tell([entryId], []);
  }

  snapshot(): Snapshot {
    const pending = [...this.pending].map(([entryId, list]) => ({ entryId, companyId: companyOf(entryId), list }));
    return { pending, steps: this.steps.map(({ id }) => id), failed: this.#failed(), revision: this.revision };
  }

  /** A backup takes the place of everything; what is on its way goes there. */
  restore(): void {
    this.server.clear();
    this.steps = [];
    this.#next();
    for (const window of this.windows) window.news.push({ kind: 'reset', snapshot: this.snapshot() });
  }

  /**
   * Main ends and is started again: what is on its way is in its file, the session's steps are gone, and pages load
   * anew.
   */
  restart(): void {
    this.steps = [];
    this.revision = 0;
    this.history.clear();
    this.#note();
    for (const window of this.windows) window.reload();
  }

  #reply(stepId: string, placements: MoveStep['placements']): MoveStep {
    return { stepId, label: stepId, placements, undoDepth: this.steps.length, revision: this.revision };
  }

  #put(entryId: number, list: ListName): void {
    this.pending.set(entryId, list);
    this.refused.delete(entryId);
  }

  #failed(): FailedMove[] {
    return [...this.refused].map(([entryId, to]) => {
      return {
        id: '',
        entryId,
        companyId: companyOf(entryId),
        name: '',
        to,
        isReason: false,
        isNote: false,
        isSettled: false,
        reason: '',
      };
    });
  }

  #next(): void {
    this.revision += 1;
    this.#note();
  }

  #note(): void {
    for (const entryId of entries) {
      const all = this.history.get(entryId) ?? [];
      all[this.revision] = { said: this.said(entryId), had: this.had(entryId) };
      this.history.set(entryId, all);
    }
  }

  #tell(rested: readonly number[], gone: string[]): void {
    const { revision } = this;
    const settled = rested.map((entryId) => {
      return { entryId, companyId: companyOf(entryId), list: this.refused.get(entryId) ?? this.had(entryId), revision };
    });
    const news: MovesChanged = {
      status: 'idle',
      reason: '',
      retryAt: '',
      progress: [],
      undoDepth: 0,
      failed: this.#failed(),
      settled,
      gone,
      revision,
    };
    for (const window of this.windows) window.news.push({ kind: 'told', news });
  }
}

interface Row {
  readonly list: ListName;
  readonly revision: number;
}

/** A window: the reducer, and around it what a schedule may delay, lose or let overtake. */
class Window {
  state: State = initialState;
  news: News[] = [];
  rows = new Map<number, Row>();
  /** Calls that keys have asked for; one at a time is with main. */
  #calls: (() => (() => void)[])[] = [];
  /** What main has answered, and the page not heard: to be taken in, or lost. */
  #answer: (() => void)[] | null = null;
  #reads: (() => void)[] = [];
  #turn = 0;
  /** Rows that were read before this revision say nothing. */
  #valid = 0;
  readonly #main: Main;

  constructor(main: Main) {
    this.#main = main;
    main.windows.push(this);
    this.reload();
  }

  /** The page loads anew: it asks what is on its way and reads its rows, which may come late. */
  reload(): void {
    this.state = initialState;
    this.news = [];
    this.rows = new Map();
    this.#calls = [];
    this.#answer = null;
    this.#reads = [];
    this.#valid = 0;
    this.ask();
    this.read();
  }

  /** Asks what is on its way: the page is new, or somebody has signed in again. */
  ask(): void {
    const snapshot = this.#main.snapshot();
    const before = [...this.news];
    this.#reads.push(() => {
      // A reply comes behind the events before it (`browserBridge.ts`).
      for (const news of before) {
        const place = this.news.indexOf(news);
        if (place !== -1) {
          this.news.splice(place, 1);
          this.dispatch(news);
        }
      }
      this.dispatch({ kind: 'resumed', snapshot });
    });
  }

  dispatch(event: DecideEvent): void {
    this.state = reduce(this.state, event);
    if (event.kind === 'reset') this.#valid = event.snapshot.revision;
    if (event.kind !== 'reset' && this.state.change?.kind !== 'outdated') return;
    this.#valid = Math.max(this.#valid, this.#main.revision);
    this.read();
  }

  /** Asks for rows and counts: of what main does from now on, they may have some or not. */
  read(): void {
    const { revision, server } = this.#main;
    const now = new Map(server);
    const isEarly = this.#turn % 2 === 0;
    this.#reads.push(() => {
      const had = (entryId: number): ListName => (isEarly ? now : this.#main.server).get(entryId) ?? 'None';
      for (const entryId of entries) {
        if ((this.rows.get(entryId)?.revision ?? -1) <= revision)
          this.rows.set(entryId, { list: had(entryId), revision });
      }
      const rows = entries.map((entryId) => {
        return { entryId, inboxId, company: { id: companyOf(entryId) }, list: had(entryId), revision };
      });
      this.dispatch({ kind: 'read', rows });
      const unratedCount = entries.filter((entryId) => had(entryId) === 'None').length;
      this.dispatch({ kind: 'counted', lists: [{ id: inboxId, unratedCount }], revision });
    });
  }

  readAll(): void {
    for (const take of this.#reads.splice(0)) take();
  }

  takeRead(): void {
    this.#reads.shift()?.();
  }

  shown(entryId: number): ListName {
    const row = this.rows.get(entryId) ?? { list: 'None', revision: 0 };
    return shownList({ entryId, company: { id: companyOf(entryId) }, ...row }, this.state.overlay);
  }

  get allShown(): ListName[] {
    return entries.map((entryId) => this.shown(entryId));
  }

  /** What a decision about an entry moves; `isWhole` with the company's others that it covers. */
  #targets(entryId: number, isWhole: boolean, shown: (entryId: number) => ListName): MoveTarget[] {
    const companyId = companyOf(entryId);
    const target = { entryId, companyId, name: '', from: shown(entryId) };
    if (!isWhole) return [{ ...target, siblings: [] }];
    const others = entries.filter((other) => other !== entryId && companyOf(other) === companyId);
    return coveredMoves(
      target,
      others.map((other) => ({ entryId: other, list: shown(other) })),
    );
  }

  decide(to: ListName, ids: readonly number[], isWhole: boolean): void {
    // Nothing can be decided about rows that are not there.
    if (ids.some((entryId) => !this.rows.has(entryId))) return;
    const targets = (isWhole ? ids.slice(0, 1) : ids)
      .flatMap((entryId) => this.#targets(entryId, isWhole, (other) => this.shown(other)))
      .filter(({ from }) => from !== to);
    if (targets.length === 0) return;
    this.#turn += 1;
    const turn = this.#turn;
    this.dispatch({ kind: 'decided', turn, at: turn, to, targets, isFound: true });
    const moving = movedBy(targets);
    expect(moving.map((entryId) => this.shown(entryId))).toEqual(moving.map(() => to));
    this.#calls.push(() => this.#enqueue(to, moving, turn));
  }

  /** Decides about a company whose entries are asked for when it is this decision's turn. */
  decideFound(to: ListName, companyId: number): void {
    const from = moveAt(this.state.overlay, null, companyId)?.list ?? 'None';
    if (from === to) return;
    this.#turn += 1;
    const turn = this.#turn;
    const guess = { entryId: null, companyId, name: '', from, siblings: [] };
    this.dispatch({ kind: 'decided', turn, at: turn, to, targets: [guess], isFound: false });
    expect(moveAt(this.state.overlay, null, companyId)?.list).toBe(to);
    this.#calls.push(() => {
      const { revision, server } = this.#main;
      const had = new Map(server);
      const find = (): void => {
        const shown = (entryId: number): ListName =>
          shownList(
            { entryId, company: { id: companyId }, list: had.get(entryId) ?? 'None', revision },
            this.state.overlay,
          );
        const own = entries.filter((entryId) => companyOf(entryId) === companyId);
        const main = own.find((entryId) => shown(entryId) !== 'None') ?? own[0] ?? 0;
        const targets = this.#targets(main, true, shown).filter(({ from: list }) => list !== to);
        this.dispatch({ kind: 'found', turn, to, targets });
        if (targets.length > 0) this.#answer = this.#enqueue(to, movedBy(targets), turn);
      };
      return [find, find];
    });
  }

  #enqueue(to: ListName, moving: readonly number[], turn: number): (() => void)[] {
    const reply = this.#main.enqueue(to, moving);
    return [
      () => this.dispatch({ kind: 'saved', turn, reply }),
      () => this.dispatch({ kind: 'refused', turn, at: turn }),
      () => {
        // It is asked for by its name, as the adapter does.
        const { steps, pending, revision } = this.#main.snapshot();
        if (!steps.includes(reply.stepId)) this.dispatch({ kind: 'refused', turn, at: turn });
        else this.dispatch({ kind: 'saved', turn, reply: { ...reply, placements: pending, revision } });
      },
    ];
  }

  undo(): void {
    this.#turn += 1;
    const turn = this.#turn;
    const step = newestStep(this.state);
    const before = this.allShown;
    if (step !== undefined) {
      this.dispatch({ kind: 'undone', turn, at: turn });
      // Nothing but what the step had moved goes back, and no further than to where it was.
      entries.forEach((entryId, index) => {
        const back = step.before.find((placed) => placed.entryId === entryId)?.list;
        const shown = this.shown(entryId);
        if (shown !== before[index] && shown !== back)
          throw new Error(`Undo has brought ${shown} to entry ${entryId}.`);
      });
    }
    this.#calls.push(() => this.#takeBack(turn));
  }

  #takeBack(turn: number): (() => void)[] {
    const step = stepOfUndo(this.state, turn);
    if (step !== undefined && step.saved === null) {
      const inVain = (): void => this.dispatch({ kind: 'undoneInVain', turn });
      return [inVain, inVain];
    }
    const reply = this.#main.undo();
    const ask = (isSupposed: boolean): void => {
      if (step !== undefined) this.dispatch({ kind: 'asked', turn, snapshot: this.#main.snapshot(), isSupposed });
    };
    const take = (): void => {
      if (step === undefined || reply?.stepId !== step.saved?.id) ask(false);
      if (reply !== null) this.dispatch({ kind: 'takenBack', turn, reply });
    };
    return [take, () => ask(true)];
  }

  /** The next call goes to main, where none is there. */
  call(): void {
    if (this.#answer === null) this.#answer = this.#calls.shift()?.() ?? null;
  }

  /** The answer comes, or is lost, and main can be asked again or not. */
  answer(fate: 'heard' | 'lost' | 'asked'): void {
    const [take, lose, ask = lose] = this.#answer ?? [];
    this.#answer = null;
    ({ heard: take, lost: lose, asked: ask })[fate]?.();
  }

  /** News comes, and may overtake other news, but not that everything has begun anew. */
  hear(place: number): void {
    const reset = this.news.findIndex(({ kind }) => kind === 'reset');
    const [news] = this.news.splice(place % Math.max(1, reset === -1 ? this.news.length : reset), 1);
    if (news !== undefined) this.dispatch(news);
  }

  get isAtRest(): boolean {
    return this.#calls.length === 0 && this.#answer === null && this.news.length === 0 && this.#reads.length === 0;
  }

  settle(): void {
    while (!this.isAtRest) {
      this.call();
      this.answer('heard');
      while (this.news.length > 0) this.hear(0);
      this.readAll();
    }
  }

  /**
   * Never an older state over a newer one: without a key of its own, an entry shows what main had said or the server
   * had at a revision that is no older than what the window was told of it last.
   */
  check(): void {
    const { overlay, steps, undoing } = this.state;
    const waiting = new Set([
      ...steps.flatMap(({ turn, saved }) => (saved === null ? [turn] : [])),
      ...undoing.map(({ undoTurn }) => undoTurn),
    ]);
    for (const [id, { own }] of [...overlay.entries, ...overlay.companies, ...overlay.wholes]) {
      if (own !== null && !waiting.has(own.turn)) throw new Error(`A key shows of ${id} that is not waited for.`);
    }
    for (const entryId of entries) {
      const standing = this.state.overlay.entries.get(entryId);
      const row = this.rows.get(entryId) ?? { list: 'None', revision: 0 };
      if (standing?.own || !this.rows.has(entryId) || row.revision < this.#valid) continue;
      const told = standing?.told ?? null;
      // Without news that was overtaken nobody can say what a refused move has left behind.
      if (told?.isRefused === true && this.#lacksNewsOf(entryId, told.revision)) continue;
      const isQueued = told !== null && told.doneAt === null && told.list !== null;
      const since = isQueued ? told.revision : Math.max(told?.revision ?? 0, row.revision, this.#valid);
      const later = (this.#main.history.get(entryId) ?? []).slice(since);
      const shown = this.shown(entryId);
      // By hand: `expect` for each of some millions would take a minute.
      if (later.some(({ said, had }) => said === shown || (!isQueued && had === shown))) continue;
      throw new Error(`Entry ${entryId} shows ${shown}, which is older than revision ${since}.`);
    }
  }

  /** Whether main has told of an entry before a revision what this window has not heard. */
  #lacksNewsOf(entryId: number, revision: number): boolean {
    return this.news.some(
      (news) =>
        news.kind === 'told' &&
        news.news.settled.some((placed) => placed.entryId === entryId && placed.revision < revision),
    );
  }
}

/** All entries that a decision moves. */
function movedBy(targets: readonly MoveTarget[]): number[] {
  return targets.flatMap((target) => placementsOf(target, 'None')).map(({ entryId }) => entryId ?? 0);
}

function settle(main: Main): void {
  do {
    for (const window of main.windows) window.settle();
    while (main.pending.size > 0) main.send(false);
  } while (main.windows.some((window) => !window.isAtRest));
}

function counted(main: Main): number {
  return entries.filter((entryId) => main.said(entryId) === 'None').length;
}

const windows = fc.nat({ max: 1 });
const pick = <K extends string, V>(weight: number, kind: K, value: fc.Arbitrary<V>) => ({
  weight,
  arbitrary: fc.tuple(fc.constant(kind), windows, value),
});
const schedules = fc.array(
  fc.oneof(
    pick(
      8,
      'decide',
      fc.tuple(fc.constantFrom(...lists), fc.subarray(entries, { minLength: 1, maxLength: 2 }), fc.boolean()),
    ),
    pick(3, 'decideFound', fc.tuple(fc.constantFrom(...lists), fc.constantFrom(1, 2))),
    pick(5, 'undo', fc.constant(0)),
    pick(9, 'call', fc.constant(0)),
    pick(8, 'answer', fc.constantFrom('heard', 'heard', 'heard', 'heard', 'heard', 'lost', 'asked')),
    pick(9, 'hear', fc.nat({ max: 5 })),
    pick(7, 'send', fc.nat({ max: 7 })),
    pick(4, 'read', fc.constant(0)),
    pick(4, 'takeRead', fc.constant(0)),
    pick(1, 'ask', fc.constant(0)),
    pick(2, 'reload', fc.constant(0)),
    pick(2, 'restore', fc.constant(0)),
    pick(1, 'restart', fc.constant(0)),
  ),
  // By itself an array has ten at most.
  { maxLength: 60, size: 'max' },
);
type Action = typeof schedules extends fc.Arbitrary<(infer A)[]> ? A : never;

function run(main: Main, [kind, index, value]: Action): void {
  const window = main.windows[index];
  switch (kind) {
    case 'decide':
      return window?.decide(...value);
    case 'decideFound':
      return window?.decideFound(...value);
    case 'undo':
      return window?.undo();
    case 'call':
      return window?.call();
    case 'answer':
      return window?.answer(value);
    case 'hear':
      return window?.hear(value);
    case 'send':
      return main.send(value === 0);
    case 'read':
      return window?.read();
    case 'takeRead':
      return window?.takeRead();
    case 'ask':
      return window?.ask();
    case 'reload':
      return window?.reload();
    case 'restart':
      return main.restart();
    case 'restore':
      return main.restore();
  }
}

describe('the reducer', () => {
  it('I16 shows and counts in the end what main says, never something older before, and undoes step by step', () => {
    fc.assert(
      fc.property(schedules, (actions) => {
        const main = new Main();
        const all = [new Window(main), new Window(main)];
        for (const action of actions) {
          run(main, action);
          for (const window of all) window.check();
        }
        settle(main);
        const truth = (): ListName[] => entries.map((entryId) => main.said(entryId));
        for (const window of all) {
          expect(window.allShown).toEqual(truth());
          for (const { saved } of window.state.steps) expect(saved).not.toBeNull();
          window.read();
          window.readAll();
          expect(window.allShown).toEqual(truth());
          expect(window.state.counts.unrated.get(inboxId)).toBe(counted(main));
          expect(window.state.undoing).toEqual([]);
          const { overlay, unsaved } = window.state;
          for (const [, { own }] of [...overlay.entries, ...overlay.companies, ...overlay.wholes])
            expect(own).toBeNull();
          for (const entryId of entries) {
            expect(moveAt(overlay, entryId, companyOf(entryId))?.doneAt).not.toBeNull();
            // A refusal may bring an entry to where a decision could not: that one stays marked as not saved.
            const isRefused = main.snapshot().failed.some((refused) => refused.entryId === entryId);
            if (!isRefused) expect(unsaved.get(`e${entryId}`)).not.toBe(main.said(entryId));
            const ofCompany = moveAt(overlay, null, companyOf(entryId));
            if (ofCompany?.entryId === entryId) expect(ofCompany.list).toBe(main.said(entryId));
          }
          const standing = new Set(main.steps.map(({ id }) => id));
          for (const { saved } of window.state.steps) expect(standing.has(saved?.id ?? '')).toBe(true);
        }
        // Whoever takes them back, each step brings back what it had moved, and nothing else.
        while (main.steps.length > 0) {
          const step = main.steps.at(-1);
          const expected = entries.map((entryId, index) => {
            return step?.items.find((item) => item.entryId === entryId)?.from ?? truth()[index];
          });
          all[main.steps.length % 2]?.undo();
          settle(main);
          expect(truth()).toEqual(expected);
          for (const window of all) {
            expect(window.allShown).toEqual(expected);
            // Moves that are done are followed by a new count.
            window.read();
            window.readAll();
            expect(window.state.counts.unrated.get(inboxId)).toBe(counted(main));
          }
        }
        for (const window of all) expect(window.state.steps).toEqual([]);
      }),
      { numRuns: 4000 },
    );
  }, 120_000);
});

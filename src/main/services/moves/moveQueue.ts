import { v7 } from 'uuid';
import type {
  Placement,
  MoveProgress,
  FailedMove,
  MoveQueueState,
  MoveRequest,
  MoveSnapshot,
  MoveStep,
  NoteRequest,
  ReasonRequest,
  UnsavedNote,
} from '#shared/bridge/moves.ts';
import { type ListName, listNames } from '#shared/domain/listName.ts';
import { noteLabel } from '#shared/domain/notes.ts';
import { AppError } from '#shared/errors.ts';
import type { Clock, Log } from '../../ports.ts';
import type { ApiClient } from '../api/apiClient.ts';
import type { EventHub } from '../eventHub.ts';
import { isMove, isNote, isOfUndo, nameOfUndo, placementIn, targetOf, type Change, type Numbering } from './command.ts';
import { retryDelayMs } from './deliver.ts';
import { Draft, failedMoves, planDiscard, planForget, planRetry } from './draft.ts';
import { Ledger, type Committed } from './ledger.ts';
import { QueueNews } from './news.ts';
import { openQueue, type QueueStore } from './queueStore.ts';
import { itemsOf, planMove, planNote, planReason, type Item, type StepItem } from './plan.ts';
import { type QueueState, activeOf } from './queueState.ts';
import { Sender } from './sender.ts';
import { logTransitions } from './transitions.ts';
import { stepLabel, UndoHistory } from './undoHistory.ts';

interface MoveQueueDeps {
  /** The queue's own file. */
  readonly path: string;
  readonly clock: Clock;
  readonly events: EventHub;
  readonly log: Log;
}

/**
 * The serial queue of moves (product 4, 17.4): durable before it is acknowledged, coalesced per entry, sent one
 * at a time, retried for ever, undone step by step. It belongs to one account at a time; other accounts' moves stay.
 */
export class MoveQueue {
  readonly #deps: MoveQueueDeps;
  readonly #sender: Sender;
  readonly #news: QueueNews;
  readonly #progress: Progress;
  readonly #history = new UndoHistory((stepId) => this.#news.gone(stepId));
  readonly #lastSettled = new LastSettled();
  /** Companies that have gone with their entries since the start; their ids are not reused. */
  readonly #goneCompanies = new Set<number>();
  #store: QueueStore | null = null;
  #fault: AppError | null = null;
  #notice = '';
  #ledger: Ledger | null = null;
  #attached = false;
  #lastSeq = 0;
  #revision = 0;
  #cancelProbe: () => void = () => undefined;
  readonly #ids: Numbering = { nextSeq: () => ++this.#lastSeq, newKey: () => v7() };

  constructor(deps: MoveQueueDeps) {
    this.#deps = deps;
    const { clock, events, log } = deps;
    this.#news = new QueueNews(clock, events, () => this.state());
    this.#progress = new Progress(clock, () => this.#changed());
    this.#sender = new Sender({
      clock,
      log,
      ids: this.#ids,
      onChange: () => this.#changed(),
      onDrained: (_, isAnyBack) => this.#news.dataChanged(isAnyBack),
      onExtended: (command, items) => this.#history.extend(command, items),
      isIdle: (command) => isOfUndo(command) || this.#goneCompanies.has(command.companyId),
    });
  }

  /** Opens the file. If that fails, the app continues and the queue is `blocked`. */
  start(): void {
    const { path, clock, log } = this.#deps;
    try {
      const { store, notice } = openQueue(path, clock, log);
      this.#store = store;
      this.#notice = notice;
      this.#lastSeq = store.lastSeq();
    } catch (error) {
      log.error('queue.open', error);
      this.#fault = AppError.from(error);
    }
  }

  /** Continues with the moves of an account whose user has signed in; another account's stay where they are. */
  attach(account: string, client: ApiClient): void {
    const ledger = this.#ledgerOf(account);
    if (ledger === null) return;
    this.#attached = true;
    this.#sender.attach({ ledger, client, ended: new AbortController() });
    this.#changed();
  }

  /** Nobody is signed in: everything is kept and nothing is sent (F13). */
  detach(): void {
    this.#attached = false;
    this.#sender.detach();
    this.#changed();
  }

  /** The computer is going to sleep: decisions are accepted, nothing is sent until `resume` (F21). */
  pause(): void {
    this.#sender.pause();
  }

  /** The computer is awake again. */
  resume(): void {
    this.#sender.resume();
  }

  /** Takes a decision. When it returns, the decision is on disk; if it throws, nothing has changed. */
  enqueue(request: MoveRequest): MoveStep {
    const ledger = this.#own();
    const { stepId = v7(), heard = 0 } = request;
    const draft = new Draft(ledger.state);
    const items: StepItem[] = [];
    const untouched: Placement[] = [];
    const all = itemsOf(request).map((item) => this.#lastSettled.corrected(item, request.to, heard));
    for (const item of all) {
      const done = planMove(draft, item, request.to, stepId, this.#ids, request.later);
      if (done !== null) items.push(done);
      else if (activeOf(draft.chain(targetOf(item))).length === 0) untouched.push(placementIn(item, request.to));
    }
    const placements = all.map((item) => placementIn(item, request.to));
    const label = stepLabel(request);
    const step = { stepId, label, items };
    // Before the commit, so that what it publishes counts the step.
    if (items.length > 0) this.#history.push(step);
    else this.#news.gone(stepId);
    this.#commit(ledger, draft.changes, () => this.#history.drop(step));
    this.#changed(untouched);
    // The revision of the published state; what is sent at once becomes another one.
    const revision = this.#revision;
    this.#sender.kick();
    return { stepId, label, placements, undoDepth: this.#history.depth, revision };
  }

  /**
   * Says why a decision put its companies where they are, by the id of a reason, 0 for none; it is taken back with the
   * decision. When it returns, it is on disk. Throws `not_found` if the decision can no longer be taken back.
   */
  giveReason({ stepId, reason }: ReasonRequest): MoveQueueState {
    const ledger = this.#own();
    const step = this.#history.step(stepId);
    if (step === undefined) throw new AppError('not_found', 'That decision has been taken back.');
    const draft = new Draft(ledger.state);
    const companies = new Set<number>();
    for (const item of step.items) {
      // The server gives it to all entries of a company.
      if (item.to === 'None' || companies.has(item.companyId)) continue;
      companies.add(item.companyId);
      planReason(draft, item, reason, stepId, this.#ids);
    }
    this.#commit(ledger, draft.changes);
    this.#sender.kick();
    return this.state();
  }

  /** Writes, changes or deletes a note. When it returns, that is on disk; if it throws, nothing has changed. */
  writeNote({ stepId = v7(), ...request }: NoteRequest): MoveStep {
    const ledger = this.#own();
    const draft = new Draft(ledger.state);
    const note = planNote(draft, request, stepId, this.#ids);
    const label = noteLabel(request.name, request.from, request.to);
    const step = { stepId, label, items: [], ...(note === null ? {} : { note }) };
    if (note === null) this.#news.gone(stepId);
    else this.#history.push(step);
    this.#commit(ledger, draft.changes, () => this.#history.drop(step));
    this.#changed();
    const revision = this.#revision;
    this.#sender.kick();
    return { stepId, label, placements: [], undoDepth: this.#history.depth, revision };
  }

  /** What of a company's notes the server does not have yet, oldest first. */
  unsavedNotes(companyId: number): UnsavedNote[] {
    const commands = this.#ledger?.state.notesOf(companyId) ?? [];
    return commands.flatMap(({ note, reason }) =>
      note === undefined ? [] : [{ id: note.id, text: note.to, forTeam: note.forTeam ?? null, problem: reason }],
    );
  }

  /** Takes the last step back; null if there is none. */
  undo(): MoveStep | null {
    const ledger = this.#own();
    const draft = new Draft(ledger.state);
    const step = this.#history.plan(draft, nameOfUndo(v7()), this.#ids);
    if (step === null) return null;
    const placements = step.items.map((item) => placementIn(item, item.from));
    this.#history.drop(step);
    this.#commit(ledger, draft.changes, () => {
      this.#history.push(step);
      this.#news.stands(step.stepId);
    });
    this.#changed(placements.filter((placement) => activeOf(ledger.state.chain(targetOf(placement))).length === 0));
    const revision = this.#revision;
    this.#sender.kick();
    const { label } = step;
    return { stepId: step.stepId, label, placements, undoDepth: this.#history.depth, revision };
  }

  /** Nothing can be taken back any more: what the steps of this session were about no longer exists. */
  forgetUndo(): void {
    this.#history.clear();
    this.#lastSettled.clear();
    // A backup may contain them.
    this.#goneCompanies.clear();
    this.#news.forget();
    this.#revision += 1;
    this.#deps.events.publish('moves.reset', this.snapshot());
    this.#changed();
  }

  /** Companies are gone with their entries: nothing about them is to be moved, taken back or shown as refused. */
  forgetCompanies(ids: readonly number[]): void {
    for (const id of ids) this.#goneCompanies.add(id);
    this.#history.forgetCompanies(this.#goneCompanies);
    const ledger = this.#ledger;
    try {
      if (ledger !== null) this.#commit(ledger, planForget(new Draft(ledger.state), ledger.state, this.#goneCompanies));
    } catch (error) {
      // They are sent after all, to no effect.
      this.#deps.log.error('queue.write', error);
    }
    this.#changed();
    this.#sender.kick();
  }

  /** Sends failed moves again, by their ids; held ones follow the failed one before them. */
  retry(ids: readonly string[]): MoveQueueState {
    const ledger = this.#own();
    this.#commit(ledger, planRetry(new Draft(ledger.state), ledger.state, ids, this.#ids));
    this.#sender.kick();
    return this.state();
  }

  /** Gives up failed moves, by their ids; those held back behind them continue. */
  discard(ids: readonly string[]): MoveQueueState {
    const ledger = this.#own();
    const changes = planDiscard(new Draft(ledger.state), ledger.state, ids);
    this.#commit(ledger, changes);
    this.#history.discarded(changes);
    this.#sender.kick();
    return this.state();
  }

  /**
   * The number of the queue's current state. It only grows, and starts again with the process, which no page outlives:
   * the desktop's windows close with it, and a browser tab reloads if the shell does not know its key. An API reply at
   * a revision reflects all moves done by then.
   */
  get revision(): number {
    return this.#revision;
  }

  state(): MoveQueueState {
    const ledger = this.#ledger;
    const common = {
      progress: ledger === null ? [] : this.#progress.of(ledger.state),
      failed: ledger === null ? noFailures : failedMoves(ledger.state),
      undoDepth: this.#history.depth,
      revision: this.#revision,
      retryAt: '',
    };
    const problem = this.#fault ?? ledger?.problem ?? null;
    if (problem !== null) return { ...common, status: 'blocked', reason: problem.message };
    const waiting = this.#sender.waiting;
    if (waiting !== null) return { ...common, status: 'lost', ...waiting };
    if (ledger?.state.isIdle !== false) return { ...common, status: 'idle', reason: this.#notice };
    if (this.#attached) return { ...common, status: 'sending', reason: this.#notice };
    return { ...common, status: 'parked', reason: 'Sign in again to send your decisions.' };
  }

  /** Flushes first: whoever has the snapshot has heard of everything settled before it. */
  snapshot(): MoveSnapshot {
    this.#news.flush();
    const pending = this.#ledger?.state.lastActive().map((command) => placementIn(command, command.to)) ?? [];
    return { ...this.state(), pending, steps: this.#history.ids };
  }

  /** Stops at once; a move whose reply is outstanding is sent again, under the same key, at the next start. */
  stop(): void {
    this.#attached = false;
    this.#sender.detach();
    this.#news.stop();
    this.#progress.reset();
    this.#cancelProbe();
    this.#fault = new AppError('unavailable', 'Winnow is closing.');
    this.#store?.close();
    this.#store = null;
    this.#ledger = null;
  }

  /** The account's ledger, read from the file if it is not loaded; null if the file cannot be read. */
  #ledgerOf(account: string): Ledger | null {
    this.#sender.detach();
    if (this.#store === null || this.#ledger?.account === account) return this.#ledger;
    this.#progress.reset();
    this.#history.clear();
    this.#lastSettled.clear();
    this.#goneCompanies.clear();
    // The other account's companies may have the same ids.
    this.#news.forget();
    this.#ledger = null;
    try {
      const ledger = new Ledger(this.#store, account, (committed) => this.#committed(committed));
      if (ledger.unreadable > 0) {
        this.#deps.log.warn('queue.unreadable', { rows: ledger.unreadable });
        this.#notice = `The file of unsent moves was damaged; ${ledger.unreadable} of them cannot be read.`;
      }
      this.#ledger = ledger;
    } catch (error) {
      this.#deps.log.error('queue.load', error);
      this.#fault = AppError.from(error);
    }
    return this.#ledger;
  }

  /** The ledger of the signed-in account. */
  #own(): Ledger {
    if (this.#fault !== null) throw this.#fault;
    if (this.#ledger === null || !this.#attached) throw new AppError('unauthenticated', 'You’ve been signed out.');
    return this.#ledger;
  }

  /** A failed write is shown as well as thrown: the queue is `blocked` until one succeeds. */
  #commit(ledger: Ledger, changes: readonly Change[], takeBack: () => void = () => undefined): void {
    try {
      ledger.commit(changes);
    } catch (error) {
      takeBack();
      this.#probeLater();
      this.#changed();
      throw error;
    }
  }

  /** With nothing to send, nothing else would notice that the file can be written again (F5). */
  #probeLater(): void {
    this.#cancelProbe();
    this.#cancelProbe = this.#deps.clock.after(retryDelayMs, () => {
      const ledger = this.#ledger;
      if (ledger === null || ledger.problem === null) return;
      if (ledger.probe()) this.#changed();
      else this.#probeLater();
    });
  }

  #committed({ changes, settled }: Committed): void {
    const ledger = this.#ledger;
    if (ledger === null) return;
    this.#news.unsettle(changes.map(({ command }) => command));
    this.#progress.applied(changes, ledger.state);
    this.#changed(settled);
    this.#lastSettled.add(settled, this.#revision);
    logTransitions(this.#deps.log, changes);
    const notes = changes.filter(({ command }) => isNote(command));
    if (notes.length === 0) return;
    const companyIds = [...new Set(notes.map(({ command }) => command.companyId))];
    const isSaved = notes.some((change) => change.kind === 'remove' && change.why === 'done');
    this.#deps.events.publish('notes.changed', { companyIds, isSaved });
  }

  /** A new state of the queue, in which these placements have settled. */
  #changed(settled: readonly Placement[] = []): void {
    this.#revision += 1;
    this.#news.changed(settled.map((placement) => ({ ...placement, revision: this.#revision })));
  }
}

const noFailures: FailedMove[] = [];

/** Most companies that are kept, twice what one decision can move; for a forgotten one, the window's word counts. */
const mostKept = 200_000;

/**
 * Where companies went last, and since which revision of the queue. A window that has not heard of another one's
 * decision, or of its undo, shows a list that the company has left; undo must not put it back there.
 */
class LastSettled {
  /** By target, oldest first. */
  readonly #lists = new Map<string, { readonly list: ListName; readonly revision: number }>();

  /** These have settled, as of `revision`. */
  add(placements: readonly Placement[], revision: number): void {
    for (const placement of placements) {
      const target = targetOf(placement);
      this.#lists.delete(target);
      this.#lists.set(target, { list: placement.list, revision });
    }
    for (const target of this.#lists.keys()) {
      if (this.#lists.size <= mostKept) break;
      this.#lists.delete(target);
    }
  }

  /**
   * An item to move, with the list it is really in, for a window that has heard of the queue up to a revision. A window
   * that has heard of the last move may know better: another device may have moved the company since. The same goes if
   * the company seems to be at its target already: a decision is never dropped.
   */
  corrected(item: Item, to: ListName, heard: number): Item {
    const last = this.#lists.get(targetOf(item));
    if (last === undefined || last.revision <= heard || last.list === to) return item;
    return { ...item, from: last.list };
  }

  clear(): void {
    this.#lists.clear();
  }
}

/** How long the panel stays after nothing is pending, in milliseconds (product 9). */
const panelHideMs = 5000;

/**
 * Total and pending per list (product 4): moved = total - pending. Superseded, undone, refused or held commands count
 * in neither; totals restart when the panel hides (docs/api.md).
 */
class Progress {
  readonly #clock: Clock;
  readonly #onHidden: () => void;
  /** Companies on their way to each list of which a move there was done: others of their entries follow. */
  readonly #arriving = new Map<ListName, Set<number>>();
  /** How many companies have arrived; one that is decided anew counts anew, so that the figure never falls. */
  readonly #moved = new Map<ListName, number>();
  #cancelHide: (() => void) | null = null;

  constructor(clock: Clock, onHidden: () => void) {
    this.#clock = clock;
    this.#onHidden = onHidden;
  }

  /** Called after every change. */
  applied(changes: readonly Change[], state: QueueState): void {
    for (const change of changes) {
      const { to, companyId } = change.command;
      if (change.kind === 'remove' && change.why === 'done' && isMove(change.command))
        idsIn(this.#arriving, to).add(companyId);
      for (const [list, arriving] of this.#arriving) {
        if (state.isActive(list, companyId) || !arriving.delete(companyId)) continue;
        this.#moved.set(list, (this.#moved.get(list) ?? 0) + 1);
      }
    }
    const idle = state.isIdle;
    if (!idle) this.#stopHiding();
    else if (this.#moved.size > 0) this.#cancelHide ??= this.#clock.after(panelHideMs, () => this.#hide());
  }

  of(state: QueueState): MoveProgress[] {
    return listNames
      .map((list) => {
        const pending = state.active(list);
        return { list, pending, total: pending + (this.#moved.get(list) ?? 0) };
      })
      .filter(({ total }) => total > 0);
  }

  /** Forgets everything, for another account. */
  reset(): void {
    this.#stopHiding();
    this.#arriving.clear();
    this.#moved.clear();
  }

  #stopHiding(): void {
    this.#cancelHide?.();
    this.#cancelHide = null;
  }

  #hide(): void {
    this.reset();
    this.#onHidden();
  }
}

function idsIn(sets: Map<ListName, Set<number>>, list: ListName): Set<number> {
  const ids = sets.get(list) ?? new Set();
  sets.set(list, ids);
  return ids;
}

import type { MoveRequest, MoveStep, MoveTarget, NoteRequest, ReasonRequest } from '#shared/bridge/moves.ts';
import type { ListName } from '#shared/domain/listName.ts';
import type { Later } from '#shared/domain/later.ts';
import { noteLabel } from '#shared/domain/notes.ts';
import type { Reason } from '#shared/domain/reasons.ts';
import { AppError } from '#shared/errors.ts';
import { formatCount } from '#shared/domain/formats.ts';
import { Store } from '../ui/store.ts';
import { isolated } from '../ui/title.ts';
import type { CountableRow, InboxEntryRef, SessionFigures } from './figures.ts';
import type { Overlay, Placed } from './overlay.ts';
import { isUnsaved, newestStep, reduce, stepOfUndo, undoneText } from './reduce.ts';
import { initialState, type DecideEvent, type News, type ShownChange, type Snapshot } from './state.ts';

/** What a window could not do. */
export type DecideFailure = 'Not saved' | 'Not undone' | 'Reason not saved' | 'Note not saved';

/** What triage needs from its surroundings. */
export interface TriagePorts {
  /** Resolves when the decision is durable. */
  enqueue(request: MoveRequest): Promise<MoveStep>;
  /** Resolves when the reason for a decision is durable. */
  giveReason(request: ReasonRequest): Promise<unknown>;
  /** Resolves when the note is durable. */
  writeNote(request: NoteRequest): Promise<MoveStep>;
  /** Takes the last step back; null if there is none. */
  undo(): Promise<MoveStep | null>;
  /** What is pending, and which steps can be taken back. */
  snapshot(): Promise<Snapshot>;
  /** The number of a key, higher than all before it. */
  turn(): number;
  /** Monotonic milliseconds, for the session's pace. */
  now(): number;
  /** Tells a screen reader. */
  announce(text: string): void;
  /** Shows what undo did, which may be far from what is on screen. */
  show(text: string): void;
  /** Tells everyone that something failed. */
  complain(failure: DecideFailure, reason: string): void;
  /** Remembers a decision, by its label and the first of what it moves, until the returned function is called. */
  readonly remember?: (label: string, first: Placed) => () => void;
  /** Resolves once we know what was pending when this window opened. */
  readonly known?: Promise<void>;
}

/** A decision of this window that can be taken back, in words. */
export interface LastDecision {
  /** The number of its key. */
  readonly turn: number;
  readonly label: string;
  /** How many companies it is about, and which. */
  readonly companies: number;
  readonly companyIds: ReadonlySet<number>;
  readonly to: ListName;
  /** Why, in words; `''` where that was not said. */
  readonly reason: string;
  /** Whether nothing was done since, a note for example, that undo would take back first. */
  readonly isNewest: boolean;
}

/**
 * Between the reducer and the bridge. What a key does shows at once; main is called in the order of the keys, one call
 * at a time, and its answers and news go into the reducer, whose state everybody reads.
 */
export class Triage {
  /** How many companies in each smart list are undecided, as shown. */
  readonly unrated = new Store<ReadonlyMap<number, number>>(initialState.counts.unrated);
  /** This session's figures. */
  readonly meter = new Store<SessionFigures>(initialState.meter.figures);
  /** The decision that this window made last, while it stands: a note after it is none. */
  readonly last = new Store<LastDecision | null>(null);
  /** Resolves once we know what was pending: rows shown before would offer what is already decided. */
  readonly known: Promise<void>;
  #state = initialState;
  readonly #ports: TriagePorts;
  readonly #listeners = new Set<(change: ShownChange) => void>();
  #chain: Promise<unknown> = Promise.resolve();
  /** The last decision made by a key while we still have to find out what it covers. */
  #asked: Promise<unknown> | null = null;

  constructor(ports: TriagePorts) {
    this.#ports = ports;
    this.known = ports.known ?? Promise.resolve();
  }

  /** The moves laid over rows. */
  get overlay(): Overlay {
    return this.#state.overlay;
  }

  /** Calls back on every change of shown lists until the returned function is called. */
  readonly subscribe = (listener: (change: ShownChange) => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Whether the last decision about this row could not be saved; it then shows the list from before. */
  isUnsaved(entryId: number | null, companyId: number): boolean {
    return isUnsaved(this.#state, entryId, companyId);
  }

  /** The number of the key that undo would take back; 0 if this window has none. */
  get lastTurn(): number {
    return newestStep(this.#state)?.turn ?? 0;
  }

  /** Entries are about to be moved: the counts beside their smart lists' names follow. */
  note(entries: readonly InboxEntryRef[]): void {
    if (entries.length > 0) this.#dispatch({ kind: 'noted', entries });
  }

  /** A list has read rows. */
  read(rows: readonly CountableRow[]): void {
    this.#dispatch({ kind: 'read', rows });
  }

  /** The server has counted, at a revision of the queue. */
  counted(lists: Extract<DecideEvent, { kind: 'counted' }>['lists'], revision: number): void {
    this.#dispatch({ kind: 'counted', lists, revision });
  }

  /** Moves targets to a list, except those already there; to Later until then. Returns how many move. */
  readonly decide = (
    to: ListName,
    targets: readonly MoveTarget[],
    left: number | null = null,
    later?: Later,
  ): number => {
    const moving = targets.filter(({ from }) => from !== to || later !== undefined);
    if (moving.length > 0) this.#take(to, moving, left, null, later);
    return moving.length;
  };

  /**
   * Moves a company whose entries have to be found first: it shows at once, and `find` is called when it is this
   * decision's turn, so that it sees what earlier decisions did. If it fails, `guess` itself is moved.
   */
  readonly decideFound = (
    to: ListName,
    guess: MoveTarget,
    find: () => Promise<readonly MoveTarget[]>,
    later?: Later,
  ): void => {
    if (guess.from !== to || later !== undefined) {
      this.#take(to, [guess], null, () => find().catch(() => [guess]), later);
    }
  };

  /** Says why a decision was made, unless it has been taken back since. */
  readonly giveReason = (decision: LastDecision, { id, name }: Pick<Reason, 'id' | 'name'>): void => {
    const { turn, label } = decision;
    this.#showReason(turn, id === 0 ? '' : name);
    this.#ports.announce(`${label}: ${name}.`);
    void this.#inOrder(async () => {
      const saved = this.#state.steps.find((step) => step.turn === turn)?.saved;
      if (saved === undefined || saved === null) return;
      try {
        await this.#ports.giveReason({ stepId: saved.id, reason: id });
      } catch (error) {
        this.#showReason(turn, decision.reason);
        this.#ports.complain('Reason not saved', AppError.from(error).message);
      }
    });
  };

  /**
   * Writes, changes or deletes a note. Resolves to the number of its step once it is durable, or to null, with nothing
   * changed, if it could not be saved.
   */
  readonly writeNote = async (note: Omit<NoteRequest, 'stepId'>): Promise<number | null> => {
    const ports = this.#ports;
    const turn = ports.turn();
    const label = noteLabel(isolated(note.name), note.from, note.to);
    this.#dispatch({ kind: 'decided', turn, at: ports.now(), to: 'None', targets: [], isFound: true, label });
    let isSaved = false;
    await this.#inOrder(async () => {
      try {
        const request = (stepId: string): Promise<MoveStep> => ports.writeNote({ ...note, stepId });
        this.#dispatch({ kind: 'saved', turn, reply: await this.#untilKnown(request) });
        isSaved = true;
        ports.announce(`${label}.`);
      } catch (error) {
        this.#dispatch({ kind: 'refused', turn, at: ports.now() });
        ports.complain('Note not saved', AppError.from(error).message);
      }
    });
    return isSaved ? turn : null;
  };

  /** Registers a decision that is made when the promise settles: an undo before then means that decision, and waits. */
  asking<T>(decision: Promise<T>): Promise<T> {
    const last = Promise.allSettled([this.#asked, decision]).then(() => {
      if (this.#asked === last) this.#asked = null;
      return undefined;
    });
    this.#asked = last;
    return decision;
  }

  /** Takes the session's last step back, at once if this window knows it. */
  readonly undo = (): void => {
    if (this.#asked === null) this.#undoNewest();
    else void this.#asked.then(() => this.#undoNewest());
  };

  /** Resolves when the queue has answered everything asked so far. */
  async whenSaved(): Promise<void> {
    await this.#chain;
  }

  /** What was pending when this window opened or somebody signed in again. */
  readonly resume = (snapshot: Snapshot): void => this.#dispatch({ kind: 'resumed', snapshot });

  /** The queue’s news. */
  readonly told = (news: News): void => this.#dispatch({ kind: 'told', news });

  /** Another state has replaced the one that decisions were made in: everything starts again. */
  readonly reset = (snapshot: Pick<Snapshot, 'pending' | 'revision'>): void =>
    this.#dispatch({ kind: 'reset', snapshot });

  #take(
    to: ListName,
    targets: readonly MoveTarget[],
    left: number | null,
    find: (() => Promise<readonly MoveTarget[]>) | null,
    later: Later | undefined,
  ): void {
    const ports = this.#ports;
    const turn = ports.turn();
    const { heard } = this.#state;
    this.#dispatch({ kind: 'decided', turn, at: ports.now(), to, targets, isFound: find === null });
    const { label = '', placements = [] } = newestStep(this.#state) ?? {};
    const companyIds = new Set(placements.map(({ companyId }) => companyId));
    this.last.set({ turn, label, companies: companyIds.size, companyIds, to, reason: '', isNewest: true });
    ports.announce(left === null ? `${label}.` : `${label}. ${formatCount(left)} undecided.`);
    const [first] = placements;
    const forget = first === undefined ? undefined : ports.remember?.(label, first);
    void this.#inOrder(async () => {
      const moving = find === null ? targets : (await find()).filter(({ from }) => from !== to || later !== undefined);
      if (find !== null) this.#dispatch({ kind: 'found', turn, to, targets: moving });
      if (moving.length > 0)
        await this.#save({ to, ...(later === undefined ? {} : { later }), targets: [...moving], heard }, turn);
      forget?.();
    });
  }

  async #save(request: MoveRequest, turn: number): Promise<void> {
    try {
      this.#dispatch({
        kind: 'saved',
        turn,
        reply: await this.#untilKnown((stepId) => this.#ports.enqueue({ ...request, stepId })),
      });
    } catch (error) {
      this.#dispatch({ kind: 'refused', turn, at: this.#ports.now() });
      if (this.#state.change?.kind === 'failed') this.#ports.complain('Not saved', AppError.from(error).message);
    }
  }

  /** Main's answer; if it is lost, what main has under the decision's id. */
  async #untilKnown(ask: (stepId: string) => Promise<MoveStep>): Promise<MoveStep> {
    const stepId = crypto.randomUUID();
    try {
      return await ask(stepId);
    } catch (error) {
      if (!isLost(AppError.from(error))) throw error;
      const snapshot = await this.#ports.snapshot().catch(() => null);
      if (snapshot === null || !snapshot.steps.includes(stepId)) throw error;
      const { pending, steps, revision } = snapshot;
      return { stepId, label: '', placements: pending, undoDepth: steps.length, revision };
    }
  }

  #undoNewest(): void {
    const turn = this.#ports.turn();
    const step = newestStep(this.#state);
    if (step !== undefined) {
      this.#dispatch({ kind: 'undone', turn, at: this.#ports.now() });
      this.#tell(undoneText(step.label));
    }
    void this.#inOrder(() => this.#takeBack(turn));
  }

  async #takeBack(turn: number): Promise<void> {
    const step = stepOfUndo(this.#state, turn);
    if (step !== undefined && step.saved === null) {
      this.#dispatch({ kind: 'undoneInVain', turn });
      return;
    }
    try {
      const reply = await this.#ports.undo();
      const isOwn = step !== undefined && reply?.stepId === step.saved?.id;
      if (!isOwn && step !== undefined) await this.#askAbout(turn, false);
      if (reply === null) {
        this.#tell('Nothing to undo.');
        return;
      }
      if (!isOwn) this.#tell(undoneText(reply.label));
      this.#dispatch({ kind: 'takenBack', turn, reply });
    } catch (error) {
      if (step !== undefined) await this.#askAbout(turn, true);
      this.#ports.complain('Not undone', AppError.from(error).message);
    }
  }

  /** Undo took back something else, or nothing: main says whether the step still stands. */
  async #askAbout(turn: number, isSupposed: boolean): Promise<void> {
    const snapshot = await this.#ports.snapshot().catch(() => null);
    this.#dispatch({ kind: 'asked', turn, snapshot, isSupposed });
  }

  #dispatch(event: DecideEvent): void {
    this.#state = reduce(this.#state, event);
    const { counts, meter, change } = this.#state;
    this.meter.set(meter.figures);
    this.unrated.set(counts.unrated);
    this.#renewLast();
    if (change === null) return;
    for (const listener of this.#listeners) listener(change);
  }

  /** The last decision goes when it was taken back or refused, and is not what undo means while a note is newer. */
  #renewLast(): void {
    const last = this.last.get();
    if (last === null) return;
    const isNewest = this.lastTurn === last.turn;
    if (!isNewest && !this.#state.steps.some(({ turn }) => turn === last.turn)) this.last.set(null);
    else if (isNewest !== last.isNewest) this.last.set({ ...last, isNewest });
  }

  #showReason(turn: number, reason: string): void {
    const last = this.last.get();
    if (last?.turn === turn) this.last.set({ ...last, reason });
  }

  #tell(text: string): void {
    this.#ports.announce(text);
    this.#ports.show(text);
  }

  #inOrder(task: () => Promise<void>): Promise<void> {
    const next = this.#chain.then(task);
    this.#chain = next;
    return next;
  }
}

/** Whether main may have done what was asked although no answer came. */
function isLost({ code }: AppError): boolean {
  return code === 'timeout' || code === 'connection_lost';
}

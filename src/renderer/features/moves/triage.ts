import type { MoveRequest, MovesChanged, MoveSnapshot, MoveTarget } from '#shared/bridge/moves.ts';
import type { ListName } from '#shared/domain/listName.ts';
import { AppError } from '#shared/errors.ts';
import { AskedDecisions } from './askedDecisions.ts';
import { InboxCounts } from './inboxCounts.ts';
import { OverlayStore, type Placed } from './overlay.ts';
import { SessionMeter } from './sessionMeter.ts';
import { SessionSteps } from './sessionSteps.ts';
import { beforeOf, isAsShown, placementsOf, reversed, type Step } from './steps.ts';
import { showBefore, showPutBack } from './takingBack.ts';
import type { TriagePorts } from './triagePorts.ts';
import { Unsaved } from './unsaved.ts';
import { decidedText, undoneText } from './words.ts';

/**
 * What happened to rows: every screen that shows one of `placements` redraws it. `outdated`: what was read of them before
 * may be wrong.
 */
export interface TriageEvent {
  readonly kind: 'decided' | 'undone' | 'settled' | 'failed' | 'outdated';
  readonly placements: readonly Placed[];
}

/**
 * Decides and undoes. What a key press does shows at once; the queue in main is told in the order of the key presses,
 * one call at a time, and a step that it refuses is put back with its reason (DECISIONS `Moves`, `Undo`).
 */
export class Triage {
  readonly overlay = new OverlayStore();
  readonly meter = new SessionMeter();
  /** What is undecided in each smart list, by what is shown. */
  readonly inboxes = new InboxCounts(this.overlay);
  /** An undo that comes while a decision is being asked for means it, and waits for it. */
  readonly asked = new AskedDecisions();
  /** Resolves once it is known what was on its way: rows that are shown before would offer what is decided. */
  readonly known: Promise<void>;
  private readonly ports: TriagePorts;
  private readonly steps = new SessionSteps();
  private readonly unsaved = new Unsaved();
  /** What was decided or taken back last. */
  private newest: Step | null = null;
  private readonly listeners = new Set<(event: TriageEvent) => void>();
  private chain: Promise<unknown> = Promise.resolve();

  constructor(ports: TriagePorts) {
    this.ports = ports;
    this.known = ports.known ?? Promise.resolve();
  }

  /** Calls back on every change of shown lists until the returned function is called. */
  readonly subscribe = (listener: (event: TriageEvent) => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** Whether the last decision about this row could not be saved; it then shows the list from before. */
  isUnsaved(entryId: number | null, companyId: number): boolean {
    return this.unsaved.has(entryId, companyId);
  }

  /** Moves targets to a list; those that are there already are left out. Returns how many move. */
  readonly decide = (to: ListName, targets: readonly MoveTarget[], left: number | null = null): number => {
    const moving = targets.filter(({ from }) => from !== to);
    if (moving.length === 0) return 0;
    this.take(to, moving, left, null);
    return moving.length;
  };

  /**
   * Moves a company whose entries have to be found first: it shows at once, and `find` is asked when it is this
   * decision's turn, so that it sees what the decisions before it did. Where it fails, `guess` itself is moved.
   */
  readonly decideFound = (to: ListName, guess: MoveTarget, find: () => Promise<readonly MoveTarget[]>): void => {
    if (guess.from === to) return;
    this.take(to, [guess], null, () => find().catch(() => [guess]));
  };

  /** Takes the last step of the session back, at once where this window knows it. */
  readonly undo = (): void => this.asked.afterwards(() => this.undoLast());

  /** When the decision was made that undo would take back; -Infinity for none of this window. */
  get lastDecidedAt(): number {
    return this.steps.lastDecidedAt;
  }

  private undoLast(): void {
    const step = this.steps.takeNewest();
    if (step !== undefined) {
      this.show(step, 'undone');
      this.tell(undoneText(step.label));
    }
    void this.inOrder(() => this.takeBack(step));
  }

  /** Resolves when the queue has answered everything asked so far. */
  async whenSaved(): Promise<void> {
    await this.chain;
  }

  /** What was on its way when this window opened or somebody signed in again; `askedAt` as `now()` tells it. */
  readonly resume = ({ pending, steps }: Pick<MoveSnapshot, 'pending' | 'steps'>, askedAt: number): void => {
    this.overlay.resume(pending, askedAt, this.ports.now());
    this.uncount(this.steps.takeOthers(steps, askedAt));
    this.emit({ kind: 'settled', placements: pending });
  };

  /** The queue's news of steps that can no longer be taken back; where their companies are by now is told beside it. */
  readonly forget = ({ gone }: Pick<MovesChanged, 'gone'>): void => this.uncount(this.steps.takeGone(gone));

  /** Another state has taken the place of the one that was decided in: everything begins anew. */
  readonly reset = ({ pending }: Pick<MoveSnapshot, 'pending'>): void => {
    this.steps.clear();
    this.meter.reset();
    this.inboxes.reset();
    const shown = this.overlay.clear();
    this.overlay.put(pending, 'queued', this.ports.now());
    this.emit({ kind: 'settled', placements: [...shown, ...pending] });
  };

  /** The queue's news, of every window: done moves show until newer rows come; those refused for good are put back. */
  readonly settle = ({ settled, failed }: Pick<MovesChanged, 'failed'> & { settled: readonly Placed[] }): void => {
    if (settled.length === 0) return;
    const isFailed = (placed: Placed): boolean =>
      failed.some(({ companyId, to }) => companyId === placed.companyId && to === placed.list);
    const refused = settled.filter((placed) => isFailed(placed));
    this.overlay.settle(
      settled.filter((placed) => !isFailed(placed)),
      this.ports.now(),
    );
    this.overlay.drop(refused);
    this.unsaved.settle(settled);
    this.emit({ kind: refused.length === 0 ? 'settled' : 'failed', placements: settled });
  };

  private take(
    to: ListName,
    moving: readonly MoveTarget[],
    left: number | null,
    find: (() => Promise<readonly MoveTarget[]>) | null,
  ): void {
    const placements = moving.flatMap((target) => placementsOf(target, to));
    const now = this.ports.now();
    const step: Step = {
      label: decidedText(to, moving),
      isFound: find === null,
      placements,
      before: moving.flatMap((target) => beforeOf(target)),
      // A company counts once, however many entries it has.
      changes: [...new Map(moving.map(({ companyId, from }) => [companyId, { from, to }])).values()],
      id: null,
      decidedAt: now,
      undoneAt: 0,
    };
    this.unsaved.forget(placements);
    this.newest = step;
    this.steps.add(step);
    if (step.isFound) this.overlay.put(placements, 'saving', now);
    else this.overlay.guess(placements, now);
    this.meter.record(step.changes, now);
    this.emit({ kind: 'decided', placements });
    this.ports.announce(left === null ? `${step.label}.` : `${step.label}. ${left} left.`);
    const [first] = placements;
    const forget = first === undefined ? undefined : this.ports.remember?.(step.label, first);
    void this.inOrder(async () => {
      const targets = find === null ? moving : this.found(step, to, await find());
      if (targets.length > 0) await this.save({ to, targets: [...targets] }, step);
      forget?.();
    });
  }

  /** What a decision moves is known now: it stands for that, unless a newer one about the company shows. */
  private found(step: Step, to: ListName, targets: readonly MoveTarget[]): readonly MoveTarget[] {
    const moving = targets.filter(({ from }) => from !== to);
    const now = this.ports.now();
    const { placements: guess, before } = step;
    const isNewest = guess.every(({ companyId, list }) => this.overlay.companies.get(companyId)?.list === list);
    step.isFound = true;
    step.placements = moving.flatMap((target) => placementsOf(target, to));
    step.before = moving.flatMap((target) => beforeOf(target));
    const stands = this.steps.has(step);
    if (stands && isNewest) {
      this.overlay.drop(guess);
      this.overlay.put(step.placements, 'saving', now);
    } else if (stands) this.overlay.putBehind(step.placements, now);
    if (moving.length === 0) {
      // The company was there already: nothing is left to take back, and what the server says of it is right.
      if (this.steps.remove(step)) this.meter.record(reversed(step.changes), now);
      else this.overlay.drop(before);
    }
    this.emit({ kind: 'settled', placements: [...guess, ...step.placements] });
    return moving;
  }

  private async save(request: MoveRequest, step: Step): Promise<void> {
    try {
      const { placements, stepId } = await this.ports.enqueue(request);
      this.uncount(this.steps.name(step, stepId));
      const now = this.ports.now();
      this.overlay.advance(step.placements, 'queued', now);
      this.overlay.advance(placements, 'queued', now);
    } catch (error) {
      // A step that the user has undone meanwhile has nothing left to put back.
      if (!this.steps.remove(step)) return;
      this.unsaved.add(step.placements);
      this.show(step, 'failed');
      this.ports.complain('Not saved', AppError.from(error).message);
    }
  }

  private async takeBack(step: Step | undefined): Promise<void> {
    // Refused by the queue after the user had undone it: there is nothing to take back.
    if (step?.id === null) return;
    try {
      const askedAt = this.ports.now();
      const undone = await this.ports.undo();
      const isOwn = undone?.stepId === step?.id;
      if (undone !== null) this.forget({ gone: [undone.stepId] });
      if (!isOwn && step !== undefined) await this.askAbout(step, false);
      if (undone === null) {
        this.tell('Nothing to undo.');
        return;
      }
      if (!isOwn) this.tell(undoneText(undone.label));
      const shownAt = isOwn && step !== undefined ? step.undoneAt : null;
      showPutBack(this.overlay, undone.placements, { shownAt, askedAt }, this.ports.now());
      // Where another window had moved companies and this one had not heard of it, they are brought back only now.
      const isShown = isOwn && step !== undefined && (this.newest !== step || isAsShown(step, undone.placements));
      this.emit({ kind: isShown ? 'settled' : 'undone', placements: undone.placements });
    } catch (error) {
      if (step !== undefined) await this.askAbout(step, true);
      this.ports.complain('Not undone', AppError.from(error).message);
    }
  }

  /**
   * Undo took back something else, or nothing: main says whether the step still stands, and is `supposed` to where it does
   * not answer. One that does not is forgotten, and what is shown of it comes from the server.
   */
  private async askAbout(step: Step, supposed: boolean): Promise<void> {
    const askedAt = this.ports.now();
    const snapshot = await this.ports.snapshot().catch(() => null);
    const stands = snapshot === null ? supposed : snapshot.steps.some((id) => id === step.id);
    this.overlay.retract(step.before, step.undoneAt, stands ? step.placements : null);
    if (stands) {
      this.steps.add(step);
      this.meter.correct(step.changes);
    }
    if (snapshot !== null) this.resume(snapshot, askedAt);
    this.emit({ kind: stands ? 'failed' : 'outdated', placements: step.placements });
  }

  /** The meter does not count what can no longer be taken back. */
  private uncount(gone: readonly Step[]): void {
    for (const { changes } of gone) this.meter.correct(reversed(changes));
  }

  private show(step: Step, kind: 'undone' | 'failed'): void {
    const now = this.ports.now();
    step.undoneAt = now;
    this.newest = step;
    // A refused decision may have been done all the same, its answer lost: then the queue's news of it is right.
    showBefore(this.overlay, step, kind === 'failed' ? 'queued' : 'saving', now);
    this.meter.record(reversed(step.changes), now);
    this.emit({ kind, placements: step.before });
  }

  private tell(text: string): void {
    this.ports.announce(text);
    this.ports.show(text);
  }

  private inOrder(task: () => Promise<void>): Promise<void> {
    const next = this.chain.then(task);
    this.chain = next;
    return next;
  }

  private emit(event: TriageEvent): void {
    this.inboxes.moved(event.placements);
    for (const listener of this.listeners) listener(event);
  }
}

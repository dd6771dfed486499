import type { MoveRequest, MovesChanged, MoveSnapshot, MoveStep, MoveTarget } from '#shared/bridge/moves.ts';
import type { ListName } from '#shared/domain/listName.ts';
import { AppError } from '#shared/errors.ts';
import { OverlayStore, type Placed } from './overlay.ts';
import { SessionMeter } from './sessionMeter.ts';
import { decidedText, undoneText } from './words.ts';

/** What triage needs of its surroundings. */
export interface TriagePorts {
  /** Resolves when the decision is durable. */
  enqueue(request: MoveRequest): Promise<MoveStep>;
  /** Takes the last step back; null when there is none. */
  undo(): Promise<MoveStep | null>;
  /** Milliseconds that never jump. */
  now(): number;
  /** Tells a screen reader. */
  announce(text: string): void;
  /** Tells everyone that something failed. */
  complain(title: string, reason: string): void;
  /** Keeps a decision, by its words and the first of what it moves, until the returned function is called. */
  readonly remember?: (label: string, first: Placed) => () => void;
}

/** What happened to rows: every screen that shows one of `placements` redraws it. */
export interface TriageEvent {
  readonly kind: 'decided' | 'undone' | 'settled' | 'failed';
  readonly placements: readonly Placed[];
}

/** One decision of this session: what it did and what was shown before. */
interface Step {
  readonly label: string;
  readonly placements: readonly Placed[];
  readonly before: readonly Placed[];
  readonly changes: readonly { from: ListName; to: ListName }[];
  /** The queue's name for it once it is durable; null before, and for good where the queue refused it. */
  id: string | null;
}

/**
 * Decides and undoes. What a key press does shows at once; the queue in main is told in the order of the key presses,
 * one call at a time, and a step that it refuses is put back with its reason (DECISIONS `Moves`, `Undo`).
 */
export class Triage {
  readonly overlay = new OverlayStore();
  readonly meter = new SessionMeter();
  private readonly ports: TriagePorts;
  private readonly steps: Step[] = [];
  private readonly unsaved = new Set<string>();
  private readonly listeners = new Set<(event: TriageEvent) => void>();
  private chain: Promise<unknown> = Promise.resolve();

  constructor(ports: TriagePorts) {
    this.ports = ports;
  }

  /** Calls back on every change of shown lists until the returned function is called. */
  readonly subscribe = (listener: (event: TriageEvent) => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** Whether the last decision about this row could not be saved; it then shows the list from before. */
  isUnsaved(entryId: number | null, companyId: number): boolean {
    return this.unsaved.size > 0 && this.unsaved.has(keyOf(entryId, companyId));
  }

  /** Moves targets to a list; those that are there already are left out. Returns how many move. */
  readonly decide = (to: ListName, targets: readonly MoveTarget[], left: number | null = null): number => {
    const moving = targets.filter(({ from }) => from !== to);
    if (moving.length === 0) return 0;
    const placements = moving.flatMap((target) => placementsOf(target, to));
    const step: Step = {
      label: decidedText(to, moving),
      placements,
      before: moving.flatMap((target) => beforeOf(target)),
      changes: moving.map(({ from }) => ({ from, to })),
      id: null,
    };
    for (const { entryId, companyId } of placements) this.unsaved.delete(keyOf(entryId, companyId));
    this.steps.push(step);
    const now = this.ports.now();
    this.overlay.put(placements, 'saving', now);
    this.meter.record(step.changes, now);
    this.emit({ kind: 'decided', placements });
    this.ports.announce(left === null ? `${step.label}.` : `${step.label}. ${left} left.`);
    const [first] = placements;
    const forget = first === undefined ? undefined : this.ports.remember?.(step.label, first);
    void this.inOrder(async () => this.save({ to, targets: moving }, step).finally(forget));
    return moving.length;
  };

  /** Takes the last step of the session back, at once where this window knows it. */
  readonly undo = (): void => {
    const step = this.steps.pop();
    if (step !== undefined) {
      this.show(step, 'undone');
      this.ports.announce(undoneText(step.label));
    }
    void this.inOrder(() => this.takeBack(step));
  };

  /** Resolves when the queue has answered everything asked so far. */
  async whenSaved(): Promise<void> {
    await this.chain;
  }

  /** What was on its way when this window opened. */
  readonly resume = (snapshot: Pick<MoveSnapshot, 'pending'>): void => {
    this.overlay.put(snapshot.pending, 'queued', this.ports.now());
    this.emit({ kind: 'settled', placements: snapshot.pending });
  };

  /** The queue's news: done moves stay shown until newer rows come; those refused for good are put back. */
  readonly settle = ({ settled, failed }: Pick<MovesChanged, 'settled' | 'failed'>): void => {
    if (settled.length === 0) return;
    const isFailed = (placed: Placed): boolean =>
      failed.some(({ companyId, to }) => companyId === placed.companyId && to === placed.list);
    const refused = settled.filter((placed) => isFailed(placed));
    this.overlay.advance(
      settled.filter((placed) => !isFailed(placed)),
      'settled',
      this.ports.now(),
    );
    this.overlay.drop(refused);
    this.emit({ kind: refused.length === 0 ? 'settled' : 'failed', placements: settled });
  };

  private async save(request: MoveRequest, step: Step): Promise<void> {
    try {
      const { placements, stepId } = await this.ports.enqueue(request);
      step.id = stepId;
      const now = this.ports.now();
      this.overlay.advance(step.placements, 'queued', now);
      this.overlay.advance(placements, 'queued', now);
    } catch (error) {
      const index = this.steps.indexOf(step);
      // A step that the user has undone meanwhile has nothing left to put back.
      if (index === -1) return;
      this.steps.splice(index, 1);
      for (const { entryId, companyId } of step.placements) this.unsaved.add(keyOf(entryId, companyId));
      this.show(step, 'failed');
      this.ports.complain('Not saved', AppError.from(error).message);
    }
  }

  private async takeBack(step: Step | undefined): Promise<void> {
    // Refused by the queue after the user had undone it: there is nothing to take back.
    if (step?.id === null) return;
    try {
      const undone = await this.ports.undo();
      if (undone?.stepId !== step?.id && step !== undefined) this.showAgain(step);
      if (undone === null) {
        this.ports.announce('Nothing to undo.');
        return;
      }
      if (undone.stepId !== step?.id) this.ports.announce(undoneText(undone.label));
      this.queued(undone.placements, undone.stepId === step?.id);
      this.emit({ kind: undone.stepId === step?.id ? 'settled' : 'undone', placements: undone.placements });
    } catch (error) {
      if (step !== undefined) this.showAgain(step);
      this.ports.complain('Not undone', AppError.from(error).message);
    }
  }

  /** Takes in what the queue says; a key that was pressed meanwhile is newer and stays. */
  private queued(placements: readonly Placed[], isShown: boolean): void {
    const now = this.ports.now();
    if (isShown) {
      this.overlay.advance(placements, 'queued', now);
      return;
    }
    const isSaving = ({ entryId, companyId }: Placed): boolean =>
      (entryId === null ? this.overlay.companies.get(companyId) : this.overlay.entries.get(entryId))?.state ===
      'saving';
    this.overlay.put(
      placements.filter((placed) => !isSaving(placed)),
      'queued',
      now,
    );
  }

  /** Undo took back something else, or nothing: the step still stands. */
  private showAgain(step: Step): void {
    this.steps.push(step);
    this.overlay.put(step.placements, 'queued', this.ports.now());
    this.meter.record(step.changes, this.ports.now());
    this.emit({ kind: 'failed', placements: step.placements });
  }

  private show(step: Step, kind: 'undone' | 'failed'): void {
    const now = this.ports.now();
    this.restore(step, now);
    this.meter.record(
      step.changes.map(({ from, to }) => ({ from: to, to: from })),
      now,
    );
    this.emit({ kind, placements: step.before });
  }

  /** Puts back what was shown before a step, unless a newer decision says otherwise. */
  private restore(step: Step, now: number): void {
    step.before.forEach((before, index) => {
      const placed = step.placements[index];
      const move =
        before.entryId === null
          ? this.overlay.companies.get(before.companyId)
          : this.overlay.entries.get(before.entryId);
      if (move?.list === placed?.list) this.overlay.put([before], 'saving', now);
    });
  }

  private inOrder(task: () => Promise<void>): Promise<void> {
    const next = this.chain.then(task);
    this.chain = next;
    return next;
  }

  private emit(event: TriageEvent): void {
    for (const listener of this.listeners) listener(event);
  }
}

/** A decision covers the company's undecided entries in other smart lists too (API.md). */
function placementsOf({ entryId, companyId, siblings }: MoveTarget, list: ListName): Placed[] {
  return [{ entryId, companyId, list }, ...siblings.map((sibling) => ({ entryId: sibling, companyId, list }))];
}

function beforeOf({ entryId, companyId, siblings, from }: MoveTarget): Placed[] {
  const others = siblings.map((sibling): Placed => ({ entryId: sibling, companyId, list: 'None' }));
  return [{ entryId, companyId, list: from }, ...others];
}

function keyOf(entryId: number | null, companyId: number): string {
  return entryId === null ? `c${companyId}` : `e${entryId}`;
}

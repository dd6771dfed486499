import type { MoveRequest, MoveStep, MoveTarget, NoteRequest } from '#shared/bridge/moves.ts';
import { AppError } from '#shared/errors.ts';
import { placementsOf } from '../reduce.ts';
import type { Snapshot } from '../state.ts';

/** A queue as the renderer sees it: it keeps steps, can refuse the next one, and takes them back. */
export class QueueOfSteps {
  readonly requests: MoveRequest[] = [];
  readonly steps: MoveStep[] = [];
  private readonly asked = new Map<string, MoveRequest>();
  /** The number of its state. */
  revision = 0;
  refuses: AppError | null = null;
  /** Whether the next answers are lost on their way. */
  losesAnswers = false;
  /** Whether it can take nothing back. */
  keepsSteps = false;
  /** Lists that companies were in before, which other windows have told the queue of. */
  readonly knows = new Map<number, MoveTarget['from']>();

  async enqueue(request: MoveRequest): Promise<MoveStep> {
    await Promise.resolve();
    if (this.refuses !== null) throw this.refuses;
    this.requests.push(request);
    const placements = request.targets.flatMap((target) => placementsOf(target, request.to));
    const undoDepth = this.steps.length + 1;
    const stepId = request.stepId ?? String(this.requests.length);
    this.asked.set(stepId, request);
    const step = { stepId, label: 'step', placements, undoDepth, revision: this.next() };
    this.steps.push(step);
    if (this.losesAnswers) throw new AppError('connection_lost', 'The connection broke.');
    return step;
  }

  /** A note that was written, changed or deleted. */
  readonly notes: NoteRequest[] = [];

  async writeNote(request: NoteRequest): Promise<MoveStep> {
    await Promise.resolve();
    if (this.refuses !== null) throw this.refuses;
    this.notes.push(request);
    const stepId = request.stepId ?? String(this.notes.length);
    const step = { stepId, label: 'note', placements: [], undoDepth: this.steps.length + 1, revision: this.next() };
    this.steps.push(step);
    if (this.losesAnswers) throw new AppError('connection_lost', 'The connection broke.');
    return step;
  }

  async undo(): Promise<MoveStep | null> {
    await Promise.resolve();
    if (this.keepsSteps) throw new AppError('storage_full', 'The disk is full.');
    const step = this.steps.pop();
    if (step === undefined) return null;
    const request = this.asked.get(step.stepId);
    const covered = new Set(step.placements.map(({ companyId }) => companyId));
    const targets = (request?.targets ?? []).filter(({ companyId }) => covered.has(companyId));
    const placements = targets.map(({ entryId, companyId, from }) => ({
      entryId,
      companyId,
      list: this.knows.get(companyId) ?? from,
    }));
    return { ...step, placements, revision: this.next() };
  }

  /** Everything that it was told has been done by now. */
  async snapshot(): Promise<Snapshot> {
    await Promise.resolve();
    return { pending: [], failed: [], steps: this.steps.map(({ stepId }) => stepId), revision: this.revision };
  }

  /** Another state of it. */
  next(): number {
    this.revision += 1;
    return this.revision;
  }
}

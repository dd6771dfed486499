import type { MoveRequest, MoveTarget } from '#shared/bridge/moves.ts';
import type { AppError } from '#shared/errors.ts';
import type { StepReply } from '../triagePorts.ts';

/** A queue as the renderer sees it: it keeps steps, can refuse the next one, and takes them back. */
export class QueueOfSteps {
  readonly requests: MoveRequest[] = [];
  readonly steps: StepReply[] = [];
  refuses: AppError | null = null;
  /** Lists that companies were in before, which other windows have told the queue of. */
  readonly knows = new Map<number, MoveTarget['from']>();

  async enqueue(request: MoveRequest): Promise<StepReply> {
    await Promise.resolve();
    if (this.refuses !== null) throw this.refuses;
    this.requests.push(request);
    const placements = request.targets.map(({ entryId, companyId }) => ({ entryId, companyId, list: request.to }));
    const step = { stepId: String(this.requests.length), label: 'step', placements };
    this.steps.push(step);
    return step;
  }

  async undo(): Promise<StepReply | null> {
    await Promise.resolve();
    const step = this.steps.pop();
    if (step === undefined) return null;
    const request = this.requests[Number(step.stepId) - 1];
    const placements = (request?.targets ?? []).map(({ entryId, companyId, from }) => ({
      entryId,
      companyId,
      list: this.knows.get(companyId) ?? from,
    }));
    return { ...step, placements };
  }

  /** Everything that it was told has been done by now. */
  async snapshot(): Promise<{ pending: StepReply['placements']; steps: string[] }> {
    await Promise.resolve();
    return { pending: [], steps: this.steps.map(({ stepId }) => stepId) };
  }
}

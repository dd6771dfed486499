import type { Step } from './steps.ts';

/**
 * This window's decisions that can be taken back, newest last. The queue in main holds the truth: what another window has
 * taken back, and what is no longer there, is dropped as soon as main tells of it.
 */
export class SessionSteps {
  private steps: Step[] = [];
  /** Told to be gone before the answer to a decision had given it its name. */
  private readonly goneEarly = new Set<string>();

  /** When the newest was decided; -Infinity for none. */
  get lastDecidedAt(): number {
    return this.steps.at(-1)?.decidedAt ?? -Infinity;
  }

  /** Adds a step where its decision stands among the others. */
  add(step: Step): void {
    const before = this.steps.findLastIndex(({ decidedAt }) => decidedAt <= step.decidedAt);
    this.steps.splice(before + 1, 0, step);
  }

  takeNewest(): Step | undefined {
    return this.steps.pop();
  }

  has(step: Step): boolean {
    return this.steps.includes(step);
  }

  /** Takes a step out; false where it is not there any more. */
  remove(step: Step): boolean {
    const index = this.steps.indexOf(step);
    if (index !== -1) this.steps.splice(index, 1);
    return index !== -1;
  }

  /** The queue has a step under this name. Returns those that are gone by it: the step, where that was told before. */
  name(step: Step, id: string): Step[] {
    step.id = id;
    const gone = this.goneEarly.has(id) ? this.takeGone([id]) : [];
    if (!this.isAnyUnnamed()) this.goneEarly.clear();
    return gone;
  }

  /** Takes out those that can no longer be taken back, by their ids, and returns them. */
  takeGone(ids: readonly string[]): Step[] {
    const gone = new Set(ids);
    if (this.isAnyUnnamed()) for (const id of ids) this.goneEarly.add(id);
    return this.takeThose((step) => step.id !== null && gone.has(step.id));
  }

  /** Takes out those that main had not when it was asked at `askedAt` what can be taken back, and returns them. */
  takeOthers(ids: readonly string[], askedAt: number): Step[] {
    const standing = new Set(ids);
    return this.takeThose((step) => step.id !== null && step.decidedAt < askedAt && !standing.has(step.id));
  }

  clear(): void {
    this.steps = [];
    this.goneEarly.clear();
  }

  private isAnyUnnamed(): boolean {
    return this.steps.some(({ id }) => id === null);
  }

  private takeThose(isTaken: (step: Step) => boolean): Step[] {
    const taken = this.steps.filter((step) => isTaken(step));
    if (taken.length > 0) this.steps = this.steps.filter((step) => !isTaken(step));
    return taken;
  }
}

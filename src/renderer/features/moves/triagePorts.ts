import type { MoveRequest, MoveSnapshot, MoveStep } from '#shared/bridge/moves.ts';
import type { Failure } from './complaints.ts';
import type { Placed } from './overlay.ts';

/** What a reply tells of a step. */
export type StepReply = Pick<MoveStep, 'stepId' | 'label' | 'placements'>;

/** What triage needs of its surroundings. */
export interface TriagePorts {
  /** Resolves when the decision is durable. */
  enqueue(request: MoveRequest): Promise<StepReply>;
  /** Takes the last step back; null when there is none. */
  undo(): Promise<StepReply | null>;
  /** What is on its way, and which steps can be taken back. */
  snapshot(): Promise<Pick<MoveSnapshot, 'pending' | 'steps'>>;
  /** Milliseconds that never jump. */
  now(): number;
  /** Tells a screen reader. */
  announce(text: string): void;
  /** Shows what undo did, which may be far from what is on the screen. */
  show(text: string): void;
  /** Tells everyone that something failed. */
  complain(failure: Failure, reason: string): void;
  /** Keeps a decision, by its words and the first of what it moves, until the returned function is called. */
  readonly remember?: (label: string, first: Placed) => () => void;
  /** Resolves once it is known what was on its way when this window opened. */
  readonly known?: Promise<void>;
}

import type { MoveRequest } from '#shared/bridge/moves.ts';
import { counted } from '#shared/domain/formats.ts';
import { targetOf, type Change, type Command, type Numbering } from './command.ts';
import type { Draft } from './draft.ts';
import { planNote, planUndo, type NoteItem, type StepItem } from './plan.ts';

/** A decision that can be taken back as a whole. */
export interface Step {
  readonly stepId: string;
  readonly label: string;
  readonly items: readonly StepItem[];
  /** What it did to a note, in place of items. */
  readonly note?: NoteItem;
}

/** A step of the history, which may come to cover more items. */
interface OwnStep extends Step {
  readonly items: StepItem[];
}

/** The steps of this session, newest last (product 17.5): no time limit, and gone when the app quits. */
export class UndoHistory {
  #steps: OwnStep[] = [];
  readonly #discarded = new Set<number>();
  readonly #onGone: (stepId: string) => void;

  /** `onGone` is called for every step that can no longer be taken back, unless all are forgotten at once. */
  constructor(onGone: (stepId: string) => void = () => undefined) {
    this.#onGone = onGone;
  }

  /** The ids of the steps, oldest first. */
  get ids(): string[] {
    return this.#steps.map(({ stepId }) => stepId);
  }

  get depth(): number {
    return this.#steps.length;
  }

  step(id: string): Step | undefined {
    return this.#steps.find(({ stepId }) => stepId === id);
  }

  push(step: Step): void {
    this.#steps.push({ ...step, items: [...step.items] });
  }

  /**
   * Plans to take back the newest step that still has something to take back; steps whose moves were all discarded are
   * forgotten on the way. The caller drops the step once the plan is on disk. Null if there is none.
   */
  plan(draft: Draft, stepId: string, ids: Numbering): Step | null {
    for (let step = this.#steps.at(-1); step !== undefined; step = this.#steps.at(-1)) {
      const { note } = step;
      if (note !== undefined && (note.seq === null || !this.#discarded.has(note.seq))) {
        planNote(draft, takenBack(note), stepId, ids);
        return step;
      }
      const items = step.items.filter(({ seq }) => seq === null || !this.#discarded.has(seq));
      if (items.length > 0) {
        // From last to first, the reverse of how they were made.
        const steps = { undone: step.stepId, undo: stepId };
        for (const item of items.toReversed()) planUndo(draft, item, steps, ids, this.#discarded);
        return { ...step, items };
      }
      this.drop(step);
    }
    return null;
  }

  /** Adds what a decision now also covers to the newest step that put its company there. */
  extend({ stepId, entryId, companyId, to }: Command, items: readonly StepItem[]): void {
    const target = targetOf({ entryId, companyId });
    // Usually its own: a step may have 100,000 companies, too many to search at each confirmation.
    const step =
      this.#steps.findLast((own) => own.stepId === stepId) ??
      this.#steps.findLast((other) => other.items.some((item) => targetOf(item) === target && item.to === to));
    step?.items.push(...items);
  }

  drop({ stepId }: Step): void {
    this.#steps = this.#steps.filter((step) => step.stepId !== stepId);
    this.#onGone(stepId);
  }

  /** Called with moves that the user has discarded: they had no effect that could be undone. */
  discarded(changes: readonly Change[]): void {
    for (const { kind, command } of changes) if (kind === 'remove') this.#discarded.add(command.seq);
  }

  /** Companies are gone: what steps did to them cannot be taken back, and steps about nothing else are gone too. */
  forgetCompanies(gone: ReadonlySet<number>): void {
    this.#steps = this.#steps.flatMap((step) => {
      const left = step.items.filter(({ companyId }) => !gone.has(companyId));
      if (step.note !== undefined && !gone.has(step.note.companyId)) return step;
      if (left.length > 0) return left.length === step.items.length ? step : { ...step, items: left };
      this.#onGone(step.stepId);
      return [];
    });
  }

  clear(): void {
    this.#steps = [];
    this.#discarded.clear();
  }
}

function takenBack(note: NoteItem): Omit<NoteItem, 'seq'> {
  const { from, to, forTeam, wasForTeam } = note;
  const isForOthers = wasForTeam !== undefined && forTeam !== undefined && wasForTeam !== forTeam;
  return { ...note, from: to, to: from, ...(isForOthers ? { forTeam: wasForTeam, wasForTeam: forTeam } : {}) };
}

/** A step in words, for the toast and the undo message. A company with several entries counts once. */
export function stepLabel({ to, targets }: MoveRequest): string {
  const [first] = targets;
  const companies = new Set(targets.map(({ companyId }) => companyId)).size;
  const what = companies === 1 && first !== undefined ? first.name : counted(companies, 'company', 'companies');
  if (to === 'Later') return `Put off ${what}`;
  return to === 'None' ? `Moved ${what} back to undecided` : `Moved ${what} to ${to}`;
}

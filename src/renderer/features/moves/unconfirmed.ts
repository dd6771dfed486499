import { z } from 'zod';
import { listNameSchema } from '#shared/domain/listName.ts';
import type { Placed } from '../../decide/overlay.ts';

const storageKey = 'winnow.unconfirmedMoves';

const stepSchema = z.object({
  label: z.string(),
  entryId: z.number().nullable(),
  companyId: z.number(),
  list: listNameSchema,
});
/** A decision that the queue has not answered: its words, and the first of what it moved. It is saved whole or not at all. */
export type Unconfirmed = z.infer<typeof stepSchema>;

/** How long the queue usually has to answer, in milliseconds: writing costs a held key more than deciding does. */
const usualMs = 50;

/**
 * Decisions that are not confirmed yet, kept beside the page so that the next one in this tab can tell of them when this
 * one is closed or crashes (F3). They are written where the queue is slow to answer, and when the page goes. Storage that
 * is full or forbidden keeps nobody from deciding.
 */
export class UnconfirmedSteps {
  readonly #storage: Storage;
  readonly #steps = new Set<Unconfirmed>();
  #timer: ReturnType<typeof setTimeout> | null = null;
  #isKept = false;

  constructor(storage: Storage) {
    this.#storage = storage;
  }

  /** Keeps a decision until the returned function is called. */
  readonly add = (label: string, { entryId, companyId, list }: Placed): (() => void) => {
    const step = { label, entryId, companyId, list };
    this.#steps.add(step);
    this.#timer ??= setTimeout(() => this.#save(), usualMs);
    return () => {
      this.#steps.delete(step);
      if (this.#isKept) this.#save();
    };
  };

  /** The page goes: what has no answer by now is written. */
  readonly leave = (): void => {
    if (this.#steps.size > 0) this.#save();
  };

  /** What an earlier page left; once. */
  takeLeft(): Unconfirmed[] {
    try {
      const left = z.array(stepSchema).safeParse(JSON.parse(this.#storage.getItem(storageKey) ?? '[]'));
      this.#save();
      return left.data ?? [];
    } catch {
      return [];
    }
  }

  #save(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    this.#isKept = this.#steps.size > 0;
    try {
      if (!this.#isKept) this.#storage.removeItem(storageKey);
      else this.#storage.setItem(storageKey, JSON.stringify([...this.#steps]));
    } catch {
      // The decision itself is on its way; only a closed page could not tell of it.
    }
  }
}

/** What to say of decisions that an earlier page left, given what the queue has; null where it has all of them. */
export function unconfirmedText(left: readonly Unconfirmed[], pending: readonly Placed[]): string | null {
  const isQueued = ({ entryId, companyId, list }: Unconfirmed): boolean =>
    pending.some(
      // A company whose entries had still to be found is there by one of them.
      (move) => (entryId === null || move.entryId === entryId) && move.companyId === companyId && move.list === list,
    );
  const lost = left.filter((step) => !isQueued(step));
  const last = lost.at(-1);
  if (last === undefined) return null;
  const what = lost.length === 1 ? 'One decision was' : `${lost.length} decisions were`;
  return `${what} not confirmed before this page was closed, the last: ${last.label}. See whether it is there.`;
}

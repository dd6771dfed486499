import type { DecideFailure } from '../../decide/triage.ts';
import { formatCount } from '../../ui/numbers.ts';

/** What a counted toast shows. */
export interface Complaint {
  readonly id: string;
  readonly title: string;
  readonly message: string;
}

/** Where complaints are shown: a new toast, or another text in the one that is there. */
export interface ComplaintPort {
  show(complaint: Complaint, onClose: () => void): void;
  update(complaint: Complaint, onClose: () => void): void;
}

/** What failed: each kind has one toast, however often it fails. */
type Failure = DecideFailure | 'Not confirmed';

/** What is safe when it failed once, and when it failed more often (UX `Words`). */
const safe: Record<Failure, { one: string; many: (count: number) => string }> = {
  'Not saved': {
    one: 'This company is back where it was; all decisions before are safe.',
    many: (count) => `The last ${formatCount(count)} decisions are taken back; all before them are safe.`,
  },
  'Not undone': {
    one: 'The decision stands.',
    many: () => 'The decisions stand.',
  },
  'Not confirmed': { one: '', many: () => '' },
};

/** Tells of failures in one toast for each kind that counts them, instead of one toast for each key press. */
export class Complaints {
  readonly #port: ComplaintPort;
  readonly #counts = new Map<Failure, number>();

  constructor(port: ComplaintPort) {
    this.#port = port;
  }

  readonly tell = (failure: Failure, reason: string): void => {
    const count = (this.#counts.get(failure) ?? 0) + 1;
    this.#counts.set(failure, count);
    const { one, many } = safe[failure];
    const complaint = {
      id: `moves ${failure}`,
      title: count === 1 ? failure : `${failure} (${formatCount(count)})`,
      message: `${reason} ${count === 1 ? one : many(count)}`.trim(),
    };
    const onClose = (): void => void this.#counts.delete(failure);
    if (count === 1) this.#port.show(complaint, onClose);
    else this.#port.update(complaint, onClose);
  };
}

/** A change of a note as a user made it: its new text, `''` where it was deleted. */
export interface NotePress {
  readonly id: string;
  readonly text: string;
}

/** What a change of a note did on the server. */
export interface NoteEffect extends NotePress {
  readonly key: string;
  readonly before: string;
}

/** What is wrong with notes; all must stay 0. */
interface NoteDamage {
  readonly lost: number;
  readonly twice: number;
  readonly outOfOrder: number;
}

/**
 * Compares the texts that were acknowledged with what the server did, note by note: its texts there must be a
 * subsequence of those that were written, none twice, and the last one must be the last that was acknowledged.
 */
export class NoteAudit {
  readonly findings: string[] = [];
  /** Changes of notes that were acknowledged. */
  acknowledged = 0;
  #lost = 0;
  #twice = 0;
  #outOfOrder = 0;
  /** Note → its texts since the last `settled`, in order, including unacknowledged ones. */
  readonly #written = new Map<string, string[]>();
  readonly #met = new Map<string, number>();
  readonly #last = new Map<string, string>();
  #open: NotePress | null = null;

  get damage(): NoteDamage {
    return { lost: this.#lost, twice: this.#twice, outOfOrder: this.#outOfOrder };
  }

  intended(press: NotePress): void {
    this.#open = press;
    this.#written.set(press.id, [...(this.#written.get(press.id) ?? []), press.text]);
  }

  acknowledge(): void {
    this.acknowledged++;
    this.#take();
  }

  effect({ key, id, text, before }: NoteEffect): void {
    if (text === before) {
      this.#twice++;
      this.findings.push(`twice: note ${id} "${text}" (${key})`);
      return;
    }
    const written = this.#written.get(id) ?? [];
    const place = written.indexOf(text, this.#met.get(id) ?? 0);
    if (place === -1) {
      this.#outOfOrder++;
      this.findings.push(`out of order: note ${id} "${text}" (${key}), written ${JSON.stringify(written)}`);
      return;
    }
    this.#met.set(id, place + 1);
  }

  /** After a kill: every note shows its last acknowledged text, or that of a change which was under way. */
  reopened(shown: (id: string) => string, ids: readonly string[]): void {
    if (this.#open !== null && shown(this.#open.id) === this.#open.text) this.#take();
    this.#open = null;
    for (const id of ids) this.#expect(id, shown(id));
  }

  /** Nothing is pending: the server must have what the user was told. */
  settled(textOf: (id: string) => string, ids: readonly string[]): void {
    for (const id of ids) this.#expect(id, textOf(id));
    this.#written.clear();
    this.#met.clear();
  }

  #take(): void {
    if (this.#open !== null) this.#last.set(this.#open.id, this.#open.text);
    this.#open = null;
  }

  #expect(id: string, text: string): void {
    const expected = this.#last.get(id) ?? '';
    if (text === expected) return;
    this.#lost++;
    this.findings.push(`lost: note ${id} is "${text}", not "${expected}"`);
    this.#last.set(id, text);
  }
}

import type { Store } from '../../ui/store.ts';

/** Texts that come within this time, in milliseconds, are told together. */
const announceTime = 120;

/** Tells a screen reader what was done and where one is then; of many texts of a kind in one moment the last one. */
export class Announcer {
  readonly #spoken: Pick<Store<string>, 'set'>;
  #done = '';
  #place = '';
  #timer: ReturnType<typeof setTimeout> | null = null;

  /** `spoken` is what the live region says. */
  constructor(spoken: Pick<Store<string>, 'set'>) {
    this.#spoken = spoken;
  }

  /** Says what was done. */
  readonly tell = (text: string): void => {
    this.#done = text;
    this.#soon();
  };

  /** Says where one is, after what was done to come there. */
  readonly tellPlace = (text: string): void => {
    this.#place = text;
    this.#soon();
  };

  #soon(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = null;
      this.#spoken.set([this.#done, this.#place].filter((text) => text !== '').join(' '));
      this.#done = '';
      this.#place = '';
    }, announceTime);
  }
}

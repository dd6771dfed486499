import { useSyncExternalStore } from 'react';

/** One value that components can watch and that changes outside React. */
export class Store<T> {
  #value: T;
  readonly #listeners = new Set<() => void>();

  constructor(value: T) {
    this.#value = value;
  }

  readonly get = (): T => this.#value;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  set(value: T): void {
    if (Object.is(value, this.#value)) return;
    this.#value = value;
    for (const listener of this.#listeners) listener();
  }
}

/** An event with listeners. */
export class Signal<T = void> {
  readonly #listeners = new Set<(news: T) => void>();

  readonly subscribe = (listener: (news: T) => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  tell(news: T): void {
    for (const listener of this.#listeners) listener(news);
  }
}

/** The store's value; re-renders when it changes. */
export function useStore<T>(store: Pick<Store<T>, 'get' | 'subscribe'>): T {
  return useSyncExternalStore(store.subscribe, store.get);
}

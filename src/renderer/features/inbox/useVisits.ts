import { useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { api } from '../../bridge/bridge.ts';
import { useSmartLists } from '../../data/smartLists.ts';
import { routeId } from '../../data/routeState.ts';

/** A user's visit to a smart list; `arrival` is the newest one that was there when they came. */
interface Visit {
  readonly id: number;
  readonly arrival: number;
}

/**
 * Tells the server when the user leaves a smart list: what they found there is then not new any more. A company that is
 * opened from the list does not end the visit, and what comes during it is new at the next one, too.
 */
export function useVisits(isSignedIn: boolean): void {
  const { pathname } = useLocation();
  const id = isSignedIn ? visited(pathname) : 0;
  const arrival = useSmartLists(isSignedIn)?.find((list) => list.id === id)?.arrival;
  const [log] = useState(() => new VisitLog(leave));
  useEffect(() => log.at(id, arrival), [log, id, arrival]);
}

/** The smart list that an address shows, 0 for another place, and null where the user stays in the list they are in. */
export function visited(pathname: string): number | null {
  if (pathname.startsWith('/company/')) return null;
  const [, id] = /^\/list\/smart\/([^/]+)$/.exec(pathname) ?? [];
  return id === undefined ? 0 : routeId(id);
}

/** Where the user is, and what they leave. */
export class VisitLog {
  readonly #onLeft: (visit: Visit) => void;
  #id = 0;
  #arrival: number | undefined;

  constructor(onLeft: (visit: Visit) => void) {
    this.#onLeft = onLeft;
  }

  /** The user is in this list (`visited`), of which that is the newest arrival; undefined while it is not known. */
  at(id: number | null, arrival: number | undefined): void {
    if (id === null) return;
    if (id !== this.#id) {
      if (this.#id > 0 && this.#arrival !== undefined && this.#arrival > 0) {
        this.#onLeft({ id: this.#id, arrival: this.#arrival });
      }
      this.#id = id;
      this.#arrival = undefined;
    }
    this.#arrival ??= arrival;
  }
}

function leave({ id, arrival }: Visit): void {
  // If it is not told, the same is new once more, which loses nothing.
  api('leaveSmartList', { params: { id }, body: { arrival } }).catch(() => undefined);
}

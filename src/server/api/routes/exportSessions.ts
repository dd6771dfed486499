import { randomUUID } from 'node:crypto';
import { AppError } from '#shared/errors.ts';
import type { CompanyExport } from '../../index/port.ts';

interface Session {
  readonly userId: number;
  readonly open: CompanyExport;
  /** How many pages are being sent. */
  busy: number;
  timer: NodeJS.Timeout | undefined;
}

/** How long an export waits for its next page, in milliseconds. */
const patienceMs = 60_000;

/** How many exports may be open per user, and in total. Beyond that, the one that has waited longest is given up. */
const mostOfUser = 4;
const mostOpen = 64;

/**
 * Exports of several pages, between one page and the next: all pages are of one generation and one choice of companies
 * (I12). An abandoned one is closed.
 */
export class ExportSessions {
  readonly #sessions = new Map<string, Session>();
  readonly #patience: number;

  constructor(patience = patienceMs) {
    this.#patience = patience;
  }

  /** Keeps a user's export for its next pages. Returns the name to request them with. */
  keep(userId: number, open: CompanyExport): string {
    if (this.#of(userId).length >= mostOfUser) this.#endOneOf(userId);
    if (this.#sessions.size >= mostOpen) this.#endOneOf(this.#greediest());
    const id = randomUUID();
    this.#sessions.set(id, { userId, open, busy: 0, timer: undefined });
    this.#wait(id);
    return id;
  }

  /** An export that was kept; it stays open until `release`. Throws `conflict` if it is gone or someone else's. */
  use(userId: number, id: string): CompanyExport {
    const session = this.#sessions.get(id);
    if (session === undefined || session.userId !== userId) {
      throw new AppError('conflict', 'This export is no longer open. Start it again.');
    }
    session.busy += 1;
    clearTimeout(session.timer);
    // The most recently used is the last to be given up.
    this.#sessions.delete(id);
    this.#sessions.set(id, session);
    return session.open;
  }

  /** After `use`: waits for the next page, or ends the export if its last page was sent. */
  release(id: string, isLast: boolean): void {
    const session = this.#sessions.get(id);
    if (session === undefined) return;
    session.busy -= 1;
    if (session.busy > 0) return;
    if (isLast) this.#end(id);
    else this.#wait(id);
  }

  /** Ends all of them. */
  close(): void {
    for (const id of this.#sessions.keys()) this.#end(id);
  }

  /** A user's exports, least recently used first. */
  #of(userId: number): [string, Session][] {
    return [...this.#sessions].filter(([, session]) => session.userId === userId);
  }

  /** The user with the most open exports, among those with one that may be given up. */
  #greediest(): number {
    const counts = new Map<number, number>();
    for (const { userId, busy } of this.#sessions.values()) {
      if (busy === 0) counts.set(userId, this.#of(userId).length);
    }
    return [...counts].toSorted(([, a], [, b]) => b - a)[0]?.[0] ?? 0;
  }

  #endOneOf(userId: number): void {
    const unused = this.#of(userId).find(([, { busy }]) => busy === 0);
    if (unused !== undefined) this.#end(unused[0]);
  }

  #wait(id: string): void {
    const session = this.#sessions.get(id);
    if (session !== undefined) session.timer = setTimeout(() => this.#end(id), this.#patience).unref();
  }

  #end(id: string): void {
    const session = this.#sessions.get(id);
    clearTimeout(session?.timer);
    session?.open.close();
    this.#sessions.delete(id);
  }
}

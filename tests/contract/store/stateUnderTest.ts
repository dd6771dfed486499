import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import type { EntrySeed, EntryRecord, SmartListRecord, State } from '#server/state/port.ts';
import { emptyFilters } from '#shared/domain/filters.ts';

/** How an adapter of the state store is opened; opened again on the same `place`, it has what was there. */
export interface StateAdapter {
  readonly name: string;
  /** `place` is an empty folder of the test's own, which is removed after it. */
  open(place: string): State | Promise<State>;
  /** Changes what is stored by hand: a statement in the form of `Statements`, without parameters. */
  change(place: string, sql: string): Promise<void>;
}

export const now = '2026-11-20T09:00:00.000Z';
export const week = '2026-W47';

/** The state of one test: `state` is closed and opened again by `reopen`. `user` is its first user. */
export interface StateUnderTest {
  readonly state: State;
  readonly user: number;
  reopen(): Promise<void>;
  /** Begins again with nothing, for the next case of a property. */
  empty(): Promise<void>;
  /** Another user beside the first one. */
  addUser(login: string): Promise<number>;
  /** Changes what is stored by hand, as whoever has the database could. */
  byHand(sql: string): Promise<void>;
  /** A smart list of `user` (the first one by default) with entries for these companies. */
  list(name: string, seeds: readonly EntrySeed[], user?: number): Promise<SmartListRecord>;
  /** All entries of a smart list, in its order. */
  entriesOf(list: SmartListRecord): Promise<EntryRecord[]>;
}

/** To be called where `beforeEach` may be: a fresh store for every test. */
export function useState(adapter: StateAdapter): StateUnderTest {
  let place = '';
  let state: State;
  let user = 0;
  async function begin(): Promise<void> {
    place = await mkdtemp(join(tmpdir(), 'winnow-state-'));
    state = await adapter.open(place);
    user = (await state.users.firstUser()).id;
  }
  beforeEach(begin);
  afterEach(async () => {
    state.close();
    await rm(place, { recursive: true, force: true });
  });
  return {
    get state() {
      return state;
    },
    get user() {
      return user;
    },
    async reopen() {
      state.close();
      state = await adapter.open(place);
    },
    async empty() {
      state.close();
      await rm(place, { recursive: true, force: true });
      await begin();
    },
    async addUser(login) {
      const account = { login, name: login, role: 'analyst' as const, addons: [], password: 'hash' };
      return given(await state.accounts.add(account)).id;
    },
    byHand: (sql) => adapter.change(place, sql),
    async list(name, seeds, owner = user) {
      const list = { name, filters: emptyFilters(), matchedWeek: week, now };
      return given(await state.smartLists.create(owner, list, seeds, [])).list;
    },
    async entriesOf(list) {
      const page = await state.entries.page(list.userId, { smartListId: list.id }, { offset: 0, limit: 10_000 });
      return page.rows;
    },
  };
}

/** What a company's entry keeps of it. */
export function seed(companyId: number, merit = 0.5): EntrySeed {
  return { companyId, merit, topMatch: false, week };
}

/** An answer that is a record; throws where it is a refusal or nothing. */
export function given<T extends object>(answer: T | string | undefined): T {
  if (typeof answer !== 'object') throw new Error(`A record was expected, not ${String(answer)}.`);
  return answer;
}

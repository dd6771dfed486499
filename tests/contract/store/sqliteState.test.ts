import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inOneFile } from '#server/state/sqlite/database.ts';
import { openState } from '#server/state/sqlite/file.ts';
import type { State } from '#server/state/port.ts';
import { stateContract } from './stateContract.ts';
import { now, type StateAdapter } from './stateUnderTest.ts';

/** Every call of the port that the tests have made, and every statement that was prepared for one. */
const called = new Set<string>();
const prepared = new Set<string>();

// Another adapter of the state store is tested by another file like this one.
const sqlite: StateAdapter = {
  name: 'SQLite',
  open: async (place) => noting(await openState(join(place, 'state.db'))),
  async change(place, sql) {
    const db = new DatabaseSync(join(place, 'state.db'));
    db.exec(inOneFile(sql));
    db.close();
  },
};

const stores = [
  'users',
  'accounts',
  'attempts',
  'smartLists',
  'entries',
  'collections',
  'ledger',
  'reasons',
  'notes',
  'exports',
  'imports',
  'merges',
  'known',
  'sharing',
  'team',
  'audit',
  'upkeep',
] as const satisfies readonly (keyof State)[];

/** The same state; its calls are noted. */
function noting(state: State): State {
  const noted = stores.map((name) => [name, notingCalls(name, state[name])] as const);
  return { ...state, ...Object.fromEntries(noted) };
}

function notingCalls<Store extends object>(name: string, store: Store): Store {
  return new Proxy(store, {
    get(target, call) {
      const method: unknown = Reflect.get(target, call, target);
      if (typeof method !== 'function') return method;
      return (...values: unknown[]): unknown => {
        called.add(`${name}.${String(call)}`);
        return Reflect.apply(method, target, values);
      };
    },
  });
}

// Not a spy of vitest's: those forget between tests what they were called with.
const prepare: (this: DatabaseSync, sql: string) => StatementSync = Reflect.get(DatabaseSync.prototype, 'prepare');
function notingPrepare(this: DatabaseSync, sql: string): StatementSync {
  prepared.add(sql);
  return prepare.call(this, sql);
}
beforeAll(() => void Reflect.set(DatabaseSync.prototype, 'prepare', notingPrepare));
afterAll(() => void Reflect.set(DatabaseSync.prototype, 'prepare', prepare));

describe(`the state store on ${sqlite.name}`, () => {
  stateContract(sqlite);
});

/** The calls that the tests of every adapter do not make. */
async function othersOf(state: State): Promise<void> {
  const { id: user } = await state.users.firstUser();
  const { id: other } = await state.users.add({ email: '', name: '', role: 'analyst', addons: [] });
  await state.smartLists.names(user, [1]);
  await state.smartLists.withdraw(1, [1]);
  await state.entries.cameBy(1, 1);
  await state.entries.decisionsSince(user, now);
  await state.entries.reasonedCompanyIds(user, [1]);
  await state.ledger.cameInto(user, 'Opportunities', await state.ledger.place());
  await state.notes.companyIds(other);
  await state.notes.all(user, [1]);
  const note = { id: 'one', at: now, what: '', preset: '', columns: [], rows: 1, upTo: 0 } as const;
  await state.exports.add(user, note);
  await state.exports.list(user, 10);
  await state.exports.lastHandovers(user);
  await state.merges.notes();
  await state.merges.apart();
  await state.merges.setApart([1, 2], true);
  await state.merges.keepApart([[1, 3]]);
  await state.known.row(user, 1);
  await state.smartLists.sharedAs(1);
  await state.sharing.members(1);
  await state.sharing.familyLists(1);
  await state.sharing.collectionMembers(1);
  await state.team.decidedCompanyIds(user);
  await state.audit.place();
  await state.audit.check('0'.repeat(64));
  const days = { since: '2026-11-01T00:00:00.000Z', until: '2026-11-02T00:00:00.000Z' };
  for (const filter of [{ userId: 1 }, { kind: 'export' }, { kind: 'note' }, { companyId: 1 }, days] as const) {
    await state.audit.count(filter);
    await state.audit.before(10, 10, filter);
    await state.audit.after(0, 10, { ...filter, userId: 1 });
  }
  await state.audit.record({ kind: 'refresh', userId: user, at: now, detail: {} });
  await state.imports.list(1);
  await state.imports.companyIds('last', 'changed');
  await state.imports.changesOf(1);
  await state.imports.changesOf(1, [1]);
  await state.imports.newest();
  await state.imports.batchOf(1);
  await state.ledger.broughtBack(user, 1);
  const none = { added: [1], updated: [], same: [], repeated: [], changes: [] };
  await state.imports.add({ batchId: 1, at: now, files: [], ...none });
  await state.imports.undone(1);
  await state.upkeep.newestWeek();
  await state.upkeep.countUses([1]);
  await state.upkeep.steadySince(now, 14);
  await state.upkeep.forgetTokens(now);
}

// Comes last: it looks at what the others have asked.
describe('a ledger of a million events', () => {
  /** Tables that grow with the years. */
  const large = new Set([
    'entry',
    'event',
    'note',
    'known_row',
    'export_note',
    'idempotency_key',
    'settlement',
    'seal',
  ]);

  /** Statements that go over all of such a table, and why they may. */
  const allowed = {
    'the check of a file that is opened': / NOT BETWEEN -9007199254740991 AND /,
    'every company that something names: after an import was undone, and for what has no identity yet':
      /SELECT company_id FROM entry\s+UNION SELECT company_id FROM collection_item/,
    'how much is told of lost companies': /SELECT COUNT\(\*\) FROM note n LEFT JOIN shown/,
    'an index has only what is put off': /^entry by entry_later /,
    'an index has only what is back': /^entry by entry_back /,
    'an index has only what has come back': /^event by event_of_back /,
    'a new user: SQLite looks for rows that refer to it already, of which there are none': /INSERT INTO "user"/,
    'a user who is removed': /DELETE FROM \w+ WHERE user_id = \?$/,
    'what else is about that user': /in DELETE FROM (?:mention|conflict) WHERE /,
    'what nobody has settled any more, then': /UPDATE entry SET left_out = 0 WHERE left_out = 3 AND NOT EXISTS/,
    'the end of the chain: the first row, backwards': /FROM seal ORDER BY place DESC LIMIT 1/,
    'how many lines a file of the audit has': /SELECT COUNT\(\*\) FROM seal p/,
    'a check of the whole chain': /SELECT seq, note FROM event WHERE kind = 'removed'/,
    'the line of a hash that somebody has kept': /SELECT 1 FROM seal WHERE hash/,
    'whether anything is left of one who was removed': /SELECT 1 FROM event WHERE user_id = \? LIMIT 1/,
    'what stands, compared with the ledger in that check':
      /SELECT (?:n\.id AS note_id FROM note n|DISTINCT e\.user_id, e\.company_id FROM entry e) WHERE .*ORDER BY v\.seq/s,
    'how many companies a special list has, each once': /SELECT COUNT\(DISTINCT e\.company_id\)/,
    'all that a user has written, for the search in it':
      /^note by note_of_company in WITH RECURSIVE up .* n\.text <> ''/s,
    'as many as there were exports': /^export_note /,
    'once an hour, where an index would cost every decision a page': /DELETE FROM idempotency_key WHERE created_at/,
  };

  test('no call goes over all of it', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'winnow-plans-'));
    const path = join(folder, 'state.db');
    const state = noting(await openState(path));
    const db = new DatabaseSync(path);
    try {
      await othersOf(state);
      const calls = stores.flatMap((name) =>
        Object.getOwnPropertyNames(Object.getPrototypeOf(state[name]))
          .filter((call) => call !== 'constructor')
          .map((call) => `${name}.${call}`),
      );
      expect(calls.filter((call) => !called.has(call))).toEqual([]);
      const scans = [...prepared].flatMap((sql) => scansOf(db, sql).map((scan) => `${scan} in ${sql}`));
      expect(scans.filter((scan) => !Object.values(allowed).some((one) => one.test(scan)))).toEqual([]);
      // Nor is anything allowed that no call needs any more.
      const unneeded = Object.entries(allowed).filter(([, one]) => !scans.some((scan) => one.test(scan)));
      expect(unneeded.map(([why]) => why)).toEqual([]);
    } finally {
      db.close();
      state.close();
      rmSync(folder, { recursive: true });
    }
  });

  /** The large tables that SQLite reads from end to end for a statement. */
  function scansOf(db: DatabaseSync, sql: string): string[] {
    if (/^(?:PRAGMA|BEGIN|COMMIT|ROLLBACK)/.test(sql)) return [];
    const aliases = new Map<string, string>();
    for (const [, table = '', alias = table] of sql.matchAll(
      /\b(?:FROM|JOIN|UPDATE|INTO)\s+(\w+)(?:\s+(?:AS\s+)?([a-z]\w*))?/g,
    )) {
      aliases.set(alias, table).set(table, table);
    }
    const plan = db.prepare(`EXPLAIN QUERY PLAN ${sql}`).all();
    return plan.flatMap(({ detail }) => {
      const [, name = '', index = 'itself'] =
        /^SCAN (\w+)(?: USING (?:COVERING )?INDEX (\w+))?/.exec(String(detail)) ??
        // All rows of a user are as many: most workspaces have one user.
        /^SEARCH (\w+) USING (?:COVERING )?INDEX (\w+) \(user_id=\?\)/.exec(String(detail)) ??
        [];
      const table = aliases.get(name) ?? name;
      return large.has(table) ? [`${table} by ${index}`] : [];
    });
  }
});

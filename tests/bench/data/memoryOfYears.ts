import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { emptyFilters } from '#shared/domain/filters.ts';
import { listNumbers } from '#server/state/sql/lists.ts';

/** How many companies were decided; how many events they have in all, notes and lists. */
export interface MemorySize {
  readonly companies: number;
  readonly events: number;
  readonly notes: number;
  readonly lists: number;
}

const lists = 30;
const now = '2026-11-20T09:00:00.000Z';
const user = 1;

/** Decided companies of the largest memory: it has a million events. */
export const mostDecided = 200_000;

/** The smart list with the most undecided companies. */
export const openInbox = 10;

/** Of so many companies the last one was decided fifty times. */
export const oftenDecided = 100;

/**
 * Gives companies of a workspace, which nobody has open, the standing decisions of some years: most of them in Archive,
 * some put off, a few undecided in `openInbox`. `addMemory` adds how that came about.
 */
export function addStanding(file: string, ids: readonly number[]): void {
  inOneGo(file, (run) => {
    const filters = JSON.stringify(emptyFilters());
    for (let id = 1; id <= lists; id++) {
      run(
        `INSERT INTO smart_list (id, user_id, name, filters, kind, matched_week, refreshed_at, created_at)
         VALUES (?, ?, ?, ?, 'search', '2026-W47', ?, ?)`,
        [id, user, `List ${id}`, filters, now, now],
      );
    }
    for (const [index, id] of ids.entries()) {
      const company = index + 1;
      const list = lastListOf(company);
      run(
        `INSERT INTO entry (id, user_id, smart_list_id, company_id, list, decision, score, top_match, week, added_at,
           decided_at, reason, later) VALUES (?, ?, ?, ?, ?, ?, ?, ?, '2026-W40', ?, ?, ?, ?)`,
        [
          company,
          user,
          listOf(company),
          id,
          list,
          list === 0 ? 0 : company,
          (company % 997) / 997,
          company % 9 === 0 ? 1 : 0,
          now,
          list === 0 ? '' : now,
          reasonOf(company),
          laterOf(list),
        ],
      );
      run('INSERT INTO known_company (id, domain, folded_name) VALUES (?, ?, ?)', [
        id,
        `company-${company}.example`,
        `company ${company}`,
      ]);
    }
    run('UPDATE decision_counter SET value = ?', [ids.length]);
  });
}

/**
 * Adds the ledger of such standing decisions, five events a company and fifty for one in a hundred, notes about every
 * second one, and a file that knows one in ten. Returns how much that is.
 */
export function addMemory(file: string, ids: readonly number[]): MemorySize {
  let [events, notes] = [0, 0];
  inOneGo(file, (run) => {
    // Round by round, so that the events of one company lie far apart, as they do after years.
    for (let round = 0; round < 50; round++) {
      for (const [index, id] of ids.entries()) {
        const company = index + 1;
        const count = eventsOf(company);
        if (round >= count) continue;
        events += 1;
        if (company % 4 < 2 && round % 10 === 1) {
          if (round === 1) notes += 1;
          addNote(run, { company, id, round }, events);
        } else addDecision(run, { company, id, round }, count);
      }
    }
    run(
      `INSERT INTO known_source (id, user_id, name, file, day, digest, imported_at, skipped)
       VALUES (1, ?, 'Affinity', 'affinity.csv', '2026-11-01', 'digest', ?, 0)`,
      [user, now],
    );
    for (const [index, id] of ids.entries()) {
      const company = index + 1;
      if (company % 10 !== 4) continue;
      run(
        `INSERT INTO known_row (source_id, line, their_id, name, website, status, owner, contact, note, company_id,
           candidates) VALUES (1, ?, '', ?, ?, 'Passed', 'Ada', '2025-03-01', '', ?, '')`,
        [company, `Company ${company}`, `https://company-${company}.example`, id],
      );
    }
  });
  return { companies: ids.length, events, notes, lists };
}

type Run = (sql: string, values: readonly SQLInputValue[]) => void;

function inOneGo(file: string, work: (run: Run) => void): void {
  const db = new DatabaseSync(file);
  const statements = new Map<string, ReturnType<DatabaseSync['prepare']>>();
  const run: Run = (sql, values) => {
    const statement = statements.get(sql) ?? db.prepare(sql);
    statements.set(sql, statement);
    statement.run(...values);
  };
  try {
    db.exec('PRAGMA cache_size = -400000; BEGIN');
    work(run);
    db.exec('COMMIT; PRAGMA wal_checkpoint(TRUNCATE)');
  } finally {
    db.close();
  }
}

/** A million of 200,000 companies. */
function eventsOf(company: number): number {
  if (company % 100 === 0) return 50;
  if (company % 5 === 0) return 11;
  return company % 400 === 1 ? 7 : 3;
}

/** Something that happened to a company in a round; `company` counts them, `id` is the workspace's. */
interface Happening {
  readonly company: number;
  readonly id: number;
  readonly round: number;
}

function addNote(run: Run, { company, id: companyId, round }: Happening, seq: number): void {
  const text = `Met the founders (${round}). They sell to mid-sized makers of machines, with two pilots that pay; ask again.`;
  const id = `00000000-0000-4000-8000-${String(company).padStart(12, '0')}`;
  const at = timeOf(round, company);
  run(
    `INSERT INTO event (seq, at, user_id, kind, company_id, entry_id, smart_list_id, from_list, to_list, note, note_id)
     VALUES (?, ?, ?, 'note', ?, 0, 0, 0, 0, ?, ?)`,
    [seq, at, user, companyId, text, id],
  );
  run(
    `INSERT INTO note (seq, id, user_id, company_id, text, created_at, changed_at) VALUES (?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (id) DO UPDATE SET text = excluded.text, changed_at = excluded.changed_at`,
    [seq, id, user, companyId, text, at, at],
  );
}

function addDecision(run: Run, { company, id, round }: Happening, count: number): void {
  const isLast = round === count - 1;
  const to = isLast ? lastListOf(company) : passingListOf(round);
  const facts = {
    name: `Company ${company}`,
    domain: `company-${company}.example`,
    stages: ['inv_stage_seed'],
    raised: 2_000_000,
    funded_on: '2026-01-10',
    employees: 20,
  };
  run(
    `INSERT INTO event (at, user_id, kind, company_id, entry_id, smart_list_id, from_list, to_list, reason, note,
       request_key, facts) VALUES (?, ?, 'decided', ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    [
      timeOf(round, company),
      user,
      id,
      company,
      listOf(company),
      round === 0 ? 0 : passingListOf(round - 1),
      to,
      isLast ? reasonOf(company) : 0,
      laterOf(to),
      `key-${company}-${round}`,
      JSON.stringify(facts),
    ],
  );
}

/** Where a company is in the end: one in 40 is put off, one in 20 undecided again. */
function lastListOf(company: number): number {
  if (company % 40 === 5) return listNumbers.Later;
  if (company % 100 === 1) return listNumbers.Opportunities;
  if (company % 20 === 9) return listNumbers.None;
  return company % 10 === 7 ? listNumbers.Watchlist : listNumbers.Archive;
}

function passingListOf(round: number): number {
  return round % 2 === 0 ? listNumbers.Watchlist : listNumbers.Archive;
}

function listOf(company: number): number {
  return 1 + (company % lists);
}

/** One in four has a reason. */
function reasonOf(company: number): number {
  return company % 4 === 0 ? 1 + (company % 7) : 0;
}

function laterOf(list: number): string {
  return list === listNumbers.Later ? '{"until":"2099-01-01"}' : '';
}

/** A minute for each company, a month for each round. */
function timeOf(round: number, company: number): string {
  return new Date(Date.UTC(2022, round, 1) + company * 60_000).toISOString();
}

import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { queueMigrations } from '#main/services/moves/queueStore.ts';
import { migrate } from '#node/migrate.ts';
import { flag, integer, orElse, rowsOf, text, valuesOf } from '#node/rows.ts';
import { catalogueMigrations } from '#server/index/catalogue.ts';
import { segmentIndexes, segmentSchema } from '#server/index/segment/segmentFormat.ts';
import { stateMigrations } from '#server/state/sqlite/schema.ts';

const document = fileURLToPath(new URL('../../docs/schema.md', import.meta.url));

interface DatabaseFile {
  readonly title: string;
  readonly says: string;
  /** What a row of each table is. */
  readonly tables: Readonly<Record<string, string>>;
  readonly make: (db: DatabaseSync) => void;
}

const migrated = 'The migrations that a file has had, with the hash of each.';

const files: readonly DatabaseFile[] = [
  {
    title: '`winnow.db`: what belongs to users',
    says:
      "Migrations in `src/server/state/sqlite/schema.ts`. Times are ISO 8601 in UTC, `''` where a thing has not " +
      "happened. A `company_id` is a company of the index; `score` is a company's place in best match " +
      '([api.md](api.md) 3), below 0 if it has no score; `list` is 0 for none, 1 Watchlist, 2 Opportunities, 3 Archive.',
    tables: {
      user: 'Somebody with lists of their own; the first one owns the workspace. A removed user keeps the row, emptied.',
      token: 'A sign-in, by the SHA-256 of its token.',
      identity: 'Who at an identity provider signs in as which user; it stays when the user is removed.',
      pending_sign_in:
        'A step of a sign-in that waits for somebody to come back: `code` the app, `oidc` from the identity provider, `admin` with a confirmation.',
      attempt: 'How often something was tried that people guess, by the SHA-256 of what is counted.',
      smart_list:
        'A saved search, or a user’s “My picks”. Deleted ones stay for a while, so that they can be restored.',
      entry:
        'A company in a smart list, and what was decided of it. `decision` counts decisions: the highest is the latest.',
      event:
        'The ledger: what was decided, in the order it happened. Nothing in it is changed; what is decided by now ' +
        'follows from it.',
      note: 'A note about a company as it stands, which follows from the ledger; one with an empty text was deleted.',
      export_note: 'An export or a hand-over that a user has made: when, of what, and how many rows.',
      reason: 'A reason for decisions of a user who has changed them; others have the usual ones.',
      idempotency_key: 'What the move with a key did, so that it is done once however often it arrives.',
      opinion: 'A company that a user liked or not while making a smart list.',
      collection: 'A named set of companies.',
      collection_item: 'A company in a collection.',
      import_note:
        'An import under way. `owner` names the lock of the process that runs it, `undoes` the batch that is being undone.',
      import_run:
        'What an import did with companies, as ranges of ids (`1-500,503`), and how many those are. Gone once it is undone.',
      import_change: 'What an import has changed about a company, with both values.',
      known_company:
        'By what a company that an entry, an item, a note or a known row names is found again if its part of the index is lost.',
      lost_entry: 'An entry of a lost company. It counts nowhere, and is back with its company.',
      lost_item: 'An item of a lost company; the same.',
      lost_company: 'A company that was lost, whatever names it; one that is imported again gets its id back.',
      merge_note:
        'A company that was merged into another, and what became of its entries and items, so that it can be undone.',
      apart: 'Two companies that look like one and are two, as somebody said.',
      known_source:
        'A file of companies that a user knows from a CRM or a portfolio; `replaced_by` is the next one of its source.',
      known_row: 'A row of such a file, and the company that it is about, or those that it may be about.',
      settlement: 'Whose decision has settled a company of a shared list in which one decision does.',
      lease: 'A company of a shared list that was dealt to somebody, until a time.',
      conflict: 'Two decisions about one company of a shared list, and which of them counts.',
      collection_member: 'Somebody else who sees a collection.',
      assignment: 'A company that somebody is to look at.',
      mention: 'Somebody whom a comment names, until they have read it.',
      seal: 'An event of the ledger in the chain of hashes, which the audit is read from.',
      clock: 'One row: since when the clock has gone without a jump, and when it was read last.',
      schema_migration: migrated,
    },
    make: (db) => migrate(db, stateMigrations),
  },
  {
    title: '`winnow.db.index/catalogue.db`: which files the index has',
    says: 'Migrations in `src/server/index/catalogue.ts`. One commit here makes a new generation of companies.',
    tables: {
      manifest: 'One row: the generation, the newest released week, and the numbers that come next.',
      batch:
        'What one import or sample added; what can be taken back. `merged` is 1 for several in one, `removed` counts companies merged into others.',
      segment:
        'A segment file, with its length and checksums. `edition` is raised if the same companies are written again.',
      tombstone: 'A company of a segment that a later batch replaced or merged into another.',
      schema_migration: migrated,
    },
    make: (db) => migrate(db, catalogueMigrations),
  },
  {
    title: '`winnow.db.index/segment-….db`: companies, and by what they are found',
    says:
      'Written once by `src/server/index/segment`, never changed. `user_version` is its format. Documents are numbered ' +
      'from 0 in the default order. Numbers of kinds and columns stand in `segmentFormat.ts`.',
    tables: {
      info: 'One row: how many documents there are, and whether their ids follow each other.',
      company: 'A company as JSON, and its name as it sorts.',
      front: 'The records of the first documents again, side by side.',
      posting: 'The documents that have a word, a prefix or a value of a facet.',
      older: 'A company of which another file had a newer version when this one was made.',
      holds: 'A kind of posting that the writer of the file knew.',
      chunk: 'A piece of a column of numbers.',
    },
    make: (db) => db.exec(`${segmentSchema} ${segmentIndexes}`),
  },
  {
    title: '`queue.db`: moves that the server has not confirmed',
    says: 'Migrations in `src/main/services/moves/queueStore.ts`. Kept by the app, not by the server.',
    tables: {
      command: 'A move of one company on its way: of which account, from which list to which, and how far it got.',
      schema_migration: migrated,
    },
    make: (db) => migrate(db, queueMigrations),
  },
];

const columnRow = { name: text, type: text, notNull: flag, dfltValue: orElse<string | null>(text, null), pk: integer };
const referenceRow = { table: text, from: text };

function tableText(db: DatabaseSync, table: string, says: string): string {
  const columns = rowsOf(
    columnRow,
    db.prepare('SELECT name, type, "notnull" AS not_null, dflt_value, pk FROM pragma_table_info(?)').all(table),
  );
  const references = rowsOf(
    referenceRow,
    db.prepare('SELECT "table", "from" FROM pragma_foreign_key_list(?)').all(table),
  );
  const lines = columns.map(({ name, type, notNull, dfltValue, pk }) => {
    const notes = [
      ...(pk > 0 ? ['key'] : []),
      ...references.filter(({ from }) => from === name).map((reference) => `→ ${reference.table}`),
      ...(notNull || pk > 0 ? [] : ['may be NULL']),
      ...(dfltValue === null ? [] : [`default \`${dfltValue}\``]),
    ];
    return `| ${name} | ${type} | ${notes.join(', ')} |`;
  });
  const select = `SELECT sql FROM sqlite_schema WHERE type = 'index' AND tbl_name = ? AND sql IS NOT NULL ORDER BY name`;
  const indexes = valuesOf(text, db.prepare(select).all(table)).map((sql) => `- \`${sql.replaceAll(/\s+/g, ' ')}\``);
  return [`### ${table}`, says, ['| Column | Type | |', '| --- | --- | --- |', ...lines].join('\n'), indexes.join('\n')]
    .filter((part) => part !== '')
    .join('\n\n');
}

function fileText({ title, says, tables, make }: DatabaseFile): string {
  const db = new DatabaseSync(':memory:');
  make(db);
  const select = `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'`;
  const names = valuesOf(text, db.prepare(select).all());
  // A table without a sentence, and a sentence without a table.
  expect(names.toSorted()).toEqual(Object.keys(tables).toSorted());
  const made = [
    `## ${title}`,
    says,
    pictureOf(db, names),
    ...Object.entries(tables).map(([table, row]) => tableText(db, table, row)),
  ];
  db.close();
  return made.filter((part) => part !== '').join('\n\n');
}

/** Which table refers to which, as a picture; `''` where none does. */
function pictureOf(db: DatabaseSync, tables: readonly string[]): string {
  const lines = tables.flatMap((table) =>
    rowsOf(referenceRow, db.prepare('SELECT "table", "from" FROM pragma_foreign_key_list(?)').all(table)).map(
      (reference) => `  ${reference.table} ||--o{ ${table} : ${reference.from}`,
    ),
  );
  return lines.length === 0 ? '' : ['```mermaid', 'erDiagram', ...lines.toSorted(), '```'].join('\n');
}

test('docs/schema.md shows every table as the files have it', async () => {
  const written = [
    '# What is on disk',
    'The tables of all files of a workspace, and how they hang together. Made from the migrations by ' +
      '`tests/contract/schemaDocument.test.ts` (`vitest run -u tests/contract/schemaDocument` writes it anew), which ' +
      'also fails if this page is not what they make.',
    ...files.map((file) => fileText(file)),
  ].join('\n\n');
  await expect(`${written}\n`).toMatchFileSnapshot(document);
});

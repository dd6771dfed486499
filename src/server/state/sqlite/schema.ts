import type { Migration } from '#node/migrate.ts';
import { namesApart } from './nameKeys.ts';
import { filtersInNewWords } from './olderWords.ts';

/**
 * The user's state. Times are ISO 8601 in UTC, `''` if a thing has not happened; `score` is a company's merit in best
 * match (`EntrySeed`), below 0 if it has no score; `list` is one of `listNumbers`. Indexes follow the pages that are
 * read: an inbox in default order with and without decided entries, a special list, and the same company in other
 * lists.
 */
export const stateMigrations: readonly Migration[] = [
  {
    version: 1,
    name: 'users, smart lists, entries, collections',
    sql: `
CREATE TABLE user (
  id INTEGER PRIMARY KEY,
  email TEXT NOT NULL,
  name TEXT NOT NULL,
  account_id TEXT NOT NULL DEFAULT '',
  is_staff INTEGER NOT NULL,
  addons TEXT NOT NULL,
  created_at TEXT NOT NULL
) STRICT;

CREATE TABLE token (
  hash TEXT PRIMARY KEY,
  user_id INTEGER NOT NULL REFERENCES user (id),
  label TEXT NOT NULL,
  created_at TEXT NOT NULL,
  revoked_at TEXT NOT NULL DEFAULT ''
) STRICT, WITHOUT ROWID;
CREATE INDEX token_by_user ON token (user_id, label);

CREATE TABLE smart_list (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id INTEGER NOT NULL REFERENCES user (id),
  name TEXT NOT NULL,
  filters TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('search', 'picks')),
  matched_week TEXT NOT NULL,
  refreshed_at TEXT NOT NULL,
  created_at TEXT NOT NULL,
  deleted_at TEXT NOT NULL DEFAULT ''
) STRICT;
CREATE UNIQUE INDEX smart_list_name ON smart_list (user_id, name) WHERE deleted_at = '';
CREATE UNIQUE INDEX smart_list_picks ON smart_list (user_id) WHERE kind = 'picks' AND deleted_at = '';

CREATE TABLE entry (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id INTEGER NOT NULL REFERENCES user (id),
  smart_list_id INTEGER NOT NULL REFERENCES smart_list (id),
  company_id INTEGER NOT NULL,
  list INTEGER NOT NULL DEFAULT 0,
  decision INTEGER NOT NULL DEFAULT 0,
  score REAL NOT NULL,
  top_match INTEGER NOT NULL,
  week TEXT NOT NULL,
  added_at TEXT NOT NULL,
  decided_at TEXT NOT NULL DEFAULT ''
) STRICT;
CREATE UNIQUE INDEX entry_company ON entry (smart_list_id, company_id);
CREATE INDEX entry_order ON entry (smart_list_id, score DESC, company_id, list);
CREATE INDEX entry_list_order ON entry (smart_list_id, list, score DESC, company_id);
CREATE INDEX entry_counts ON entry (smart_list_id, list, top_match, week);
CREATE INDEX entry_special ON entry (user_id, list, score DESC, company_id, decision) WHERE list > 0;
CREATE INDEX entry_siblings ON entry (user_id, company_id, list, decision);
CREATE INDEX entry_by_company ON entry (company_id);

CREATE TABLE decision_counter (id INTEGER PRIMARY KEY CHECK (id = 1), value INTEGER NOT NULL) STRICT;
INSERT INTO decision_counter (id, value) VALUES (1, 0);

CREATE TABLE idempotency_key (
  user_id INTEGER NOT NULL REFERENCES user (id),
  key TEXT NOT NULL,
  hash TEXT NOT NULL,
  entry_id INTEGER NOT NULL,
  list INTEGER NOT NULL,
  created_at TEXT NOT NULL,
  PRIMARY KEY (user_id, key)
) STRICT, WITHOUT ROWID;
CREATE INDEX idempotency_key_age ON idempotency_key (created_at);

CREATE TABLE opinion (
  user_id INTEGER NOT NULL REFERENCES user (id),
  smart_list_id INTEGER NOT NULL REFERENCES smart_list (id),
  company_id INTEGER NOT NULL,
  positive INTEGER NOT NULL,
  PRIMARY KEY (smart_list_id, company_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE collection (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id INTEGER NOT NULL REFERENCES user (id),
  name TEXT NOT NULL,
  description TEXT NOT NULL,
  created_at TEXT NOT NULL,
  deleted_at TEXT NOT NULL DEFAULT ''
) STRICT;
CREATE UNIQUE INDEX collection_name ON collection (user_id, name) WHERE deleted_at = '';

CREATE TABLE collection_item (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  collection_id INTEGER NOT NULL REFERENCES collection (id),
  company_id INTEGER NOT NULL,
  added_at TEXT NOT NULL
) STRICT;
CREATE UNIQUE INDEX collection_item_company ON collection_item (collection_id, company_id);
CREATE INDEX collection_item_order ON collection_item (collection_id, id, company_id);
`,
  },
  {
    version: 2,
    name: 'an import that was cut off',
    sql: `
CREATE TABLE running_import (id INTEGER PRIMARY KEY CHECK (id = 1), last_company_id INTEGER NOT NULL) STRICT;
`,
  },
  {
    version: 3,
    name: 'accounts',
    sql: `
ALTER TABLE user ADD COLUMN login TEXT NOT NULL DEFAULT '';
ALTER TABLE user ADD COLUMN password TEXT NOT NULL DEFAULT '';
ALTER TABLE user ADD COLUMN removed_at TEXT NOT NULL DEFAULT '';
CREATE UNIQUE INDEX user_login ON user (login) WHERE login <> '';
ALTER TABLE token ADD COLUMN expires_at TEXT NOT NULL DEFAULT '';
`,
  },
  {
    version: 4,
    name: 'a decision writes fewer pages',
    sql: `
DROP INDEX entry_order;
CREATE INDEX entry_order ON entry (smart_list_id, score DESC, company_id);
DROP INDEX entry_counts;
DROP INDEX entry_list_order;
CREATE INDEX entry_list_order ON entry (smart_list_id, list, score DESC, company_id, top_match, week);
DROP INDEX idempotency_key_age;
`,
  },
  {
    version: 5,
    name: 'nothing is lost with a damaged index, nor to another process',
    sql: `
-- One row for each import under way; owner names the lock of the process that runs it.
CREATE TABLE import_note (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  owner TEXT NOT NULL,
  last_company_id INTEGER NOT NULL
) STRICT;
INSERT INTO import_note (owner, last_company_id) SELECT '', last_company_id FROM running_import;
DROP TABLE running_import;

-- By what a company is found again whose part of the index was lost: of every one that an entry or an item names.
CREATE TABLE known_company (id INTEGER PRIMARY KEY, domain TEXT NOT NULL, folded_name TEXT NOT NULL) STRICT;

-- Entries and items of companies that were lost: they count nowhere, and are back with their companies.
CREATE TABLE lost_entry (
  id INTEGER PRIMARY KEY,
  lost_at TEXT NOT NULL,
  user_id INTEGER NOT NULL REFERENCES user (id),
  smart_list_id INTEGER NOT NULL,
  company_id INTEGER NOT NULL,
  list INTEGER NOT NULL,
  decision INTEGER NOT NULL,
  score REAL NOT NULL,
  top_match INTEGER NOT NULL,
  week TEXT NOT NULL,
  added_at TEXT NOT NULL,
  decided_at TEXT NOT NULL
) STRICT;
CREATE TABLE lost_item (
  id INTEGER PRIMARY KEY,
  lost_at TEXT NOT NULL,
  collection_id INTEGER NOT NULL,
  company_id INTEGER NOT NULL,
  added_at TEXT NOT NULL
) STRICT;

-- Since when the clock has gone without a jump, and when it was read last.
CREATE TABLE clock (id INTEGER PRIMARY KEY CHECK (id = 1), steady_since TEXT NOT NULL, seen_at TEXT NOT NULL) STRICT;
`,
  },
  {
    version: 6,
    name: 'companies that are one, and companies that are two',
    sql: `
-- A company that was merged into another. done is what became of its entries and items, in JSON; '' before that.
CREATE TABLE merge_note (gone INTEGER PRIMARY KEY, kept INTEGER NOT NULL, done TEXT NOT NULL) STRICT;

-- Companies that look like one and are two, as somebody said; the lower id first.
CREATE TABLE apart (a INTEGER NOT NULL, b INTEGER NOT NULL, PRIMARY KEY (a, b)) STRICT, WITHOUT ROWID;
`,
  },
  {
    version: 7,
    name: 'the word that matched as a prefix keeps matching longer ones',
    sql: `UPDATE smart_list SET filters = filters_in_new_words(filters);`,
    functions: { filters_in_new_words: filtersInNewWords },
  },
  {
    version: 8,
    name: 'what was decided, when, and why',
    sql: `
-- The ledger: nothing in it is changed or deleted, but for a user who is removed. What is decided by now follows from
-- it. kind: before (decided before there was a ledger), decided, reason. from_list and to_list are numbers of lists,
-- reason is a number of the user's reasons, 0 for none, facts is what was known of the company, in JSON, or ''.
CREATE TABLE event (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  at TEXT NOT NULL,
  user_id INTEGER NOT NULL REFERENCES user (id),
  kind TEXT NOT NULL,
  company_id INTEGER NOT NULL,
  entry_id INTEGER NOT NULL,
  smart_list_id INTEGER NOT NULL,
  from_list INTEGER NOT NULL,
  to_list INTEGER NOT NULL,
  reason INTEGER NOT NULL DEFAULT 0,
  note TEXT NOT NULL DEFAULT '',
  request_key TEXT NOT NULL DEFAULT '',
  facts TEXT NOT NULL DEFAULT ''
) STRICT;
CREATE INDEX event_of_company ON event (user_id, company_id);
CREATE INDEX event_of_day ON event (user_id, at);

-- Reasons of a user who has changed them, in their order. Others have the usual ones.
CREATE TABLE reason (
  user_id INTEGER NOT NULL REFERENCES user (id),
  id INTEGER NOT NULL,
  name TEXT NOT NULL,
  position INTEGER NOT NULL,
  retired INTEGER NOT NULL,
  PRIMARY KEY (user_id, id)
) STRICT, WITHOUT ROWID;

ALTER TABLE entry ADD COLUMN reason INTEGER NOT NULL DEFAULT 0;
-- 1: the company was decided elsewhere before it came into the list, which does not show it unless asked to.
ALTER TABLE entry ADD COLUMN left_out INTEGER NOT NULL DEFAULT 0;
ALTER TABLE lost_entry ADD COLUMN reason INTEGER NOT NULL DEFAULT 0;
ALTER TABLE lost_entry ADD COLUMN left_out INTEGER NOT NULL DEFAULT 0;
ALTER TABLE smart_list ADD COLUMN shows_decided INTEGER NOT NULL DEFAULT 0;
DROP INDEX entry_order;
CREATE INDEX entry_order ON entry (smart_list_id, score DESC, company_id, left_out);
DROP INDEX entry_list_order;
CREATE INDEX entry_list_order ON entry (smart_list_id, list, score DESC, company_id, top_match, week, left_out);

INSERT INTO event (at, user_id, kind, company_id, entry_id, smart_list_id, from_list, to_list)
SELECT decided_at, user_id, 'before', company_id, id, smart_list_id, 0, list FROM entry
WHERE list > 0 ORDER BY decision, id;

-- One decision for a company: the last one, in every list.
UPDATE entry SET list = last.list, decided_at = last.decided_at, decision = 0
FROM (
  SELECT user_id, company_id, id, list, decided_at,
    ROW_NUMBER() OVER (PARTITION BY user_id, company_id ORDER BY decision DESC, id DESC) AS place
  FROM entry WHERE list > 0
) AS last
WHERE last.place = 1 AND entry.user_id = last.user_id AND entry.company_id = last.company_id AND entry.id <> last.id;
`,
  },
  {
    version: 9,
    name: 'companies that are put off, and come back',
    sql: `
-- In JSON, or '': until when it is put off (list 4), and why it came back. The note of an event is one of them.
ALTER TABLE entry ADD COLUMN later TEXT NOT NULL DEFAULT '';
ALTER TABLE entry ADD COLUMN back TEXT NOT NULL DEFAULT '';
ALTER TABLE lost_entry ADD COLUMN later TEXT NOT NULL DEFAULT '';
ALTER TABLE lost_entry ADD COLUMN back TEXT NOT NULL DEFAULT '';
CREATE INDEX entry_later ON entry (user_id, company_id) WHERE list = 4;
`,
  },
  {
    version: 10,
    name: 'notes about companies',
    sql: `
-- Of an event of kind note: the note's id, and in the event's note its text, '' where it was deleted; both lists are 0.
ALTER TABLE event ADD COLUMN note_id TEXT NOT NULL DEFAULT '';

-- Notes as they stand, which follows from the ledger. seq is the event that wrote it first, text is '' once it is
-- deleted. company_id is the company that it was written about, whatever that was merged into since.
CREATE TABLE note (
  seq INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  user_id INTEGER NOT NULL REFERENCES user (id),
  company_id INTEGER NOT NULL,
  text TEXT NOT NULL,
  created_at TEXT NOT NULL,
  changed_at TEXT NOT NULL
) STRICT;
CREATE INDEX note_of_company ON note (user_id, company_id);
`,
  },
  {
    version: 11,
    name: 'companies that match a list now and did not before',
    sql: `
-- In JSON, or '': what has happened to the company since it did not match. Its week is that of this.
ALTER TABLE entry ADD COLUMN came TEXT NOT NULL DEFAULT '';
ALTER TABLE lost_entry ADD COLUMN came TEXT NOT NULL DEFAULT '';
CREATE INDEX entry_came ON entry (smart_list_id, company_id) WHERE came <> '';
-- The newest batch of an import when this one began: what came after it is its own.
ALTER TABLE import_note ADD COLUMN last_batch INTEGER NOT NULL DEFAULT 9007199254740991;
`,
  },
  {
    version: 12,
    name: 'companies that a CRM or a portfolio knows',
    sql: `
-- A file of a source. replaced_by is the next one of the same source, 0 for the one that counts.
CREATE TABLE known_source (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id INTEGER NOT NULL REFERENCES user (id),
  name TEXT NOT NULL,
  file TEXT NOT NULL,
  day TEXT NOT NULL,
  digest TEXT NOT NULL,
  imported_at TEXT NOT NULL,
  skipped INTEGER NOT NULL,
  replaced_by INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX known_source_of_user ON known_source (user_id, replaced_by);

-- A row of such a file. company_id is 0 while it is about none of ours, candidates are those it may be about, in JSON;
-- chosen: the user has said which, or none. An entry of a list that leaves known companies out has left_out 2.
CREATE TABLE known_row (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  source_id INTEGER NOT NULL REFERENCES known_source (id),
  line INTEGER NOT NULL,
  their_id TEXT NOT NULL,
  name TEXT NOT NULL,
  website TEXT NOT NULL,
  status TEXT NOT NULL,
  owner TEXT NOT NULL,
  contact TEXT NOT NULL,
  note TEXT NOT NULL,
  company_id INTEGER NOT NULL,
  candidates TEXT NOT NULL,
  chosen INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX known_row_of_source ON known_row (source_id, company_id);
CREATE INDEX known_row_of_company ON known_row (company_id) WHERE company_id > 0;
`,
  },
  {
    version: 13,
    name: 'what was exported',
    sql: `
-- id is chosen by who exports. columns is a list of their keys in JSON, empty for all. preset is the product that files
-- were made for, or ''. up_to is, where all Opportunities or the new ones were handed over, the last event of the
-- ledger by then, and 0 anywhere else.
CREATE TABLE export_note (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  user_id INTEGER NOT NULL REFERENCES user (id),
  at TEXT NOT NULL,
  what TEXT NOT NULL,
  preset TEXT NOT NULL,
  columns TEXT NOT NULL,
  rows INTEGER NOT NULL,
  up_to INTEGER NOT NULL
) STRICT;
CREATE INDEX export_note_of_user ON export_note (user_id, seq);
`,
  },
  {
    version: 14,
    name: 'a ledger of a million events; notes and choices of lost companies',
    sql: `
-- Nothing asks for events by their day, and each decision wrote a page for it.
DROP INDEX event_of_day;
CREATE INDEX event_of_reason ON event (user_id, reason) WHERE reason > 0;
CREATE INDEX merge_of_kept ON merge_note (kept);

-- Companies that were lost, whatever names them: an entry, an item, a note or a row of a known company.
CREATE TABLE lost_company (id INTEGER PRIMARY KEY, lost_at TEXT NOT NULL) STRICT;
INSERT OR IGNORE INTO lost_company (id, lost_at) SELECT company_id, lost_at FROM lost_entry;
INSERT OR IGNORE INTO lost_company (id, lost_at) SELECT company_id, lost_at FROM lost_item;

-- The batch that is being undone; 0 for anything else.
ALTER TABLE import_note ADD COLUMN undoes INTEGER NOT NULL DEFAULT 0;
`,
  },
  {
    version: 15,
    name: 'a decision is numbered by its event; merges keep their order',
    sql: `
-- entry.decision: the event that was decided in this entry, in files of before its number there; 0 for any other entry.
DROP TABLE decision_counter;
ALTER TABLE merge_note ADD COLUMN place INTEGER NOT NULL DEFAULT 0;
`,
  },
  {
    version: 16,
    name: 'a team: roles, shared lists and collections, assignments, comments, a chain of events',
    sql: `
-- What a user may do: 'reader', 'analyst' or 'lead'; staff may do everything. closed_at: nobody signs in as this user
-- any more, whose decisions and lists stay.
ALTER TABLE user ADD COLUMN role TEXT NOT NULL DEFAULT 'analyst';
ALTER TABLE user ADD COLUMN closed_at TEXT NOT NULL DEFAULT '';

-- A shared list is a family: one smart list for each who works on it, with entries of their own. family is the same
-- number in all of them, 0 for a list that is not shared; sharing is 'one' where one decision settles a company for all
-- and 'each' where everybody decides, role '' for the owner's list and 'editor' or 'reader' for the others.
ALTER TABLE smart_list ADD COLUMN family INTEGER NOT NULL DEFAULT 0;
ALTER TABLE smart_list ADD COLUMN sharing TEXT NOT NULL DEFAULT '';
ALTER TABLE smart_list ADD COLUMN role TEXT NOT NULL DEFAULT '';
CREATE INDEX smart_list_family ON smart_list (family) WHERE family > 0;

-- Who has settled a company of a family where one decision settles it, and the event that says so. An undecided entry
-- of anybody else has left_out 3.
CREATE TABLE settlement (
  family INTEGER NOT NULL,
  company_id INTEGER NOT NULL,
  user_id INTEGER NOT NULL REFERENCES user (id),
  seq INTEGER NOT NULL,
  PRIMARY KEY (family, company_id)
) STRICT;
CREATE INDEX settlement_of_company ON settlement (company_id);

-- Companies of a family that were dealt to one who works on it, until a time.
CREATE TABLE lease (
  family INTEGER NOT NULL,
  company_id INTEGER NOT NULL,
  user_id INTEGER NOT NULL REFERENCES user (id),
  until TEXT NOT NULL,
  PRIMARY KEY (family, company_id)
) STRICT;

-- Two decisions about a company of a family, by their events: the one that settled it and another user's since.
-- kept is the event that counts, 0 while that is not settled.
CREATE TABLE conflict (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  family INTEGER NOT NULL,
  company_id INTEGER NOT NULL,
  first_seq INTEGER NOT NULL,
  second_seq INTEGER NOT NULL,
  made_at TEXT NOT NULL,
  kept INTEGER NOT NULL DEFAULT 0,
  kept_by INTEGER NOT NULL DEFAULT 0,
  kept_at TEXT NOT NULL DEFAULT ''
) STRICT;
CREATE INDEX conflict_of_company ON conflict (family, company_id);

-- Who else sees a collection, as 'editor' or 'reader'.
CREATE TABLE collection_member (
  collection_id INTEGER NOT NULL REFERENCES collection (id),
  user_id INTEGER NOT NULL REFERENCES user (id),
  role TEXT NOT NULL,
  PRIMARY KEY (collection_id, user_id)
) STRICT;
CREATE INDEX collection_of_member ON collection_member (user_id, collection_id);

-- A company that user_id is to look at, asked by by_id. id is chosen by whoever asks; state is 'open', 'done' or
-- 'returned'.
CREATE TABLE assignment (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  user_id INTEGER NOT NULL REFERENCES user (id),
  by_id INTEGER NOT NULL REFERENCES user (id),
  company_id INTEGER NOT NULL,
  note TEXT NOT NULL,
  day TEXT NOT NULL,
  state TEXT NOT NULL DEFAULT 'open',
  answer TEXT NOT NULL DEFAULT '',
  made_at TEXT NOT NULL,
  changed_at TEXT NOT NULL
) STRICT;
CREATE INDEX assignment_of_user ON assignment (user_id, state, seq);
CREATE INDEX assignment_by_user ON assignment (by_id, seq);
CREATE INDEX assignment_of_company ON assignment (company_id);

-- Who reads a note: its author alone, '', or the 'team'; and whom it names, until they have read it.
ALTER TABLE note ADD COLUMN audience TEXT NOT NULL DEFAULT '';
CREATE INDEX note_by_company ON note (company_id);
CREATE TABLE mention (
  note_id TEXT NOT NULL,
  user_id INTEGER NOT NULL REFERENCES user (id),
  at TEXT NOT NULL,
  read_at TEXT NOT NULL DEFAULT '',
  PRIMARY KEY (note_id, user_id)
) STRICT;
CREATE INDEX mention_of_user ON mention (user_id, read_at);

-- The ledger's events in a chain: hash is the SHA-256 of the one before, of the place and of event_hash, which is the
-- event's own. place has no gap. An event whose user was removed with all work is gone, its place is not.
CREATE TABLE seal (
  place INTEGER PRIMARY KEY,
  seq INTEGER NOT NULL UNIQUE,
  user_id INTEGER NOT NULL,
  event_hash TEXT NOT NULL,
  hash TEXT NOT NULL
) STRICT;
`,
  },
  {
    version: 17,
    name: 'people of an identity provider, and sign-ins under way',
    sql: `
-- Who signs in as which user: a subject of an OpenID Connect issuer. It stays when the user is removed, so that nobody
-- gets another account by it.
CREATE TABLE identity (
  issuer TEXT NOT NULL,
  subject TEXT NOT NULL,
  user_id INTEGER NOT NULL REFERENCES user (id),
  linked_at TEXT NOT NULL,
  PRIMARY KEY (issuer, subject)
) STRICT;
CREATE UNIQUE INDEX identity_of_user ON identity (issuer, user_id);

-- What waits for somebody to come back with a secret, by the SHA-256 of its kind and the secret.
CREATE TABLE pending_sign_in (
  hash TEXT PRIMARY KEY,
  kind TEXT NOT NULL,
  detail TEXT NOT NULL,
  expires_at TEXT NOT NULL
) STRICT;
CREATE INDEX pending_sign_in_order ON pending_sign_in (kind, expires_at);
`,
  },
  {
    version: 18,
    name: 'what is new to a user in a list',
    sql: `
-- What an import or a digest brings into a list is one arrival, numbered from 1; 0 is what was never new there. seen is
-- the newest one that was there when the list's user came to it last, once they have left it.
ALTER TABLE smart_list ADD COLUMN arrival INTEGER NOT NULL DEFAULT 0;
ALTER TABLE smart_list ADD COLUMN seen INTEGER NOT NULL DEFAULT 0;
ALTER TABLE entry ADD COLUMN arrival INTEGER NOT NULL DEFAULT 0;
ALTER TABLE lost_entry ADD COLUMN arrival INTEGER NOT NULL DEFAULT 0;
DROP INDEX entry_list_order;
CREATE INDEX entry_list_order ON entry (smart_list_id, list, score DESC, company_id, top_match, arrival, left_out);
`,
  },
  {
    version: 19,
    name: 'what imports have changed',
    sql: `
-- What an import did: added, updated, same (it said what was known) and repeated (several of its rows are about it) are
-- ids of companies, as ranges (1-500,503), and counts how many those are, in JSON. Gone when the import is undone.
CREATE TABLE import_run (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  batch_id INTEGER NOT NULL,
  at TEXT NOT NULL,
  files TEXT NOT NULL,
  counts TEXT NOT NULL,
  added TEXT NOT NULL,
  updated TEXT NOT NULL,
  same TEXT NOT NULL,
  repeated TEXT NOT NULL
) STRICT;
CREATE INDEX import_run_batch ON import_run (batch_id);
-- What it changed about a company: kind says what, was and became both values, as people read them.
CREATE TABLE import_change (
  run_id INTEGER NOT NULL REFERENCES import_run (id),
  company_id INTEGER NOT NULL,
  kind TEXT NOT NULL,
  was TEXT NOT NULL,
  became TEXT NOT NULL,
  PRIMARY KEY (run_id, company_id, kind)
) STRICT;
CREATE INDEX import_change_of_company ON import_change (company_id);
`,
  },
  {
    version: 20,
    name: 'lists that were taken away, who answered an assignment, and for whom each text of a note was written',
    sql: `
-- When a list that was shared with its user was taken away, '' for any other: only whoever shares it gives it back.
-- Of those that were deleted before, nobody can say whether their members had done that: they come back as their own.
ALTER TABLE smart_list ADD COLUMN taken_at TEXT NOT NULL DEFAULT '';
UPDATE entry SET left_out = 0 WHERE left_out = 3 AND smart_list_id IN (
  SELECT id FROM smart_list WHERE role <> '' AND (deleted_at <> '' OR family = 0));
UPDATE smart_list SET family = 0, sharing = '', role = '' WHERE role <> '' AND (deleted_at <> '' OR family = 0);

-- Who has answered an assignment last, 0 for nobody: what by_id took back, user_id does not take up again.
ALTER TABLE assignment ADD COLUMN answered_by INTEGER NOT NULL DEFAULT 0;

-- For whom an event's note was written: its author alone, '', or the 'team'. It is part of the event's hash.
-- 'shown' is said of texts from before this that the team read then; the hash of those does not have it.
ALTER TABLE event ADD COLUMN audience TEXT NOT NULL DEFAULT '';
UPDATE event SET audience = 'shown' WHERE kind = 'note' AND note <> '' AND seq IN (
  SELECT (SELECT MAX(v.seq) FROM event v
    WHERE v.user_id = n.user_id AND v.company_id = n.company_id AND v.kind = 'note' AND v.note_id = n.id)
  FROM note n WHERE n.audience <> '');
`,
  },
  {
    version: 21,
    name: 'what brought companies back',
    sql: `
-- The note of an event of kind back, and back of an entry, also name the import or merge that did it (by), if one did.
-- Of a decision that an undo made, the event's note_id is 'undo'.
CREATE INDEX entry_back ON entry (user_id, company_id) WHERE back <> '';
CREATE INDEX event_of_back ON event (user_id, seq) WHERE kind = 'back';
`,
  },
  {
    version: 22,
    name: 'attempts',
    sql: `
-- How often something was tried that people guess: key is the SHA-256 of what is counted, full_at the time, in
-- milliseconds, at which all of its attempts are there again.
CREATE TABLE attempt (
  key TEXT PRIMARY KEY,
  full_at INTEGER NOT NULL
) STRICT;
CREATE INDEX attempt_order ON attempt (full_at);
`,
  },
  {
    version: 23,
    name: 'what is asked for of notes and of the audit',
    sql: `
-- Which companies have a note for the team.
CREATE INDEX note_of_team ON note (company_id) WHERE audience <> '';
-- The audit by time, which is the event's own, by person, and by kind. Decisions and notes are so many that the newest
-- ones are soon found without.
ALTER TABLE seal ADD COLUMN at TEXT NOT NULL DEFAULT '';
UPDATE seal SET at = COALESCE((SELECT v.at FROM event v WHERE v.seq = seal.seq), '');
CREATE INDEX seal_of_day ON seal (at, place);
CREATE INDEX seal_of_user ON seal (user_id, place);
CREATE INDEX event_of_act ON event (kind, seq)
  WHERE kind NOT IN ('before', 'decided', 'reason', 'back', 'note');
`,
  },
  {
    version: 24,
    name: 'keys of names',
    sql: `
-- What no two lists, and no two collections, of a user share: the name without case and accents.
ALTER TABLE smart_list ADD COLUMN name_key TEXT NOT NULL DEFAULT '';
ALTER TABLE collection ADD COLUMN name_key TEXT NOT NULL DEFAULT '';
DROP INDEX smart_list_name;
DROP INDEX collection_name;
CREATE UNIQUE INDEX smart_list_name ON smart_list (user_id, name_key) WHERE deleted_at = '' AND name_key <> '';
CREATE UNIQUE INDEX collection_name ON collection (user_id, name_key) WHERE deleted_at = '' AND name_key <> '';
`,
  },
  {
    version: 25,
    name: 'names that differ in case or accents only are one name',
    ...namesApart,
  },
];

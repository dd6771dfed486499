import { recordLength } from '../../record/companyRecord.ts';
import { storedFieldIds, type StoredField } from '../analysis/facetFields.ts';
import { numberColumns } from '../analysis/numberColumns.ts';

/**
 * A segment file: an immutable SQLite file with the companies of one batch and everything needed to find them.
 * Documents are numbered from 0 in the default order (`meritOf` descending, then id).
 *
 * Raise it whenever the same companies would be written differently: files of an older format are then rebuilt in the
 * background. A new row of `postingKinds` needs no new format, because every file says which kinds it has. Since 9
 * words have other spellings (`wordsOf`); in older files a word is found as it is written there.
 */
export const segmentFormat = 9;

/**
 * The format since which the values of a facet are what today's code gives a company; a facet that is not named here
 * has always had them. In a file of an older format the facet is worked out from the stored companies.
 */
export const facetsSince: { readonly [F in StoredField]?: number } = {};

/** Since this format the column `domains` has no sites that companies share (`isShared`). */
export const ownDomainsFormat = 2;

/**
 * Since this format the stored postings of prefixes can be relied on: some files of the format before have those of
 * another prefix, or none.
 */
export const soundPrefixesFormat = 3;

/** Since this format words have no letters like `ł` (`foldLetters`). */
export const plainLettersFormat = 4;

/** Since this format names sort without such letters, too; `OlderNames` puts older ones in order. */
export const foldedNamesFormat = 5;

/** Since this format the column `names` has the keys of names (`nameKey`), and not folded names. */
export const nameKeysFormat = 6;

/**
 * Since this format the file notes which fields have something in them; in older ones any field may be filled. Since 7
 * companies without a score are in order of their merit (`meritOf`); in older files they all have the merit -1.
 */
export const filledFormat = 8;

/** Since this format there is a column `cores`, and what else companies go by is among `domains` and `names`. */
export const coresFormat = 8;

/**
 * The tables of a segment file. `older` names companies that had a newer version in another file when this one was
 * made, `holds` the kinds of postings that its writer knew; older files lack these tables. No two tables have rows of
 * the same shape: that is how a damaged file is read.
 */
export const segmentSchema = `
  CREATE TABLE info (documents INTEGER NOT NULL, first_id INTEGER NOT NULL, contiguous INTEGER NOT NULL) STRICT;
  CREATE TABLE company (id INTEGER PRIMARY KEY, sort_name TEXT NOT NULL, record TEXT NOT NULL) STRICT;
  CREATE TABLE front (document INTEGER PRIMARY KEY, record TEXT NOT NULL) STRICT;
  CREATE TABLE posting (
    id INTEGER PRIMARY KEY, kind INTEGER NOT NULL, term TEXT NOT NULL, count INTEGER NOT NULL, data BLOB NOT NULL
  ) STRICT;
  CREATE TABLE older (id INTEGER PRIMARY KEY) STRICT;
  CREATE TABLE holds (kind INTEGER NOT NULL, name TEXT NOT NULL) STRICT;
  CREATE TABLE chunk (
    column_id INTEGER NOT NULL, number INTEGER NOT NULL, data BLOB NOT NULL, PRIMARY KEY (column_id, number)
  ) STRICT;
  PRAGMA user_version = ${segmentFormat};`;

/** Created after the postings are in, because filling an index in order is faster than maintaining it. */
export const segmentIndexes = 'CREATE INDEX posting_term ON posting (kind, term)';

/**
 * What a file notes in `holds` for each value of its records, by the value's id, so that companies from before a field
 * was there are written again; a file from before the first of them was noted has those below.
 */
export function valueKinds(length = recordLength): readonly number[] {
  return Array.from({ length: length - valuesBeforeNoted }, (_, index) => 256 + valuesBeforeNoted + index);
}

const valuesBeforeNoted = 28;

/**
 * What a posting is of (a word, a word of a name, a prefix of either, a field that is filled, or a facet value), each
 * with its number in the file. A number never changes; `storedIds.test.ts` has them all. There are no postings of
 * `numbers`: a file that notes it has the columns that ranges of numbers look at.
 */
export const postingKinds = {
  text: 0,
  name: 1,
  textPrefix: 2,
  namePrefix: 3,
  filled: 23,
  numbers: 24,
  ...storedFieldIds,
} as const;
export type PostingKind = keyof typeof postingKinds;

/** The kinds in every file that does not say which it has. Never changes. */
export const kindsBeforeNoted: readonly number[] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15];

/** The number of a kind of posting in the file. */
export function postingKindId(kind: PostingKind): number {
  return postingKinds[kind];
}

/**
 * Columns, in chunks: `id`, `merit` (as `meritOf`: below 0 without a score), `discovered` and `funded` (as
 * `dateNumber`), `founded` (as `foundedKey`) by document; `byId` and `byIdDocument` the ids in order and their
 * documents; `order…` the documents in the order of another sort, `start…` one bit for each of its positions where a
 * new sort value begins; `domains`, `names` and `cores` sorted keys for finding the same company (`lookupKey`); the
 * others numbers by document (`numberColumns`), without chunks of blanks only. Their numbers never change either.
 */
export const columnIds = {
  id: 0,
  merit: 1,
  discovered: 2,
  funded: 3,
  founded: 4,
  byId: 5,
  byIdDocument: 6,
  orderDiscovered: 7,
  startDiscovered: 8,
  orderName: 9,
  startName: 10,
  orderFounded: 11,
  startFounded: 12,
  domains: 13,
  names: 14,
  cores: 15,
  raised: 16,
  roundAmount: 17,
  fundingRounds: 18,
  investorCount: 19,
  employeesLow: 20,
  employeesHigh: 21,
  growth: 22,
  founderCount: 23,
  followers: 24,
  percentile: 25,
  rank: 26,
} as const;
export type ColumnName = keyof typeof columnIds;

/** The number of a column in the file. */
export function columnId(name: ColumnName): number {
  return columnIds[name];
}

/** Columns of doubles; the others are unsigned 32-bit numbers. */
export function isDoubleColumn(name: ColumnName): boolean {
  return doubleColumns.has(name);
}

const doubleColumns: ReadonlySet<ColumnName> = new Set<ColumnName>([
  'merit',
  'domains',
  'names',
  'cores',
  ...numberColumns,
]);

/** A chunk has `2 ** chunkBits` values. */
export const chunkBits = 14;
/** How many values a chunk has. */
export const chunkLength = 1 << chunkBits;

/** A prefix that more words than this have in common gets a posting of its own, so that a search never opens more. */
export const prefixFanOut = 64;
/** The longest prefix that gets one. */
export const longestStoredPrefix = 4;

const documentSpan = 1 << 20;

/** The lookup key of a document: the hash of its domain or name, followed by the document. */
export function lookupKey(hash: number, document: number): number {
  return hash * documentSpan + document;
}

/** The hash of a lookup key. */
export function hashOfKey(key: number): number {
  return Math.floor(key / documentSpan);
}

/** The document of a lookup or order key. */
export function documentOfKey(key: number): number {
  return key % documentSpan;
}

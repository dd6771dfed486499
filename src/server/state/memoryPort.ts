import type { DecisionFacts } from '#shared/domain/decisionFacts.ts';
import type { HandoverPreset } from '#shared/domain/handover.ts';
import type { KnownPart } from '#shared/domain/known.ts';
import type { Back, Later } from '#shared/domain/later.ts';
import type { DecisionKind } from '#shared/domain/ledger.ts';
import type { DecidedList, ListName } from '#shared/domain/listName.ts';
import type { Reason } from '#shared/domain/reasons.ts';
import type { CompanyIdentity, Counted, Idempotency, Slice } from './portParts.ts';

/**
 * The part of the port (`port.ts`) about what users remember: decisions and why, notes, what was exported, and what
 * they know from elsewhere (ADRs 36 to 38).
 */

/** What happened to a company: decided, or given a reason (docs/ARCHITECTURE.md). */
export interface LedgerEvent {
  readonly seq: number;
  readonly at: string;
  readonly kind: DecisionKind;
  readonly companyId: number;
  /** The smart list of the entry that it was decided in. */
  readonly smartListId: number;
  readonly from: ListName;
  readonly to: ListName;
  readonly reason: number;
  readonly later: Later | null;
  readonly back: Back | null;
  readonly facts: DecisionFacts | null;
}

/** A company that a user has put off: until when, from which list, and what was known of it then. */
export interface Waiting {
  readonly userId: number;
  readonly companyId: number;
  readonly later: Later;
  readonly fromList: ListName;
  readonly facts: DecisionFacts | null;
}

/** The import or the merge that brought a company back. */
export interface BroughtBy {
  readonly kind: 'import' | 'merge';
  readonly batchId: number;
}

/** Where the ledger is: every event after it has a higher number. */
export type LedgerPlace = number;

/** All that was decided, in the order it happened. It only grows. */
export interface LedgerStore {
  /** Events of a company and of those that were merged into it, oldest first. */
  ofCompany(userId: number, companyId: number): Promise<LedgerEvent[]>;
  /** Every company that is put off, of all users, or only one of a user's. */
  waiting(only?: Pick<Waiting, 'userId' | 'companyId'>): Promise<Waiting[]>;
  /** Makes a company undecided again that is put off; false if it is not, or not any more. */
  comeBack(userId: number, companyId: number, back: Back, now: string, by?: BroughtBy | null): Promise<boolean>;
  /**
   * A batch is undone: what it brought back, of any user, is put off again as it was, unless it was decided since.
   * Returns how many companies that were.
   */
  waitAgain(batchId: number, now: string): Promise<number>;
  /** The user's companies that an import has brought back, decided since or not, and what each was put off for. */
  broughtBack(userId: number, batchId: number): Promise<{ readonly companyId: number; readonly why: Back['why'] }[]>;
  /** Which of these companies were ever in Watchlist or Opportunities. */
  everKept(userId: number, companyIds: readonly number[]): Promise<number[]>;
  /** Where the ledger of all users is now. */
  place(): Promise<LedgerPlace>;
  /** Companies that came into a list after a place of the ledger, themselves or as one that was merged into them. */
  cameInto(userId: number, list: DecidedList, after: LedgerPlace): Promise<number[]>;
}

/** The reasons that a user gives for decisions, in their order. */
export interface ReasonStore {
  list(userId: number): Promise<readonly Reason[]>;
  /** The same of several users. */
  lists(userIds: readonly number[]): Promise<ReadonlyMap<number, readonly Reason[]>>;
  /** Replaces them all. A reason in use may be renamed or retired; `in_use` if one is missing. */
  replace(userId: number, reasons: readonly Reason[]): Promise<readonly Reason[] | 'in_use'>;
}

/** A note about a company: `companyId` is the one that it is shown with. */
export interface NoteRecord {
  readonly id: string;
  readonly companyId: number;
  readonly text: string;
  readonly createdAt: string;
  readonly changedAt: string;
  /** Whose it is. */
  readonly userId: number;
  /** The whole team reads it, as a comment; else its author alone. */
  readonly isForTeam: boolean;
}

/**
 * A note with its earlier texts, newest first: `''` where it was deleted and restored later. Of another user's note
 * those alone that were written for the team: making a note the team's shows its present text only.
 */
export interface NoteWithHistory extends NoteRecord {
  readonly history: readonly { readonly at: string; readonly text: string }[];
}

/** `missing`: there is no such note to delete, or it is another user's or another company's. */
export type NoteOutcome =
  { readonly kind: 'done' | 'repeated' } | { readonly kind: 'missing' } | { readonly kind: 'key_reused' };

/** Who reads a note: its author alone, or the team, of whom it names some by their ids. */
export interface NoteAudience {
  readonly isForTeam?: boolean;
  readonly named?: readonly number[];
}

/** What users write about companies. Every writing, edit, deletion and restoring is an event of the ledger. */
export interface NoteStore {
  /** The user's notes of a company and of those that were merged into it, and the team's, newest first. */
  ofCompany(userId: number, companyId: number): Promise<NoteWithHistory[]>;
  /** The newest note about each of these companies that has one. */
  newest(userId: number, companyIds: readonly number[]): Promise<ReadonlyMap<number, string>>;
  /** Every note of a user, newest first, or those about some companies. */
  all(userId: number, companyIds?: readonly number[]): Promise<NoteRecord[]>;
  /** The companies that have a note of the user's; with the team's, also those that have one of a colleague's. */
  companyIds(userId: number, withTeams?: boolean): Promise<number[]>;
  /**
   * Writes a note, changes its text, or brings back one that was deleted; with the text `''` deletes it. Who reads it
   * stays as it was where that is not said. `identity` is what the company is found again by.
   */
  write(
    userId: number,
    companyId: number,
    note: Pick<NoteRecord, 'id' | 'text'> & NoteAudience,
    now: string,
    idempotency: Idempotency | null,
    identity?: CompanyIdentity,
  ): Promise<NoteOutcome>;
}

/** One export or hand-over, as the user is told of it later. */
export interface ExportNote {
  /** Chosen by who exports, so that it is kept once however often it is sent. */
  readonly id: string;
  /** ISO 8601, UTC. */
  readonly at: string;
  /** What was exported, in words. */
  readonly what: string;
  /** The product that the files are for, or `''`. */
  readonly preset: HandoverPreset | '';
  /** Keys of the columns that were chosen; none means all. */
  readonly columns: readonly string[];
  readonly rows: number;
  /** Where the ledger was if these were the user's Opportunities, so that the next hand-over begins there; else 0. */
  readonly upTo: LedgerPlace;
}

/** What users have exported. */
export interface ExportStore {
  /** The newest, newest first. */
  list(userId: number, limit: number): Promise<ExportNote[]>;
  /** Does nothing if it is kept already, or if another user's has this id. */
  add(userId: number, note: ExportNote): Promise<void>;
  /** The newest hand-over of Opportunities for each product that had one. */
  lastHandovers(userId: number): Promise<ReadonlyMap<HandoverPreset, Pick<ExportNote, 'at' | 'upTo'>>>;
}

/** What a row of a user's CRM or portfolio says. `contact` is the day of the last contact, `''` if unknown. */
export interface KnownFacts {
  readonly name: string;
  readonly website: string;
  readonly status: string;
  readonly owner: string;
  readonly contact: string;
  readonly note: string;
  readonly theirId: string;
}

/** Which company a row is about, 0 for none; or else which it may be about. */
export interface KnownMatch {
  readonly companyId: number;
  readonly candidates: readonly number[];
}

export interface NewKnownRow extends KnownFacts, KnownMatch {
  /** Its line in the file, from 1. */
  readonly line: number;
}

export interface KnownRowRecord extends NewKnownRow {
  readonly id: number;
  /** The user has said which company it is about, or that it is about none. */
  readonly isChosen: boolean;
}

/** A file of a source. */
export interface NewKnownSource {
  readonly name: string;
  readonly file: string;
  readonly day: string;
  /** Of all that its rows say. */
  readonly digest: string;
  readonly skipped: number;
  readonly now: string;
}

/** The newest file of a source, how many rows it has, and of them those about a company, to choose and about none. */
export interface KnownSourceRecord {
  readonly id: number;
  readonly name: string;
  readonly file: string;
  readonly day: string;
  readonly digest: string;
  readonly importedAt: string;
  readonly skipped: number;
  readonly rows: number;
  readonly matched: number;
  readonly toChoose: number;
  /** What it replaced, which comes back when it is undone. */
  readonly replaced: { readonly file: string; readonly day: string } | null;
}

/**
 * Companies that users know from elsewhere (ADR 37): what their CRM or portfolio says, and which companies of ours
 * that is about. Smart lists that leave known companies out follow in the same step.
 */
export interface KnownStore {
  /** The newest file of each source, by name. */
  sources(userId: number): Promise<KnownSourceRecord[]>;
  /**
   * Takes a file in. It replaces that of the same source (names are compared without case), whose choices by the user
   * it takes over; undefined, with nothing changed, if that has the same digest.
   */
  add(userId: number, source: NewKnownSource, rows: readonly NewKnownRow[]): Promise<KnownSourceRecord | undefined>;
  /** Takes the newest file of a source out, and brings back the one that it replaced; false if there is none. */
  undo(userId: number, sourceId: number): Promise<boolean>;
  rows(userId: number, sourceId: number, part: KnownPart, slice: Slice): Promise<Counted<KnownRowRecord>>;
  row(userId: number, rowId: number): Promise<KnownRowRecord | undefined>;
  /**
   * The user says which company a row is about; null for none, `open` to be asked again. `identity` is what the company
   * is found again by.
   */
  choose(userId: number, rowId: number, companyId: number | null | 'open', identity?: CompanyIdentity): Promise<void>;
  /** Short marks of all known companies, by company and source. */
  marks(userId: number): Promise<(Pick<KnownFacts, 'status' | 'contact'> & { companyId: number; source: string })[]>;
  /** What sources say about a company. */
  ofCompany(userId: number, companyId: number): Promise<(KnownFacts & { source: string; day: string })[]>;
  /** Companies that are known from any of these sources; `any` is all of them. */
  companyIds(userId: number, sources: readonly string[]): Promise<number[]>;
  /** Rows of all users' newest files that nobody has chosen a company for, by id after `after`, at most `limit`. */
  unchosen(after: number, limit: number): Promise<(KnownMatch & { id: number; name: string; website: string })[]>;
  /** Stores which companies rows are about; rows that a user has chosen for meanwhile stay as they are. */
  rematch(matches: readonly (KnownMatch & { readonly id: number })[]): Promise<void>;
}

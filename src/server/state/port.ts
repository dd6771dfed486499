import type { ChangeCounts, ChangeKind, CompanyChange, ImportPart } from '#shared/domain/companyChange.ts';
import type { CollectionItem } from '#shared/domain/collection.ts';
import type { FilterSet } from '#shared/domain/filters.ts';
import type { Companions } from '#shared/domain/inboxEntry.ts';
import type { DecisionFacts } from '#shared/domain/decisionFacts.ts';
import type { Crossing, CrossingCounts } from '#shared/domain/crossing.ts';
import type { Back, Later } from '#shared/domain/later.ts';
import type { DecidedList, ListName } from '#shared/domain/listName.ts';
import type { Role, SharedRole } from '#shared/domain/team.ts';
import type { CompanyIdentity, Counted, Idempotency, Slice } from './portParts.ts';
import type { ExportStore, KnownStore, LedgerStore, NoteStore, ReasonStore } from './memoryPort.ts';
import type { AuditStore, SettlementRecord, SharedWith, SharingStore, TeamStore } from './teamPort.ts';

export type * from './memoryPort.ts';
export type * from './portParts.ts';
export type * from './teamPort.ts';

/**
 * The port of the user's state: users and tokens, smart lists, inbox entries, collections. SQLite is its first adapter,
 * in a file of its own, apart from the search index. Every call is one transaction, and on disk once it has answered.
 * Everything but users belongs to one user: with another user's id a call finds nothing (S48).
 */
export interface State {
  readonly users: UserStore;
  readonly accounts: AccountStore;
  readonly pending: PendingStore;
  readonly attempts: AttemptStore;
  readonly smartLists: SmartListStore;
  readonly entries: EntryStore;
  readonly collections: CollectionStore;
  readonly ledger: LedgerStore;
  readonly reasons: ReasonStore;
  readonly notes: NoteStore;
  readonly exports: ExportStore;
  readonly imports: ImportRuns;
  readonly merges: MergeStore;
  readonly known: KnownStore;
  readonly sharing: SharingStore;
  readonly team: TeamStore;
  readonly audit: AuditStore;
  readonly upkeep: StateUpkeep;
  /** Why nothing can be written, or `''`. */
  readonly readOnly: string;
  /** What the user must know about how it was opened, in full sentences. */
  readonly notices: readonly string[];
  /** Size of its files in bytes. */
  bytes(): Promise<number>;
  /** Differs from before if anything may have changed meanwhile, here or by another process. */
  version(): Promise<string>;
  close(): void;
}

export interface UserRecord {
  readonly id: number;
  readonly email: string;
  readonly name: string;
  readonly role: Role;
  /** Codes of the add-ons the user has. */
  readonly addons: readonly string[];
}

/** What a token opens: the API, or nothing but the profile page. */
export type TokenUse = 'api' | 'profile page';

export interface UserStore {
  /** The workspace's own user (staff, with the export add-on), created if there is none yet. */
  firstUser(): Promise<UserRecord>;
  add(user: Omit<UserRecord, 'id'>): Promise<UserRecord>;
  /**
   * The user a token belongs to; undefined for one that is unknown, revoked, expired or for another use, and for one of
   * a user who was closed or removed, whenever it was made.
   */
  byToken(token: string, use?: TokenUse): Promise<UserRecord | undefined>;
  /**
   * Creates a token; only its hash is stored. `label` says whom it was made for: the label `profile page` makes one for
   * that use alone, any other one for the API. `expiresAt` (ISO 8601) says when it expires; without it, never. Throws
   * `forbidden` for a user who was closed or removed, also while their sign-in was under way.
   */
  issueToken(userId: number, label: string, expiresAt?: string): Promise<string>;
  /** Revokes the user's tokens, or only those with this label. */
  revokeTokens(userId: number, label?: string): Promise<void>;
  /** Ends this one token. An invalid one stays invalid. */
  revokeToken(token: string): Promise<void>;
  /**
   * Stores what sign-up says, as given (product 7 `POST /api/signup/`), but no e-mail address of somebody who signs in
   * by one.
   */
  completeSignUp(userId: number, email: string, accountId: string): Promise<void>;
}

/**
 * A user as the standalone server's membership provider knows them. `login` is the e-mail address they sign in with, in
 * lower case, `''` for the workspace's own user until they are given one; the user record's `email` is what sign-up
 * said.
 */
export interface AccountRecord extends UserRecord {
  readonly login: string;
  readonly createdAt: string;
  /** How many tokens are valid now. */
  readonly tokens: number;
}

/** What may be shown of a token; `id` is the beginning of its hash. Times are ISO 8601, `''` for never. */
export interface TokenRecord {
  readonly id: string;
  readonly label: string;
  readonly createdAt: string;
  readonly expiresAt: string;
  readonly revokedAt: string;
}

export interface NewAccount {
  readonly login: string;
  readonly name: string;
  readonly role: Role;
  readonly addons: readonly string[];
  /** As `hashPassword` wrote it. */
  readonly password: string;
}

/** Who may sign in to a standalone server. */
export interface AccountStore {
  /** `name_taken`: somebody on the team is shown by a name that looks like this one. */
  add(account: NewAccount): Promise<AccountRecord | 'login_taken' | 'name_taken'>;
  /** All accounts that were not removed, oldest first. */
  list(): Promise<AccountRecord[]>;
  byId(id: number): Promise<AccountRecord | undefined>;
  /** An account with its password's hash; undefined if unknown or removed. */
  byLogin(login: string): Promise<(AccountRecord & { readonly password: string }) | undefined>;
  /** Stores a new password and revokes every token in the same step. */
  setPassword(id: number, password: string): Promise<void>;
  change(id: number, change: Partial<Pick<UserRecord, 'name' | 'role' | 'addons'>>): Promise<'changed' | 'name_taken'>;
  /** Removes an account and everything that belongs to it. Its id is never reused, and its identities stay linked. */
  remove(id: number): Promise<void>;
  /**
   * The account that a subject of an issuer signs in to; `removed` if nobody signs in to that any more, undefined if
   * there is none.
   */
  byIdentity(issuer: string, subject: string): Promise<AccountRecord | 'removed' | undefined>;
  /**
   * Links a subject of an issuer to an account. False, and nothing changes, if the account is gone or has another
   * subject of this issuer, or if the subject signs in to another account that is there.
   */
  link(id: number, issuer: string, subject: string): Promise<boolean>;
  /** Forgets by which subjects an account signs in. Returns how many there were. */
  unlink(id: number): Promise<number>;
  tokens(id: number): Promise<TokenRecord[]>;
  /** Revokes one token by its `id`; false if the account has no such valid token. */
  revokeToken(id: number, tokenId: string): Promise<boolean>;
}

/**
 * What waits for somebody who comes back with a secret: a `code` of the app's, a sign-in that is at the identity
 * provider (`oidc`), an open question at the `admin` door.
 */
export type PendingKind = 'code' | 'oidc' | 'admin';

/**
 * Steps of sign-ins, each known by a secret of which only a hash is stored. Times are ISO 8601. Of each kind a thousand
 * are kept at most, those that end last.
 */
export interface PendingStore {
  /** Keeps `detail` under a secret until a time. Forgets what has ended by `now`. */
  keep(kind: PendingKind, secret: string, detail: string, times: { now: string; until: string }): Promise<void>;
  /** What is kept under a secret; undefined if that is nothing or has ended. It stays. */
  look(kind: PendingKind, secret: string, now: string): Promise<string | undefined>;
  /** The same, once: nobody gets it again, on whichever server. */
  take(kind: PendingKind, secret: string, now: string): Promise<string | undefined>;
}

/** How often something may be tried: `burst` times at once, then once every so many milliseconds. */
export interface AttemptRate {
  /** What it is a rate of; keys of another kind are others. */
  readonly kind: string;
  readonly burst: number;
  readonly everyMs: number;
}

/** An attempt of whatever `key` names: an account, a place, an address. */
export interface Attempt {
  readonly rate: AttemptRate;
  readonly key: string;
}

/** Attempts that people who guess would make, counted for all servers of a team together. */
export interface AttemptStore {
  /**
   * Takes one of each and returns 0. Takes none if one has none left, and returns in how many whole seconds there will
   * be one of each. `now` is in milliseconds.
   */
  take(attempts: readonly Attempt[], now: number): Promise<number>;
  /** Gives back what was taken for something that turned out to be allowed. */
  giveBack(attempts: readonly Attempt[]): Promise<void>;
  /** Forgets keys that have all of their attempts again. */
  forget(now: number): Promise<void>;
}

/** `search`: filled from its filters. `picks`: the built-in "My picks", filled by hand only (docs/api.md). */
type SmartListKind = 'search' | 'picks';

export interface SmartListRecord {
  readonly id: number;
  readonly userId: number;
  readonly name: string;
  readonly filters: FilterSet;
  readonly kind: SmartListKind;
  /** The newest digest week matched to it (`2026-W47`). */
  readonly matchedWeek: string;
  /** When that was, ISO 8601. */
  readonly refreshedAt: string;
  /** It also shows companies that were decided before they came into it, with their decision. */
  readonly showsDecided: boolean;
  /** The number of the newest arrival in it, and up to which of them its user has seen; later ones are new. */
  readonly arrival: number;
  readonly seen: number;
  /** How it is shared; null if it is not. */
  readonly shared: SharedWith | null;
}

export interface SmartListCounts {
  readonly topCompanies: number;
  readonly newCount: number;
  readonly totalCount: number;
  readonly unratedCount: number;
  readonly newUnratedCount: number;
  /** Companies that were decided before they came into it. The other numbers count them only where it shows them. */
  readonly leftOutCount: number;
  /** Undecided companies that it leaves out because they are known. The other numbers never count them. */
  readonly knownOutCount: number;
  /** Companies of a shared list that others have settled and the user has not decided. No other number counts them. */
  readonly settledCount: number;
}

/** An analyst's opinion about a sample company. */
export interface Opinion {
  readonly companyId: number;
  readonly positive: boolean;
}

/** Another of the user's lists has this name: a 409 (product 17.6). */
export type NameTaken = 'name_taken';

/** The smart list was given other filters while companies were being matched to the old ones. */
export type FiltersChanged = 'filters_changed';

export interface NewSmartList {
  readonly name: string;
  readonly filters: FilterSet;
  readonly matchedWeek: string;
  readonly now: string;
}

export interface SmartListStore {
  /** “My picks” is one of them while there is anything in it. */
  list(userId: number, slice: Slice): Promise<Counted<SmartListRecord>>;
  /** Undefined for a deleted one too. */
  get(userId: number, id: number): Promise<SmartListRecord | undefined>;
  /** Creates a smart list and its first entries in one step. */
  create(
    userId: number,
    list: NewSmartList,
    entries: readonly EntrySeed[],
    opinions: readonly Opinion[],
  ): Promise<FilledList | NameTaken>;
  /**
   * Changes name, filters, what it shows, or several of them. New filters come with the entries to drop (only undecided
   * ones go, and those that were left out) and to add, in the same step.
   */
  update(userId: number, id: number, change: SmartListChange): Promise<FilledList | NameTaken | undefined>;
  /** Deletes softly; false if there is none. */
  remove(userId: number, id: number, now: string): Promise<boolean>;
  /**
   * Undoes a deletion of the user's own; a list that was taken away from its member is not there. Returns a list that
   * is not deleted as it is, and instead of a shared one whichever the user has been given since. There is only one "My
   * picks": if another has been made since, it takes in the companies of the deleted one and is returned instead.
   */
  restore(userId: number, id: number): Promise<SmartListRecord | NameTaken | undefined>;
  /** The built-in "My picks", created on first use. */
  picks(userId: number, now: string): Promise<SmartListRecord>;
  /** Counts of these smart lists; `newCount` and `newUnratedCount`: what has come since the user was last there. */
  counts(userId: number, ids: readonly number[]): Promise<Map<number, SmartListCounts>>;
  /** How a list is shared, whoever has it; null if it is not. */
  sharedAs(id: number): Promise<SharedWith | null>;
  /** The names of these lists by id, also of deleted ones. */
  names(userId: number, ids: readonly number[]): Promise<Map<number, string>>;
  /** The names of those of these lists that are shared, whoever has them. */
  sharedNames(ids: readonly number[]): Promise<Map<number, string>>;
  /** The user has been in a list and left it; when they came, `arrival` was the newest one there. */
  haveSeen(userId: number, id: number, arrival: number): Promise<void>;
  /** Up to which arrival the user has seen each of these lists, by id. */
  seen(userId: number, ids: readonly number[]): Promise<Map<number, number>>;
  /** All users' lists that a digest is matched to: neither deleted nor built in. */
  allSearches(): Promise<SmartListRecord[]>;
  /**
   * Adds companies that are not in the list yet and, if they came with a digest, stores its week, in one step. Returns
   * how many were new to the list, and how many of them it leaves out. Does nothing if the list is gone, or no longer
   * has the filters of `list` that the companies match. What comes is new to the user, as one arrival, if `isNews`.
   */
  addMatches(
    list: Pick<SmartListRecord, 'id' | 'filters'>,
    entries: readonly EntrySeed[],
    week: string | null,
    now: string,
    isNews?: boolean,
  ): Promise<Added | FiltersChanged>;
  /** Takes out companies that came into the list because they matched now, and were not decided there. */
  withdraw(id: number, companies: readonly number[]): Promise<void>;
}

/** A smart list and what was added to it just now. */
export interface FilledList extends Added {
  readonly list: SmartListRecord;
}

export interface SmartListChange {
  readonly name?: string;
  readonly showsDecided?: boolean;
  readonly filters?: {
    readonly value: FilterSet;
    readonly drop: readonly number[];
    readonly add: readonly EntrySeed[];
  };
  readonly opinions?: readonly Opinion[];
  readonly now: string;
}

export interface EntryRecord {
  readonly id: number;
  readonly companyId: number;
  readonly smartListId: number;
  readonly list: ListName;
  /** When it was put there (ISO 8601, UTC); `''` for None. */
  readonly decidedAt: string;
  /** Why, by the number of the user's reason; 0 for none. */
  readonly reason: number;
  /** Until when it is put off; null if it is not. */
  readonly later: Later | null;
  /** Why one that was put off is undecided again; null for any other. */
  readonly back: Back | null;
  /** What has made the company match its list, if it was known before and did not; null for any other. */
  readonly came: Crossing | null;
  /** The arrival in its list that it came with; 0 for what was never new there. */
  readonly arrival: number;
}

/** Entries in one list only, or in any but these. */
export interface InLists {
  readonly list?: ListName;
  readonly notIn?: readonly DecidedList[];
}

/** What has come after the arrival `seen` comes first; with `only`, that alone is asked for, or the rest. */
export interface Newest {
  readonly seen: number;
  readonly only?: 'new' | 'others';
}

/**
 * Which entries: of one smart list, of one list across smart lists, or of one company; given together they narrow each
 * other. Undecided entries count only if their smart list is not deleted.
 */
export type EntryScope =
  | ({ readonly smartListId: number; readonly newest?: Newest } & InLists)
  | { readonly smartListId?: undefined; readonly list: DecidedList; readonly notIn?: undefined }
  | ({ readonly smartListId?: undefined; readonly companyId: number } & InLists);

/** `list` is where this move put the entry, even if the move is a repetition. */
export type MoveOutcome =
  | { readonly kind: 'moved' | 'repeated'; readonly entry: EntryRecord }
  | { readonly kind: 'missing' }
  | { readonly kind: 'key_reused' }
  /** The user may only read the shared list. */
  | { readonly kind: 'reader' }
  /** Somebody else has settled the company in this shared list, or has decided otherwise since. */
  | { readonly kind: 'settled'; readonly by: SettlementRecord };

/**
 * What a decision keeps besides its list: what was known of the company, why, by the number of a reason, and for Later
 * until when. `before`: as when the company was last in that list.
 */
export interface DecisionDetails {
  /** Of the company that the entry is of by then. */
  readonly facts?: (companyId: number) => Promise<DecisionFacts | null>;
  readonly reason?: number | 'before';
  readonly later?: Later | 'before' | undefined;
  /** Only of a move to undecided: an undo, which brings back why the company was back. */
  readonly back?: 'before' | undefined;
  /** The number of another user's decision that this one is made in knowledge of; 0 for none. */
  readonly seen?: number;
}

export type ReasonOutcome = MoveOutcome | { readonly kind: 'undecided' };

/**
 * How many entries were new in a list, and how many it has left out: of decided companies, and of known ones. `crossed`
 * counts those of the new ones that match now and did not before.
 */
export interface Added {
  readonly added: number;
  readonly leftOut: number;
  readonly known: number;
  readonly crossed: CrossingCounts;
}

/** What is said of an entry besides what it has itself. */
export interface EntrySurroundings {
  readonly companions: Companions;
  /** The name of its smart list, and the newest arrival there that its user has seen. */
  readonly smartList: string;
  readonly seen: number;
  /** Whether one decision settles companies in that list for all who share it. */
  readonly isSettledForAll: boolean;
  /** The user's reasons, by their ids. */
  readonly reasons: ReadonlyMap<number, string>;
  /** The newest note about the company, `''` without one. */
  readonly note: string;
}

export interface EntryStore {
  /** In default order: merit descending, then company id. A special list has each company once. */
  page(userId: number, scope: EntryScope, slice: Slice): Promise<Counted<EntryRecord>>;
  /** Differs from before if any entry of a scope may have changed, come or gone. */
  version(userId: number, scope: EntryScope): Promise<string>;
  get(userId: number, id: number): Promise<EntryRecord | undefined>;
  /**
   * The company's other entries that a decision about each of these covers, by entry id. An undecided entry has no
   * doubles.
   */
  companions(userId: number, entries: readonly EntryRecord[]): Promise<Map<number, Companions>>;
  /** What an answer about one entry says besides, read at once. */
  around(userId: number, entry: EntryRecord): Promise<EntrySurroundings>;
  /** Finds the company's entry in a smart list or adds it. */
  findOrAdd(userId: number, smartListId: number, seed: EntrySeed, now: string): Promise<EntryRecord>;
  /**
   * Decides about the company of an entry. A user has one decision for a company: every entry of it goes to the list.
   */
  move(
    userId: number,
    id: number,
    list: ListName,
    now: string,
    idempotency: Idempotency | null,
    details?: DecisionDetails,
  ): Promise<MoveOutcome>;
  /** Says why the company of an entry is in its list; 0 takes the reason away. */
  giveReason(
    userId: number,
    id: number,
    reason: number,
    now: string,
    idempotency: Idempotency | null,
  ): Promise<ReasonOutcome>;
  /** Companies with any entry in a smart list, or those that it shows, that are undecided, or that it has left out. */
  companyIds(smartListId: number, which: 'all' | 'shown' | 'undecided' | 'left_out'): Promise<number[]>;
  /** The first undecided companies of each of these smart lists of the user's, in its order. */
  bestUndecided(userId: number, smartListIds: readonly number[], most: number): Promise<Map<number, number[]>>;
  /** Companies that came into a smart list because a batch made them match it. */
  cameBy(smartListId: number, batchId: number): Promise<number[]>;
  /** How many companies are in each special list. */
  decidedCounts(userId: number): Promise<ReadonlyMap<DecidedList, number>>;
  /** What was decided since a moment (ISO 8601, UTC): companies, each once, and entries by smart list. */
  decidedSince(userId: number, since: string): Promise<DecidedSince>;
  /** The decisions since a moment (ISO 8601, UTC) that stand, one of a company, also those to put one off. */
  decisionsSince(userId: number, since: string): Promise<StandingDecision[]>;
  /** What the user has decided about each of these companies, as it stands. */
  decisionsOf(userId: number, companyIds: readonly number[]): Promise<StandingDecision[]>;
  /** Companies whose decision has any of these reasons, by number. */
  reasonedCompanyIds(userId: number, reasons: readonly number[]): Promise<number[]>;
  /** Companies the user has decided into any of these lists. */
  decidedCompanyIds(userId: number, lists: readonly ListName[]): Promise<number[]>;
}

/** A decision that stands: the entry that it was taken in, or one that followed. */
export type StandingDecision = Pick<EntryRecord, 'companyId' | 'smartListId' | 'decidedAt' | 'reason'> & {
  readonly list: DecidedList;
};

/** How many were decided, and how many of them into Watchlist or Opportunities. */
export interface DecisionCounts {
  readonly decided: number;
  readonly kept: number;
}

export interface DecidedSince {
  readonly companies: DecisionCounts;
  readonly bySmartList: readonly ({ readonly smartListId: number } & DecisionCounts)[];
}

export interface CollectionRecord {
  readonly id: number;
  readonly name: string;
  readonly description: string;
  readonly ownerId: number;
  readonly itemCount: number;
}

export interface CollectionStore {
  list(userId: number, slice: Slice): Promise<Counted<CollectionRecord>>;
  get(userId: number, id: number): Promise<CollectionRecord | undefined>;
  create(userId: number, name: string, description: string, now: string): Promise<CollectionRecord | NameTaken>;
  update(
    userId: number,
    id: number,
    change: { readonly name?: string; readonly description?: string },
  ): Promise<CollectionRecord | NameTaken | undefined>;
  remove(userId: number, id: number, now: string): Promise<boolean>;
  restore(userId: number, id: number): Promise<CollectionRecord | NameTaken | undefined>;
  /** Items of several collections, each in the order they were added. */
  items(ids: readonly number[]): Promise<Map<number, CollectionItem[]>>;
  /** A page of one collection's items in the order they were added. */
  itemPage(id: number, slice: Slice): Promise<Counted<CollectionItem>>;
  /** Differs from before if any of a collection's items may have come or gone. */
  itemsVersion(id: number): Promise<string>;
  /**
   * Adds companies; one that is already there keeps its item. Items come in the order requested. `identities` are
   * stored so that the companies can be found again.
   */
  addItems(
    id: number,
    companyIds: readonly number[],
    now: string,
    identities?: readonly LostCompany[],
  ): Promise<CollectionItem[]>;
  /** What the user may do with a collection; undefined for one that is not the user's to see. */
  roleIn(userId: number, id: number): Promise<SharedRole | undefined>;
  /** The collection of an item that the user sees. */
  collectionOfItem(userId: number, itemId: number): Promise<number | undefined>;
  removeItem(userId: number, itemId: number): Promise<boolean>;
}

/** What an entry stores of its company, so that a list can be paged and counted without looking companies up. */
export interface EntrySeed {
  readonly companyId: number;
  /** What puts it in the order of best match (`CompanyReader.merits`): below 0 without a score. */
  readonly merit: number;
  readonly topMatch: boolean;
  /** The company's digest week, or the one in which it came to match. */
  readonly week: string;
  /** What has made a company match that was known before and did not, in which batch. */
  readonly came?: Crossing & { readonly batchId: number };
  /** What the company is found again by if its part of the index is lost. */
  readonly identity?: CompanyIdentity;
}

/** A lost company and what it is found again by. */
export interface LostCompany extends CompanyIdentity {
  readonly companyId: number;
}

/** What was dropped with companies that are gone: entries, how many of them were decided, and items of collections. */
export interface Forgotten {
  readonly entries: number;
  readonly decided: number;
  readonly items: number;
}

/** What lists have of some companies: entries, how many companies are decided, and items of collections. */
export type Uses = Forgotten;

/** What is kept of companies that were lost: also how many notes, and how many rows of known companies. */
export interface Lost extends Forgotten {
  readonly notes: number;
  readonly known: number;
}

/** An import that is running or was cut off. */
export interface ImportNote {
  readonly id: number;
  /** Names the lock of the process that runs it; `''` if not noted yet. */
  readonly owner: string;
  /** Its new companies have higher ids. */
  readonly lastCompanyId: number;
  /** The newest batch of an import before it; 0 for none. */
  readonly lastBatch: number;
  /** The batch that is being undone; 0 or nothing for anything else. */
  readonly undoes?: number;
}

/** What an import did with companies, by their ids, as it is kept. */
export interface NewImportRun extends Readonly<Record<ImportPart, readonly number[]>> {
  readonly batchId: number;
  readonly at: string;
  readonly files: readonly string[];
  readonly changes: readonly CompanyChange[];
}

/** The same, counted. */
export interface ImportRunRecord extends Readonly<Record<ImportPart, number>> {
  readonly id: number;
  readonly batchId: number;
  readonly at: string;
  readonly files: readonly string[];
  readonly changed: ChangeCounts;
}

/** What imports did with companies, until they are undone. */
export interface ImportRuns {
  /** Keeps what the import of a batch did, once. */
  add(run: NewImportRun): Promise<void>;
  /** The import of this batch was undone: it has changed nothing. */
  undone(batchId: number): Promise<void>;
  /** Newest first. */
  list(limit: number): Promise<ImportRunRecord[]>;
  /** The newest, whose number and batch are 0 where there is none, and whether it has changed any company. */
  newest(): Promise<{ readonly id: number; readonly batchId: number; readonly hasChanges: boolean }>;
  /** The batch of an import, or of the last one; 0 if it was undone. */
  batchOf(run: number | 'last'): Promise<number>;
  /** The companies that an import, or the last one, has changed in this way. */
  companyIds(run: number | 'last', what: ImportPart | ChangeKind | 'changed'): Promise<number[]>;
  /** What an import has changed about these companies, or about all that it has changed. */
  changesOf(run: number, companyIds?: readonly number[]): Promise<CompanyChange[]>;
}

/** That a company was merged into another; `isDone` once the lists know. */
export interface MergeNote {
  readonly kept: number;
  readonly gone: number;
  readonly isDone: boolean;
}

/** Companies that are one, and what becomes of their entries and items; and companies that are two. */
export interface MergeStore {
  /** Notes that a company is about to be merged into another. */
  begin(kept: number, gone: number): Promise<void>;
  /** All merges, in the order in which they were noted. */
  notes(): Promise<MergeNote[]>;
  /**
   * Gives the entries and items of the company that went to the kept one. Where a list has both, the later decision
   * counts.
   */
  apply(note: Pick<MergeNote, 'kept' | 'gone'>): Promise<void>;
  /** Forgets a merge. If it was applied, entries and items are as before it, but for what was decided since. */
  revert(gone: number): Promise<void>;
  /** The pairs of companies that somebody has said are two, the lower id first. */
  apart(): Promise<(readonly [number, number])[]>;
  setApart(ids: readonly [number, number], isApart: boolean): Promise<void>;
  /** Notes of many pairs at once that they are two. */
  keepApart(pairs: readonly (readonly [number, number])[]): Promise<void>;
}

/** What changes with the companies: used after an import, a removal or a new digest, never by a user's call. */
export interface StateUpkeep {
  /** Every company that an entry, a collection item, a note or a known row names, but for lost ones. */
  referredCompanies(): Promise<number[]>;
  /** The newest digest week that a smart list or an entry knows, `''` for none. */
  newestWeek(): Promise<string>;
  /** Drops entries and items of companies that are gone. */
  forgetCompanies(ids: readonly number[]): Promise<Forgotten>;
  /** What the lists of all users have of these companies. */
  countUses(ids: readonly number[]): Promise<Uses>;
  /** Updates what entries store of their companies. */
  updateCompanies(seeds: readonly EntrySeed[]): Promise<void>;
  /** Notes that an import has begun. Returns the note's id. */
  beginImport(note: Omit<ImportNote, 'id'>): Promise<number>;
  /** Imports that have begun and not finished, whoever runs them. */
  openImports(): Promise<ImportNote[]>;
  /** That import has reached the smart lists, or has come to nothing. */
  endImport(noteId: number): Promise<void>;
  /**
   * Takes entries and items of lost companies out of every list and count, and keeps them until `bringBack`. Their
   * notes and known rows wait where they are.
   */
  keepLost(ids: readonly number[], now: string): Promise<Lost>;
  /** The companies of what is kept that way, with what they are found again by, if known. */
  lostCompanies(): Promise<LostCompany[]>;
  /** Puts entries and items of lost companies among these back where they were: they are there again. */
  bringBack(ids: readonly number[]): Promise<Lost>;
  /** Companies, by id after `after`, that something names and that have no stored identity yet, at most `limit`. */
  unidentified(after: number, limit: number): Promise<number[]>;
  /** Stores what companies are found again by. */
  identify(companies: readonly LostCompany[]): Promise<void>;
  /**
   * Notes what the clock says. Returns the time since which it has not jumped by more than `mostDays` days. What is old
   * by a clock that has just jumped may have been made a moment ago.
   */
  steadySince(now: string, mostDays: number): Promise<string>;
  /** Forgets tokens that expired or were revoked before `before` (ISO 8601). */
  forgetTokens(before: string): Promise<void>;
  /** Forgets idempotency keys older than `before` (ISO 8601). */
  forgetKeys(before: string): Promise<void>;
  /**
   * Forgets smart lists and collections that were deleted before `before` (ISO 8601). What was decided in such a list
   * stays in the special lists, and so does the list, as the origin of those entries.
   */
  forgetDeleted(before: string): Promise<void>;
}

import type { DecidedList, ListName } from '#shared/domain/listName.ts';
import type { AuditAct, AuditKind, Role, SharedRole, SharingMode } from '#shared/domain/team.ts';
import type { Counted, Slice } from './portParts.ts';

/** The part of the port (`port.ts`) about what users of a team have in common (ADR 44). */

/** How a smart list is shared. Every member has a list of their own in the family, with entries of their own. */
export interface SharedWith {
  /** The same in all lists of the family. */
  readonly family: number;
  readonly mode: SharingMode;
  readonly role: SharedRole;
  readonly ownerId: number;
  /** With how many the owner shares it. */
  readonly memberCount: number;
}

/** Somebody whom a list or a collection is shared with. */
export interface SharedMember {
  readonly userId: number;
  readonly role: 'editor' | 'reader';
}

/** The decision that has settled a company, by the number of its event. */
export interface SettlementRecord {
  readonly userId: number;
  readonly seq: number;
  readonly list: ListName;
  /** ISO 8601, UTC. */
  readonly at: string;
}

/** Two decisions about a company of a shared list. */
export interface ConflictRecord {
  readonly id: number;
  readonly family: number;
  /** The smart list of the family that is the user's. */
  readonly smartListId: number;
  readonly role: SharedRole;
  readonly companyId: number;
  readonly first: SettlementRecord;
  readonly second: SettlementRecord;
  readonly madeAt: string;
  /** The number of the decision that counts; 0 while that is open. */
  readonly kept: number;
}

/** `missing`: the user has no such list. `not_owner`: somebody else decides that. */
export type ShareOutcome = 'shared' | 'missing' | 'not_owner' | 'not_shareable';

/** Shared smart lists and collections. */
export interface SharingStore {
  /** With whom a user's smart list is shared, besides its owner. */
  members(smartListId: number): Promise<SharedMember[]>;
  /**
   * Shares a smart list of the user's with these, each of whom gets a list in the family with its companies; takes the
   * list of everybody else away, for good: nobody else restores it. With mode null it is shared with nobody.
   */
  share(
    userId: number,
    smartListId: number,
    mode: SharingMode | null,
    members: readonly SharedMember[],
    now: string,
  ): Promise<ShareOutcome>;
  /** All smart lists of a family, the owner's first. */
  familyLists(family: number): Promise<{ readonly id: number; readonly userId: number }[]>;
  /** What has settled companies of a family, by company. */
  settlements(family: number, companyIds: readonly number[]): Promise<ReadonlyMap<number, SettlementRecord>>;
  /**
   * Deals the user undecided companies of a shared list until there are `count` in hand, and keeps them from others
   * until then; entries in their order. Undefined where nothing is dealt: another kind of list, or one only read.
   */
  deal(
    userId: number,
    smartListId: number,
    ask: { readonly count: number; readonly until: string },
    now: string,
  ): Promise<number[] | undefined>;
  /** Gives back what was dealt. */
  giveBack(userId: number, smartListId: number): Promise<void>;
  /** How many companies each has settled, and has in hand now. */
  progress(
    family: number,
    now: string,
  ): Promise<{ readonly userId: number; readonly settled: number; readonly dealt: number }[]>;
  /** Conflicts in lists that the user shares, or in all where `isLead`: open ones first, then newest first. */
  conflicts(userId: number, isLead: boolean): Promise<ConflictRecord[]>;
  /** Says which decision of a conflict counts. */
  settleConflict(
    userId: number,
    isLead: boolean,
    id: number,
    kept: number,
    now: string,
  ): Promise<'settled' | 'missing' | 'not_owner' | 'no_such_decision'>;
  /** Who else sees a collection. */
  collectionMembers(collectionId: number): Promise<SharedMember[]>;
  shareCollection(
    userId: number,
    collectionId: number,
    members: readonly SharedMember[],
    now: string,
  ): Promise<ShareOutcome>;
}

/** Somebody on the team, by the name to show. */
export interface MemberRecord {
  readonly id: number;
  readonly name: string;
  readonly email: string;
  readonly role: Role;
  readonly isClosed: boolean;
}

/** What somebody has decided about a company, by the number of a reason of theirs. */
export interface ColleagueRecord {
  readonly companyId: number;
  readonly userId: number;
  readonly list: DecidedList;
  readonly reason: number;
  readonly at: string;
}

export interface AssignmentRecord {
  readonly id: string;
  readonly userId: number;
  readonly byId: number;
  readonly companyId: number;
  readonly note: string;
  readonly day: string;
  readonly state: 'open' | 'done' | 'returned';
  readonly answer: string;
  readonly madeAt: string;
  readonly changedAt: string;
}

export interface MentionRecord {
  readonly noteId: string;
  readonly companyId: number;
  readonly byId: number;
  readonly text: string;
  readonly at: string;
  readonly isRead: boolean;
}

/** People, what they have decided, and what they ask of each other. */
export interface TeamStore {
  /** All who were not removed, oldest first. */
  members(): Promise<MemberRecord[]>;
  setRole(by: number, userId: number, role: Role, now: string): Promise<void>;
  /**
   * Somebody has left: signs them out everywhere and for ever. Their decisions and lists stay under their name; what
   * they own goes to `toId`, who owns it from now on.
   */
  close(by: number, userId: number, toId: number, now: string): Promise<void>;
  /** What everybody but the user has decided about these companies, one decision a colleague. */
  decisions(userId: number, companyIds: readonly number[]): Promise<ColleagueRecord[]>;
  /** Companies that somebody but the user has decided. */
  decidedCompanyIds(userId: number): Promise<number[]>;
  /** Assigns a company, once by its id. */
  assign(assignment: Omit<AssignmentRecord, 'state' | 'answer' | 'changedAt'>): Promise<'assigned' | 'taken'>;
  /** Assignments to the user, or by the user, open ones first, then newest first. */
  assignments(userId: number, whose: 'to' | 'by'): Promise<AssignmentRecord[]>;
  /** Open assignments of a company. */
  assignmentsOf(companyId: number): Promise<AssignmentRecord[]>;
  /**
   * Who it was assigned to has done it or hands it back; who assigned it takes it back by handing it back. What was
   * taken back only they open again: `taken_back`.
   */
  answer(
    userId: number,
    id: string,
    state: AssignmentRecord['state'],
    answer: string,
    now: string,
  ): Promise<AssignmentRecord | 'taken_back' | undefined>;
  /** Comments that name the user, newest first. */
  mentions(userId: number, slice: Slice): Promise<Counted<MentionRecord> & { readonly unread: number }>;
  /** The user has read comments about these companies, or all. */
  readMentions(userId: number, companyIds: readonly number[] | null, now: string): Promise<void>;
}

/** An event as the audit shows it; `userId` is 0 for one of a user who was removed with all work. */
export interface SealedEvent {
  readonly place: number;
  readonly hash: string;
  readonly seq: number;
  readonly userId: number;
  readonly at: string;
  readonly kind: AuditKind;
  readonly companyId: number;
  readonly smartListId: number;
  readonly from: ListName;
  readonly to: ListName;
  readonly reason: number;
  readonly note: string;
  readonly noteId: string;
  /** Of a note, filters and an export: whether the team may read what it says, as that was when it was written. */
  readonly isForTeam: boolean;
}

/** What a check of the chain has found: how many events it holds, and what is wrong with it, if anything is. */
export interface ChainCheck {
  readonly events: number;
  /** How many of them are gone with users who were removed with all work. */
  readonly gone: number;
  readonly hash: string;
  readonly problems: readonly string[];
}

/** What was done, by whom, in a chain that shows what was changed or taken out afterwards. */
/**
 * Of the audit only what meets all of it: by whom (0 for nobody), of which kind, about which company or one that was
 * merged into it, and when (ISO 8601, UTC), from `since` until before `until`. Events that are gone with their user
 * meet nothing.
 */
export interface AuditFilter {
  readonly userId?: number | undefined;
  readonly kind?: AuditKind | undefined;
  readonly companyId?: number | undefined;
  readonly since?: string | undefined;
  readonly until?: string | undefined;
}

export interface AuditStore {
  /** Writes what is no decision. */
  record(
    act: AuditAct & {
      readonly userId: number;
      readonly at: string;
      readonly companyId?: number;
      readonly isForTeam?: boolean;
    },
  ): Promise<void>;
  /**
   * Appends the events of late to the chain, at most `limit`, and returns how many; `elsewhere` while another server
   * does, or while it is not certain yet which events come next. Decisions go on meanwhile.
   */
  seal(limit: number): Promise<number | 'elsewhere'>;
  /** The newest place of the chain. */
  place(): Promise<number>;
  /** Events after a place, oldest first, or before one, newest first; those that a filter asks for. */
  after(place: number, limit: number, filter?: AuditFilter): Promise<SealedEvent[]>;
  before(place: number, limit: number, filter?: AuditFilter): Promise<SealedEvent[]>;
  /** How many events a filter finds. */
  count(filter: AuditFilter): Promise<number>;
  /**
   * Checks the chain, and what stands against its newest events. `expected` is a hash that somebody has kept: the chain
   * has to have it.
   */
  check(expected?: string): Promise<ChainCheck>;
}

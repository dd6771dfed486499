import { notifications } from '@mantine/notifications';
import { createContext, use, useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { z } from 'zod';
import type { Later } from '#shared/domain/later.ts';
import { listNameSchema } from '#shared/domain/listName.ts';
import { formatCount } from '#shared/domain/formats.ts';
import { call, subscribe } from '../../bridge/bridge.ts';
import { useSession } from '../../data/bridgeValues.ts';
import { useSmartListsQuery } from '../../data/smartLists.ts';
import type { Placed } from '../../decide/overlay.ts';
import { Triage, type DecideFailure } from '../../decide/triage.ts';
import { Store } from '../../ui/store.ts';
import { notificationTime, showUndone, nextTurn, takeOfferSince } from '../../ui/toasts.tsx';
import { usePaced } from '../../ui/usePaced.ts';
import classes from './TriageProvider.module.css';

const alert = { color: 'red', autoClose: notificationTime, role: 'alert' } as const;

interface TriageHandle {
  readonly triage: Triage;
  readonly announcer: Announcer;
  /** The last announcement. */
  readonly spoken: Store<string>;
  readonly unconfirmed: UnconfirmedSteps;
  readonly complain: Complaints['tell'];
  /** What is to be put off, while one is asked until when. */
  readonly asked: Store<LaterQuestion | null>;
  /** The note that is being written. */
  readonly writing: Store<NoteQuestion | null>;
  /** What is to be assigned, while one is asked to whom. */
  readonly assigning: Store<AssignQuestion | null>;
  /** Reports that pending moves have been taken in, or cannot be known. */
  readonly resumed: () => void;
}

/** What is to be put off, in words, and how. */
export interface LaterQuestion {
  readonly what: string;
  readonly put: (later: Later) => void;
}

/** A note that is being written: a new one, or another text for one that is there. */
export interface NoteQuestion {
  readonly companyId: number;
  readonly name: string;
  /** The note to change; null for a new one. */
  readonly noteId: string | null;
  /** Its text so far; `''` for a new one. */
  readonly text: string;
  /** Whether the whole team reads it so far. */
  readonly forTeam?: boolean;
}

/** Companies that are to be assigned to somebody, in words. */
export interface AssignQuestion {
  readonly what: string;
  /** Their ids; of a selection, some may still have to be requested. */
  readonly companyIds: readonly number[] | Promise<readonly number[]>;
}

const TriageContext = createContext<TriageHandle | null>(null);

/**
 * One triage for the window: decisions made in a list show on the company page too, and undo works across screens.
 * Another account gets a new one: its companies and entries have the same numbers, but are different.
 */
export function TriageProvider({ children }: { readonly children: ReactNode }): ReactNode {
  const { account, status } = useSession();
  const [held, setHeld] = useState(() => ({ account, handle: createHandle() }));
  // While nobody is signed in, the triage stays: a returning user finds everything as it was.
  const isAnother = account !== '' && account !== held.account;
  if (isAnother) setHeld({ account, handle: held.account === '' ? held.handle : createHandle() });
  const { handle } = held;

  // Before it asks for pending moves: their outcome is reported once, perhaps before the first picture.
  useLayoutEffect(() => {
    const { triage, unconfirmed } = handle;
    const ends = [subscribe('moves.changed', triage.told), subscribe('moves.reset', triage.reset)];
    addEventListener('pagehide', unconfirmed.leave);
    return () => {
      for (const end of ends) end();
      removeEventListener('pagehide', unconfirmed.leave);
    };
  }, [handle]);
  // Also when somebody signs in again: nobody heard the outcome of moves that ended while signed out. Rows wait for the
  // answer, so it is requested before the first picture.
  useLayoutEffect(() => {
    if (status === 'signedIn') void resume(handle);
  }, [handle, status]);

  return (
    <TriageContext value={handle}>
      {children}
      <Counting triage={handle.triage} />
      <LiveRegion spoken={handle.spoken} />
    </TriageContext>
  );
}

function createHandle(): TriageHandle {
  const spoken = new Store('');
  const announcer = new Announcer(spoken);
  const unconfirmed = new UnconfirmedSteps(sessionStorage);
  const { tell: complain } = new Complaints({
    show: (complaint, onClose) => notifications.show({ ...complaint, ...alert, onClose }),
    update: (complaint, onClose) => notifications.update({ ...complaint, ...alert, onClose }),
  });
  const { promise: known, resolve: resumed } = Promise.withResolvers<void>();
  const triage = new Triage({
    known,
    enqueue: (request) => call('moves.enqueue', request),
    giveReason: (request) => call('moves.giveReason', request),
    writeNote: (request) => call('moves.writeNote', request),
    undo: () => call('moves.undo', null),
    snapshot: () => call('moves.get', null),
    turn: nextTurn,
    now: () => performance.now(),
    announce: announcer.tell,
    show: showUndone,
    complain,
    remember: unconfirmed.add,
  });
  return {
    triage,
    announcer,
    spoken,
    unconfirmed,
    complain,
    asked: new Store<LaterQuestion | null>(null),
    writing: new Store<NoteQuestion | null>(null),
    assigning: new Store<AssignQuestion | null>(null),
    resumed,
  };
}

/** Takes in pending moves, and reports decisions of which an earlier page of this tab never heard again. */
async function resume({ triage, unconfirmed, complain, resumed }: TriageHandle): Promise<void> {
  const left = unconfirmed.takeLeft();
  // Without an answer nothing is known about pending moves; the queue's own panel says if it cannot be reached.
  const snapshot = await call('moves.get', null).catch(() => null);
  if (snapshot !== null) triage.resume(snapshot);
  resumed();
  const text = unconfirmedText(left, snapshot?.pending ?? []);
  if (text !== null) complain('Not confirmed', text);
}

/** Takes in the server's counts of undecided entries. */
function Counting({ triage }: { readonly triage: Triage }): ReactNode {
  const { status } = useSession();
  const { data } = useSmartListsQuery(status === 'signedIn');
  useEffect(() => {
    if (data !== undefined) triage.counted(data.results, data.revision);
  }, [triage, data]);
  return null;
}

/** Where a screen reader listens for decisions. Its text is set without React: it changes while keys arrive. */
function LiveRegion({ spoken }: { readonly spoken: Store<string> }): ReactNode {
  const element = useRef<HTMLOutputElement>(null);
  useEffect(
    () =>
      spoken.subscribe(() => {
        if (element.current !== null) element.current.textContent = spoken.get();
      }),
    [spoken],
  );
  return <output ref={element} className={classes.live} aria-live="polite" aria-label="Decisions" />;
}

/** The window's triage. `decide` and `undo` are stable; using it causes no re-render. */
export function useTriage(): Triage {
  return useHandle().triage;
}

/** How many companies of a smart list are undecided as shown, even before the server knows. */
export function useUnrated(): (list: { readonly id: number; readonly unratedCount: number }) => number {
  const { triage } = useHandle();
  const unrated = usePaced(triage.unrated);
  return ({ id, unratedCount }) => unrated.get(id) ?? unratedCount;
}

/** Undoes the last action: a decision, or one that a notification still offers to undo. */
export function useUndo(): () => void {
  const triage = useTriage();
  return () => {
    if (!takeOfferSince(triage.lastTurn)) triage.undo();
  };
}

/** What is to be put off, while one is asked until when. */
export function useLaterQuestion(): Store<LaterQuestion | null> {
  return useHandle().asked;
}

/** The note that is being written. */
export function useNoteQuestion(): Store<NoteQuestion | null> {
  return useHandle().writing;
}

/** What is to be assigned, while one is asked to whom. */
export function useAssignQuestion(): Store<AssignQuestion | null> {
  return useHandle().assigning;
}

/** Tells a screen reader something that the screen shows. */
export function useAnnounce(): (text: string) => void {
  return useHandle().announcer.tell;
}

/** Tells a screen reader the current position, which the focus does not convey: after the action that led there. */
export function useAnnouncePlace(): (text: string) => void {
  return useHandle().announcer.tellPlace;
}

function useHandle(): TriageHandle {
  const handle = use(TriageContext);
  if (handle === null) throw new Error('useTriage needs a TriageProvider above it.');
  return handle;
}

/** Texts within this time, in milliseconds, are announced together. */
const announceTime = 120;

/** Tells a screen reader what was done, and then the current position; of several texts of one kind, the last. */
export class Announcer {
  readonly #spoken: Pick<Store<string>, 'set'>;
  #done = '';
  #place = '';
  #timer: ReturnType<typeof setTimeout> | null = null;

  /** `spoken` is what the live region says. */
  constructor(spoken: Pick<Store<string>, 'set'>) {
    this.#spoken = spoken;
  }

  /** Announces what was done. */
  readonly tell = (text: string): void => {
    this.#done = text;
    this.#soon();
  };

  /** Announces the current position, after the action that led there. */
  readonly tellPlace = (text: string): void => {
    this.#place = text;
    this.#soon();
  };

  #soon(): void {
    if (this.#timer !== null) return;
    this.#timer = setTimeout(() => {
      this.#timer = null;
      this.#spoken.set([this.#done, this.#place].filter((text) => text !== '').join(' '));
      this.#done = '';
      this.#place = '';
    }, announceTime);
  }
}

const storageKey = 'winnow.unconfirmedMoves';

const stepSchema = z.object({
  label: z.string(),
  entryId: z.number().nullable(),
  companyId: z.number(),
  list: listNameSchema,
});
/**
 * A decision that the queue has not confirmed: its words, and the first company it moved. It is saved as a whole or not
 * at all.
 */
export type Unconfirmed = z.infer<typeof stepSchema>;

/**
 * How long the queue usually takes to answer, in milliseconds. Below that nothing is written: writing costs a held key
 * more than deciding does.
 */
const usualMs = 50;

/**
 * Unconfirmed decisions, kept outside the page so that the next page in this tab can report them if this one is closed
 * or crashes (F3). They are written if the queue is slow to answer, and when the page closes. Deciding works even if
 * storage is full or forbidden.
 */
export class UnconfirmedSteps {
  readonly #storage: Storage;
  readonly #steps = new Set<Unconfirmed>();
  #timer: ReturnType<typeof setTimeout> | null = null;
  #isKept = false;

  constructor(storage: Storage) {
    this.#storage = storage;
  }

  /** Keeps a decision until the returned function is called. */
  readonly add = (label: string, { entryId, companyId, list }: Placed): (() => void) => {
    const step = { label, entryId, companyId, list };
    this.#steps.add(step);
    this.#timer ??= setTimeout(() => this.#save(), usualMs);
    return () => {
      this.#steps.delete(step);
      if (this.#isKept) this.#save();
    };
  };

  /** The page is closing: writes what has no answer yet. */
  readonly leave = (): void => {
    if (this.#steps.size > 0) this.#save();
  };

  /** What an earlier page left; returned once. */
  takeLeft(): Unconfirmed[] {
    try {
      const left = z.array(stepSchema).safeParse(JSON.parse(this.#storage.getItem(storageKey) ?? '[]'));
      this.#save();
      return left.data ?? [];
    } catch {
      return [];
    }
  }

  #save(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    this.#isKept = this.#steps.size > 0;
    try {
      if (!this.#isKept) this.#storage.removeItem(storageKey);
      else this.#storage.setItem(storageKey, JSON.stringify([...this.#steps]));
    } catch {
      // The decision itself is on its way; only the report after a closed page is lost.
    }
  }
}

/** The message about decisions that an earlier page left, given what the queue has; null if it has all of them. */
export function unconfirmedText(left: readonly Unconfirmed[], pending: readonly Placed[]): string | null {
  const isQueued = ({ entryId, companyId, list }: Unconfirmed): boolean =>
    pending.some(
      // If a company's entries still had to be found, it is there with one of them.
      (move) => (entryId === null || move.entryId === entryId) && move.companyId === companyId && move.list === list,
    );
  const lost = left.filter((step) => !isQueued(step));
  const last = lost.at(-1);
  if (last === undefined) return null;
  const what = lost.length === 1 ? 'One decision was' : `${lost.length} decisions were`;
  return `${what} not confirmed before this page was closed; the last was: ${last.label}. Check that it is there.`;
}

/** What a counted toast shows. */
export interface Complaint {
  readonly id: string;
  readonly title: string;
  readonly message: string;
}

/** Where complaints are shown: a new toast, or a new text in the existing one. */
export interface ComplaintPort {
  show(complaint: Complaint, onClose: () => void): void;
  update(complaint: Complaint, onClose: () => void): void;
}

/** What failed: each kind has one toast, however often it fails. */
type Failure = DecideFailure | 'Not confirmed';

/** What is safe after one failure, and after several (product 16). */
const safe: Record<Failure, { one: string; many: (count: number) => string }> = {
  'Not saved': {
    one: 'This company is back where it was. Your earlier decisions are safe.',
    many: (count) =>
      `The last ${formatCount(count)} decisions could not be saved and were reverted. Everything before is safe.`,
  },
  'Not undone': {
    one: 'The decision stands.',
    many: () => 'The decisions stand.',
  },
  'Reason not saved': {
    one: 'The decision stands.',
    many: () => 'The decisions stand.',
  },
  'Note not saved': {
    one: 'Its text is kept as a draft: press m on the company to go on.',
    many: () => 'Their texts are kept as drafts: press m on a company to go on.',
  },
  'Not confirmed': { one: '', many: () => '' },
};

/** Reports failures in one toast per kind, with a count, instead of one toast per key press. */
export class Complaints {
  readonly #port: ComplaintPort;
  readonly #counts = new Map<Failure, number>();

  constructor(port: ComplaintPort) {
    this.#port = port;
  }

  readonly tell = (failure: Failure, reason: string): void => {
    const count = (this.#counts.get(failure) ?? 0) + 1;
    this.#counts.set(failure, count);
    const { one, many } = safe[failure];
    const complaint = {
      id: `moves ${failure}`,
      title: count === 1 ? failure : `${failure} (${formatCount(count)})`,
      message: `${reason} ${count === 1 ? one : many(count)}`.trim(),
    };
    const onClose = (): void => void this.#counts.delete(failure);
    if (count === 1) this.#port.show(complaint, onClose);
    else this.#port.update(complaint, onClose);
  };
}
